/** Othello as it comes over the wire. */

/** `d3`. */
export type Square = string;

export interface View {
  /** 64 characters from a1 to h8: `X` black, `O` white, `-` empty. */
  board: string;
  toMove: 'black' | 'white';
  score: { black: number; white: number };
  over: boolean;
  legal: Square[];
}

export type Action = { type: 'PLACE'; square: Square } | { type: 'PASS' };

export type Event =
  | { type: 'PLACED'; square: Square; flipped: Square[] }
  | { type: 'PASSED'; seat: number; forced: boolean }
  | { type: 'LEFT'; seat: number; why: 'resign' | 'timeout' }
  | { type: 'GAME_OVER' };

export type Options = Record<string, never>;

/** The square with an index from 0 to 63. */
export function squareAt(index: number): Square {
  return 'abcdefgh'[index % 8]! + (Math.floor(index / 8) + 1);
}

/** The index of a square. */
export function indexOf(square: Square): number {
  return square.charCodeAt(0) - 97 + 8 * (Number(square[1]) - 1);
}

/** How far apart two squares are, in steps of a king. */
export function distance(a: Square, b: Square): number {
  return Math.max(
    Math.abs(a.charCodeAt(0) - b.charCodeAt(0)),
    Math.abs(a.charCodeAt(1) - b.charCodeAt(1)),
  );
}
