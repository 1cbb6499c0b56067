/** The words of puzzles. */
import { language } from '../lib/language.svelte.ts';
import { Lexicon } from '../lib/lexicon.ts';
import type { PuzzleWords } from './words/en.ts';

const WORDS = new Lexicon<PuzzleWords>({
  en: () => import('./words/en.ts'),
  ja: () => import('./words/ja.ts'),
  'zh-Hant': () => import('./words/zh-Hant.ts'),
});

export async function loadPuzzleWords(): Promise<void> {
  do await WORDS.load(language());
  while (!WORDS.has(language()));
}

export function told(): PuzzleWords {
  return WORDS[language()];
}
