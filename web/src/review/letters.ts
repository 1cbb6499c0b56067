/** The marks of a review, from `gen/review.ts`; `docs/review.md` says what they mean. */
import type { Mark } from '../gen/review.ts';

/** How a mark is written. */
export const LETTERS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??', onlyMove: '!' };
