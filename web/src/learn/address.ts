/** Where somebody who wants to learn a game by playing is sent. */
import type { GameId } from '../games/contract.ts';

/** The tutorial, of the mode that is chosen; the rules, where a game has no tutorial yet. */
export function learnAt(game: GameId, options: Record<string, unknown> = {}): string {
  if (game === 'nine-ball') return `/rules/${game}`;
  return `/learn/${game}${game === 'banqi' && options.mode === 'three-kingdoms' ? '?mode=three-kingdoms' : ''}`;
}
