import type { GameDriver } from '../games.ts';
import { press } from '../hands.ts';
import { until } from '../standing.ts';

export const driver: GameDriver = {
  players: [null, 'medium'],
  // Tables on the device and positions have added about 4 KB to every page. The result also has faces and paper.
  weight: 162,
  usable: '.pick.available:not([aria-disabled=true])',
  // For newcomers a card is already selected; it can be changed or confirmed.
  first: (page) => page.locator('[data-confirm][aria-disabled=false]').click(),
  async hand(table, action, how) {
    await press(table.locator(`[data-card="${action.card}"]`), how);
    await press(table.locator('[data-confirm]'), how);
  },
  board: '.nine',
  async move(guest) {
    await guest.reach('[data-card]');
    const card = await guest.look(() => document.querySelector<HTMLElement>('.pick:not(.used)')!.dataset.card!);
    const isTaken = () => guest.has(`.pick.selected[data-card="${card}"]`);
    // The result may be read at leisure or skipped: Enter ends it, and the same press selects no card.
    if (await guest.has('[data-stage=result]')) await guest.press('Enter');
    if (!(await isTaken())) await guest.press(card);
    await until('the card to be taken up', isTaken, guest.table);
    await guest.press('Enter');
  },
};
