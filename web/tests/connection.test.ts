/** What a bad connection looks like: a move on its way, a slow one, no connection; also while the socket stays open. */
import type { Page } from 'playwright-core';
import { GAME_IDS } from '../src/games/list.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { costOf } from './cost.ts';
import { DRIVERS } from './games.ts';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, LYING, PHONE, settled, shoot, TestServer, visitor, waitForPhase, type Visitor } from './harness.ts';
import { noticing } from './noticing.ts';
import { give, openTable, sitDown } from './opening.ts';
import { at, until } from './standing.ts';

/** A wire that can fall silent without being cut, as in a tunnel: sockets stay open, but nothing passes. */
class Wire {
  isSilent = false;

  async join(page: Page): Promise<void> {
    await page.routeWebSocket(/\/ws$/, (near) => {
      // A connection made before or during the silence stays silent.
      const wasSilent = this.isSilent;
      const round = this.#round;
      const passes = () => !wasSilent && !this.isSilent && round === this.#round;
      const far = near.connectToServer();
      near.onMessage((text) => passes() && far.send(text));
      far.onMessage((text) => passes() && near.send(text));
    });
  }

  #round = 0;

  fallSilent(): void {
    this.isSilent = true;
    this.#round += 1;
  }

  comeBack(): void {
    this.isSilent = false;
  }
}

/** A table for a person against the computer, with a wire between them. */
async function sit(server: TestServer, wire: Wire, viewport?: { width: number; height: number }, game = 'othello'): Promise<Visitor> {
  const { players, options, usable } = DRIVERS[game]!;
  const settings = { animation: 'off', confirm: 'never', pace: 'instant' };
  // A slow player is offered a hint after a while, which is not the subject here.
  const player = await sitDown(server, { game, players, options, hints: false }, { viewport, settings }, ({ page }) => wire.join(page));
  await waitForPhase(player.page, 'playing');
  await player.page.locator(usable).first().waitFor();
  return player;
}

/** Names the page, for whoever reads why a test failed. */
const where = async (page: Page) => `${await page.title()} at ${page.viewportSize()!.width} by ${page.viewportSize()!.height}`;

/** The places of the board, its parts and the page's buttons. */
function places(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.board, [data-seat], [data-part], [data-surface], .table :is(h1, button, .foot):not(.banner *)')].map((part) => {
    const { left, top, width, height } = part.getBoundingClientRect();
    return `${part.tagName} ${part.className} at ${left} ${top}, ${width} by ${height}`;
  });
}

/** What a strip covers while it shows this. Noted in the page itself, because the strip may be gone before a driver looks. */
function covered(page: Page, strip: 'lost' | 'back'): Promise<string[]> {
  return page.evaluate(
    (strip) =>
      new Promise<string[]>((done) => {
        const changes = new MutationObserver(() => look());
        const look = () => {
          const shown = document.querySelector(`.banner [data-strip=${strip}]`);
          if (!shown) return;
          changes.disconnect();
          const box = shown.getBoundingClientRect();
          // A board that fills the screen has space between its parts.
          const parts = [...document.querySelectorAll<HTMLElement>('.board:not(.fills, .fills .board), [data-seat], [data-part], [data-surface]')];
          const isUnder = (part: Element) => {
            const { left, right, top, bottom } = part.getBoundingClientRect();
            return Math.min(box.right, right) - Math.max(box.left, left) > 1 && Math.min(box.bottom, bottom) - Math.max(box.top, top) > 1;
          };
          if (parts.length === 0) return done(['there is no board']);
          done(parts.filter(isUnder).map(({ className, dataset }) => `${className} ${JSON.stringify(dataset)}`));
        };
        changes.observe(document, { childList: true, subtree: true, attributes: true });
        look();
      }),
    strip,
  );
}

