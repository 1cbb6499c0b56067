/** The offline edition as a whole: what is stored, by whom, and how games move from one place to another. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { DRIVERS } from './games.ts';
import { closeBrowser, expectAccessible, expectNoErrors, PHONE, shoot, TestServer, visitor, waitForPhase, type Visitor } from './harness.ts';
import { sitDown, throughSetup } from './opening.ts';
import { play } from './scripts.ts';
import { cutOff, hasOfflineEdition, Site, untilKept } from './site.ts';
import { actUntil, at, isReady, until } from './standing.ts';

/** A file of `Save my data` written by an earlier revision; `BAIZE_UPDATE=1` adds one if there is none. */
const KEPT = join(import.meta.dirname, 'kept/device-1.json');

/** A browser's storage: its local storage, and its databases row by row. */
interface Browsed {
  localStorage: Record<string, string>;
  databases: { name: string; version: number; stores: { name: string; keyPath: string | string[] | null; rows: { key: string; value: object }[] }[] }[];
}

/** What browsers had stored when these editions were current, each named by its commit. */
const EDITIONS = readdirSync(dirname(KEPT)).filter((name) => name.startsWith('edition-'));

/** Restores a browser's storage. */
async function putBack({ localStorage: kept, databases }: Browsed): Promise<void> {
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
  for (const { name, version, stores } of databases)
    await new Promise<void>((done, failed) => {
      const request = indexedDB.open(name, version);
      request.onupgradeneeded = () => {
        for (const { name: store, keyPath, rows } of stores) {
          const at = request.result.createObjectStore(store, keyPath === null ? {} : { keyPath });
          for (const { key, value } of rows) keyPath === null ? at.put(value, key) : at.put(value);
        }
      };
      request.onerror = () => failed(request.error);
      request.onsuccess = () => {
        request.result.close();
        done();
      };
    });
}

/** Makes a worker's browser refuse storage. */
const REFUSES = "Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('refused', 'SecurityError'); } });";

async function place(page: Page): Promise<void> {
  const pass = page.getByRole('button', { name: 'Pass', exact: true });
  if ((await pass.count()) > 0) return pass.click();
  await page.locator('.cell.legal').first().click();
}

/** Waits until the browser has stored these files. */
async function untilHas(page: Page, ...files: string[]): Promise<void> {
  const has = (all: string[]) => Promise.all(all.map((file) => caches.match(file))).then((found) => !found.includes(undefined));
  await until(`${files.join(', ')} to be kept`, () => page.evaluate(has, files));
}

/** The file in the folder with what the players of Othello have learnt. */
const WEIGHTS = 'offline/othello.weights';

/** How many bytes of it are stored; nothing while the page is being reloaded. */
const learntBytes = (page: Page) => page.evaluate(async (file) => (await (await caches.match(`/${file}`))?.arrayBuffer())?.byteLength, WEIGHTS).catch(() => undefined);

/** Opens an address afresh: nobody is asked whether to leave a game. */
async function visit(page: Page, address: string): Promise<void> {
  await page.goto('/icon.svg');
  await page.goto(address);
}

const version = async (page: Page) => (await at(page).look()).version;
async function othello(page: Page): Promise<void> {
  await page.goto('/icon.svg');
  await throughSetup(page, 'othello', 'random', undefined, '/#');
}

/** Opens what a table says about itself. */
async function openFacts(page: Page): Promise<void> {
  await page.locator('#tab-table').click();
}

async function saveData(page: Page): Promise<string> {
  await visit(page, '/#/settings');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save my data' }).click()]);
  return readFileSync((await file.path())!, 'utf8');
}

