/** The seats this browser holds: their keys, and what to remember about their tables. */
import type { Outcome } from '../gen/protocol.ts';
import { isObject, keep, recall } from './storage.ts';

/** A token and the player it belongs to, on a device shared by several. */
export interface LocalSeat {
  seat: number;
  token: string;
  name: string;
}

/** A table that this browser takes part in. */
export interface Held {
  table: string;
  game: string;
  at: number;
  /** The seat of this browser. */
  seat?: number;
  /** The members of the house who were asked to sit down. */
  personas?: string[];
  /** The token of the seat, or of the host. */
  token?: string;
  /** The secret of an invitation that has not been answered yet. */
  invite?: string;
  /** The secret of the link to watch. */
  watch?: string;
  /** Several seats on this device. */
  local?: LocalSeat[];
  /** Links to seats that are waiting for people. */
  links?: { seat: number; link: string }[];
  watchLink?: string;
  /** The table at which the game was continued elsewhere. */
  moved?: string;
  /** Set once the game is over. A game that began from a set-up position does not count. */
  ending?: { isSetUp?: boolean; seat: number | null; names: string[]; result: Outcome; players: (string | null)[]; personas?: (string | null)[] };
}

const MOST = 200;

const isHeld = (value: unknown): value is Held[] =>
  Array.isArray(value) && value.every((one) => isObject(one) && typeof one.table === 'string');

/** All held tables, the latest first. */
export function allHeld(): Held[] {
  return (recall('seats', isHeld) ?? []).sort((a, b) => b.at - a.at);
}

/** The tables at which this browser sits. */
export function heldTables(): Set<string> {
  return new Set(allHeld().flatMap(({ table, token }) => (token ? [table] : [])));
}

/** What is known about a table. */
export function held(table: string): Held | null {
  return allHeld().find((one) => one.table === table) ?? null;
}

/** Remembers something about a table. */
export function hold(table: string, changes: Partial<Held>): void {
  const all = allHeld();
  const known = all.find((one) => one.table === table);
  const next = { game: '', at: Date.now(), ...known, ...changes, table };
  keep('seats', [next, ...all.filter((one) => one.table !== table)].slice(0, MOST));
}

/** Forgets a table. */
export function drop(table: string): void {
  keep('seats', allHeld().filter((one) => one.table !== table));
}
