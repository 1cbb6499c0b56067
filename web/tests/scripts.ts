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

export interface Driver {
  game: string;
  /** What the pictures are called, where a game is played in several ways. */
  name?: string;
  /** People needed for a game by link. */
  seats: number;
  /** The computer player that answers quickest. */
  level: string;
  /** Makes one move of this page's seat with mouse or finger. Called only when it is its turn and nothing moves. */
  move(page: Page): Promise<void>;
  /** The same with keys alone: no click, no pointer. */
  moveByKeys(page: Page): Promise<void>;
  /** Sets options on the setup page before the game is opened, if need be. */
  setUp?(page: Page): Promise<void>;
  /** After so many moves of all seats together a game is certainly over. */
  mostMoves: number;
  /** Latin words that may stand in a Japanese or Chinese page. */
  latin?: RegExp;
}

const SETTINGS = { animation: 'off' };

/** Opens a table for people by link, takes every other seat with a page of its own, and lets somebody watch. */
export async function seatAll(server: TestServer, driver: Driver, options: VisitorOptions = {}): Promise<{ players: Visitor[]; watcher: Visitor }> {
  const names = ['Dana', 'Kenji', 'Mei', 'Otto', 'Lin', 'Rosa', 'Ida', 'Sam'];
  const host = await visitor(server, { settings: SETTINGS, ...options });
  await host.page.goto(`/games/${driver.game}?with=link`);
  await driver.setUp?.(host.page);
  await host.page.getByRole('textbox').first().fill(names[0]!);
  await host.page.locator('form button[type=submit]').click();
  await waitForPhase(host.page, 'waiting');
  const players = [host];
  for (let seat = 1; seat < driver.seats; seat += 1) {
    const link = await host.page.locator(`[data-link="${seat}"]`).textContent();
    const guest = await visitor(server, { settings: SETTINGS, ...options });
    await guest.page.goto(link!);
    await guest.page.getByRole('textbox').fill(names[seat]!);
    expect(guest.page.url(), 'the secret leaves the address').not.toContain('#');
    await guest.page.locator('form button[type=submit]').click();
    players.push(guest);
  }
  for (const { page } of players) await waitForPhase(page, 'playing');
  const link = await host.page.evaluate(() => JSON.parse(localStorage.getItem('baize.seats')!)[0].watchLink as string);
  const watcher = await visitor(server, { settings: SETTINGS, ...options });
  await watcher.page.goto(link);
  await waitForPhase(watcher.page, 'playing');
  return { players, watcher };
}

/** Opens a game against the computer. */
export async function againstComputer(server: TestServer, driver: Driver, options: VisitorOptions = {}): Promise<Visitor> {
  const player = await visitor(server, { settings: SETTINGS, ...options });
  await player.page.goto(`/games/${driver.game}?with=computer`);
  await driver.setUp?.(player.page);
  await player.page.locator(`input[name=level][value=${driver.level}]`).check({ force: true });
  await player.page.locator('form button[type=submit]').click();
  await waitForPhase(player.page, 'playing');
  return player;
}

/** Whether it is this page's turn and nothing moves. */
async function isReady(page: Page): Promise<boolean> {
  return (await page.locator('[data-phase="playing"][data-turn="true"][data-moving="false"]').count()) > 0;
}

/** Plays until the game is over, or so many moves were made. */
export async function play(
  players: Visitor[],
  move: (page: Page) => Promise<void>,
  most: number,
  isEnough: () => boolean = () => false,
): Promise<number> {
  let moves = 0;
  let idle = 0;
  while (moves < most && !isEnough()) {
    let hasMoved = false;
    for (const { page } of players) {
      if ((await page.locator('[data-phase="over"]').count()) > 0) return moves;
      if (!(await isReady(page))) continue;
      const version = Number(await page.locator('[data-version]').getAttribute('data-version'));
      await move(page);
      await page.waitForFunction((seen) => Number(document.querySelector('[data-version]')?.getAttribute('data-version')) > seen, version);
      moves += 1;
      hasMoved = true;
    }
    idle = hasMoved ? 0 : idle + 1;
    if (!hasMoved) await players[0]!.page.waitForTimeout(40);
    if (idle > 400) throw new Error('nobody can move');
  }
  return moves;
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
      const { players, watcher } = await seatAll(server, driver);
      await play(players, driver.move, 3);
      await players[0]!.page.reload();
      await waitForPhase(players[0]!.page, 'playing');
      await players[1]!.context.setOffline(true);
      await players[1]!.page.waitForTimeout(300);
      await players[1]!.context.setOffline(false);
      await play(players, driver.move, 2);
      await server.halt('SIGKILL');
      await players[0]!.page.locator('[data-link="lost"]').waitFor({ state: 'attached' });
      await server.run();
      for (const { page } of [...players, watcher]) await page.locator('[data-link="open"]').waitFor({ state: 'attached' });
      await play(players, driver.move, 2);
      const versions = await Promise.all([...players, watcher].map(({ page }) => page.locator('[data-version]').getAttribute('data-version')));
      expect(new Set(versions).size, 'everybody sees the same table').toBe(1);
      expectNoErrors(...players, watcher);
      for (const each of [...players, watcher]) await each.close();
    });

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
