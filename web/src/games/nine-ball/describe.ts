/** The table in words, for those who hear it. */
import type { Bed } from './geometry.ts';
import { areaOf, nameOf } from './sentences.ts';
import type { View } from './types.ts';
import type { NineBallWords } from './words.ts';

/** Where every ball lies, one line each. */
export function tableText(view: View, bed: Bed, words: NineBallWords): string[] {
  const lines = Object.entries(view.balls).map(([ball, at]) => words.lies(nameOf(Number(ball), words), areaOf(at!, bed.length, words)));
  return view.cueInHand ? [words.cueInHand, ...lines] : lines;
}
