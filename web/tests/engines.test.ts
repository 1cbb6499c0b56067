/** A whole game of each kind against the computer, in browsers other than Chromium. */
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { GAME_IDS } from '../src/games/list.ts';
import { ENGINES, Guest, type EngineName } from './engines.ts';
import { DRIVERS, type GameDriver } from './games.ts';
import { TestServer } from './harness.ts';
import { openTable } from './opening.ts';
import { hasOfflineEdition, isAllKept, Site } from './site.ts';
import { actUntil, isReady, until } from './standing.ts';

/** What a browser has stored before the first game. */
const settle = (coached: readonly string[]) => localStorage.setItem('baize.settings', JSON.stringify({ animation: 'off', pace: 'instant', sound: false, coached }));

/** Sits down at a table opened for the guest. */
async function begin(guest: Guest, server: TestServer, game: string, { players, short }: GameDriver): Promise<void> {
  const { table, token } = await openTable(server, { game, options: short, seats: players.length, players });
  await guest.look((seat) => localStorage.setItem('baize.seats', JSON.stringify([seat])), { table, token, game, at: 0 });
  await guest.engine.goto(`${server.url}/t/${table}`);
  await guest.waitFor('[data-phase=playing]');
}

/** Plays until the game is over. */
async function playOut(guest: Guest, { move }: GameDriver): Promise<void> {
  for (;;) {
    const now = await until('a turn', async () => {
      const now = await guest.table.look();
      return now.phase === 'over' || isReady(now) ? now : null;
    }, guest.table);
    if (now.phase === 'over') return;
    await actUntil('the move to count', guest.table, () => move(guest));
  }
}

for (const name of Object.keys(ENGINES) as EngineName[]) {
  describe(name, () => {
    let server: TestServer;
    let guest: Guest;
    beforeAll(async () => {
      server = await TestServer.start();
      guest = await Guest.arrive(name);
      await guest.engine.goto(`${server.url}/about`);
      await guest.look(settle, GAME_IDS);
    });
    afterAll(async () => {
      await guest?.engine.close();
      await server?.stop();
    });

    it('tells what goes wrong in a page', async () => {
      await guest.look(() => void setTimeout(() => document.querySelector('nothing')!.remove()));
      await until('the error', async () => (await guest.errors()).length > 0);
    });

    for (const [game, driver] of Object.entries(DRIVERS)) {
      it(`plays ${game} to its end`, async () => {
        onTestFailed(() => guest.shoot(`${game}-${name.toLowerCase()}-failed`));
        await begin(guest, server, game, driver);
        await guest.waitFor(driver.board);
        const size = (board: string) => {
          const { width, height } = document.querySelector(board)!.getBoundingClientRect();
          return Math.min(width, height);
        };
        await expect.poll(() => guest.look(size, driver.board)).toBeGreaterThan(200);
        await playOut(guest, driver);
        await guest.waitFor('[data-result]');
        await guest.shoot(`${game}-${name.toLowerCase()}`);
        expect(await guest.errors()).toEqual([]);
      });
    }

    it.skipIf(!hasOfflineEdition())('plays from a folder to the end of a game, with its host gone', async () => {
      onTestFailed(() => guest.shoot(`offline-${name.toLowerCase()}-failed`));
      const site = await Site.start();
      await guest.engine.goto(`${site.url}/`);
      await guest.look(settle, GAME_IDS);
      // The page asks one question after another, so that none is on its way when the host goes.
      await guest.engine.evaluate(`((async () => { while (!(await (${isAllKept})())) await new Promise(requestAnimationFrame); window.isAllKept = true; })(), 'asked')`);
      await until('the page to be kept', () => guest.look(() => (window as { isAllKept?: boolean }).isAllKept === true));
      await site.halt();
      await guest.engine.goto(`${site.url}/?again`);
      await guest.look(() => void (location.hash = '#/games/nine?with=computer'));
      await guest.click('form button[type=submit]:enabled');
      await guest.waitFor('[data-phase=playing]');
      await playOut(guest, DRIVERS.nine!);
      await guest.waitFor('[data-result]');
      await guest.shoot(`offline-${name.toLowerCase()}`);
      expect(await guest.errors()).toEqual([]);
      await site.stop();
    });

    // The last one: what it asks for in vain is an error of its own.
    it('tells a file that is not there from one that was only on its way', async () => {
      await guest.engine.goto(`${server.url}/about`);
      const named = (file: string) => `Failed to load ‘${server.url}/${file}’. A ServiceWorker intercepted the request and encountered an unexpected error.`;
      const entry = await guest.look(() => new URL(document.querySelector<HTMLScriptElement>('script[type=module]')!.src).pathname.slice(1));
      guest.engine.errors = async () => [named(entry), named('assets/nothing.js'), 'another error'];
      expect(await guest.errors()).toEqual([named('assets/nothing.js'), 'another error']);
    });
  });
}
