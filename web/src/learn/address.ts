/** Where to send somebody who wants to learn a game by playing. */
import type { Chosen } from '../lib/choice.ts';
import { about } from '../games/list.ts';

/** The tutorial, for the chosen mode if it has its own. */
export function learnAt(game: string, { mode }: Chosen = {}): string {
  return `/learn/${game}${typeof mode === 'string' && about(game).lessonModes?.includes(mode) ? `?mode=${mode}` : ''}`;
}
