/** The words for a game from a link, loaded along with its page. */
import { language } from '../lib/language.svelte.ts';
import { Lexicon } from '../lib/lexicon.ts';
import type { LinkedWords } from './words/en.ts';

const WORDS = new Lexicon<LinkedWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});

/** Loads the words in the current language, even if it changes while they load. */
export async function loadLinkedWords(): Promise<void> {
  do await WORDS.load(language());
  while (!WORDS.has(language()));
}

/** The words in the current language. */
export function told(): LinkedWords {
  return WORDS[language()];
}
