/** What tables do besides the game itself: chat, takeback, replay, rematch, resignation, one device, two tabs. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, expectNoErrors, PHONE, settled, shoot, TestServer, visitor, waitForPhase } from './harness.ts';
import { sitDown } from './opening.ts';
import { noticing } from './noticing.ts';
import { againstComputer, play, seatAll, type Driver } from './scripts.ts';
import { at, isReady, until } from './standing.ts';

const move = (page: Page) => page.locator('.cell.legal').first().click();
const othello: Driver = { game: 'othello', seats: 2, level: 'random', move, moveByKeys: move, mostMoves: 70 };

describe('a table', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('carries chat and reactions to everybody', async () => {
    const { players, watcher } = await seatAll(server, othello);
    const [dana, kenji] = players;
    await dana!.page.getByRole('tab', { name: /Chat/ }).click();
    await dana!.page.getByPlaceholder('Message').fill('<b>hello</b> there');
    await dana!.page.keyboard.press('Enter');
    await kenji!.page.locator('.tabs .badge').waitFor();
    for (const { page } of [kenji!, watcher]) {
      await page.getByRole('tab', { name: /Chat/ }).click();
      await page.getByText('<b>hello</b> there').first().waitFor();
    }
    await kenji!.page.getByRole('button', { name: 'Nice!' }).click();
    await watcher.page.locator('ol').getByText('Nice!').waitFor();
    expect(await watcher.page.getByPlaceholder('Message').count(), 'those who watch only read').toBe(0);
    await expectAccessible(dana!.page);
    await shoot(dana!.page, 'table-chat');
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  it('takes a move back when the other agrees', async () => {
    const { players, watcher } = await seatAll(server, othello);
    const [dana, kenji] = players;
    await play(players, move, 2);
    // Spectators hear of it a moment later.
    await expect.poll(() => watcher.page.locator('.score').allTextContents()).toEqual(['3', '3']);
    await dana!.page.getByRole('button', { name: 'Take back' }).click();
    await kenji!.page.getByRole('button', { name: 'Agree' }).click();
    await watcher.page.getByText('Dana took back a move.').first().waitFor();
    await expect.poll(() => watcher.page.locator('.score').allTextContents()).toEqual(['2', '2']);
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  it('shows earlier positions, is resigned, shared, and played again', async () => {
    const { players, watcher } = await seatAll(server, othello);
    const [dana, kenji] = players;
    await play(players, move, 6);
    await dana!.page.getByRole('button', { name: 'First' }).click();
    await dana!.page.getByText('You are looking at move 0 of 6').waitFor();
    await expect.poll(() => dana!.page.locator('.score').allTextContents()).toEqual(['2', '2']);
    expect(await dana!.page.locator('.cell.legal').count(), 'nothing can be done in the past').toBe(0);
    await dana!.page.getByRole('button', { name: 'Forward' }).click();
    await expect.poll(() => dana!.page.locator('.score').allTextContents()).toEqual(['1', '4']);
    await dana!.page.locator('[aria-current=step]').getByText('1.').waitFor();
    await expectAccessible(dana!.page);
    await dana!.page.locator('[data-past]').click();
    await dana!.page.keyboard.press('Escape');
    await dana!.page.locator('[data-past]').waitFor({ state: 'detached' });
    await dana!.page.getByRole('button', { name: 'Resign' }).click();
    await dana!.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    for (const { page } of [...players, watcher]) await waitForPhase(page, 'over');
    await expect.poll(() => dana!.page.locator('[data-result]').textContent()).toBe('Kenji wins');
    await expect.poll(() => kenji!.page.locator('[data-result]').textContent()).toBe('You win');
    await expect.poll(() => dana!.page.locator('[data-reason]').textContent()).toBe('You resigned.');
    await expect.poll(() => kenji!.page.locator('[data-reason]').textContent()).toBe('Dana resigned.');
    expect(await dana!.page.locator('dialog .medal').count(), 'who loses gets no trophy').toBe(0);
    expect(await kenji!.page.locator('dialog .medal').count()).toBe(1);
    expect(await dana!.page.getByText('Change level').count()).toBe(0);
    await expect.poll(() => watcher.page.locator('[data-result]').textContent()).toBe('Kenji wins');
    // The loser is not invited to share the result, but can.
    expect(await dana!.page.getByRole('dialog').getByRole('button', { name: 'Share' }).count()).toBe(0);
    await dana!.page.keyboard.press('Escape');
    await dana!.page.getByRole('button', { name: 'Share' }).click();
    await dana!.page.getByRole('img', { name: 'Scan to watch' }).waitFor();
    await expectAccessible(dana!.page);
    await shoot(dana!.page, 'table-share');
    const download = dana!.page.waitForEvent('download');
    await dana!.page.getByRole('button', { name: 'Save record' }).click();
    expect((await download).suggestedFilename()).toMatch(/^baize-.*\.json$/);
    await dana!.page.keyboard.press('Escape');
    await dana!.page.getByRole('button', { name: 'Results' }).click();
    const first = dana!.page.url();
    await dana!.page.getByRole('button', { name: 'Rematch' }).click();
    await kenji!.page.getByRole('button', { name: 'Rematch' }).click();
    for (const { page } of [...players, watcher]) await waitForPhase(page, 'playing');
    expect(dana!.page.url()).not.toBe(first);
    expect(new Set(await Promise.all([...players, watcher].map(({ page }) => page.url()))).size).toBe(1);
    await play(players, move, 2);
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  it('is shared by two players on one device', async () => {
    const pair = await visitor(server, { settings: { animation: 'off' } });
    await pair.page.goto('/games/othello?with=local');
    await pair.page.getByLabel('Name of player 1').fill('Dana');
    await pair.page.getByLabel('Name of player 2').fill('Mei');
    await pair.page.locator('form button[type=submit]').click();
    await waitForPhase(pair.page, 'playing');
    await play([pair], move, 8);
    await pair.page.reload();
    await waitForPhase(pair.page, 'playing');
    await pair.page.getByRole('button', { name: 'Take back' }).click();
    await pair.page.getByText(/took back a move|You took back/).first().waitFor();
    await play([pair], move, 70);
    await waitForPhase(pair.page, 'over');
    await pair.page.getByRole('button', { name: 'Rematch' }).click();
    await waitForPhase(pair.page, 'playing');
    await play([pair], move, 2);
    expectNoErrors(pair);
    await pair.close();
  });

  it('has one leading tab for a seat', async () => {
    const player = await againstComputer(server, othello);
    const second = await player.context.newPage();
    await second.goto(player.page.url());
    await waitForPhase(second, 'playing');
    await player.page.getByRole('button', { name: 'Play here' }).click();
    await second.getByRole('button', { name: 'Play here' }).waitFor();
    await play([player], move, 2);
    expectNoErrors(player);
    await player.close();
  });

  it('is not left by a slip while the game runs, and is there again after it was left', async () => {
    const player = await againstComputer(server, othello);
    const { page } = player;
    const table = page.url();
    const comeIn = async () => {
      await page.goto('/');
      await page.locator(`a[href="${new URL(table).pathname}"]`).first().click();
      await waitForPhase(page, 'playing');
    };
    await comeIn();
    const answer = (act: string) => page.locator(`dialog [data-act=${act}]`).click();
    await page.getByRole('link', { name: 'Find a game' }).click();
    await expectAccessible(page);
    await answer('stay');
    await expect.poll(() => page.url()).toBe(table);
    for (const act of ['stay', 'leave']) {
      await page.evaluate(() => history.back());
      await answer(act);
      if (act === 'stay') await expect.poll(() => page.url()).toBe(table);
    }
    await page.waitForURL(/\/$/);
    await comeIn();
    await play([player], move, 2);
    expectNoErrors(player);
    await player.close();
  });

  it('explains what is refused', async () => {
    const player = await againstComputer(server, othello, { viewport: PHONE });
    const { page } = player;
    await until('the own turn', async () => isReady(await at(page).look()), at(page));
    const wasRefused = await noticing(page, '[data-refusal]', /a1 turns nothing/);
    await until('the reason', async () => (await wasRefused()) || (await page.locator('[data-square=a1]').click({ force: true }), false), at(page));
    await shoot(page, 'table-refusal');
    expectNoErrors(player);
    await player.close();
  });

  it('keeps the words of its rail whole, each on one line', async () => {
    for (const language of ['en', 'ja', 'zh-Hant'] as const) {
      const player = await sitDown(server, { game: 'othello', players: [null, 'random'], hints: true }, { language });
      const { page } = player;
      const acts = page.locator('aside .acts .btn');
      await expect.poll(() => acts.count()).toBe(5);
      for (const viewport of [{ width: 1440, height: 900 }, { width: 1280, height: 720 }]) {
        await page.setViewportSize(viewport);
        await settled(page);
        const found = await acts.evaluateAll((all) =>
          all.map((one) => {
            const line = document.createRange();
            line.selectNodeContents(one.lastChild!);
            return { top: one.getBoundingClientRect().top, lines: line.getClientRects().length, spills: one.scrollWidth > one.clientWidth + 1 };
          }),
        );
        expect(new Set(found.map(({ top }) => top)).size, `${language} ${viewport.width}`).toBe(1);
        expect(found.filter(({ lines, spills }) => lines > 1 || spills), `${language} ${viewport.width}`).toEqual([]);
      }
      expectNoErrors(player);
      await player.close();
    }
  });
});
