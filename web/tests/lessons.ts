/** Lessons as done by a person, with mouse or keyboard. */
import type { Locator } from 'playwright-core';
import type { Played, LessonStep } from '../src/learn/types.ts';
import { DRIVERS } from './games.ts';
import type { Action, How } from './hands.ts';

/** Waits until nothing moves on the board. */
export async function settled(table: Locator): Promise<void> {
  await table.and(table.page().locator('[data-resting="true"]')).waitFor();
}

/** Reads and closes anything a board shows after its last move, such as the summary of a round. */
export async function readOn(table: Locator, played: Played): Promise<void> {
  const events = played.steps.at(-1)!.right[0]?.moves?.flatMap((move) => move.events as { type: string }[]) ?? [];
  if (events.some(({ type }) => type === 'ROUND_ENDED')) await table.page().locator('[data-act="go-on"]').click();
}

/** Does what a step asks for: the action, or the question whose answer is the lesson. */
export async function doStep(table: Locator, game: string, _: Played, step: LessonStep, how: How): Promise<void> {
  const wanted = step.right[0]?.action ?? step.answers?.find(({ isRight }) => isRight)?.queries.at(-1);
  await DRIVERS[game]!.hand(table, wanted as Action, how);
}

/** Actions that do not correspond to a single gesture on a board. */
const NO_GESTURE = ['SKIP', 'REORDER_HAND', 'GO_OUT'];

/** Does something wrong here, if possible; returns whether it did. */
export async function doWrong(table: Locator, game: string, _: Played, step: LessonStep, how: How): Promise<boolean> {
  const isRight = (action: unknown) => step.right.some((right) => JSON.stringify(right.action) === JSON.stringify(action));
  const other = step.other?.map(({ action }) => action) ?? [];
  const refused = step.refused?.flatMap(({ actions }) => actions) ?? [];
  // Legal actions that are not the lesson get an answer, too.
  const legal = step.start?.actions?.map(({ action }) => action as Action).filter(({ type }) => !NO_GESTURE.includes(type)) ?? [];
  // A board shown in part has no places for some of them.
  const isShown = async ({ at }: Action) => at === undefined || (await table.locator(`[data-index="${at}"]`).count()) > 0;
  let wrong: unknown = null;
  for (const action of [...other, ...refused, ...(step.answers ? [] : legal)]) if (!wrong && !isRight(action) && (await isShown(action as Action))) wrong = action;
  if (!wrong) return false;
  await DRIVERS[game]!.hand(table, wrong as Action, how);
  return true;
}
