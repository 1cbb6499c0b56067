import type { GameDriver } from '../games.ts';
import { press } from '../hands.ts';

export const driver: GameDriver = {
  players: [null, 'random', 'random'],
  options: { firstDealer: 2 },
  usable: '[data-pile=stock][aria-disabled=false]',
  // Tables on the device and positions have added about 4 KB to every page. Deals are drawn card by card.
  weight: 176,
  // The newcomer begins.
  first: (page) => page.locator('[data-pile=stock][aria-disabled=false]').click(),
  async hand(table, action, how) {
    const tap = (card: string) => press(table.locator(`[data-card="${card}"]`), how);
    /** Puts cards into a slot of the plan, unless they are there. */
    const plan = async (slot: number, cards: string[]) => {
      let isNew = false;
      for (const card of cards) {
        const held = table.locator(`[data-card="${card}"]:not(:has([data-planned-in]))`);
        if ((await held.count()) === 0) continue;
        isNew = true;
        await press(held, how);
      }
      if (isNew) await press(table.locator(`[data-slot="${slot}"]`), how);
    };
    // Earlier choices are undone first.
    for (const chosen of await table.locator('[data-card][aria-pressed="true"]').all()) await press(chosen, how);
    const confirm = () => press(table.page().locator('[data-act="confirm"]'), how);
    switch (action.type) {
      case 'CHECK_MELD':
        return plan(action.meldType === 'run' ? (await table.locator('[data-slot]').count()) - 1 : 0, action.cards);
      case 'LAY_DOWN': {
        for (const [slot, { cardIds }] of action.melds.entries()) await plan(slot, cardIds);
        await table.locator('[data-complete="true"]').waitFor();
        await press(table.locator('[data-act="lay-down"]').first(), how);
        return confirm();
      }
      case 'SWAP_JOKER':
        await tap(action.cardId);
        await press(table.locator(`[data-swap="${action.jokerId}"]`), how);
        return confirm();
      case 'LAY_OFF':
        await tap(action.cardId);
        await table.locator('[data-meld][data-target], [data-zone]').first().waitFor();
        await press(table.locator(action.position ? `[data-zone="${action.meldId}:${action.position}"]` : `[data-meld="${action.meldId}"]`), how);
        return press(table.locator('[data-act="send"]').first(), how);
    }
    if (action.type === 'CALL_MAY_I') return press(table.locator('[data-act="call"]').first(), how);
    if (action.type === 'DRAW_FROM_STOCK') return press(table.locator('[data-pile="stock"]'), how);
    if (action.type === 'DRAW_FROM_DISCARD') return press(table.locator('[data-pile="discard"]'), how);
    await press(table.locator(`[data-card="${action.cardId}"]`), how);
    await press(table.locator('[data-act="discard"]').first(), how);
  },
  board: '.board',
  short: { startRound: 6, maxTurns: 20 },
  async move(guest) {
    if (await guest.has('[data-act=allow]')) return guest.click('[data-act=allow]');
    if (await guest.has('[data-pile=stock][aria-disabled=false]')) return guest.click('[data-pile=stock]');
    if (!(await guest.has('[data-card][aria-pressed=true]'))) await guest.click('[data-card]');
    await guest.click('[data-act=discard]');
  },
};
