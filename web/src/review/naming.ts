/** What actions are called in a review. Each game has its own names, which come with the review and not with its table. */
import type { ActionNamer } from '../games/contract.ts';

const NAMERS = import.meta.glob<{ actionName: ActionNamer }>('../games/*/review.ts');

/** How a game names its actions; null for one that does not. Its words are those of its face, which is there before. */
export async function loadNamer(game: string): Promise<ActionNamer | null> {
  const load = NAMERS[`../games/${game}/review.ts`];
  return load ? (await load()).actionName : null;
}
