/** The table in words, for listeners. */
import type { Bed } from './geometry.ts';
import { areaOf, nameOf } from './sentences.ts';
import type { View } from './types.ts';
import type { NineBallWords } from './words.ts';

/** The places of all balls, one per line. */
export function tableText(view: View, bed: Bed, words: NineBallWords): string[] {
  const lines = Object.entries(view.balls).map(([ball, at]) => words.lies(nameOf(Number(ball), words), areaOf(at!, bed.length, words)));
  return view.cueInHand ? [words.cueInHand, ...lines] : lines;
}
