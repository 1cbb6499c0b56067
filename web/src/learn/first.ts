/** Somebody new to a game that takes some telling is asked once whether to learn it first. */
import { choose, settings } from '../lib/settings.svelte.ts';

/** The games that are not understood at the table in a minute. */
const HARD = ['may-i'];

const mark = (game: string) => `first-${game}`;

/** Whether the question is still to be asked. */
export function isFirst(game: string | undefined): boolean {
  return game !== undefined && HARD.includes(game) && !settings.coached.includes(game) && !settings.told.includes(mark(game));
}

/** It was asked. */
export function answered(game: string): void {
  choose({ told: [...settings.told, mark(game)] });
}
