import type { GameDriver } from '../games.ts';
import { press } from '../hands.ts';

export const driver: GameDriver = {
  players: [null, 'random'],
  // Tables on the device and positions have added about 4 KB to every page.
  weight: 158,
  usable: '.cell.flips',
  first: (page) => page.locator('.cell.flips').first().click(),
  async hand(table, action, how) {
    const cell = (index: number) => table.locator(`[data-index="${index}"]`);
    if (action.type === 'FLIP') return press(cell(action.at), how);
    if (action.from === action.to) return press(cell(action.from), how);
    if ((await cell(action.from).getAttribute('aria-selected')) !== 'true') await press(cell(action.from), how);
    await press(cell(action.to), how);
  },
  board: '[role=grid]',
  short: { mode: 'classic', noProgress: 60, repetition: 3 },
  async move(guest) {
    await guest.reach('[role=gridcell]');
    await guest.press('Escape', 'n', 'Enter');
    if (await guest.has('[role=gridcell][aria-selected=true]')) await guest.press('n', 'Enter');
  },
};
