import type { GameDriver } from '../games.ts';
import { press } from '../hands.ts';
import { until } from '../standing.ts';

export const driver: GameDriver = {
  players: [null, 'medium'],
  // What every page carries has grown by the tables on the device and by positions: about 4 KB. Its result has faces and paper, too.
  weight: 162,
  usable: '.pick.available:not([aria-disabled=true])',
  // Somebody new has a card up already; it can be changed, and it can be confirmed.
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
    // The result may be read for as long as one likes, or not: Enter ends it, and the same key takes no card then.
    if (await guest.has('[data-stage=result]')) await guest.press('Enter');
    if (!(await isTaken())) await guest.press(card);
    await until('the card to be taken up', isTaken, guest.table);
    await guest.press('Enter');
  },
};
