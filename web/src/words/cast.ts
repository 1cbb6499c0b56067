/** What there is to say about the seven of the house: fetched with the pages that show them. */
import { Lexicon } from '../lib/lexicon.ts';
import type { CastWords } from './cast/en.ts';

export const CAST_WORDS = new Lexicon<CastWords>({
  en: () => import('./cast/en.ts'),
  ja: () => import('./cast/ja.ts'),
  'zh-Hant': () => import('./cast/zh-Hant.ts'),
});
