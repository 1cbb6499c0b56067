/** Where somebody who wants to learn a game by playing is sent. */
import type { Chosen } from '../lib/choice.ts';
import { about } from '../games/list.ts';

/** The tutorial, of the mode that is chosen where it has one of its own. */
export function learnAt(game: string, { mode }: Chosen = {}): string {
  return `/learn/${game}${typeof mode === 'string' && about(game).lessonModes?.includes(mode) ? `?mode=${mode}` : ''}`;
}
