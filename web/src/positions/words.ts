/** The words of positions. They come with the editor, and with the question how to play on. */
import { language } from '../lib/language.svelte.ts';
import { Lexicon } from '../lib/lexicon.ts';
import type { PositionWords } from './words/en.ts';

const WORDS = new Lexicon<PositionWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});

/** Fetches them in the language that is spoken, whichever it is by then. */
export async function loadPositionWords(): Promise<void> {
  do await WORDS.load(language());
  while (!WORDS.has(language()));
}

/** The words in the language that is spoken. */
export function told(): PositionWords {
  return WORDS[language()];
}
