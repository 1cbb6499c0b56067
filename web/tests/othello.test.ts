import type { Page } from 'playwright-core';
import { describeGame } from './scripts.ts';

/** Plays the first legal square, as marked by its ring; on small screens a second tap confirms. */
async function move(page: Page): Promise<void> {
  const pass = page.getByRole('button', { name: 'Pass', exact: true });
  if ((await pass.count()) > 0) return pass.click();
  const square = page.locator('.cell.legal').first();
  await square.click();
  const confirm = page.getByRole('button', { name: /^Place at|に打つ|^下在/ });
  if ((await confirm.count()) > 0) await confirm.click();
}

async function moveByKeys(page: Page): Promise<void> {
  const inBoard = await page.evaluate(() => document.activeElement?.matches('[role=gridcell]') ?? false);
  for (let tabs = 0; !inBoard && tabs < 40; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.matches('[role=gridcell]') ?? false)) break;
  }
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
}

describeGame({ game: 'othello', seats: 2, level: 'random', move, moveByKeys, mostMoves: 70 });
