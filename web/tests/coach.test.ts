/** What helps a newcomer at the table: the coach beside the board, and the keys that the help promises. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, expectNoErrors, PHONE, shoot, TestServer } from './harness.ts';
import { againstComputer, type Driver } from './scripts.ts';

const othello = { game: 'othello', seats: 2, level: 'random', mostMoves: 70 } as Driver;

describe('help at the table', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('comes as cards that stand clear of the board and go when their thing is done', async () => {
    const player = await againstComputer(server, othello, { viewport: PHONE, settings: { coached: [], confirm: 'never', animation: 'off', pace: 'instant' } });
    const { page } = player;
    const card = page.locator('[data-advice=coach]');
    await card.getByText('Trap a disc.').waitFor();
    await page.locator('[data-ring]').first().waitFor();
    const [strip, board] = [await card.boundingBox(), await page.locator('.board').boundingBox()];
    expect(strip!.height).toBeLessThanOrEqual(72);
    expect(strip!.y, 'under the board').toBeGreaterThanOrEqual(board!.y + board!.height);
    await expectAccessible(page);
    await shoot(page, 'coach-phone');
    await page.locator('.cell.legal').first().click();
    await card.getByText('Every trapped disc turns.').waitFor();
    await card.locator('[data-act=coach-next]').click();
    await card.getByText('Corners stay yours.').waitFor();
    await card.locator('[data-act=coach-next]').click();
    await card.waitFor({ state: 'detached' });
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('baize.settings')!).coached as string[]);
    expect(kept).toContain('othello');
    expectNoErrors(player);
    await player.close();
  });

  it('gives a hint, first where to look and then what to do, and the result counts it', async () => {
    const player = await againstComputer(server, othello);
    const { page } = player;
    await page.keyboard.press('Tab');
    await page.locator('[data-act=hint]').click();
    const hint = page.locator('[data-advice=hint]');
    await hint.getByText(/^Look/).waitFor();
    await page.locator('[data-ring]').waitFor();
    await page.locator('[data-act=hint]').click();
    await hint.getByText(/^Place at [a-h][1-8]: /).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByText('1 hint').waitFor();
    expectNoErrors(player);
    await player.close();
  });

  it('shows on a phone with the first tap what a square turns, and places with the second', async () => {
    const player = await againstComputer(server, othello, { viewport: PHONE });
    const { page } = player;
    const square = page.locator('.cell.legal').first();
    await square.tap();
    await page.getByRole('button', { name: /^Place at/ }).waitFor();
    expect(await page.locator('.cell .disc:not(.ghost)').count(), 'nothing is placed yet').toBe(4);
    await square.tap();
    await expect.poll(() => page.locator('.cell .disc:not(.ghost)').count()).toBe(6);
    expectNoErrors(player);
    await player.close();
  });

  it('has its keys on the board too: a letter names a column only if a digit follows', async () => {
    const player = await againstComputer(server, othello);
    const { page } = player;
    await page.locator('[data-square=d3]').focus();
    await page.keyboard.press('c');
    await page.keyboard.press('4');
    await page.locator('[data-square=c4]:focus').waitFor();
    await page.keyboard.press('c');
    await page.locator('[role=tab][id=tab-chat][aria-selected=true]').waitFor();
    await page.keyboard.press('b');
    await expect.poll(() => page.locator('[role=alert]').last().textContent()).toMatch(/[a-h1-8]/);
    expectNoErrors(player);
    await player.close();
  });
});
