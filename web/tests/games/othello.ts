import type { GameDriver } from '../games.ts';
import { press } from '../hands.ts';

export const driver: GameDriver = {
  players: [null, 'random'],
  usable: '.cell.legal',
  async first(page) {
    await page.locator('.cell.legal').first().click();
    // Where squares are small the first tap shows what it turns, and the second places.
    const confirm = page.getByRole('button', { name: /^Place at/ });
    if ((await confirm.count()) > 0) await confirm.click();
  },
  hand: (table, action, how) => press(table.locator(`[data-square="${action.square}"]`), how),
  board: '[role=grid]',
  move: async (guest) => guest.click((await guest.has('.cell.legal')) ? '.cell.legal' : '.offers .btn'),
};
