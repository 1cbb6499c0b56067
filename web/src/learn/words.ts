/** The words of rules pages and tutorials that belong to no game. */
import { Lexicon } from '../lib/lexicon.ts';
import type { LearnWords } from './words/en.ts';

export type { LearnWords };

export const LEARN = new Lexicon<LearnWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});
