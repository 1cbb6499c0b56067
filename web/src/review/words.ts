/** The words of a review, loaded along with it. */
import { language } from '../lib/language.svelte.ts';
import { Lexicon } from '../lib/lexicon.ts';
import type { ReviewWords } from './words/en.ts';

const WORDS = new Lexicon<ReviewWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});

/** Loads the words in the current language, even if it changes while they load. */
export async function loadReviewWords(): Promise<void> {
  do await WORDS.load(language());
  while (!WORDS.has(language()));
}

/** The words in the current language. */
export function told(): ReviewWords {
  return WORDS[language()];
}
