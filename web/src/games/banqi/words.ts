/** The words of Banqi. */
import { Lexicon } from '../../lib/lexicon.ts';
import type { BanqiWords } from './words/en.ts';

export type { BanqiWords };

export const WORDS = new Lexicon<BanqiWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});
