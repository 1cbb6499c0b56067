import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../lib/language.svelte.ts';
import { gameWordsIn } from '../../build/games.ts';
import { GAME_IDS } from './list.ts';

type Words = Record<string, unknown>;

/** Every path in a set of words, with what it holds: `coach.0.title: string`, `placed: 3 values`. */
function shape(words: unknown, path = ''): string[] {
  if (typeof words === 'function') return [`${path}: ${words.length} values`];
  if (typeof words !== 'object' || words === null) return [`${path}: ${typeof words}`];
  return Object.entries(words).flatMap(([key, value]) => shape(value, path ? `${path}.${key}` : key)).sort();
}

const WORDS = import.meta.glob<{ words: Words }>('./*/words/*.ts', { eager: true });
const wordsOf = (game: string, language: string) => WORDS[`./${game}/words/${language}.ts`]?.words;
const folders = (paths: Record<string, unknown>) => Object.keys(paths).map((path) => path.split('/')[1]).sort();

it('every game has its folder with a face, a setup, a miniature and words, and no folder is forgotten', () => {
  const games = [...GAME_IDS].sort();
  expect(folders(import.meta.glob('./*/index.ts'))).toEqual(games);
  expect(folders(import.meta.glob('./*/setup.ts'))).toEqual(games);
  expect(folders(import.meta.glob('./*/Miniature.svelte'))).toEqual(games);
  expect(folders(import.meta.glob('./*/words.ts'))).toEqual(games);
});

it('the page knows no game by its id: what is peculiar to one is in its folder', () => {
  const sources = import.meta.glob<string>(['../**/*.{ts,svelte}', '!../gen/**', '!../**/*.test.ts'], { query: '?raw', import: 'default', eager: true });
  const isOfGame = (path: string) => GAME_IDS.some((game) => path.startsWith(`./${game}/`));
  // Puzzles and positions still do: which day has which game's puzzle, and what is dealt again.
  const isNotYet = (path: string) => path.startsWith('../puzzles/') || path.startsWith('../positions/');
  const platform = Object.entries(sources).filter(([path]) => !isOfGame(path) && !isNotYet(path));
  expect(platform.length).toBeGreaterThan(100);
  const named = new RegExp(`['"\`](${GAME_IDS.join('|')})['"\`]`);
  expect(platform.filter(([, text]) => named.test(text)).map(([path]) => path)).toEqual([]);
});

it('the games are those of the program, in its order', () => {
  const [, list] = /^games = (\[.*\])$/m.exec(readFileSync('../crates/baize-games/Cargo.toml', 'utf8'))!;
  expect(GAME_IDS).toEqual(JSON.parse(list!));
});

describe.each(GAME_IDS)('%s', (game) => {
  it.each(LANGUAGES)('says in %s what it is', (language) => {
    for (const name of ['name', 'sentence', 'players', 'length'] as const) expect(gameWordsIn(game, language)[name]).toMatch(/\S/);
  });

  it.each(LANGUAGES)('says as much in %s as in English', (language) => {
    // What the rules fix in English needs no translation into English.
    const { fixed: _, ...said } = wordsOf(game, language)!;
    const { fixed: __, ...english } = wordsOf(game, 'en')!;
    expect(shape(said)).toEqual(shape(english));
  });
});

it('what the rules of Banqi fix in English is translated into every other language', () => {
  const [fixed, ...others] = LANGUAGES.filter((language) => language !== 'en').map((language) => shape(wordsOf('banqi', language)!.fixed));
  expect(fixed).not.toHaveLength(0);
  for (const other of others) expect(other).toEqual(fixed);
});
