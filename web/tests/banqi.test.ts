import type { Page } from 'playwright-core';
import { describeGame, type Driver } from './scripts.ts';
import { choosePreset } from './opening.ts';

/** A capture if there is one, otherwise a flip, otherwise a move: so that matches end. */
async function move(page: Page): Promise<void> {
  const hunter = page.locator('.cell[data-takes]').first();
  if ((await hunter.count()) > 0) {
    await hunter.click();
    return page.locator('.cell.target').first().click();
  }
  const flip = page.locator('.cell.flips').first();
  if ((await flip.count()) > 0) return flip.click();
  const pieces = page.locator('.cell.can');
  const piece = pieces.nth(Math.floor(Math.random() * (await pieces.count())));
  await piece.click();
  const places = page.locator('.cell:has(.dot)');
  await places.nth(Math.floor(Math.random() * (await places.count()))).click();
}

async function moveByKeys(page: Page): Promise<void> {
  const isInside = () => page.evaluate(() => document.activeElement?.matches('[role=gridcell]') ?? false);
  for (let tabs = 0; tabs < 40 && !(await isInside()); tabs += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  if ((await page.locator('[role=gridcell][aria-selected=true]').count()) > 0) {
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
  }
}

const classic: Driver = {
  game: 'banqi',
  seats: 2,
  level: 'random',
  options: { mode: 'classic', noProgress: 60, repetition: 3 },
  move,
  moveByKeys,
  // So that every match ends: a draw after sixty quiet actions.
  setUp: (page) => choosePreset(page, 'usual'),
  mostMoves: 700,
  // What is left is written in the letters of the notation.
  latin: /Baize|\b[KGMRHCP]{2,}\b/gi,
};

describeGame(classic);
describeGame({
  ...classic,
  name: 'banqi-three-kingdoms',
  seats: 3,
  options: { mode: 'three-kingdoms' },
  setUp: (page) => page.locator('input[name=mode][value=three-kingdoms]').check({ force: true }),
});
