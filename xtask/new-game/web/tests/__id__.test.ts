import type { Page } from 'playwright-core';
import { describeGame } from './scripts.ts';

const BUTTON = '[data-take][aria-disabled=false]';

async function move(page: Page): Promise<void> {
  await page.locator(BUTTON).first().click();
}

async function moveByKeys(page: Page): Promise<void> {
  const isThere = () => page.evaluate((button) => document.activeElement?.matches(button) ?? false, BUTTON);
  for (let tabs = 0; !(await isThere()) && tabs < 40; tabs += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

describeGame({ game: '__id__', seats: 2, level: 'random', move, moveByKeys, mostMoves: 21, latin: /Baize|__Title__/g });
