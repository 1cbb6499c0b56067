/** Where somebody who wants to learn a game by playing is sent. */
import type { GameId } from '../games/contract.ts';

/** The tutorial, of the mode that is chosen. */
export function learnAt(game: GameId, options: Record<string, unknown> = {}): string {
  return `/learn/${game}${game === 'banqi' && options.mode === 'three-kingdoms' ? '?mode=three-kingdoms' : ''}`;
}
