/** The folders of the games, for whatever runs before there is a bundle. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { About, GameWords } from '../src/games/list.ts';

const FOLDER = join(import.meta.dirname, '../src/games');

function read<T>(game: string, file: string): T {
  return JSON.parse(readFileSync(join(FOLDER, game, file), 'utf8')) as T;
}

/** What is known of a game beforehand. */
export const aboutGame = (game: string) => read<About>(game, 'about.json');

/** What a game says of itself in a language. */
export const gameWordsIn = (game: string, language: string) => read<GameWords>(game, `about/${language}.json`);

/** The ids of all games, in the order in which they are shown. */
export const GAME_IDS = readdirSync(FOLDER)
  .filter((game) => existsSync(join(FOLDER, game, 'about.json')))
  .sort((one, other) => aboutGame(one).place - aboutGame(other).place);
