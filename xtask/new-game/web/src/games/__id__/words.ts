/** The words of __Title__. */
import { Lexicon } from '../../lib/lexicon.ts';
import type { __Type__Words } from './words/en.ts';

export type { __Type__Words };

export const WORDS = new Lexicon<__Type__Words>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});
