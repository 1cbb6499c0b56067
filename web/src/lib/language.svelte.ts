/** The language of the page and its words. */
import type { GameWords } from '../games/list.ts';
import type { ShellWords } from '../words/en.ts';
import { en } from '../words/en.ts';
import { games as gamesInEnglish } from '../words/games/en.ts';
import { closedUp } from './han.ts';
import { loadWords } from './lexicon.ts';
import { settings } from './settings.svelte.ts';

export const LANGUAGES = ['en', 'ja', 'zh-Hant'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ja: '日本語', 'zh-Hant': '繁體中文' };

/** What is said everywhere: by the pages, and by each game of itself, by the path of its file. */
interface Spoken {
  words: ShellWords;
  games: Record<string, GameWords>;
}

const ENGLISH: Spoken = { words: en, games: gamesInEnglish };

const LOADERS: Record<Language, () => Promise<Spoken>> = {
  en: async () => ENGLISH,
  ja: async () => ({ words: (await import('../words/ja.ts')).ja, ...(await import('../words/games/ja.ts')) }),
  'zh-Hant': async () => ({ words: closedUp((await import('../words/zh-Hant.ts')).zhHant), ...(await import('../words/games/zh-Hant.ts')) }),
};

const state = $state<Spoken & { language: Language }>({ language: 'en', ...ENGLISH });

/** The language spoken now. */
export function language(): Language {
  return state.language;
}

/** The words of shell and table in the language spoken now. */
export function words(): ShellWords {
  return state.words;
}

/** What a game says of itself in the language spoken now; of one that is not ours only its id is known. */
export function gameWords(id: string): GameWords {
  return state.games[`../../games/${id}/about/${state.language}.json`] ?? { name: id, sentence: '', players: '', length: '' };
}

/** What stands between two sentences. */
export function between(): string {
  return state.language === 'en' ? ' ' : '';
}

/** A few words as a sentence: with a capital and a full stop, unless they ask or call. */
export function sentence(text: string): string {
  const whole = /[.?!。？！]$/.test(text) ? text : text + (state.language === 'en' ? '.' : '。');
  return whole.slice(0, 1).toUpperCase() + whole.slice(1);
}

/** The language a browser asks for. */
export function preferred(languages: readonly string[]): Language {
  for (const tag of languages) {
    const lower = tag.toLowerCase();
    if (lower.startsWith('ja')) return 'ja';
    if (lower.startsWith('zh')) return 'zh-Hant';
    if (lower.startsWith('en')) return 'en';
  }
  return 'en';
}

function wanted(): Language {
  return settings.language === 'auto' ? preferred(navigator.languages) : settings.language;
}

/** Speaks the chosen language from now on: shell, table and every game that is about, all at once. */
export async function speak(): Promise<void> {
  const next = wanted();
  const [loaded] = await Promise.all([LOADERS[next](), loadWords(next)]);
  // Somebody may have chosen yet another one while this one was on its way.
  if (next !== wanted()) return;
  state.language = next;
  state.words = loaded.words;
  state.games = loaded.games;
  document.documentElement.lang = next;
}
