import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { GameDriver } from '../games.ts';
import type { Action, How } from '../hands.ts';
import { until } from '../standing.ts';

interface Stroke {
  aimUrad: number;
  speedMmS: number;
  topMilli: number;
  pushOut: boolean;
}

/** Presses keys on the table until the prepared stroke has the wanted value, or nothing changes any more. */
async function turnTo(surface: Locator, board: Locator, field: keyof Stroke, wanted: number, keys: [more: string, less: string]): Promise<void> {
  const read = async () => Number((JSON.parse((await board.getAttribute('data-stroke'))!) as Stroke)[field]);
  for (let now = await read(), before = NaN; now !== wanted && now !== before; before = now, now = await read()) await surface.press(keys[now < wanted ? 0 : 1]);
  expect(await read(), field).toBe(wanted);
}

/** Aims as a step requires, and shoots; or places the cue ball. */
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
  // Held until it takes effect; how long that takes depends on the page.
  const standing = () => table.evaluate((lesson) => `${(lesson as HTMLElement).dataset.resting} ${lesson.textContent}`);
  await surface.focus();
  const before = await standing();
  await table.page().keyboard.down('Enter');
  await until('the shot to be taken', async () => (await standing()) !== before);
  await table.page().keyboard.up('Enter');
}

export const driver: GameDriver = {
  players: [null, 'potter'],
  usable: '.nineball[data-mode=place], .nineball[data-mode=aim]',
  weight: 180,
  async first(page) {
    await page.locator('.nineball[data-rested=true]').waitFor();
    const track = page.locator('[data-track]');
    // Phones load the track after the table.
    await track.or(page.locator('[data-main=shoot]')).first().waitFor();
    if ((await track.count()) === 0) return page.locator('[data-main=shoot]').click();
    const box = (await track.boundingBox())!;
    const x = box.x + box.width / 2;
    await page.mouse.move(x, box.y + box.height * 0.1);
    await page.mouse.down();
    await page.mouse.move(x, box.y + box.height * 0.85, { steps: 6 });
    await page.mouse.up();
  },
  hand: atTheTable,
  board: '[data-surface] canvas',
  short: { raceTo: 1 },
  async move(guest) {
    await guest.reach('[data-surface]');
    // Controls that have just appeared ignore presses, and the aim is the first shot of the list.
    await guest.waitFor('.nineball[data-rested=true]');
    if (await guest.has('[data-mode=place]')) return guest.press('Enter');
    await guest.waitFor('.nineball[data-listed]');
    await until('what is foretold', async () => (await guest.table.look()).asked === 0 && guest.has('.nineball:not([data-predicted=""])'), guest.table);
    await guest.holdKey('Enter', (now, before) => now.version > before.version || now.mode !== before.mode);
  },
};
