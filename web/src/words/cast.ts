/** What there is to say about the seven of the house, loaded with the pages that show them. */
import { Lexicon } from '../lib/lexicon.ts';
import type { Language } from '../lib/language.svelte.ts';
import type { CastWords, GameCastWords } from './cast/en.ts';

export const CAST_WORDS = new Lexicon<CastWords>({
  en: () => import('./cast/en.ts'),
  ja: () => import('./cast/ja.ts'),
  'zh-Hant': () => import('./cast/zh-Hant.ts'),
});

/** What a game says about the seven, if anything. */
export function castOf(game: string, language: Language): GameCastWords | undefined {
  return CAST_WORDS[language].games[`../../games/${game}/house/${language}.json`];
}
