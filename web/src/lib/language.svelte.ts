/** The language of the page, and its texts. */
import type { GameWords } from '../games/list.ts';
import type { ShellWords } from '../words/en.ts';
import { en } from '../words/en.ts';
import { games as gamesInEnglish } from '../words/games/en.ts';
import { closedUp } from './han.ts';
import { loadWords } from './lexicon.ts';
import { settings } from './settings.svelte.ts';

export const LANGUAGES = ['en', 'ja', 'zh-Hant'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', ja: '日本語', 'zh-Hant': '繁體中文' };

/** The texts of a language: those of the pages, and those of each game, by the path of its file. */
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

/** The current language. */
export function language(): Language {
  return state.language;
}

/** The texts of shell and table in the current language. */
export function words(): ShellWords {
  return state.words;
}

/** A game's texts about itself in the current language; for an unknown game there is only its id. */
export function gameWords(id: string): GameWords {
  return state.games[`../../games/${id}/about/${state.language}.json`] ?? { name: id, sentence: '', players: '', length: '' };
}

/** What separates two sentences. */
export function between(): string {
  return state.language === 'en' ? ' ' : '';
}

/** Makes a few words into a sentence, with a capital letter, and a full stop unless it already ends in punctuation. */
export function sentence(text: string): string {
  const whole = /[.?!。？！]$/.test(text) ? text : text + (state.language === 'en' ? '.' : '。');
  return whole.slice(0, 1).toUpperCase() + whole.slice(1);
}

/** The language that a browser prefers. */
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

/** Switches to the chosen language: shell, table and every loaded game, all at once. */
export async function speak(): Promise<void> {
  const next = wanted();
  const [loaded] = await Promise.all([LOADERS[next](), loadWords(next)]);
  // The player may have chosen yet another language while this one was being fetched.
  if (next !== wanted()) return;
  state.language = next;
  state.words = loaded.words;
  state.games = loaded.games;
  document.documentElement.lang = next;
}
