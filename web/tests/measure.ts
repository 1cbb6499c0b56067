/**
 * Seconds against the goals, on this machine: `cargo xtask measure` prints them. No figure fails anything, because a
 * busy machine is not a defect; `cost.test.ts` asserts what must hold everywhere.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { DRIVERS } from './games.ts';
import { closeBrowser, TestServer, visitor } from './harness.ts';
import { give, openTable, sitDown, throughSetup } from './opening.ts';
import { hasOfflineEdition, Site } from './site.ts';
import { actUntil, at, until } from './standing.ts';

interface Figure {
  name: string;
  value: number;
  goal: number;
  unit: string;
}

const figures: Figure[] = [];
let server: TestServer;

const note = (name: string, value: number, goal: number, unit = 'ms') => figures.push({ name, value, goal, unit });
const middle = (values: number[], share = 0.5) => [...values].sort((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? NaN;

beforeAll(async () => {
  server = await TestServer.start();
});

afterAll(async () => {
  await closeBrowser();
  await server.stop();
  const rows = figures.map(({ name, value, goal, unit }) => {
    const number = (of: number) => `${of >= 100 ? Math.round(of) : of.toFixed(unit === 'ms' ? 1 : 3)} ${unit}`.trim();
    return `${name.padEnd(34)}${number(value).padStart(12)}${number(goal).padStart(12)}   ${value <= goal ? 'ok' : 'over'}`;
  });
  console.log(['', `${'what'.padEnd(34)}${'value'.padStart(12)}${'goal'.padStart(12)}`, ...rows, '', 'How fast the rules, searches and the store are: `baize bench`.'].join('\n'));
});

/** Opens a page three times with a fresh browser and takes the best; the rest is due to the machine. */
async function load(name: string, open: () => Promise<{ page: Page; path: string; close(): Promise<void> }>, usable: string): Promise<void> {
  const seen = { paint: [] as number[], usable: [] as number[], shift: [] as number[] };
  for (let tries = 0; tries < 3; tries += 1) {
    const { page, path, close } = await open();
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator(usable).first().waitFor();
    seen.usable.push(await page.evaluate(() => performance.now()));
    await page.waitForLoadState('networkidle');
    const found = await page.evaluate(async () => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN;
      let shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return { paint, shift };
    });
    seen.paint.push(found.paint);
    seen.shift.push(found.shift);
    await close();
  }
  note(`${name}: first paint`, Math.min(...seen.paint), 500);
  note(`${name}: usable`, Math.min(...seen.usable), 1000);
  note(`${name}: layout shift`, Math.min(...seen.shift), 0.05, '');
}

it('the start page', () =>
  load('start page', async () => {
    const { page, close } = await visitor(server);
    return { page, path: '/', close };
  }, '[data-play=othello]'));

for (const [game, { players, options, usable }] of Object.entries(DRIVERS)) {
  it(`a table of ${game}`, () =>
    load(game, async () => {
      const opened = await openTable(server, { game, players, options });
      const player = await visitor(server);
      await give(player, opened, game);
      return { page: player.page, path: `/t/${opened.table}`, close: player.close };
    }, usable));
}

