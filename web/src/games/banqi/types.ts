/** Banqi as it comes over the wire. */

import { rulesOf, type ModeId } from './sets/index.ts';

export type Mode = ModeId;
export type Kind = 'King' | 'Guard' | 'Minister' | 'Rook' | 'Horse' | 'Cannon' | 'Pawn';
export type Faction = 'red' | 'black' | 'team-a' | 'team-b' | 'team-c';
export type Colour = 'red' | 'black' | 'green';

export interface Piece {
  letter: string;
  type: Kind;
  faction: Faction;
}

export interface Heap {
  piece: Piece;
  count: number;
}

export interface View {
  mode: Mode;
  status: string;
  turn: number | null;
  ply: number;
  rows: number;
  columns: number;
  /** By index, row by row from the top; null is empty. */
  cells: ({ faceDown: boolean; piece: Piece | null } | null)[];
  seats: { seat: number; faction: Faction | null; out: boolean }[];
  factions: { faction: Faction; owner: number | null; alive: number; taken: Heap[] }[];
  counter: number | null;
  quiet: number | null;
  unknown: Heap[];
  last: { seat: number; action: Action } | null;
}

export type Action =
  | { type: 'FLIP'; at: number }
  | { type: 'MOVE'; from: number; to: number }
  | { type: 'CAPTURE'; from: number; to: number };

export type Why = 'captured' | 'stalemate' | 'resign' | 'timeout';

export type Event =
  | { type: 'FLIPPED'; seat: number; at: number; piece: Piece; assigned: { seat: number; faction: Faction }[] }
  | { type: 'MOVED'; seat: number; from: number; to: number; piece: Piece }
  | { type: 'CAPTURED'; seat: number; from: number; to: number; piece: Piece; taken: Piece; screen: number | null }
  | { type: 'SEAT_LEFT'; seat: number; why: Why }
  | { type: 'FACTION_OUT'; faction: Faction; seat: number; why: Why }
  | { type: 'GAME_OVER'; winner: number | null; faction: Faction | null; reason: string };

export interface Options {
  mode: Mode;
  layout: 'corners' | 'scatter';
  guard: 'orthogonal' | 'diagonal';
  cannon: 'step' | 'slide';
  counter: number | 'off';
  noProgress: number | 'off';
  repetition: number | 'off';
  plyCap: number | 'off';
}

export function colourOf(faction: Faction): Colour {
  return ({ red: 'red', black: 'black', 'team-a': 'green', 'team-b': 'red', 'team-c': 'black' } as const)[faction];
}

/** The name of a cell: a file letter from the left, a rank from the bottom. */
export function cellName(index: number, mode: Mode): string {
  const { columns, rows } = rulesOf(mode);
  return 'abcde'[index % columns]! + (rows - Math.floor(index / columns));
}
