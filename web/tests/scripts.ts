/**
 * What every game must stand: the same scripts for all of them. A game brings a `Driver`, which makes one move
 * through the page as a person would.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  closeBrowser,
  DESKTOP,
  expectAccessible,
  expectNoErrors,
  expectNoSideways,
  expectTranslated,
  NARROW,
  PHONE,
  shoot,
  TestServer,
  visitor,
  waitForPhase,
  type Visitor,
  type VisitorOptions,
} from './harness.ts';
import { join, sitDown, throughSetup } from './opening.ts';
import { cutOff, hasOfflineEdition } from './site.ts';
import { actUntil, at, isReady, until } from './standing.ts';

export interface Driver {
  game: string;
  /** What the pictures are called, where a game is played in several ways. */
  name?: string;
  /** People needed for a game by link. */
  seats: number;
  /** The computer player that answers quickest. */
  level: string;
  /** What differs from the default options. */
  options?: Record<string, unknown>;
  /** Options with which no game is over after a few moves, however they turn out. */
  longer?: Record<string, unknown>;
  /** The position it begins with, as text, where it is not the game's own. */
  position?: string;
  clock?: Record<string, number>;
  /** Makes one move of this page's seat with mouse or finger. Called when it is its turn and nothing moves; a second time if the first was not heard. */
  move(page: Page): Promise<void>;
  /** The same with keys alone: no click, no pointer. */
  moveByKeys(page: Page): Promise<void>;
  /** Chooses the same options on the setup page. */
  setUp?(page: Page): Promise<void>;
  /** After so many moves of all seats together a game is certainly over. */
  mostMoves: number;
  /** Latin words that may stand in a Japanese or Chinese page. */
  latin?: RegExp;
}

const SETTINGS = { animation: 'off' };
const NAMES = ['Dana', 'Kenji', 'Mei', 'Otto', 'Lin', 'Rosa', 'Ida', 'Sam'];

/** Opens a table for people by link, takes every other seat with a page of its own, and lets somebody watch. */
export async function seatAll(server: TestServer, driver: Driver, options: VisitorOptions = {}): Promise<{ players: Visitor[]; watcher: Visitor }> {
  const { game, seats } = driver;
  const host = await sitDown(server, { game, seats, options: driver.options, position: driver.position, clock: driver.clock, name: NAMES[0]! }, { settings: SETTINGS, ...options });
  await waitForPhase(host.page, 'waiting');
  const players: Visitor[] = [host];
  for (const { seat, link } of host.opened.links) {
    const guest = await visitor(server, { settings: SETTINGS, ...options });
    await join(guest.page, link, NAMES[seat]!);
    await expect.poll(() => guest.page.url(), { message: 'the secret leaves the address' }).not.toContain('#');
    players.push(guest);
  }
  for (const { page } of players) await waitForPhase(page, 'playing');
  const watcher = await visitor(server, { settings: SETTINGS, ...options });
  await watcher.page.goto(host.opened.watch);
  await waitForPhase(watcher.page, 'playing');
  return { players, watcher };
}

/** A game against the computer. */
export async function againstComputer(server: TestServer, driver: Pick<Driver, 'game' | 'seats' | 'level' | 'options' | 'position'>, options: VisitorOptions = {}, before?: (visitor: Visitor) => Promise<unknown>): Promise<Visitor> {
  const { game, seats, level, position } = driver;
  const players = Array.from({ length: seats }, (_, seat) => (seat === 0 ? null : level));
  const name = { en: 'Dana', ja: 'ダナ', 'zh-Hant': '黛娜' }[options.language ?? 'en'];
  const player = await sitDown(server, { game, seats, players, options: driver.options, position, name }, { settings: SETTINGS, ...options }, before);
  await waitForPhase(player.page, 'playing');
  return player;
}

/** Plays until the game is over, or so many moves were made. */
export async function play(
  players: Visitor[],
  move: (page: Page) => Promise<void>,
  most: number,
  isEnough: () => boolean = () => false,
): Promise<number> {
  const places = players.map(({ page }) => ({ page, ...at(page) }));
  for (let moves = 0; ; moves += 1) {
    if (moves >= most || isEnough()) return moves;
    const next = await until('somebody who can move', async () => {
      for (const place of places) {
        const now = await place.look();
        if (now.phase === 'over') return 'over';
        if (isReady(now)) return place;
        // Whoever has read the summary of a round closes it; the table waits for that.
        const goOn = place.page.locator('[data-act="go-on"]');
        if (now.dialog !== null && (await goOn.count()) > 0) await goOn.click();
      }
      return null;
    }, ...places);
    if (next === 'over') return moves;
    // Everybody gets their turn where several can move at once.
    places.push(...places.splice(0, places.indexOf(next) + 1));
    await actUntil('the move to count', next, () => move(next.page));
  }
}

