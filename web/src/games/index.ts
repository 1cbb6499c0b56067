/** All games: every folder here is one, and is loaded when somebody points at it or opens one of its tables. */
import type { Component } from 'svelte';
import { language } from '../lib/language.svelte.ts';
import type { Lexicon } from '../lib/lexicon.ts';
import type { GameFace, GameId, MiniatureProps } from './contract.ts';
import { GAME_IDS } from './contract.ts';

const FACES = import.meta.glob<{ face: GameFace }>('./*/index.ts');
const LEXICONS = import.meta.glob<{ WORDS: Lexicon<unknown> }>('./*/words.ts', { eager: true });
const MINIATURES = import.meta.glob<{ default: Component<MiniatureProps<any>> }>('./*/Miniature.svelte');

/** Whether there is a game with this id. */
export function isGame(id: string): id is GameId {
  return (GAME_IDS as readonly string[]).includes(id);
}

/** Everything peculiar to a game, with its words in the language spoken now. */
export async function loadFace(id: GameId): Promise<GameFace> {
  const load = FACES[`./${id}/index.ts`];
  const words = LEXICONS[`./${id}/words.ts`]?.WORDS;
  if (!load || !words) throw new Error(`the folder of ${id} is incomplete`);
  const [{ face }] = await Promise.all([load(), words.load(language())]);
  // Another language may be spoken by now.
  while (!words.has(language())) await words.load(language());
  return face;
}

/** The picture on the card of a game. */
export async function loadMiniature(id: GameId): Promise<Component<MiniatureProps<any>> | null> {
  const load = MINIATURES[`./${id}/Miniature.svelte`];
  return load ? (await load()).default : null;
}
