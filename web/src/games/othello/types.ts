/** Othello: payload types and squares. */
import type { Square } from '../../gen/othello.ts';

export type * from '../../gen/othello.ts';

/** The square with an index from 0 to 63. */
export function squareAt(index: number): Square {
  return 'abcdefgh'[index % 8]! + (Math.floor(index / 8) + 1);
}

/** The index of a square. */
export function indexOf(square: Square): number {
  return square.charCodeAt(0) - 97 + 8 * (Number(square[1]) - 1);
}

/** The distance between two squares, in steps of a king. */
export function distance(a: Square, b: Square): number {
  return Math.max(
    Math.abs(a.charCodeAt(0) - b.charCodeAt(0)),
    Math.abs(a.charCodeAt(1) - b.charCodeAt(1)),
  );
}
