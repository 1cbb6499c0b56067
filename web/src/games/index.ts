/** All games: every folder here is one, and is loaded when somebody points at it or opens one of its tables. */
import type { Component } from 'svelte';
import type { GameFace, GameId, MiniatureProps } from './contract.ts';
import { GAME_IDS } from './contract.ts';

const FACES = import.meta.glob<{ face: GameFace }>('./*/index.ts');
const MINIATURES = import.meta.glob<{ default: Component<MiniatureProps<any>> }>('./*/Miniature.svelte');

/** Whether there is a game with this id. */
export function isGame(id: string): id is GameId {
  return (GAME_IDS as readonly string[]).includes(id);
}

/** Everything peculiar to a game. */
export async function loadFace(id: GameId): Promise<GameFace> {
  const load = FACES[`./${id}/index.ts`];
  if (!load) throw new Error(`the folder of ${id} is missing`);
  return (await load()).face;
}

/** The picture on the card of a game. */
export async function loadMiniature(id: GameId): Promise<Component<MiniatureProps<any>> | null> {
  const load = MINIATURES[`./${id}/Miniature.svelte`];
  return load ? (await load()).default : null;
}
