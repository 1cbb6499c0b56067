/**
 * The README's pictures: real games against the real server, a few moves each; and the preview pictures of links to
 * tables. `npm run pictures` makes them all anew.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GAME_IDS } from '../src/games/list.ts';
import { closeBrowser, DESKTOP, PHONE, TestServer, visitor, type Visitor, type VisitorOptions } from './harness.ts';
import { openRules, openTable } from './opening.ts';
import { againstComputer, play, type Driver } from './scripts.ts';

const FOLDER = resolve(import.meta.dirname, '../../docs/pictures');
const MOST_BYTES = 200_000;
const READY = '[data-phase=playing][data-turn=true][data-moving=false]';

type Scene = Pick<Driver, 'game' | 'level' | 'setUp' | 'move'>;

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(async () => {
  await closeBrowser();
  await server.stop();
});

/** Sits down at a table. */
function sit(scene: Scene, options: VisitorOptions = {}): Promise<Visitor> {
  const driver: Driver = { seats: 2, mostMoves: 0, moveByKeys: scene.move, ...scene };
  return againstComputer(server, driver, { settings: { animation: 'off', name: 'Dana' }, ...options });
}

/** Saves what the page shows as WebP, encoded by the browser itself, and leaves. */
async function keep({ page, errors, close }: Visitor, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.evaluate(() => document.fonts.ready);
  const shot = (await page.screenshot({ animations: 'disabled' })).toString('base64');
  const artist = await page.context().newPage();
  const picture = await artist.evaluate(async (shot) => {
    const image = new Image();
    image.src = `data:image/png;base64,${shot}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d')!.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.9).split(',')[1]!;
  }, shot);
  const bytes = Buffer.from(picture, 'base64');
  expect(bytes.length, 'a reader on a slow line waits for it').toBeLessThan(MOST_BYTES);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.webp`), bytes);
  expect(errors).toEqual([]);
  await close();
}

/** The folder of the heads and pictures for link previews. */
const PREVIEWS = resolve(import.meta.dirname, '../public/about');
/** The space that link previews have. */
const PREVIEW = { width: 1200, height: 630 };
const MOST_PREVIEW_BYTES = 150_000;

for (const game of GAME_IDS) {
  it(`what stands beside a link to a table of ${game}`, async () => {
    const { page, close } = await visitor(server, { viewport: PREVIEW });
    await page.goto('/');
    await page.locator(`.picture.${game} > *`).first().waitFor();
    await page.evaluate((game) => {
      const picture = document.querySelector<HTMLElement>(`.picture.${game}`)!;
      document.body.replaceChildren(picture);
      picture.style.cssText = 'position: fixed; inset: 0; width: 100vw; max-width: none; height: 100vh; aspect-ratio: auto';
    }, game);
    await page.evaluate(() => document.fonts.ready);
    const bytes = await page.screenshot({ type: 'jpeg', quality: 74, animations: 'disabled' });
    expect(bytes.length).toBeLessThan(MOST_PREVIEW_BYTES);
    mkdirSync(PREVIEWS, { recursive: true });
    writeFileSync(join(PREVIEWS, `${game}.jpg`), bytes);
    await close();
  });
}

/** Opens a table that anybody may join. */
async function host(game: string, name: string): Promise<void> {
  await openTable(server, { game, name, isPublic: true });
}

it('home', async () => {
  await host('othello', 'Mei');
  const guest = await visitor(server, { viewport: DESKTOP });
  await guest.page.goto('/');
  await guest.page.locator('main').waitFor();
  await guest.page.waitForLoadState('networkidle');
  await keep(guest, 'home');
});

it('othello', async () => {
  const move = async (page: Page) => {
    const squares = page.locator('.cell.legal');
    await squares.nth(Math.floor((await squares.count()) / 2)).click();
  };
  const player = await sit({ game: 'othello', level: 'medium', move });
  await play([player], move, 12);
  await player.page.locator(READY).waitFor();
  await keep(player, 'othello');
});

it('banqi', async () => {
  // Captures if possible, otherwise flips.
  const move = async (page: Page) => {
    const hunter = page.locator('.cell[data-takes]').first();
    if ((await hunter.count()) === 0) return page.locator('.cell.flips').first().click();
    await hunter.click();
    await page.locator('.cell.target').first().click();
  };
  const player = await sit({ game: 'banqi', level: 'random', move });
  await play([player], move, 11);
  await player.page.locator(READY).waitFor();
  await keep(player, 'banqi');
});

it('nine', async () => {
  const move = async (page: Page) => {
    const cards = page.locator('.pick.available:not([aria-disabled=true])');
    await cards.nth(Math.floor((await cards.count()) / 2)).click();
    await page.locator('[data-confirm]').click();
  };
  const player = await sit({ game: 'nine', level: 'medium', move });
  await play([player], move, 4);
  await player.page.locator('[data-stage=rest]').waitFor();
  await move(player.page);
  await player.page.locator('[data-stage=result]').waitFor();
  await keep(player, 'nine');
});

it('may-i', async () => {
  const act = (page: Page, name: string) => page.locator(`[data-act=${name}]`);
  const move = async (page: Page) => {
    const stock = page.locator('[data-pile=stock][aria-disabled=false]');
    if ((await act(page, 'allow').count()) > 0) return act(page, 'allow').click();
    if ((await stock.count()) > 0) return stock.click();
    await page.locator('[data-card]').last().click();
    await act(page, 'discard').click();
  };
  const player = await sit({ game: 'may-i', level: 'greedy', move });
  const { page } = player;
  // Until somebody has laid down and a card was drawn, so that there is something to plan.
  const isShowing = async () => (await page.locator('[data-meld]').count()) > 0 && (await page.locator('[data-act=discard]').count()) > 0;
  for (let moves = 0; moves < 60 && !(await isShowing()); moves += 1) {
    await play([player], move, 1);
    await page.locator(READY).waitFor();
  }
  await act(page, 'sort').click();
  await act(page, 'suggest').click();
  await page.locator('[data-planned]').first().waitFor();
  await keep(player, 'may-i');
});

/** Places the cue ball, or shoots with the current aim. */
async function strike(page: Page): Promise<void> {
  await page.locator('.nineball[data-rested=true]').waitFor();
  await page.locator('[data-surface]').focus();
  if ((await page.locator('[data-mode=place]').count()) > 0) return page.keyboard.press('Enter');
  await page.keyboard.press('Enter', { delay: 400 });
}

for (const [name, viewport] of [['nine-ball', DESKTOP], ['nine-ball-phone', PHONE]] as const) {
  it(name, async () => {
    // A single rack may be over before there is something to show.
    const setUp = async (page: Page) => {
      await openRules(page);
      await page.getByLabel('Length of the match').selectOption({ label: 'Race to 5' });
    };
    const player = await sit({ game: 'nine-ball', level: 'random', setUp, move: strike }, { viewport });
    const { page } = player;
    await play([player], strike, 2);
    // Plays on until the next shot of the list would pot a ball.
    const drops = page.locator('.nineball[data-mode=aim]:not([data-predicted=none])');
    for (let shots = 0; shots < 40; shots += 1) {
      await page.locator(READY).waitFor();
      if ((await page.locator('[data-mode=aim]').count()) > 0) {
        await page.locator('[data-surface]').focus();
        await page.keyboard.press('n');
        await page.locator('.nineball:not([data-predicted=""])').waitFor();
        if ((await drops.count()) > 0) break;
      }
      await play([player], strike, 1);
    }
    await drops.waitFor();
    await keep(player, name);
  });
}
