/** Newcomers to a game that needs some explaining are asked once whether to learn it first. */
import { about } from '../games/list.ts';
import { choose, settings } from '../lib/settings.svelte.ts';

const mark = (game: string) => `first-${game}`;

/** Whether the question has not been asked yet. */
export function isFirst(game: string | undefined): boolean {
  return game !== undefined && about(game).takesTelling === true && !settings.coached.includes(game) && !settings.told.includes(mark(game));
}

/** Records that the question has been asked. */
export function answered(game: string): void {
  choose({ told: [...settings.told, mark(game)] });
}
