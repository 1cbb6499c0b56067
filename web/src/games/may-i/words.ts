/** The words of May I? */
import { Lexicon } from '../../lib/lexicon.ts';
import type { MayIWords } from './words/en.ts';

export type { MayIWords };

export const WORDS = new Lexicon<MayIWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});
