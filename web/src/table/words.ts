/** The words that only the table page needs. They are loaded with it. */
import { language } from '../lib/language.svelte.ts';
import { Lexicon } from '../lib/lexicon.ts';
import type { TableWords } from './words/en.ts';

export type { TableWords };

const WORDS = new Lexicon<TableWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});

/** Fetches them in the current language, even if it changes meanwhile. */
export async function loadTableWords(): Promise<void> {
  do await WORDS.load(language());
  while (!WORDS.has(language()));
}

/** The words in the current language. */
export function said(): TableWords {
  return WORDS[language()];
}
