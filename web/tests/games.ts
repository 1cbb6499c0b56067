/** What the tests for all games know of each one: a file in `games` each. */
import type { Locator, Page } from 'playwright-core';
import { GAME_IDS } from '../src/games/list.ts';
import type { Guest } from './engines.ts';
import type { Action, How } from './hands.ts';
import type { Wanted } from './opening.ts';

export interface GameDriver {
  /** A table against the computer, as a newcomer gets it. */
  players: (string | null)[];
  options?: Wanted['options'];
  /** What must be there before a player can make the first move. */
  usable: string;
  /** The size limit of the table in kilobytes; 150 by default. Its parts have budgets of their own in `build/budgets.ts`. */
  weight?: number;
  /** Makes the first move: one click, or a pull on the cue. */
  first(page: Page): Promise<unknown>;
  /** Does what a lesson asks for. */
  hand(table: Locator, action: Action, how: How): Promise<void>;
  /** The element that must have a size. */
  board: string;
  /** Options that make a game short. */
  short?: Wanted['options'];
  /**
   * Makes one move in any browser. Called on the person's turn when nothing moves, and again if the first press was
   * lost. Some games use the mouse and some the keys, so that every browser is tested with both.
   */
  move(guest: Guest): Promise<void>;
}

const FILES = import.meta.glob<{ driver: GameDriver }>('./games/*.ts', { eager: true });

/** By game id, in the order of the games. */
export const DRIVERS: Record<string, GameDriver> = Object.fromEntries(
  GAME_IDS.map((game) => {
    const file = FILES[`./games/${game}.ts`];
    if (!file) throw new Error(`tests/games/${game}.ts is missing`);
    return [game, file.driver];
  }),
);
