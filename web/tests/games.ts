/** What the tests for all games know of each: a file of `games`. */
import type { Locator, Page } from 'playwright-core';
import { GAME_IDS } from '../src/games/list.ts';
import type { Guest } from './engines.ts';
import type { Action, How } from './hands.ts';
import type { Wanted } from './opening.ts';

export interface GameDriver {
  /** A table against the computer, as a newcomer would meet it. */
  players: (string | null)[];
  options?: Wanted['options'];
  /** What must be there before somebody can begin: the first move. */
  usable: string;
  /** What the table may weigh, in kilobytes; 150 unless said. The parts have budgets of their own in `build/budgets.ts`. */
  weight?: number;
  /** Makes the first move: one click, or a pull on the cue. */
  first(page: Page): Promise<unknown>;
  /** Does what a lesson wants. */
  hand(table: Locator, action: Action, how: How): Promise<void>;
  /** What must have a size. */
  board: string;
  /** Options with which a game is short. */
  short?: Wanted['options'];
  /**
   * Makes one move in any browser; called when it is the person's turn and nothing moves, again if the first was not
   * heard. Some games with the mouse and some with keys, so that every browser shows both.
   */
  move(guest: Guest): Promise<void>;
}

const FILES = import.meta.glob<{ driver: GameDriver }>('./games/*.ts', { eager: true });

/** By the ids of the games, in their order. */
export const DRIVERS: Record<string, GameDriver> = Object.fromEntries(
  GAME_IDS.map((game) => {
    const file = FILES[`./games/${game}.ts`];
    if (!file) throw new Error(`tests/games/${game}.ts is missing`);
    return [game, file.driver];
  }),
);
