/** The people waiting at public tables. */
import type { TableRow } from '../gen/protocol.ts';

/** The names of the people at a table. */
export function peopleAt(row: TableRow): string[] {
  return row.seats.flatMap(({ occupant, name }) => (occupant === 'person' && name ? [name] : []));
}

/** Everybody who is waiting at these tables; a person waiting for several games at once is listed once. */
export function waitingPeople(rows: readonly TableRow[]): string[] {
  return [...new Set(rows.flatMap(peopleAt))];
}

/** The tables at which somebody else is waiting: not the player's own tables, and not tables without a person. */
export function ofOthers(rows: readonly TableRow[], mine: ReadonlySet<string>): TableRow[] {
  return rows.filter((row) => !mine.has(row.table) && peopleAt(row).length > 0);
}
