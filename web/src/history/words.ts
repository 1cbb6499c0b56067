/** The words of one's own games. They come with the page. */
import { language } from '../lib/language.svelte.ts';
import { Lexicon } from '../lib/lexicon.ts';
import type { HistoryWords } from './words/en.ts';

const WORDS = new Lexicon<HistoryWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});

/** Fetches them in the language that is spoken, whichever it is by then. */
export async function loadHistoryWords(): Promise<void> {
  do await WORDS.load(language());
  while (!WORDS.has(language()));
}

/** The words in the language that is spoken. */
export function told(): HistoryWords {
  return WORDS[language()];
}
