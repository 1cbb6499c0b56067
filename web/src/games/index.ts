/** All games: every folder here is one, loaded when somebody points at the game or opens one of its tables. */
import type { Component } from 'svelte';
import { language, type Language } from '../lib/language.svelte.ts';
import type { Lexicon } from '../lib/lexicon.ts';
import type { GameFace, Hinter, MiniatureProps, SetupForm } from './contract.ts';

/** Builds the setup form of a game in a language. */
export type FormMaker = (language: Language) => SetupForm<any>;

const FACES = import.meta.glob<{ face: GameFace }>('./*/index.ts');
const SETUPS = import.meta.glob<{ setup: FormMaker }>('./*/setup.ts');
const HINTS = import.meta.glob<{ hint: Hinter }>('./*/hint.ts');
const LEXICONS = import.meta.glob<{ WORDS: Lexicon<unknown> }>('./*/words.ts', { eager: true });
const STATISTICS = import.meta.glob<{ default: Component<{ language: Language }> }>('./*/Statistics.svelte');
const MINIATURES = import.meta.glob<{ default: Component<MiniatureProps<any>> }>('./*/Miniature.svelte');

/** Loads a part of a game, along with the game's words in the current language. */
async function loadSpeaking<T>(id: string, load: (() => Promise<T>) | undefined): Promise<T> {
  const words = LEXICONS[`./${id}/words.ts`]?.WORDS;
  if (!load || !words) throw new Error(`the folder of ${id} is incomplete`);
  const [part] = await Promise.all([load(), words.load(language())]);
  // The language may have changed by now.
  while (!words.has(language())) await words.load(language());
  return part;
}

/** Loads everything specific to a game at the table. */
export async function loadFace(id: string): Promise<GameFace> {
  return (await loadSpeaking(id, FACES[`./${id}/index.ts`])).face;
}

/** Loads what turns a game's actions into hints. */
export async function loadHinter(id: string): Promise<Hinter> {
  return (await loadSpeaking(id, HINTS[`./${id}/hint.ts`])).hint;
}

/** Loads the setup form of a game. */
export async function loadSetup(id: string): Promise<FormMaker> {
  return (await loadSpeaking(id, SETUPS[`./${id}/setup.ts`])).setup;
}

/** Loads the picture on the card of a game. */
export async function loadMiniature(id: string): Promise<Component<MiniatureProps<any>> | null> {
  const load = MINIATURES[`./${id}/Miniature.svelte`];
  return load ? (await load()).default : null;
}

/** Loads what this browser knows about the games played, if a game has more to tell than results. */
export async function loadStatistics(id: string): Promise<Component<{ language: Language }> | null> {
  const path = `./${id}/Statistics.svelte`;
  return path in STATISTICS ? (await loadSpeaking(id, STATISTICS[path])).default : null;
}
