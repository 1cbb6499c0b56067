/** The words of the table page that no other page needs. They come with it. */
import { language } from '../lib/language.svelte.ts';
import { Lexicon } from '../lib/lexicon.ts';
import type { TableWords } from './words/en.ts';

export type { TableWords };

const WORDS = new Lexicon<TableWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});

/** Fetches them in the language that is spoken, whichever it is by then. */
export async function loadTableWords(): Promise<void> {
  do await WORDS.load(language());
  while (!WORDS.has(language()));
}

/** The words in the language that is spoken. */
export function said(): TableWords {
  return WORDS[language()];
}
