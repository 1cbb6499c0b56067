/** The words of Othello. */
import { Lexicon } from '../../lib/lexicon.ts';
import type { OthelloWords } from './words/en.ts';

export type { OthelloWords };

export const WORDS = new Lexicon<OthelloWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});
