/** The words for positions, loaded along with the editor and the question how to play on. */
import { language } from '../lib/language.svelte.ts';
import { Lexicon } from '../lib/lexicon.ts';
import type { PositionWords } from './words/en.ts';

const WORDS = new Lexicon<PositionWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});

/** Loads the words in the current language, even if it changes while they load. */
export async function loadPositionWords(): Promise<void> {
  do await WORDS.load(language());
  while (!WORDS.has(language()));
}

/** The words in the current language. */
export function told(): PositionWords {
  return WORDS[language()];
}
