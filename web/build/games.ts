/** The folders of the games, for code that runs before there is a bundle. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { About, GameWords } from '../src/games/list.ts';

const FOLDER = join(import.meta.dirname, '../src/games');

function read<T>(game: string, file: string): T {
  return JSON.parse(readFileSync(join(FOLDER, game, file), 'utf8')) as T;
}

/** What is known of a game before it is loaded. */
export const aboutGame = (game: string) => read<About>(game, 'about.json');

/** What a game says about itself in one language. */
export const gameWordsIn = (game: string, language: string) => read<GameWords>(game, `about/${language}.json`);

/** The ids of all games, in display order. */
export const GAME_IDS = readdirSync(FOLDER)
  .filter((game) => existsSync(join(FOLDER, game, 'about.json')))
  .sort((one, other) => aboutGame(one).place - aboutGame(other).place);
