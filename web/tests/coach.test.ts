/** Help for newcomers at the table: the coach beside the board, and the keys that the help lists. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GAME_IDS } from '../src/games/list.ts';
import { stopClock } from './clock.ts';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, LYING, PHONE, settled, shoot, TestServer, visitor, type Visitor, type VisitorOptions } from './harness.ts';
import { DRIVERS } from './games.ts';
import { sitDown, type Wanted } from './opening.ts';
import { againstComputer } from './scripts.ts';
import { actUntil, at, isReady, until } from './standing.ts';

const othello = { game: 'othello', seats: 2, level: 'random' };

describe('help at the table', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  /** A newcomer on a phone, to whom the coach has just said the first thing. */
  async function meetCoach(wanted: Wanted, language: VisitorOptions['language'] = 'en'): Promise<Visitor> {
    const player = await sitDown(server, wanted, { viewport: PHONE, language, settings: { coached: [], animation: 'off', pace: 'instant' } });
    const [card, deal] = [player.page.locator('[data-advice=coach]'), player.page.locator('[data-first=deal]')];
    await card.or(deal).first().waitFor();
    if ((await deal.count()) > 0) await deal.click();
    await card.waitFor();
    return player;
  }

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

  for (const language of ['en', 'ja', 'zh-Hant'] as const) {
    it(`fits its strip on a phone, so that no tip has to be scrolled (${language})`, async () => {
      for (const [game, { players, options }] of Object.entries(DRIVERS)) {
        const player = await meetCoach({ game, players, options }, language);
        const { page } = player;
        const card = page.locator('[data-advice=coach]');
        const shown = () =>
          page.evaluate(() => {
            const tip = document.querySelector('[data-advice=coach] p');
            return tip && { text: tip.textContent, over: tip.scrollHeight - tip.clientHeight };
          });
        let tips = 0;
        for (let now = await shown(); now; tips += 1) {
          const { text, over } = now;
          expect(over, `${game}: ${text}`).toBeLessThanOrEqual(0);
          await card.locator('[data-act=coach-next]').click();
          await until('the next tip, or none', async () => (await shown())?.text !== text);
          now = await shown();
        }
        expect(tips, game).toBeGreaterThan(0);
        expectNoErrors(player);
        await player.close();
      }
    });
  }

  it('leaves the board its size on a phone when tips come and go', async () => {
    for (const [game, { players, options, board, first }] of Object.entries(DRIVERS)) {
      const player = await meetCoach({ game, players, options });
      const { page } = player;
      await settled(page);
      const sizes = await page.locator(board).first().evaluateHandle((element) => {
        const seen = new Set<string>();
        new ResizeObserver(() => seen.add(`${element.clientWidth}x${element.clientHeight}`)).observe(element);
        return seen;
      });
      await actUntil('the first move', at(page), () => first(page));
      await until('the next turn', async () => isReady(await at(page).look()), at(page));
      await settled(page);
      expect(await sizes.evaluate((seen) => [...seen]), game).toHaveLength(1);
      expectNoErrors(player);
      await player.close();
    }
  });

  it('says one thing at a time: the next card comes with the next turn, and nobody waits for it', async () => {
    const player = await againstComputer(server, { game: 'nine', seats: 2, level: 'medium' }, { viewport: PHONE, settings: { coached: [], animation: 'fast', pace: 'normal' } });
    const { page } = player;
    const card = page.locator('[data-advice=coach]');
    await card.getByText('Choose a card.').waitFor();
    // For newcomers a card is already selected.
    await page.locator('[data-confirm][aria-disabled=false]').click();
    await page.locator('[data-told="1"]').waitFor();
    await card.getByText('Both are shown together.').waitFor();
    expectNoErrors(player);
    await player.close();
  });

  it('comes when things are still: no card while the balls of a break run', async () => {
    const player = await againstComputer(server, { game: 'nine-ball', seats: 2, level: 'beginner', options: { fixedRack: true } }, { settings: { coached: [], animation: 'fast', pace: 'instant' } }, ({ context }) =>
      context.addInitScript(() => {
        const seen = { running: 0, isGone: false, over: 0 };
        Object.assign(globalThis, { seenCards: seen });
        const look = () => {
          if (document.querySelector('.nineball[data-mode=beat]')) {
            const isThere = document.querySelector('[data-advice=coach]') !== null;
            seen.running += 1;
            // The first card disappears with the stroke; the frame in which it does may still show it.
            seen.isGone ||= !isThere;
            if (seen.isGone && isThere) seen.over += 1;
          }
          requestAnimationFrame(look);
        };
        look();
      }));
    const { page } = player;
    const card = page.locator('[data-advice=coach]');
    // A ball drops from this rack, so nobody else shoots meanwhile.
    await card.getByText('Aim and shoot.').waitFor();
    // A press right after the cue ball was placed is ignored.
    await actUntil('the break', at(page), () => page.locator('[data-main=shoot]').click());
    const seen = () => page.evaluate(() => (globalThis as unknown as { seenCards: { running: number; isGone: boolean; over: number } }).seenCards);
    await until('the balls to rest', async () => (await seen()).running > 0 && (await page.locator('.nineball[data-mode=beat]').count()) === 0, at(page));
    expect(await seen()).toMatchObject({ isGone: true, over: 0 });
    expectNoErrors(player);
    await player.close();
  });

  it.each([DESKTOP, PHONE, LYING])('who speaks is seen: no bubble covers the name above it at $width by $height', async (viewport) => {
    for (const game of GAME_IDS) {
      const visitorHere = await visitor(server, { viewport, settings: { animation: 'normal', pace: 'normal' } });
      const { page, context } = visitorHere;
      await context.addInitScript(() => {
        const seen = { bubbles: 0, covered: [] as string[] };
        Object.assign(globalThis, { seenBubbles: seen });
        const look = () => {
          for (const bubble of document.querySelectorAll<HTMLElement>('[data-bubble]')) {
            const seat = bubble.dataset.bubble;
            const names = [...document.querySelectorAll(`[data-seat="${seat}"] [data-name], [data-speaker="${seat}"]`)].map((name) => name.getBoundingClientRect());
            const called = names.find(({ width }) => width > 0);
            if (!called) continue;
            const said = bubble.getBoundingClientRect();
            seen.bubbles += 1;
            if (said.left < called.right && called.left < said.right && said.top < called.bottom && called.top < said.bottom) seen.covered.push(bubble.innerText);
            if (said.left < 0 || said.right > innerWidth) seen.covered.push(`beside the screen: ${bubble.innerText}`);
          }
          requestAnimationFrame(look);
        };
        look();
      });
      await page.goto('/');
      await page.locator(`[data-play="${game}"]`).click();
      const seen = () => page.evaluate(() => (globalThis as unknown as { seenBubbles: { bubbles: number; covered: string[] } }).seenBubbles);
      await expect.poll(async () => (await seen()).bubbles, { message: game }).toBeGreaterThan(0);
      expect((await seen()).covered, game).toEqual([]);
      expectNoErrors(visitorHere);
      await visitorHere.close();
    }
  });

  it('gives a hint, first where to look and then what to do, and the result counts it', async () => {
    // A hint disappears after some time of the page, so its clock is stopped.
    const player = await againstComputer(server, othello, {}, ({ page }) => page.clock.install());
    const { page } = player;
    // The keys work before anything has been clicked.
    await page.locator('[data-turn=true][data-moving=false]').waitFor();
    await stopClock(page);
    await page.keyboard.press('h');
    const hint = page.locator('[data-advice=hint]');
    await hint.getByText(/^Look/).waitFor();
    await page.clock.runFor(500);
    await page.locator('[data-ring]').waitFor();
    await page.locator('[data-act=hint]').click();
    await hint.getByText(/^Place at [a-h][1-8]: /).waitFor();
    await page.clock.resume();
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
    // A letter waits a moment of the page's time for its digit, so the clock is stopped.
    const player = await againstComputer(server, othello, {}, ({ page }) => page.clock.install());
    const { page } = player;
    await page.locator('[data-turn=true][data-moving=false]').waitFor();
    await stopClock(page);
    await page.locator('[data-square=d3]').focus();
    await page.keyboard.press('c');
    await page.keyboard.press('4');
    await page.locator('[data-square=c4]:focus').waitFor();
    await page.keyboard.press('c');
    await page.clock.runFor(1_000);
    await page.locator('[role=tab][id=tab-chat][aria-selected=true]').waitFor();
    await page.keyboard.press('b');
    await expect.poll(() => page.locator('[role=alert]').last().textContent()).toMatch(/[a-h1-8]/);
    expectNoErrors(player);
    await player.close();
  });
});
