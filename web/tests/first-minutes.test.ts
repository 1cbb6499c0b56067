/** The first two minutes of a new visitor: one click to a game that explains itself from there on. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { about } from '../src/games/list.ts';
import { DRIVERS } from './games.ts';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, phase, PHONE, settled, TestServer, visitor, waitForPhase, type Visitor } from './harness.ts';
import { noticing } from './noticing.ts';
import { actUntil, at, hasGoneOn, isReady, until } from './standing.ts';

const SIZES = { desktop: DESKTOP, phone: PHONE, 'phone on its side': { width: 844, height: 390 } };

/** The button that covers most of the first screen. */
async function biggest(page: Page): Promise<{ text: string; selector: string }> {
  return page.locator('main').evaluate((main) => {
    const seen = [...main.querySelectorAll<HTMLElement>('button, a')].map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const width = Math.min(right, innerWidth) - Math.max(left, 0);
      const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
      return { element, area: Math.max(0, width) * Math.max(0, height) };
    });
    const [first] = seen.sort((one, other) => other.area - one.area);
    first!.element.dataset.biggest = '';
    return { text: first!.element.innerText, selector: '[data-biggest]' };
  });
}

describe('the first two minutes', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  const newcomer = (viewport: { width: number; height: number }): Promise<Visitor> =>
    visitor(server, { viewport, isTouch: viewport.width < 1000, settings: { coached: [], animation: 'normal', pace: 'normal' } });

  for (const [name, viewport] of Object.entries(SIZES)) {
    it(`on a ${name}: the biggest button begins a game, which says whose turn it is and why something cannot be`, async () => {
      const guest = await newcomer(viewport);
      const { page } = guest;
      await page.goto('/');
      await page.locator('[data-now]').waitFor();
      await settled(page);
      const { text, selector } = await biggest(page);
      expect(text, 'it names the game and the opponent').toMatch(/Othello/);
      expect(text).toMatch(/Bruno/);
      await page.locator(selector).click();
      await waitForPhase(page, 'playing');
      await until('the own turn', async () => isReady(await at(page).look()), at(page));
      await page.getByText(/^(Your move|Your turn)/).first().waitFor();
      const wasRefused = await noticing(page, '[data-refusal]', /a1 turns nothing/);
      await until('the reason', async () => (await wasRefused()) || (await page.locator('[data-square=a1]').click({ force: true }), false), at(page));
      await actUntil('the first move', at(page), async () => {
        await page.locator('.cell.legal').first().click();
        const confirm = page.getByRole('button', { name: /^Place at/ });
        if ((await confirm.count()) > 0) await confirm.click();
      });
      // Leaving asks first, and says who keeps the table.
      await page.goBack();
      await page.getByText('Leave? Bruno keeps the table for you.').waitFor();
      await page.locator('[data-act=stay]').click();
      await waitForPhase(page, 'playing');
      expectNoErrors(guest);
      await guest.close();
    });

    for (const [game, { first }] of Object.entries(DRIVERS)) {
      it(`on a ${name}: the card of ${game} is one click away from a game, and the next makes the first move`, async () => {
        const guest = await newcomer(viewport);
        const { page } = guest;
        await page.goto('/');
        await page.locator(`[data-play="${game}"]`).click();
        // A game that needs some explaining first asks whether to learn it; nothing is dealt before the answer.
        if (about(game).takesTelling) {
          await page.locator('[data-first="learn"]').waitFor();
          expect(await phase(page)).toBe('waiting');
          expect(await page.locator('[data-card]').count()).toBe(0);
          await page.getByRole('button', { name: 'Deal', exact: true }).click();
        }
        await waitForPhase(page, 'playing');
        await until('the own turn', async () => isReady(await at(page).look()), at(page));
        const before = await at(page).look();
        await first(page);
        await until('the first move, made by one click', async () => hasGoneOn(await at(page).look(), before), at(page));
        expectNoErrors(guest);
        await guest.close();
      });
    }
  }

  it('May I? asks somebody new once whether to learn it first, and leads to the tutorial', async () => {
    const guest = await newcomer(PHONE);
    const { page } = guest;
    await page.goto('/');
    await page.locator('[data-play="may-i"]').click();
    await page.locator('[data-first="learn"]').waitFor();
    await expectAccessible(page);
    await page.locator('[data-first="learn"]').click();
    await page.locator('[data-learn="may-i"]').waitFor();
    // The table without a deal is forgotten, and the question is not asked again.
    await page.goto('/');
    expect(await page.evaluate(() => localStorage.getItem('baize.seats'))).not.toContain('may-i');
    await page.locator('[data-play="may-i"]').click();
    await waitForPhase(page, 'playing');
    await page.locator('[data-card]').first().waitFor();
    expect(await page.locator('[data-first]').count()).toBe(0);
    expectNoErrors(guest);
    await guest.close();
  });
});