async function bringBack(page: Page, text: string, settings = '/#/settings'): Promise<string> {
  await visit(page, settings);
  await page.locator('input[type=file]').setInputFiles({ name: 'baize-data.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  return (await page.locator('[data-restored]').textContent())!;
}

/** A visitor of the folder without a service worker, which is quick if the worker is not what is tested. */
async function atSite(site: Site, options = {}): Promise<Visitor> {
  return visitor(site, { settings: { animation: 'off' }, ...options });
}

describe.skipIf(!hasOfflineEdition())('the offline edition', () => {
  afterAll(closeBrowser);

  it('asks its host for nothing after the first visit, and says so where others would be needed', async () => {
    const site = await Site.start();
    const player = await visitor(site, { isKeeping: true, settings: { animation: 'off' } });
    const { page } = player;
    await page.goto('/');
    await untilKept(player);
    site.asked.length = 0;
    await page.reload();
    for (const address of ['stats', 'leaderboard/nine', 'puzzles', 'puzzles/othello', 'edit/banqi', 'rules/nine-ball', 'learn/othello', 'settings', 'about']) {
      await page.goto(`/#/${address}`);
      await page.locator('h1').first().waitFor();
    }
    for (const address of ['lobby', 'watch', 'lobby?pair']) {
      await page.goto(`/#/${address}`);
      await page.getByRole('heading', { name: 'Other people and reviews are on servers.' }).waitFor();
    }
    await expectAccessible(page);
    await othello(page);
    await play([player], place, 2);
    await page.getByRole('button', { name: 'Resign' }).first().click();
    await page.locator('dialog .danger').click();
    await waitForPhase(page, 'over');
    // A link to a table of this device would lead nowhere.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Share' }).last().click();
    await page.locator('dialog').getByText('Other people and reviews are on servers.').waitFor();
    expect(await page.locator('dialog code').count()).toBe(0);
    // Browsers themselves ask whether there is a new edition.
    expect(site.asked.filter((name) => name !== 'service-worker.js')).toEqual([]);
    expectNoErrors(player);
    await player.close();
    await site.stop();
  });

  it('keeps to its own page whatever the address carries: a position that was set up is there after a reload', async () => {
    const site = await Site.start();
    const player = await atSite(site);
    const { page } = player;
    await page.goto('/#/edit/othello');
    const text = page.locator('[data-text]');
    await until('the position to stand in the address', async () => page.url().includes('#/edit/othello#p='));
    const [before, address] = [await text.inputValue(), page.url()];
    await page.locator('[data-brush=O]').click();
    await page.locator('[data-square=f5]').click();
    await until('the painted position to stand there', async () => page.url() !== address);
    const painted = await text.inputValue();
    expect(painted).not.toBe(before);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.reload();
    await text.waitFor();
    expect(await text.inputValue()).toBe(painted);
    expectNoErrors(player);
    await player.close();
    await site.stop();
  });

  it('loses nothing that was acknowledged when its tab is killed fifty times', async () => {
    const { player, site } = await cutOff({ settings: { animation: 'off' } });
    await othello(player.page);
    let page = player.page;
    const address = page.url();
    let number = 7;
    const random = (below: number) => ((number = (number * 48_271) % 2_147_483_647) % below);
    let seen = await version(page);
    for (let kills = 0; kills < 50; kills += 1) {
      // A press, or none, and this many looks at the effect; then the tab is closed in the middle of whatever it is doing.
      const legal = page.locator('.cell.legal');
      if ((await legal.count()) > 0) await legal.nth(random(await legal.count())).click({ noWaitAfter: true, timeout: 2_000 }).catch(() => {});
      for (let looks = random(6); looks >= 0; looks -= 1) seen = Math.max(seen, await version(page));
      const tab = await player.context.newCDPSession(page);
      const isGone = new Promise((done) => page.once('crash', done));
      void tab.send('Page.crash').catch(() => {});
      await isGone;
      await page.close();
      page = await player.context.newPage();
      await page.goto(address);
      await until('the table', async () => (await version(page)) >= 0 && (await page.locator('[data-link="open"]').count()) > 0, at(page));
      expect(await version(page), `after ${kills + 1} kills`).toBeGreaterThanOrEqual(seen);
      if ((await page.locator('[data-phase=over]').count()) > 0) {
        await othello(page);
        seen = await version(page);
      }
    }
    await player.close();
    await site.stop();
  });

  it('leaves a table to the tab that opened it last, and takes it back', async () => {
    const site = await Site.start();
    const first = await atSite(site);
    await othello(first.page);
    await play([first], place, 1);
    const page = await first.context.newPage();
    const second: Visitor = { ...first, page };
    await page.goto(first.page.url());
    await waitForPhase(page, 'playing');
    await first.page.locator('[data-link="elsewhere"]').waitFor({ state: 'attached' });
    await shoot(first.page, 'offline-elsewhere');
    await play([second], place, 2);
    const now = await version(page);
    await first.page.getByRole('button', { name: 'Play here' }).click();
    await until('the table to come back', async () => (await version(first.page)) >= now, at(first.page));
    await page.locator('[data-link="elsewhere"]').waitFor({ state: 'attached' });
    await play([first], place, 1);
    expectNoErrors(first);
    await first.close();
    await site.stop();
  });

  it('saves everything in one file, which another browser brings back', async () => {
    const site = await Site.start();
    const chosen = { animation: 'off', name: 'Mei', theme: 'dark', captions: true };
    const first = await atSite(site, { settings: chosen });
    await othello(first.page);
    await play([first], place, 2);
    const [address, now] = [new URL(first.page.url()).hash, await version(first.page)];
    const file = await saveData(first.page);
    expect(JSON.parse(file)).toMatchObject({ format: 'baize-device-1', tables: [{ table: address.split('/').at(-1) }] });
    const second = await atSite(site);
    expect(await bringBack(second.page, file)).toBe('1 table brought back.');
    // Settings are transferred too: they are stored, and in effect on the next page.
    expect(await second.page.evaluate(() => JSON.parse(localStorage.getItem('baize.settings')!) as object)).toMatchObject(chosen);
    await visit(second.page, '/#/settings');
    expect(await second.page.getByRole('textbox').first().inputValue()).toBe('Mei');
    await second.page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
    await visit(second.page, `/${address}`);
    await until('the table', async () => (await version(second.page)) >= now, at(second.page));
    await play([second], place, 1);
    // An older version does not replace a newer one; damage is reported.
    const later = await version(second.page);
    expect(await bringBack(second.page, file)).toBe('0 tables brought back.');
    const damaged = JSON.parse(file) as { tables: { table: string; entries: { entry: string }[] }[] };
    damaged.tables[0]!.table = 'aaaaaaaaaaaa';
    expect(await bringBack(second.page, JSON.stringify(damaged))).toBe('0 tables brought back. 1 could not be read and were left out.');
    expect(await bringBack(second.page, '{"format":"other"}')).toBe('This is not a file that Baize has saved. Nothing was changed.');
    await visit(second.page, `/${address}`);
    await until('the table', async () => (await version(second.page)) >= later, at(second.page));
    expectNoErrors(first, second);
    await first.close();
    await second.close();
    await site.stop();
  });

  it('brings back settings and results that the browser has cleared away', async () => {
    const site = await Site.start();
    const player = await atSite(site);
    // A browser without our preparations, so that what is cleared stays cleared.
    const context = await player.context.browser()!.newContext({ baseURL: site.url });
    const page = await context.newPage();
    await page.goto('/#/settings');
    await page.getByRole('textbox').first().fill('Mei');
    await page.getByRole('textbox').first().press('Tab');
    await othello(page);
    const count = () =>
      page.evaluate(
        () =>
          new Promise<number>((done) => {
            const request = indexedDB.open('baize-kept', 1);
            request.onsuccess = () => {
              const texts = request.result.transaction('kept').objectStore('kept').getAll();
              texts.onsuccess = () => {
                request.result.close();
                done((texts.result as string[]).filter((text) => text.includes('Mei') || text.includes('othello')).length);
              };
            };
          }),
      );
    await until('both to be written', async () => (await count()) >= 2);
    // A file of the same host, where none of our code runs while the browser clears its data.
    await page.goto('/icon.svg');
    await page.evaluate(() => localStorage.clear());
    await page.goto('/#/settings');
    await until('the name to be back', async () => (await page.getByRole('textbox').first().inputValue()) === 'Mei');
    await page.goto('/');
    await page.getByRole('link', { name: /^Play$|^Go on$/ }).first().waitFor();
    // What a person deletes does not come back.
    await page.goto('/#/settings');
    await page.getByRole('button', { name: 'Delete' }).first().click();
    await page.locator('dialog .danger').click();
    await page.locator('[data-now]').waitFor();
    await page.goto('/#/settings');
    await page.reload();
    expect(await page.getByRole('textbox').first().inputValue()).toBe('');
    await context.close();
    await player.close();
    await site.stop();
  });

  it('says that the browser refuses to keep anything, and plays all the same', async () => {
    const site = await Site.start();
    site.change = (name, text) => (/assets\/worker-/.test(name) ? REFUSES + text : text);
    const player = await atSite(site, { viewport: PHONE });
    await othello(player.page);
    const word = player.page.locator('[data-keeps-nothing]');
    await word.waitFor();
    expect(await word.textContent()).toContain('This browser keeps nothing, so your tables are gone when you close the page.');
    await shoot(player.page, 'offline-refused-phone');
    await word.getByRole('button').click();
    const confirm = player.page.locator('[data-act=place]');
    await play([player], async (page) => {
      await place(page);
      if ((await confirm.count()) > 0) await confirm.click();
    }, 2);
    expectNoErrors(player);
    await player.close();
    await site.stop();
  });

  it('begins anew where the storage fails once, and says so where it has no room', async () => {
    const site = await Site.start();
    const player = await atSite(site);
    const { page } = player;
    await othello(page);
    const table = page.url();
    // The first worker that asks cannot read, like a browser with trouble reading its files.
    let hasFailed = false;
    const unreadable = "IDBObjectStore.prototype.getAll = () => { throw new DOMException('unreadable', 'UnknownError'); };";
    site.change = (name, text) => {
      if (!/assets\/worker-/.test(name) || hasFailed) return text;
      hasFailed = true;
      return unreadable + text;
    };
    await visit(page, table);
    await waitForPhase(page, 'playing');
    await play([player], place, 1);
    expect(player.errors.splice(0)).toEqual([expect.stringContaining('unreadable')]);
    const full = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };";
    site.change = (name, text) => (/assets\/worker-/.test(name) ? full + text : text);
    await page.goto('/icon.svg');
    await page.goto('/#/games/othello?with=computer');
    await page.locator('form button[type=submit]:enabled').click();
    await page.getByText('The storage of this device cannot be used now; it may be full.').waitFor();
    await shoot(page, 'offline-full');
    expectNoErrors(player);
    await player.close();
    await site.stop();
  });

  it('asks the browser once not to clear tables away', async () => {
    const site = await Site.start();
    const player = await atSite(site);
    await player.context.addInitScript(() => {
      navigator.storage.persist = async () => {
        localStorage.setItem('persist', `${Number(localStorage.getItem('persist')) + 1}`);
        return true;
      };
    });
    const asked = () => player.page.evaluate(() => localStorage.getItem('persist'));
    await player.page.goto('/');
    await player.page.locator('h1').waitFor();
    expect(await asked(), 'before there is anything to keep').toBeNull();
    await othello(player.page);
    await until('the browser to be asked', async () => (await asked()) === '1');
    await othello(player.page);
    await play([player], place, 1);
    expect(await asked()).toBe('1');
    expectNoErrors(player);
    await player.close();
    await site.stop();
  });

  it('gives notice of a new edition, and tables open in it', async () => {
    const site = await Site.start();
    const player = await visitor(site, { isKeeping: true, settings: { animation: 'off' } });
    const { page } = player;
    await page.goto('/');
    await untilKept(player);
    await othello(page);
    await play([player], place, 1);
    const now = await version(page);
    const names = () => page.evaluate(() => caches.keys());
    const before = (await names()).find((name) => !name.startsWith('baize-learnt-'))!;
    site.change = (name, text) => (name === 'service-worker.js' ? text.replace(before, 'baize-0123456789abcdef') : name === 'index.html' ? text.replace('<html ', '<html data-next="yes" ') : text);
    await page.reload();
    await page.locator('[data-new-edition]').waitFor();
    expect(await page.locator('html[data-next]').count(), 'the old edition until somebody wants the new one').toBe(0);
    await shoot(page, 'offline-new-edition');
    // It covers the board: a player who goes on playing dismisses it, and sees it again on the next visit.
    await page.locator('[data-act=later]').click();
    await page.locator('[data-new-edition]').waitFor({ state: 'detached' });
    await play([player], place, 1);
    await page.reload();
    await page.locator('[data-new-edition] .primary').click();
    await page.locator('html[data-next]').waitFor({ state: 'attached' });
    await until('the table', async () => (await version(page)) >= now, at(page));
    await play([player], place, 1);
    expect(await names()).not.toContain(before);
    expectNoErrors(player);
    await player.close();
    await site.stop();
  });

  it('fetches what players have learnt once more where what is kept of it is of no use', async () => {
    const site = await Site.start();
    const sound = readFileSync(join(site.folder, WEIGHTS));
    writeFileSync(join(site.folder, WEIGHTS), 'learnt by another edition');
    const player = await visitor(site, { isKeeping: true, settings: { animation: 'off' } });
    const { page } = player;
    await page.goto('/');
    await untilKept(player);
    expect(await learntBytes(page)).not.toBe(sound.length);
    writeFileSync(join(site.folder, WEIGHTS), sound);
    await page.goto('/icon.svg');
    await throughSetup(page, 'othello', 'casual', undefined, '/#');
    await play([player], place, 2);
    expect(await learntBytes(page)).toBe(sound.length);
    expectNoErrors(player);
    await player.close();
    await site.stop();
  });

  it('brings what players have learnt since with a new edition', async () => {
    const site = await Site.start();
    const player = await visitor(site, { isKeeping: true });
    const { page } = player;
    await page.goto('/');
    await untilKept(player);
    const names = () => page.evaluate(() => caches.keys());
    const before = (await names()).find((name) => name.startsWith('baize-learnt-'))!;
    const more = Buffer.concat([readFileSync(join(site.folder, WEIGHTS)), Buffer.from('more')]);
    writeFileSync(join(site.folder, WEIGHTS), more);
    site.change = (name, text) => (name === 'service-worker.js' ? text.replace(before, 'baize-learnt-0123456789abcdef') : text);
    await page.reload();
    await page.locator('[data-new-edition] .primary').click();
    await until('what was learnt since', async () => (await learntBytes(page)) === more.length);
    expect(await names()).not.toContain(before);
    expectNoErrors(player);
    await player.close();
    await site.stop();
  });

  it('keeps the program for browsers without wide registers where that is what the browser needs', async () => {
    const site = await Site.start();
    // If only the other one was built, it stands in: this browser can run both.
    const [wide, plain] = ['offline/rooms.wasm', 'offline/rooms-plain.wasm'] as const;
    if (!existsSync(join(site.folder, plain))) copyFileSync(join(site.folder, wide), join(site.folder, plain));
    site.change = (name, text) => (/service-worker|assets\/worker-/.test(name) ? `WebAssembly.validate = () => false;${text}` : text);
    const player = await visitor(site, { isKeeping: true, settings: { animation: 'off' } });
    const { page } = player;
    await page.goto('/');
    await untilKept(player);
    const isKept = (file: string) => page.evaluate(async (name) => (await caches.match(name)) !== undefined, `/${file}`);
    expect([await isKept(wide), await isKept(plain)]).toEqual([false, true]);
    await site.halt();
    await player.context.setOffline(true);
    await page.reload();
    await throughSetup(page, 'othello', 'random', undefined, '/#');
    await play([player], place, 2);
    expect(site.asked).not.toContain(wide);
    expectNoErrors(player);
    await player.close();
    await site.stop();
  });

  it('has been other editions', () => {
    expect(EDITIONS.length).toBeGreaterThanOrEqual(2);
  });

  for (const edition of EDITIONS) {
    it(`opens what ${edition.replace('.json', '')} has kept in a browser`, async () => {
      const site = await Site.start();
      const kept = JSON.parse(readFileSync(join(dirname(KEPT), edition), 'utf8')) as Browsed;
      const player = await atSite(site);
      const { page } = player;
      await page.goto('/icon.svg');
      await page.evaluate(putBack, kept);
      const seats = JSON.parse(kept.localStorage['baize.seats']!) as { table: string; game: string }[];
      expect(seats.map(({ game }) => game).toSorted()).toEqual(['banqi', 'may-i', 'nine', 'nine-ball', 'othello']);
      for (const { table, game } of seats) {
        await visit(page, `/#/t/${table}`);
        await waitForPhase(page, 'playing');
        if (game === 'othello') await play([player], place, 1);
      }
      expectNoErrors(player);
      await player.close();
      await site.stop();
    });
  }

  it('opens tables that earlier revisions have kept', async () => {
    const site = await Site.start();
    if (process.env.BAIZE_UPDATE && !existsSync(KEPT)) {
      const maker = await atSite(site);
      await throughSetup(maker.page, 'nine', 'medium', undefined, '/#');
      await othello(maker.page);
      await play([maker], place, 3);
      mkdirSync(dirname(KEPT), { recursive: true });
      writeFileSync(KEPT, await saveData(maker.page));
      await maker.close();
    }
    const file = readFileSync(KEPT, 'utf8');
    const { seats } = JSON.parse(file) as { seats: { table: string; game: string }[] };
    const player = await atSite(site);
    expect(await bringBack(player.page, file)).toBe(`${seats.length} tables brought back.`);
    for (const { table, game } of seats) {
      await visit(player.page, `/#/t/${table}`);
      await waitForPhase(player.page, 'playing');
      if (game === 'othello') await play([player], place, 1);
    }
    expectNoErrors(player);
    await player.close();
    await site.stop();
  });
});

describe.skipIf(!hasOfflineEdition())('the page of a server that cannot be reached', () => {
  afterAll(closeBrowser);

  it('says that the browser refuses to keep anything when a table opens on the device', async () => {
    const server = await TestServer.start();
    const player = await visitor(server, { settings: { animation: 'off' } });
    const { page } = player;
    await player.context.route('**/api/tables', (route) => route.abort('connectionrefused'));
    await player.context.route(/assets\/worker-/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: REFUSES + (await response.text()) });
    });
    await throughSetup(page, 'othello', 'random');
    await page.locator('[data-keeps-nothing]').getByText('This browser keeps nothing').waitFor();
    await page.locator('[data-keeps-nothing] button').click();
    await play([player], place, 1);
    expectNoErrors(player);
    await player.close();
    await server.stop();
  });

  it('plays on the device, and moves the game to the server when it is back', async () => {
    const server = await TestServer.start();
    const player = await visitor(server, { isKeeping: true, settings: { animation: 'off' } });
    const { page } = player;
    await page.goto('/');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await untilHas(page, '/offline/rooms.wasm', '/offline/othello.weights');
    await server.halt('SIGKILL');
    await page.reload();
    await throughSetup(page, 'othello', 'random');
    await play([player], place, 2);
    const here = new URL(page.url()).pathname;
    const board = () => page.locator('[role=grid]').innerText();
    // Without the server it stays where it is and says why.
    await openFacts(page);
    await page.locator('[data-act=elsewhere]').click();
    await page.getByText('No connection to the server.').waitFor();
    const before = await board();
    await server.run();
    await page.locator('[data-act=elsewhere]').click();
    await until('the new table', async () => new URL(page.url()).pathname !== here);
    await waitForPhase(page, 'playing');
    await until('the same board', async () => (await board()) === before, at(page));
    await play([player], place, 1);
    await page.goto(here);
    await until('the old table to lead to the new one', async () => new URL(page.url()).pathname !== here);
    await waitForPhase(page, 'playing');
    const { table, token } = await page.evaluate(() => (JSON.parse(localStorage.getItem('baize.seats')!) as { table: string; token: string; moved?: string }[]).find((one) => !one.moved)!);
    await page.getByRole('button', { name: 'Resign' }).first().click();
    await page.locator('dialog .danger').click();
    await waitForPhase(page, 'over');
    const record = (await (await fetch(`${server.url}/api/tables/${table}/record`, { headers: { authorization: `Bearer ${token}` } })).json()) as { isOffline?: boolean; log: unknown[] };
    expect(record.isOffline, 'marked as begun offline').toBe(true);
    expect(record.log.length).toBeGreaterThan(3);
    expectNoErrors(player);
    await player.close();
    await server.stop();
  });

  it('keeps a finished game of the folder as a record on the server', async () => {
    const [server, site] = [await TestServer.start(), await Site.start()];
    const away = await atSite(site);
    await othello(away.page);
    await play([away], place, 2);
    await away.page.getByRole('button', { name: 'Resign' }).first().click();
    await away.page.locator('dialog .danger').click();
    await waitForPhase(away.page, 'over');
    const file = await saveData(away.page);
    const home = await visitor(server, { settings: { animation: 'off' } });
    expect(await bringBack(home.page, file, '/settings')).toBe('1 table brought back.');
    const [{ table }] = (JSON.parse(file) as { seats: { table: string }[] }).seats as [{ table: string }];
    await home.page.goto(`/t/${table}`);
    await waitForPhase(home.page, 'over');
    await home.page.keyboard.press('Escape');
    await openFacts(home.page);
    await home.page.locator('[data-act=elsewhere]').click();
    await until('the table on the server', async () => !home.page.url().endsWith(table));
    await waitForPhase(home.page, 'over');
    const kept = await home.page.evaluate(() => (JSON.parse(localStorage.getItem('baize.seats')!) as { table: string; token: string; moved?: string }[]).find((one) => !one.moved)!);
    const record = (await (await fetch(`${server.url}/api/tables/${kept.table}/record`, { headers: { authorization: `Bearer ${kept.token}` } })).json()) as { isOffline?: boolean; result?: object };
    expect([record.isOffline, record.result !== undefined]).toEqual([true, true]);
    expectNoErrors(away, home);
    await away.close();
    await home.close();
    await site.stop();
    await server.stop();
  });

  it('takes a running game against computers along', async () => {
    const server = await TestServer.start();
    const player = await sitDown(server, { game: 'othello', players: [null, 'random'] }, { isKeeping: true, settings: { animation: 'off' } });
    const { page } = player;
    await waitForPhase(page, 'playing');
    await play([player], place, 2);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await untilHas(page, '/offline/rooms.wasm');
    const board = () => page.locator('[role=grid]').innerText();
    const before = await board();
    await openFacts(page);
    await page.locator('[data-act=elsewhere]').click();
    await until('the table on this device', async () => !page.url().endsWith(player.opened.table));
    await waitForPhase(page, 'playing');
    await server.halt('SIGKILL');
    await page.reload();
    await waitForPhase(page, 'playing');
    await until('the same board', async () => (await board()) === before, at(page));
    await play([player], place, 60);
    await waitForPhase(page, 'over');
    expectNoErrors(player);
    await player.close();
    await server.stop();
  });

  for (const [game, { players, options, usable, first }] of Object.entries(DRIVERS)) {
    it(`takes ${game} along, and brings it back`, async () => {
      const server = await TestServer.start();
      // One rack may be over after the break; this many are not.
      const wanted = game === 'nine-ball' ? { players: [null, 'random'], options: { raceTo: 9 } } : { players, options };
      const player = await sitDown(server, { game, ...wanted }, { isKeeping: true, settings: { animation: 'off', confirm: 'never' } });
      const { page } = player;
      const isMine = () => until('my turn', async () => isReady(await at(page).look()), at(page));
      await waitForPhase(page, 'playing');
      await page.locator(usable).first().waitFor();
      // For newcomers only, a card of Nine is already selected.
      if (game === 'nine') await page.locator('[data-card="5"]').click();
      await actUntil('the first move to count', at(page), () => first(page));
      await isMine();
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await untilHas(page, '/offline/rooms.wasm');
      /** What is on the table and in the hand; a card that has just arrived is sorted in elsewhere. */
      const told = () => page.locator('[data-card], [role=gridcell], [data-surface]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.card ?? one.getAttribute('aria-label') ?? one.textContent).toSorted().join('\n'));
      const before = await told();
      expect(before).not.toBe('');
      for (const place of ['this device', 'the server']) {
        const old = page.url();
        await openFacts(page);
        await page.locator('[data-act=elsewhere]').click();
        await until(`the table on ${place}`, async () => page.url() !== old, at(page));
        await waitForPhase(page, 'playing');
        await isMine();
        await until(`the same table on ${place}`, async () => (await told()) === before, at(page));
      }
      expectNoErrors(player);
      await player.close();
      await server.stop();
    });
  }
});
