/** How each game's board is told what to do in a lesson, by mouse or by keyboard. */
import type { Locator } from 'playwright-core';
import type { GameId } from '../src/games/contract.ts';
import type { Played, Step } from '../src/learn/types.ts';

export type How = 'mouse' | 'keyboard';

type Action = Record<string, any>;

/** Presses something as a person with a mouse or with a keyboard would. */
export async function press(target: Locator, how: How): Promise<void> {
  // What cannot be done is marked so, and still answers; all else must be free to be clicked.
  if (how === 'mouse') await target.click({ force: (await target.getAttribute('aria-disabled')) === 'true' });
  else await target.press('Enter');
}

/** Nothing moves on the board. */
export async function settled(table: Locator): Promise<void> {
  await table.and(table.page().locator('[data-resting="true"]')).waitFor();
}

const HANDS: Record<GameId, (table: Locator, action: Action, how: How) => Promise<void>> = {
  othello: (table, action, how) => press(table.locator(`[data-square="${action.square}"]`), how),
  async banqi(table, action, how) {
    const cell = (index: number) => table.locator(`[data-index="${index}"]`);
    if (action.type === 'FLIP') return press(cell(action.at), how);
    if (action.from === action.to) return press(cell(action.from), how);
    if ((await cell(action.from).getAttribute('aria-selected')) !== 'true') await press(cell(action.from), how);
    await press(cell(action.to), how);
  },
  async nine(table, action, how) {
    await press(table.locator(`[data-card="${action.card}"]`), how);
    await press(table.locator('[data-confirm]'), how);
  },
  async 'may-i'(table, action, how) {
    if (action.type === 'CALL_MAY_I') return press(table.locator('[data-act="call"]').first(), how);
    if (action.type === 'DRAW_FROM_STOCK') return press(table.locator('[data-pile="stock"]'), how);
    if (action.type === 'DRAW_FROM_DISCARD') return press(table.locator('[data-pile="discard"]'), how);
    await press(table.locator(`[data-card="${action.cardId}"]`), how);
    await press(table.locator('[data-act="discard"]').first(), how);
  },
  async 'nine-ball'() {},
};

/** Does what a step wants. */
export async function doStep(table: Locator, game: GameId, _: Played, step: Step, how: How): Promise<void> {
  await HANDS[game](table, step.right[0]!.action as Action, how);
}

/** Does something that is wrong here, if anything can be; whether it did. */
export async function doWrong(table: Locator, game: GameId, _: Played, step: Step, how: How): Promise<boolean> {
  const isRight = (action: unknown) => step.right.some((right) => JSON.stringify(right.action) === JSON.stringify(action));
  const refused = step.refused?.flatMap(({ actions }) => actions) ?? [];
  // What is legal and not the lesson is answered too.
  const legal = step.start?.actions?.map(({ action }) => action) ?? [];
  // A board that is shown in part has no places for some of them.
  const isShown = async ({ at }: Action) => at === undefined || (await table.locator(`[data-index="${at}"]`).count()) > 0;
  let wrong: unknown = null;
  for (const action of [...refused, ...legal]) if (!wrong && !isRight(action) && (await isShown(action as Action))) wrong = action;
  if (!wrong) return false;
  await HANDS[game](table, wrong as Action, how);
  return true;
}
