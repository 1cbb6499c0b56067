/** How each game's board is told what to do in a lesson, by mouse or by keyboard. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
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

interface Stroke {
  aimUrad: number;
  speedMmS: number;
  topMilli: number;
  pushOut: boolean;
}

/** Presses keys on the table until the stroke that is prepared has the wanted value, or nothing changes any more. */
async function turnTo(surface: Locator, board: Locator, field: keyof Stroke, wanted: number, keys: [more: string, less: string]): Promise<void> {
  const read = async () => Number((JSON.parse((await board.getAttribute('data-stroke'))!) as Stroke)[field]);
  for (let now = await read(), before = NaN; now !== wanted && now !== before; before = now, now = await read()) await surface.press(keys[now < wanted ? 0 : 1]);
  expect(await read(), field).toBe(wanted);
}

/** Aims as a step wants, and shoots; or puts the cue ball down. */
async function atTheTable(table: Locator, action: Action, how: How): Promise<void> {
  const [board, surface] = [table.locator('.nineball'), table.locator('[data-surface]')];
  await board.and(table.page().locator('[data-rested="true"]')).waitFor();
  if (action.type === 'PLACE_BALL') {
    if (how === 'keyboard') return void (await surface.press('Enter'));
    await surface.click();
    return table.locator('[data-main="place"]').click();
  }
  const wanted = (action.type === 'AIM' ? action.shot : action) as Stroke;
  await turnTo(surface, board, 'aimUrad', wanted.aimUrad, ['ArrowLeft', 'ArrowRight']);
  if (action.type === 'AIM') return;
  await turnTo(surface, board, 'speedMmS', wanted.speedMmS, ['ArrowUp', 'ArrowDown']);
  await turnTo(surface, board, 'topMilli', wanted.topMilli, ['w', 's']);
  const push = table.locator('[data-push]');
  if ((await push.count()) > 0) await push.setChecked(wanted.pushOut);
  if (how === 'mouse') return table.locator('[data-main="shoot"]').click();
  await surface.press('Enter', { delay: 700 });
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
    const tap = (card: string) => press(table.locator(`[data-card="${card}"]`), how);
    /** Puts cards into a place of the plan, as far as they are not there. */
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
    // What was chosen before is put back first.
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
  'nine-ball': atTheTable,
};

/** Reads and closes what a board shows after its last move, such as the summary of a round. */
export async function readOn(table: Locator, played: Played): Promise<void> {
  const events = played.steps.at(-1)!.right[0]?.moves?.flatMap((move) => move.events as { type: string }[]) ?? [];
  if (events.some(({ type }) => type === 'ROUND_ENDED')) await table.page().locator('[data-act="go-on"]').click();
}

/** Does what a step wants: the action, or the question whose answer is the lesson. */
export async function doStep(table: Locator, game: GameId, _: Played, step: Step, how: How): Promise<void> {
  const wanted = step.right[0]?.action ?? step.answers?.find(({ isRight }) => isRight)?.queries.at(-1);
  await HANDS[game](table, wanted as Action, how);
}

/** Actions that no single gesture on a board stands for. */
const NO_GESTURE = ['SKIP', 'REORDER_HAND', 'GO_OUT'];

/** Does something that is wrong here, if anything can be; whether it did. */
export async function doWrong(table: Locator, game: GameId, _: Played, step: Step, how: How): Promise<boolean> {
  const isRight = (action: unknown) => step.right.some((right) => JSON.stringify(right.action) === JSON.stringify(action));
  const other = step.other?.map(({ action }) => action) ?? [];
  const refused = step.refused?.flatMap(({ actions }) => actions) ?? [];
  // What is legal and not the lesson is answered too.
  const legal = step.start?.actions?.map(({ action }) => action as Action).filter(({ type }) => !NO_GESTURE.includes(type)) ?? [];
  // A board that is shown in part has no places for some of them.
  const isShown = async ({ at }: Action) => at === undefined || (await table.locator(`[data-index="${at}"]`).count()) > 0;
  let wrong: unknown = null;
  for (const action of [...other, ...refused, ...(step.answers ? [] : legal)]) if (!wrong && !isRight(action) && (await isShown(action as Action))) wrong = action;
  if (!wrong) return false;
  await HANDS[game](table, wrong as Action, how);
  return true;
}
