/** The words for the reader's own games, loaded along with the page. */
import { language } from '../lib/language.svelte.ts';
import { Lexicon } from '../lib/lexicon.ts';
import type { HistoryWords } from './words/en.ts';

const WORDS = new Lexicon<HistoryWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});

/** Loads the words in the current language, even if it changes while they load. */
export async function loadHistoryWords(): Promise<void> {
  do await WORDS.load(language());
  while (!WORDS.has(language()));
}

/** The words in the current language. */
export function told(): HistoryWords {
  return WORDS[language()];
}
