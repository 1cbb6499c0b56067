/** Somebody new to a game that takes some telling is asked once whether to learn it first. */
import { about } from '../games/list.ts';
import { choose, settings } from '../lib/settings.svelte.ts';

const mark = (game: string) => `first-${game}`;

/** Whether the question is still to be asked. */
export function isFirst(game: string | undefined): boolean {
  return game !== undefined && about(game).takesTelling === true && !settings.coached.includes(game) && !settings.told.includes(mark(game));
}

/** It was asked. */
export function answered(game: string): void {
  choose({ told: [...settings.told, mark(game)] });
}
