/** The names of actions in a review. Each game has its own, loaded with the review rather than with its table. */
import type { ActionNamer } from '../games/contract.ts';

const NAMERS = import.meta.glob<{ actionName: ActionNamer }>('../games/*/review.ts');

/** How a game names its actions; null if it does not. The names use the words of the game's face, which are loaded by then. */
export async function loadNamer(game: string): Promise<ActionNamer | null> {
  const load = NAMERS[`../games/${game}/review.ts`];
  return load ? (await load()).actionName : null;
}
