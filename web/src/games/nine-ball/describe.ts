/** The table and its shots in words, for lists and for those who hear the table. */
import type { Bed } from './geometry.ts';
import { areaOf, nameOf } from './sentences.ts';
import type { Candidate } from './shots.ts';
import type { View } from './types.ts';
import type { NineBallWords } from './words.ts';

/** "3-ball to foot left, cut 29 degrees, 0.87 m, clear". */
export function shotText({ ball, pocket, line, verdict }: Candidate, words: NineBallWords): string {
  const far = line.distance.toFixed(2);
  const text = pocket === null ? words.shotAt(ball, far) : words.shotTo(ball, words.pockets[pocket], Math.round((line.cut * 180) / Math.PI), far);
  const known = verdict && { drops: words.dropsAs, clear: words.isClear, blocked: words.isBlocked }[verdict];
  return known ? [text, known].join(', ') : text;
}

/** Where every ball lies, one line each. */
export function tableText(view: View, bed: Bed, words: NineBallWords): string[] {
  const lines = Object.entries(view.balls).map(([ball, at]) => words.lies(nameOf(Number(ball), words), areaOf(at!, bed.length, words)));
  return view.cueInHand ? [words.cueInHand, ...lines] : lines;
}
