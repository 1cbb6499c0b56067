/** Puzzles: solved, missed, hinted and stored on the device. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, expectNoSideways, PHONE, shoot, TestServer, visitor, waitForPhase } from './harness.ts';
import { cutOff, hasOfflineEdition } from './site.ts';

interface Sheet {
  puzzles: { position: string; choices: [string, number][] }[];
}
const FOLDER = resolve(import.meta.dirname, '../../data/puzzles');
const sheetOf = (game: string) => JSON.parse(readFileSync(resolve(FOLDER, `${game}.json`), 'utf8')) as Sheet;
const GAMES = readdirSync(FOLDER).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);
const sheet = sheetOf('othello');
// Choices in May I? contain quotation marks.
const choice = (page: Page, text: string) => page.locator(`[data-choice='${text}']`);

describe('puzzles', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('are solved, and the next one comes', async () => {
    const player = await visitor(server, { viewport: DESKTOP });
    const { page } = player;
    await page.goto('/puzzles/othello');
    const [first] = sheet.puzzles;
    const [right, wrong] = first!.choices.map(([text]) => text);
    await choice(page, wrong!).click();
    await expect.poll(() => page.locator('[data-verdict]').textContent()).toContain('Not this one.');
    await choice(page, right!).click();
    await page.locator('[data-solved=true]').waitFor();
    await expectAccessible(page);
    await shoot(page, 'puzzle-desktop');
    await page.locator('[data-act=next]').click();
    await page.locator('[data-solved=false]').waitFor();
    // Attempts are remembered: another puzzle comes first now.
    await page.reload();
    const second = sheet.puzzles[1]!;
    await choice(page, second.choices[0]![0]).click();
    await page.locator('[data-solved=true]').waitFor();
    expectNoErrors(player);
    await player.close();
  });

  it.each(GAMES)('of %s are shown on the board of the game and solved', async (game) => {
    const player = await visitor(server, { viewport: PHONE });
    const { page } = player;
    await page.goto(`/puzzles/${game}`);
    const [[right]] = sheetOf(game).puzzles[0]!.choices as [[string, number]];
    await choice(page, right).waitFor();
    await page.locator('.board .editor').waitFor();
    await expectNoSideways(page);
    await expectAccessible(page);
    await choice(page, right).click();
    await page.locator('[data-solved=true]').waitFor();
    await shoot(page, `puzzle-${game}-phone`);
    expectNoErrors(player);
    await player.close();
  });

  for (const [kind, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    it(`of Nine-ball go on as a drill on a ${kind}, whatever the table had counted`, async () => {
      const begins = async (page: Page) => {
        await page.locator('[data-edit=nine-ball][data-checked=sound]').waitFor();
        await page.locator('[data-act=play-it]').click();
        await waitForPhase(page, 'playing');
        await page.locator('[data-drill="1"]').waitFor();
      };
      const solver = await visitor(server, { viewport });
      await solver.page.goto('/puzzles/nine-ball');
      await solver.page.locator('[data-act=solution]').click();
      await solver.page.locator('[data-act=play-on]').click();
      await begins(solver.page);
      await shoot(solver.page, `drill-from-puzzle-${kind}`);
      // A puzzle in which the second player shoots, and both players have fouls and balls.
      const counted = sheetOf('nine-ball').puzzles.find(({ position }) => /aim:1 .*fouls:\d,\d .*potted:\d,\d/.test(position))!.position;
      const writer = await visitor(server, { viewport });
      await writer.page.goto(`/edit/nine-ball#p=1.${Buffer.from(counted).toString('base64url')}`);
      await expect.poll(() => writer.page.locator('[data-text]').inputValue()).toBe(counted);
      await begins(writer.page);
      expectNoErrors(solver, writer);
      await solver.close();
      await writer.close();
    });
  }

  it.skipIf(!hasOfflineEdition())('are solved without a connection', async () => {
    const { player, site, failed } = await cutOff({ viewport: PHONE });
    const { page } = player;
    for (const game of GAMES) {
      await page.goto(`/#/puzzles/${game}`);
      await page.locator(`[data-puzzles=${game}]`).waitFor();
      await choice(page, sheetOf(game).puzzles[0]!.choices[0]![0]).click();
      await page.locator(`[data-puzzles=${game}][data-solved=true]`).waitFor();
    }
    // The next one comes from the device too.
    await page.locator('[data-act=next]').click();
    await page.locator('[data-solved=false]').waitFor();
    expect(failed).toEqual([]);
    await player.close();
    await site.stop();
  });

  it('has one for today on a phone, with a hint and a solution', async () => {
    const player = await visitor(server, { viewport: PHONE });
    const { page } = player;
    // Every day has a different one.
    await page.clock.setFixedTime('2026-01-04T12:00:00Z');
    await page.goto('/puzzles');
    await page.locator('[data-choice]').first().waitFor();
    await expectNoSideways(page);
    await shoot(page, 'puzzle-phone');
    const before = await page.locator('[data-choice]:enabled').count();
    await page.locator('[data-act=hint]').click();
    await expect.poll(() => page.locator('[data-choice]:enabled').count()).toBeLessThan(before);
    await page.locator('[data-act=solution]').click();
    await page.locator('[data-solved=true]').waitFor();
    // Nobody has solved it.
    const verdict = await page.locator('[data-verdict]').innerText();
    expect(verdict).toMatch(/^The solution: \S/);
    expect(verdict).not.toContain('Right');
    await expect.poll(() => page.locator('.streak').textContent()).toContain('1 day in a row');
    expectNoErrors(player);
    await player.close();
  });
});
