/** Who waits at public tables. */
import type { TableRow } from '../gen/protocol.ts';

/** The names of the people at a table. */
export function peopleAt(row: TableRow): string[] {
  return row.seats.flatMap(({ occupant, name }) => (occupant === 'person' && name ? [name] : []));
}

/** Everybody who waits at these tables; whoever waits for several games at once is one. */
export function waitingPeople(rows: readonly TableRow[]): string[] {
  return [...new Set(rows.flatMap(peopleAt))];
}

/** The tables at which somebody else waits. Nobody waits for themselves, and a table without a person is nobody's. */
export function ofOthers(rows: readonly TableRow[], mine: ReadonlySet<string>): TableRow[] {
  return rows.filter((row) => !mine.has(row.table) && peopleAt(row).length > 0);
}
