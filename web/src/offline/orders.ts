/** What `baize-worker` says is to be done, and what the page and its workers say to each other. */

import type { Json } from '../gen/games.ts';

/** What is written of a table, at once or not at all. */
export interface Change {
  table: string;
  epoch: number;
  /** How many entries the log has before. */
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

/** All that is kept of a table. */
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

/** What came of work. */
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

/** From the page to its worker. */
export type ToWorker =
  | { op: 'begin'; folder: string; url: string }
  | { op: 'hear'; connection: number; text: string }
  | { op: 'leave'; connection: number }
  | ({ op: 'call'; call: number } & Call)
  /** Everything that is kept, in one text. */
  | { op: 'export'; call: number }
  /** The same from elsewhere: each table is checked, and put where there is none or an older one. */
  | { op: 'import'; call: number; tables: Kept[] }
  | { op: 'forget'; call: number };

/** And back. */
export type FromWorker =
  | Extract<Order, { op: 'tell' | 'part' | 'answer' }>
  /** Whether what is written stays after the page is closed. */
  | { op: 'storage'; isLasting: boolean }
  /** The program inside had a fault: all connections are gone, and the next begins anew. */
  | { op: 'fault'; what: string };

/** From the worker to one that thinks. */
export type ToThinker = { module: WebAssembly.Module; folder: string } | { job: number; work: Json };

/** And back. */
export interface FromThinker {
  job: number;
  done: Done;
}
