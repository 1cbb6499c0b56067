/** What a review says comes from `gen/review.ts`; `docs/review.md` says what it means. */
import type { Mark } from '../gen/review.ts';

/** How a mark is written. */
export const LETTERS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??', onlyMove: '!' };
