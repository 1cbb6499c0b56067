/** The first two minutes of somebody who has never been here: one click to a game, and from there on it explains itself. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, DESKTOP, expectNoErrors, PHONE, TestServer, visitor, waitForPhase, type Visitor } from './harness.ts';
import { actUntil, at, isReady, until } from './standing.ts';

const SIZES = { desktop: DESKTOP, phone: PHONE, 'phone on its side': { width: 844, height: 390 } };
/** What the first move of each game is made with. */
const FIRST: Record<string, string> = {
  othello: '.cell.legal',
  banqi: '.cell.flips',
  nine: '.pick.available:not([aria-disabled=true])',
  'may-i': '[data-card]',
  'nine-ball': '[data-surface]',
};

/** The button that takes up most of what is seen first. */
async function biggest(page: Page): Promise<{ text: string; selector: string }> {
  return page.locator('main').evaluate((main) => {
    const seen = [...main.querySelectorAll<HTMLElement>('button, a')].map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const width = Math.min(right, innerWidth) - Math.max(left, 0);
      const height = Math.min(bottom, innerHeight) - Math.max(top, 0);
      return { element, area: Math.max(0, width) * Math.max(0, height) };
    });
    const [first] = seen.filter(({ element }) => element.classList.contains('btn')).sort((one, other) => other.area - one.area);
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
      const { text, selector } = await biggest(page);
      expect(text, 'it names the game and the opponent').toMatch(/Othello/);
      expect(text).toMatch(/Bruno/);
      await page.locator(selector).click();
      await waitForPhase(page, 'playing');
      await until('the own turn', async () => isReady(await at(page).look()), at(page));
      await page.getByText(/^(Your move|Your turn)/).first().waitFor();
      await page.locator('[data-square=a1]').click({ force: true });
      await page.locator('[data-refusal]').getByText(/a1 turns nothing/).waitFor();
      await actUntil('the first move', at(page), async () => {
        await page.locator(FIRST.othello!).first().click();
        const confirm = page.getByRole('button', { name: /^Place at/ });
        if ((await confirm.count()) > 0) await confirm.click();
      });
      expectNoErrors(guest);
      await guest.close();
    });

    it(`on a ${name}: every card is one click away from a game, two from the first move`, async () => {
      for (const [game, first] of Object.entries(FIRST)) {
        const guest = await newcomer(viewport);
        const { page } = guest;
        await page.goto('/');
        await page.locator(`[data-play="${game}"]`).click();
        await waitForPhase(page, 'playing');
        await page.locator(first).first().waitFor();
        expectNoErrors(guest);
        await guest.close();
      }
    });
  }
});