it('a key of pool, the aim that is foretold, and the frames of a break', async () => {
  const { page, close } = await sitDown(server, { game: 'nine-ball', players: [null, 'random'] }, { settings: { animation: 'normal' } });
  const [surface, place] = [page.locator('[data-surface]'), at(page)];
  await page.locator('.nineball[data-mode=place], .nineball[data-mode=aim]').waitFor();
  if ((await place.look()).mode === 'place') {
    await actUntil('the cue ball to lie', place, () => surface.press('Enter'), ({ mode }) => mode === 'aim');
  }
  await page.evaluate(() => {
    const seen = { keys: [] as number[], gaps: [] as number[], work: [] as number[] };
    Object.assign(window, { seen });
    addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => seen.keys.push(performance.now() - timeStamp))), true);
    const ask = window.requestAnimationFrame.bind(window);
    let last = 0;
    window.requestAnimationFrame = (run) =>
      ask((now) => {
        if (document.querySelector<HTMLElement>('.nineball')?.dataset.mode === 'beat') {
          if (last > 0) seen.gaps.push(now - last);
          last = now;
        }
        const began = performance.now();
        run(now);
        seen.work.push(performance.now() - began);
      });
  });
  await surface.focus();
  const took: number[] = [];
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press(step % 2 ? 'ArrowLeft' : 'Shift+ArrowRight');
    await until('the answer', async () => (await place.look()).asked === 0 && page.locator('.nineball:not([data-predicted=""])').count(), place);
    took.push(Number(await page.locator('.nineball').getAttribute('data-aim-ms')));
  }
  note('pool: answer to AIM, median', middle(took), 50);
  const seen = () => page.evaluate(() => (window as unknown as { seen: { keys: number[]; gaps: number[]; work: number[] } }).seen);
  note('pool: key to paint, median', middle((await seen()).keys), 50);
  await page.evaluate(() => ((window as unknown as { seen: { work: number[] } }).seen.work.length = 0));
  await page.keyboard.down('Enter');
  await until('the shot to run', async () => (await place.look()).mode === 'beat', place);
  await page.keyboard.up('Enter');
  await until('the end of the break', async () => (await place.look()).mode !== 'beat', place);
  const { gaps, work } = await seen();
  note('break: between frames, median', middle(gaps), 1000 / 60 + 0.1);
  note('break: between frames, 95 of 100', middle(gaps, 0.95), 1000 / 60 + 0.1);
  note('break: work of a frame, median', middle(work), 4);
  await close();
});

it.skipIf(!hasOfflineEdition())('the offline edition: what it weighs, how soon it is there, and an aim that no server foretells', async () => {
  const dist = resolve(import.meta.dirname, '../dist');
  const worker = gunzipSync(readFileSync(join(dist, 'offline/service-worker.js.gz'))).toString();
  const files = JSON.parse(/const FILES = (\[.*?\]);/s.exec(worker)![1]!) as string[];
  const weight = (name: string) => {
    const path = join(dist, name === './' ? 'offline/index.html' : name);
    return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
  };
  note('offline: shell, rules, players', files.reduce((sum, name) => sum + weight(name), 0) / 1e6, 1.5, 'MB');
  const site = await Site.start();
  const usable = { page: [] as number[], table: [] as number[] };
  for (let tries = 0; tries < 3; tries += 1) {
    const { page, close } = await visitor(site);
    await page.goto('/', { waitUntil: 'commit' });
    const play = page.locator('[data-play=othello]');
    await play.waitFor();
    usable.page.push(await page.evaluate(() => performance.now()));
    const began = await page.evaluate(() => performance.now());
    await play.click();
    await page.locator('.cell.legal, [data-act=place]').first().waitFor();
    usable.table.push((await page.evaluate(() => performance.now())) - began);
    await close();
  }
  note('offline: usable', Math.min(...usable.page), 1500);
  note('offline: from there to a first game', Math.min(...usable.table), 1500);
  const { page, close } = await visitor(site, { settings: { animation: 'off' } });
  await throughSetup(page, 'nine-ball', 'random', undefined, '/#');
  const [surface, place] = [page.locator('[data-surface]'), at(page)];
  await page.locator('.nineball[data-mode=place], .nineball[data-mode=aim]').waitFor();
  if ((await place.look()).mode === 'place') {
    await actUntil('the cue ball to lie', place, () => surface.press('Enter'), ({ mode }) => mode === 'aim');
  }
  await surface.focus();
  const took: number[] = [];
  for (let step = 0; step < 200; step += 1) {
    await page.keyboard.press(step % 2 ? 'ArrowLeft' : 'Shift+ArrowRight');
    await until('the answer', async () => (await place.look()).asked === 0 && page.locator('.nineball:not([data-predicted=""])').count(), place);
    took.push(Number(await page.locator('.nineball').getAttribute('data-aim-ms')));
  }
  note('offline: answer to AIM, median', middle(took), 5);
  note('offline: answer to AIM, 99 of 100', middle(took, 0.99), 5);
  await close();
  await site.stop();
});
