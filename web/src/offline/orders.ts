/** The orders that `baize-worker` gives, and the messages between the page and its workers. */

import type { Json } from '../gen/games.ts';

/** A change to a table, written all at once or not at all. */
export interface Change {
  table: string;
  epoch: number;
  /** How many entries the log has before the change. */
  after: number;
  entries: KeptEntry[];
  margin?: Json;
  snapshot?: Json;
  listing?: Json;
}

export interface KeptEntry {
  entry: string;
  sum: string;
}

/** Everything that is stored for a table. */
export interface Kept {
  table: string;
  epoch: number;
  entries: KeptEntry[];
  margin?: Json;
  snapshot?: Json;
  listing: Json;
}

/** Why nothing was written. */
export type Trouble = 'full' | 'fenced' | { failed: string };

/** The result of a job. */
export interface Done {
  is: 'thought' | 'reply' | 'failed' | 'missing';
  [more: string]: Json;
}

export type Order =
  | { op: 'tell'; to: number[]; text: string }
  | { op: 'part'; to: number }
  | { op: 'answer'; call: number; status: number; body: string }
  | { op: 'write'; id: number; change: Change; isNew: boolean }
  | { op: 'open' | 'read'; id: number; table: string }
  | { op: 'list'; id: number }
  | { op: 'release'; table: string }
  | { op: 'work'; job: number; work: Json }
  | { op: 'stop'; job: number };

/** A call as it would go over HTTP. */
export interface Call {
  method: string;
  path: string;
  query: string;
  key: string | null;
  body: string | null;
}

/** Messages from the page to its worker. */
export type ToWorker =
  | { op: 'begin'; folder: string; url: string }
  | { op: 'hear'; connection: number; text: string }
  | { op: 'leave'; connection: number }
  | ({ op: 'call'; call: number } & Call)
  /** Everything that is stored, in one text. */
  | { op: 'export'; call: number }
  /** Tables from elsewhere: each one is checked, and stored unless there is a newer one here. */
  | { op: 'import'; call: number; tables: Kept[] }
  | { op: 'forget'; call: number };

/** Messages from the worker to the page. */
export type FromWorker =
  | Extract<Order, { op: 'tell' | 'part' | 'answer' }>
  /** Whether what is written outlasts the page. */
  | { op: 'storage'; isLasting: boolean }
  /** The program inside had a fault: all connections are gone, and the next one starts over. */
  | { op: 'fault'; what: string };

/** Messages from the worker to one in which computer players think. */
export type ToThinker = { module: WebAssembly.Module; folder: string } | { job: number; work: Json };

/** Messages from that worker back. */
export interface FromThinker {
  job: number;
  done: Done;
}
