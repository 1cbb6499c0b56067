/** The words of a game that comes by a link. They come with its page. */
import { language } from '../lib/language.svelte.ts';
import { Lexicon } from '../lib/lexicon.ts';
import type { LinkedWords } from './words/en.ts';

const WORDS = new Lexicon<LinkedWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});

/** Fetches them in the language that is spoken, whichever it is by then. */
export async function loadLinkedWords(): Promise<void> {
  do await WORDS.load(language());
  while (!WORDS.has(language()));
}

/** The words in the language that is spoken. */
export function told(): LinkedWords {
  return WORDS[language()];
}
