import type { Page } from 'playwright-core';
import { describeGame, type Driver } from './scripts.ts';

/** A capture if there is one, otherwise a flip, otherwise a move: so that matches end. */
async function move(page: Page): Promise<void> {
  const pieces = page.locator('.cell.can');
  const count = await pieces.count();
  for (let index = 0; index < Math.min(count, 6); index += 1) {
    await pieces.nth(index).click();
    const target = page.locator('.cell.target').first();
    if ((await target.count()) > 0) return target.click();
    await pieces.nth(index).click();
  }
  const flip = page.locator('.cell.flips').first();
  if ((await flip.count()) > 0) return flip.click();
  for (let index = 0; index < count; index += 1) {
    await pieces.nth((index * 7 + 3) % count).click();
    const places = page.locator('.cell:has(.dot)');
    const places_ = await places.count();
    if (places_ > 0) return places.nth(Math.floor(Math.random() * places_)).click();
    await page.keyboard.press('Escape');
  }
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
  move,
  moveByKeys,
  // So that every match ends: a draw after sixty quiet actions.
  setUp: (page) => page.locator('input[name=preset][value=tournament]').check({ force: true }),
  mostMoves: 700,
};

describeGame(classic);
describeGame({
  ...classic,
  name: 'banqi-three-kingdoms',
  seats: 3,
  setUp: (page) => page.locator('input[name=preset][value=three-kingdoms]').check({ force: true }),
});
