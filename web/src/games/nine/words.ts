/** The words of Nine. */
import { Lexicon } from '../../lib/lexicon.ts';
import type { NineWords } from './words/en.ts';

export type { NineWords };

export const WORDS = new Lexicon<NineWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});
