/** What there is to say about the seven of the house: fetched with the pages that show them. */
import { Lexicon } from '../lib/lexicon.ts';
import type { Language } from '../lib/language.svelte.ts';
import type { CastWords, GameCastWords } from './cast/en.ts';

export const CAST_WORDS = new Lexicon<CastWords>({
  en: () => import('./cast/en.ts'),
  ja: () => import('./cast/ja.ts'),
  'zh-Hant': () => import('./cast/zh-Hant.ts'),
});

/** What a game says of the seven, where it says something. */
export function castOf(game: string, language: Language): GameCastWords | undefined {
  return CAST_WORDS[language].games[`../../games/${game}/house/${language}.json`];
}
