import type { GameDriver } from '../games.ts';
import { press } from '../hands.ts';

export const driver: GameDriver = {
  players: [null, 'random'],
  usable: '.cell.legal',
  // Where squares are small, a tap only previews: newcomers find a preview already shown, and the button makes the move.
  first: (page) => page.locator(page.viewportSize()!.width < 1000 ? '[data-act=place]' : '.cell.legal').first().click(),
  hand: (table, action, how) => press(table.locator(`[data-square="${action.square}"]`), how),
  board: '[role=grid]',
  move: async (guest) => guest.click((await guest.has('.cell.legal')) ? '.cell.legal' : '.offers .btn'),
};