/** All scripts for one game. */
export function describeGame(driver: Driver): void {
  const name = driver.name ?? driver.game;
  describe(name, () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await TestServer.start();
    });
    afterAll(async () => {
      await closeBrowser();
      await server.stop();
    });

    it('is played to its end by people at their own browsers, and watched', async () => {
      const { players, watcher } = await seatAll(server, driver);
      const everybody = [...players, watcher];
      await play(players, driver.move, 6);
      for (const [index, { page }] of everybody.entries()) {
        await expectNoSideways(page);
        if (index !== 1) await expectAccessible(page);
      }
      await shoot(players[0]!.page, `${name}-desktop`);
      await play(players, driver.move, driver.mostMoves);
      for (const { page } of everybody) {
        await waitForPhase(page, 'over');
        await page.locator('[data-result]').waitFor();
      }
      await expectAccessible(players[0]!.page);
      await shoot(players[0]!.page, `${name}-result`);
      expectNoErrors(...everybody);
      for (const each of everybody) await each.close();
    });

    it('is opened on its setup page', async () => {
      const player = await visitor(server, { settings: SETTINGS });
      await throughSetup(player.page, driver.game, driver.level, driver.setUp);
      await play([player], driver.move, 1);
      expectNoErrors(player);
      await player.close();
    });

    it('is played with the keyboard alone', async () => {
      const player = await againstComputer(server, driver);
      await play([player], driver.moveByKeys, driver.mostMoves);
      await waitForPhase(player.page, 'over');
      expectNoErrors(player);
      await player.close();
    });

    it('is played on a phone', async () => {
      const player = await againstComputer(server, driver, { viewport: PHONE });
      await play([player], driver.move, 4);
      await expectNoSideways(player.page);
      await expectAccessible(player.page);
      await shoot(player.page, `${name}-phone`);
      await player.page.setViewportSize(NARROW);
      await expectNoSideways(player.page);
      await shoot(player.page, `${name}-narrow`);
      await player.page.setViewportSize(PHONE);
      await play([player], driver.move, driver.mostMoves);
      await waitForPhase(player.page, 'over');
      expectNoErrors(player);
      await player.close();
    });

    it('goes on after a reload, a cut connection and a killed server', async () => {
      const { players, watcher } = await seatAll(server, { ...driver, options: { ...driver.options, ...driver.longer } });
      await play(players, driver.move, 3);
      await players[0]!.page.reload();
      await waitForPhase(players[0]!.page, 'playing');
      await players[1]!.context.setOffline(true);
      await until('the browser to notice', () => players[1]!.page.evaluate(() => !navigator.onLine));
      await players[1]!.context.setOffline(false);
      await play(players, driver.move, 2);
      await server.halt('SIGKILL');
      for (const { page } of [...players, watcher]) await page.locator('[data-link="lost"]').waitFor({ state: 'attached' });
      await server.run();
      for (const { page } of [...players, watcher]) await page.locator('[data-link="open"]').waitFor({ state: 'attached' });
      await play(players, driver.move, 2);
      const versions = () => Promise.all([...players, watcher].map(async ({ page }) => (await at(page).look()).version));
      await until('everybody to see the same table', async () => new Set(await versions()).size === 1, ...[...players, watcher].map(({ page }) => at(page)));
      expectNoErrors(...players, watcher);
      for (const each of [...players, watcher]) await each.close();
    });

    // One way of playing it shows that all of it is there without a server.
    const ways = [
      { how: 'with the keyboard alone', viewport: DESKTOP, move: driver.moveByKeys },
      { how: 'on a phone', viewport: PHONE, move: driver.move },
    ];
    for (const { how, viewport, move } of driver.name ? [] : ways) {
      it.skipIf(!hasOfflineEdition())(`is played to its end ${how} from a folder, with the network cut`, async () => {
        const { player, site, failed } = await cutOff({ viewport, settings: SETTINGS });
        await throughSetup(player.page, driver.game, driver.level, driver.setUp, '/#');
        await play([player], move, driver.mostMoves);
        await waitForPhase(player.page, 'over');
        await player.page.locator('[data-result]').waitFor();
        await shoot(player.page, `${name}-offline-${viewport === PHONE ? 'phone' : 'desktop'}`);
        expect(failed, 'whatever the page wants is on the device').toEqual([]);
        expectNoErrors(player);
        await player.close();
        await site.stop();
      });
    }

    for (const language of ['ja', 'zh-Hant'] as const) {
      it(`speaks ${language}`, async () => {
        const player = await againstComputer(server, driver, { language, theme: 'dark', viewport: DESKTOP });
        await play([player], driver.move, 3);
        await expectTranslated(player.page, driver.latin ?? /Baize/g);
        await expectAccessible(player.page);
        await shoot(player.page, `${name}-${language}`);
        expectNoErrors(player);
        await player.close();
      });
    }
  });
}