describe('a connection that falls silent', () => {
  let server: TestServer;
  let wire: Wire;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  beforeEach(() => {
    wire = new Wire();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('marks a move that waits, tells that it is slow and then that there is no connection, and sends it once', async () => {
    const player = await sit(server, wire, PHONE);
    const { page } = player;
    wire.fallSilent();
    const square = page.locator('.cell.legal').first();
    const name = await square.getAttribute('data-square');
    const wasSlow = await noticing(page, '[data-strip=slow]', /Slow connection\. Your move is on its way\./);
    const wasLost = await noticing(page, '[data-strip=lost]', /No connection\. Trying again…/);
    await square.click();
    await page.locator(`[data-square=${name}] [data-pending]`).waitFor();
    await page.locator(`[data-square=${name}] [data-pending=slow]`).waitFor();
    await until('it to be told that the connection is slow', wasSlow, at(page));
    await shoot(page, 'connection-slow');
    await until('it to be told that there is none', wasLost, at(page));
    expect(await page.locator('.plate .avatar i').count(), 'nobody knows who is here').toBe(0);
    await expectAccessible(page);
    await shoot(page, 'connection-lost');
    wire.comeBack();
    await page.locator('[data-link=open]').waitFor({ state: 'attached' });
    await page.locator('[data-pending]').waitFor({ state: 'detached' });
    const moves = () => page.evaluate(() => document.querySelectorAll('.cell .piece:not(.pending)').length);
    await expect.poll(moves, { message: 'one disc each, once' }).toBe(6);
    expectNoErrors(player);
    await player.close();
  });

  for (const game of GAME_IDS) {
    it(`marks a move of ${game} that waits, where it is made`, async () => {
      const player = await sit(server, wire, undefined, game);
      const { page } = player;
      const { board, first } = DRIVERS[game]!;
      // For newcomers only, a card of Nine is already selected.
      if (game === 'nine') await page.locator('[data-card="5"]').click();
      wire.fallSilent();
      await first(page);
      const mark = page.locator('.stage [data-pending]');
      await mark.first().waitFor();
      await page.locator('.stage [data-pending=slow]').first().waitFor();
      await shoot(page, `connection-waits-${game}`);
      // Both are read in one look, because messages about the connection come and go.
      const [inner, outer] = await page.evaluate((board) => {
        const boxes = ['.stage [data-pending]', board].map((part) => document.querySelector(part)!.getBoundingClientRect());
        return boxes.map(({ left, top, right, bottom }) => ({ left, top, right, bottom }));
      }, board);
      expect((inner!.right - inner!.left) * (inner!.bottom - inner!.top), 'as large as a piece').toBeGreaterThan(200);
      const isInside = inner!.left >= outer!.left && inner!.top >= outer!.top && inner!.right <= outer!.right && inner!.bottom <= outer!.bottom;
      expect(isInside, `${JSON.stringify(inner)} in ${JSON.stringify(outer)}`).toBe(true);
      wire.comeBack();
      await page.locator('[data-link=open]').waitFor({ state: 'attached' });
      await expect.poll(() => mark.count()).toBe(0);
      expectNoErrors(player);
      await player.close();
    });
  }

  it('is noticed by somebody who does nothing', async () => {
    const player = await sit(server, wire);
    wire.fallSilent();
    await player.page.locator('[data-strip=lost]').waitFor();
    const wasTold = await noticing(player.page, '[data-strip=back]');
    wire.comeBack();
    await player.page.locator('[data-link=open]').waitFor({ state: 'attached' });
    await until('the word that it is back', wasTold, at(player.page));
    // It disappears by itself.
    await player.page.locator('[data-strip=back]').waitFor({ state: 'detached' });
    expectNoErrors(player);
    await player.close();
  });

  it('is spoken of beside the board and the seats, also when it is back, and nothing moves for it', async () => {
    const games = ['othello', 'may-i', 'nine-ball'];
    const all = await Promise.all(games.flatMap((game) => [DESKTOP, PHONE, LYING].map((viewport) => sit(server, wire, viewport, game))));
    const stood: string[][] = [];
    for (const { page } of all) {
      // Phones load the track after the table.
      if ((await page.locator('.nineball:not(.wide)').count()) > 0) await page.locator('[data-track]').waitFor();
      await settled(page);
      stood.push(await page.evaluate(places));
    }
    wire.fallSilent();
    for (const [index, { page }] of all.entries()) {
      expect(await covered(page, 'lost'), await where(page)).toEqual([]);
      expect(await page.evaluate(places), await where(page)).toEqual(stood[index]);
      await shoot(page, `connection-${games[Math.floor(index / 3)]}-${page.viewportSize()!.width}`);
    }
    const back = all.map(({ page }) => covered(page, 'back'));
    wire.comeBack();
    for (const { page } of all) await page.evaluate(() => dispatchEvent(new Event('online')));
    for (const [index, { page }] of all.entries()) {
      expect(await back[index], await where(page)).toEqual([]);
      await page.locator('.banner [data-strip]').waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate(places), { message: await where(page) }).toEqual(stood[index]);
    }
    expectNoErrors(...all);
    for (const player of all) await player.close();
  });

  it('does not keep a board from being drawn: it stands in its place and size before the table answers', async () => {
    const guest = await visitor(server, { settings: { animation: 'off' } });
    const { page } = guest;
    await wire.join(page);
    wire.fallSilent();
    await page.goto('/');
    await page.locator('[data-play=othello]').click();
    await page.locator('[data-coming=bruno]').getByText('Sits down').waitFor();
    const place = await page.locator('.board').boundingBox();
    expect(place!.width).toBeGreaterThan(500);
    wire.comeBack();
    await page.evaluate(() => dispatchEvent(new Event('offline')));
    await page.locator('.cell.legal').first().waitFor();
    expect(await page.locator('.room > .board').boundingBox()).toEqual(place);
    expectNoErrors(guest);
    await guest.close();
  });

  it.each(GAME_IDS)('makes nothing jump on a phone on its side where a table of %s answers late', async (game) => {
    const { players, options, usable } = DRIVERS[game]!;
    const opened = await openTable(server, { game, players, options });
    const player = await visitor(server, { viewport: LYING });
    await wire.join(player.page);
    await give(player, opened, game);
    wire.fallSilent();
    const cost = costOf(player, `/t/${opened.table}`, usable);
    await player.page.locator('[data-strip=lost]').waitFor();
    wire.comeBack();
    await player.page.evaluate(() => dispatchEvent(new Event('online')));
    expect((await cost).shift).toBeLessThan(0.05);
    expectNoErrors(player);
    await player.close();
  });

  it('is told at once when the browser knows that it is offline', async () => {
    const player = await sit(server, wire);
    const link = await player.page.evaluate(async () => {
      dispatchEvent(new Event('offline'));
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
      return document.querySelector('.banner')?.getAttribute('data-link');
    });
    expect(link).toBe('lost');
    await player.page.locator('[data-link=open]').waitFor({ state: 'attached' });
    expectNoErrors(player);
    await player.close();
  });
});
