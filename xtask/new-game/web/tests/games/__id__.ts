import type { GameDriver } from '../games.ts';
import { press } from '../hands.ts';

export const driver: GameDriver = {
  players: [null, 'random'],
  usable: '[data-take][aria-disabled=false]',
  first: (page) => page.locator('[data-take][aria-disabled=false]').first().click(),
  hand: (table, action, how) => press(table.locator(`[data-take="${action.count}"]`), how),
  board: '.heap',
  move: (guest) => guest.click('[data-take][aria-disabled=false]'),
};
