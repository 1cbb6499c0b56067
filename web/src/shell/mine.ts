/** The tables where this browser still has a seat: against whom, what happened last, and whether it is its move. */
import type { TableRow } from '../gen/protocol.ts';
import { isGame } from '../games/list.ts';
import { replay, table as fetchTable } from '../lib/api.ts';
import { called, type PersonaId } from '../lib/cast.ts';
import { language, words } from '../lib/language.svelte.ts';
import { allHeld, type Held } from '../lib/seats.ts';
import { personaOf, seatName } from '../lib/sitters.ts';

export interface Running {
  table: string;
  game: string;
  /** The others, named as in a sentence. */
  names: string;
  first: { name: string; persona: PersonaId | null };
  /** The last event, and how long ago it was. */
  news: string;
  isYourMove: boolean;
  /** Whether all the others are computers. */
  isHouse: boolean;
}

/** More moves than any game has, so the server answers with the latest position. */
const LATEST = 1_000_000;
const MOST = 6;

async function look(held: Held): Promise<Running | null> {
  const row = await fetchTable(held.table, held.token);
  if (row.phase === 'over' || !isGame(row.game)) return null;
  const last = row.phase === 'playing' ? await replay(held.table, LATEST, null, held.token).catch(() => null) : null;
  return describe(held, { ...row, changed: Math.max(row.changed, last?.changed ?? 0) }, last?.plies ?? 0, last?.frames.at(-1)?.seat ?? null, last?.must ?? []);
}

/** Describes one table: `plies` moves were made, the last by `actor` at `row.changed`, and the game waits for `must`. */
export function describe(held: Pick<Held, 'table' | 'seat'>, row: TableRow, plies: number, actor: number | null, must: readonly number[]): Running {
  const own = held.seat ?? row.seats.findIndex(({ occupant }) => occupant === 'person');
  const others = row.seats.flatMap((state, seat) => (seat !== own && state.occupant !== 'empty' ? [{ state, seat }] : []));
  const nameOf = (state: TableRow['seats'][number]) => {
    const name = seatName(state, words(), language());
    return state.occupant === 'person' || personaOf(state) ? called(name, language()) : name;
  };
  const { hall } = words();
  const news = plies === 0 ? hall.notBegun : actor === own ? hall.moveByYou(plies) : hall.moveBy(nameOf(row.seats[actor ?? 0]!), plies);
  const minutes = Math.floor((Date.now() - row.changed) / 60_000);
  const first = others[0]?.state;
  return {
    table: row.table,
    game: row.game,
    names: others.length > 0 ? hall.and(others.map(({ state }) => nameOf(state))) : words().emptySeat,
    first: { name: first ? seatName(first, words(), language()) : '?', persona: first ? personaOf(first) : null },
    news: `${news} · ${words().ago(minutes)}`,
    isYourMove: must.includes(own),
    isHouse: others.length > 0 && others.every(({ state }) => state.occupant === 'computer'),
  };
}

/** The most recent of them, those against people first. */
export async function myTables(): Promise<Running[]> {
  const open = allHeld().filter(({ ending, moved, token }) => !ending && !moved && token).slice(0, MOST);
  const found = await Promise.all(open.map((held) => look(held).catch(() => null)));
  const rows = found.filter((row) => row !== null);
  return [...rows.filter(({ isHouse }) => !isHouse), ...rows.filter(({ isHouse }) => isHouse)].slice(0, 3);
}
