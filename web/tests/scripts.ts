/**
 * What every game must pass: the same scripts for all. A game provides a `Driver`, which makes one move through the
 * page as a person would.
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
  /** The name of the pictures, if a game is played in several ways. */
  name?: string;
  /** The number of people for a game by link. */
  seats: number;
  /** The computer player that answers fastest. */
  level: string;
  /** The changes to the default options. */
  options?: Record<string, unknown>;
  /** Options with which no game ends after a few moves, however they turn out. */
  longer?: Record<string, unknown>;
  /** The position it begins with, as text, if not the game's own. */
  position?: string;
  clock?: Record<string, number>;
  /**
   * Makes one move of this page's seat with mouse or finger. Called on its turn when nothing moves, and again if the
   * first press was lost.
   */
  move(page: Page): Promise<void>;
  /** The same with keys only: no click, no pointer. */
  moveByKeys(page: Page): Promise<void>;
  /** Chooses the same options on the setup page. */
  setUp?(page: Page): Promise<void>;
  /** A number of moves, of all seats together, after which a game is certainly over. */
  mostMoves: number;
  /** Latin words allowed on a Japanese or Chinese page. */
  latin?: RegExp;
}

const SETTINGS = { animation: 'off' };
const NAMES = ['Dana', 'Kenji', 'Mei', 'Otto', 'Lin', 'Rosa', 'Ida', 'Sam'];

/** Opens a table for people by link, takes every other seat with a separate page, and adds a spectator. */
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

/** Plays until the game is over, or until this many moves were made. */
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
        // The table waits until everybody who reads the summary of a round has closed it.
        const goOn = place.page.locator('[data-act="go-on"]');
        if (now.dialog !== null && (await goOn.count()) > 0) await goOn.click();
      }
      return null;
    }, ...places);
    if (next === 'over') return moves;
    // If several can move at once, everybody gets their turn.
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

    // Any one way of playing it shows that everything is there without a server.
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
