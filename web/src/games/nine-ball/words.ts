/** The words of Nine-ball. */
import { Lexicon } from '../../lib/lexicon.ts';
import type { NineBallWords } from './words/en.ts';

export type { NineBallWords };

export const WORDS = new Lexicon<NineBallWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});
