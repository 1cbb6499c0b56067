import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, expectNoSideways, PHONE, shoot, TestServer, visitor } from './harness.ts';
import { againstComputer, describeGame, play, seatAll, type Driver } from './scripts.ts';
import { at, holdUntilHeard, until, type Standing } from './standing.ts';

const board = (page: Page) => page.locator('.nineball');

async function waitForMode(page: Page, ...modes: string[]): Promise<string> {
  await page.waitForFunction((wanted) => wanted.includes((document.querySelector('.nineball') as HTMLElement)?.dataset.mode ?? ''), modes);
  return (await board(page).getAttribute('data-mode'))!;
}

/** The button that places or shoots: on the board, or in the action bar of a phone. */
async function pressMain(page: Page, label: string): Promise<void> {
  await page.locator('.nineball [data-main]:visible, .bar .btn.primary:visible').filter({ hasText: label }).first().click();
}

/** What the server foretells of the shot as it stands, once nothing is asked any more. */
async function predicted(page: Page): Promise<string> {
  return until('what is foretold', async () => ((await at(page).look()).asked === 0 ? board(page).getAttribute('data-predicted') : null), at(page));
}

/** Holds Enter until the shot is taken. */
async function shootByKey(page: Page): Promise<void> {
  const { keyboard } = page;
  const isTaken = (now: Standing, before: Standing) => now.version > before.version || now.mode !== before.mode;
  await holdUntilHeard(at(page), () => keyboard.down('Enter'), () => keyboard.up('Enter'), isTaken);
}

const LABELS = /^(Shoot|Place|Place the cue ball|撞く|手球を置く|出桿|擺放母球)$/;

/** From this version of a table on, shots are tried that should not drop, too. */
const LONG_GAME = 60;

/** Places the ball where it is proposed, or takes a shot of the list that drops: not always the same one, for after a cue ball
    that follows into the pocket everything may lie as before. */
async function move(page: Page): Promise<void> {
  const mode = await waitForMode(page, 'place', 'aim', 'choose');
  const main = page.locator('.nineball [data-main]:visible, .bar .btn.primary:visible').filter({ hasText: LABELS }).first();
  if (mode === 'choose') return page.locator('[data-choose="play"]').click();
  if (mode === 'place') return main.click();
  const isBreak = (await page.locator('[data-power]').getAttribute('aria-valuetext'))?.startsWith('9');
  if (!isBreak) {
    const list = page.locator('[data-tool="shots"]:visible, .offers .btn').filter({ hasText: /^(Choose a shot|ショットを選ぶ|選擇打法)?$/ });
    await list.first().click();
    const rows = page.locator('[data-shot]');
    await rows.first().waitFor();
    await page.waitForFunction(() => document.querySelector('[data-shot]:not([data-verdict])') === null);
    const version = Number(await page.locator('[data-version]').getAttribute('data-version'));
    const drops = page.locator('[data-shot][data-verdict="drops"]');
    const clear = page.locator('[data-shot][data-verdict="clear"]');
    const shots = version > LONG_GAME ? rows : (await drops.count()) > 0 ? drops : (await clear.count()) > 0 ? clear : rows;
    await shots.nth(Math.floor(version / 2) % (await shots.count())).click();
    await predicted(page);
  }
  await main.click();
}

/** The same without a pointer: to the table with Tab, shots with N, Enter held to shoot. */
async function moveByKeys(page: Page): Promise<void> {
  const mode = await waitForMode(page, 'place', 'aim', 'choose');
  const isAt = (selector: string) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  const wanted = mode === 'choose' ? '[data-choose="play"]' : '[data-surface]';
  for (let tabs = 0; tabs < 60 && !(await isAt(wanted)); tabs += 1) await page.keyboard.press('Tab');
  if (mode !== 'aim') return page.keyboard.press('Enter');
  for (let tries = 0; tries < 5; tries += 1) {
    await page.keyboard.press('n');
    if ((await predicted(page)) !== 'none') break;
  }
  await shootByKey(page);
}

const potting: Driver = {
  game: 'nine-ball',
  seats: 2,
  level: 'potter',
  move,
  moveByKeys,
  mostMoves: 400,
  latin: /Baize|Dana|Kenji|Shift|Ctrl|Enter|Push-out|mm\b|m\/s|2D|3D/g,
};

describeGame(potting);

describe('a shot', () => {
  /** An opponent who does not run the table. */
  const driver: Driver = { ...potting, level: 'random' };
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('is foretold, follows the drag and the keys, and says when it would be a foul', async () => {
    const player = await againstComputer(server, driver);
    const { page } = player;
    await move(page);
    await waitForMode(page, 'aim');
    await page.locator('[data-surface]').focus();
    // Every turn of the aim is answered, and the newest answer stands.
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press(step % 2 ? 'ArrowLeft' : 'Shift+ArrowRight');
      await predicted(page);
    }
    const degrees = async () => Number((await page.locator('[data-aim-text]').textContent())!.replace('°', ''));
    const before = await degrees();
    const box = (await page.locator('canvas.above').boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 8 });
    await page.mouse.up();
    expect(Math.abs((await degrees()) - before)).toBeGreaterThan(5);
    await page.mouse.wheel(0, 100);
    await page.locator('[data-surface]').focus();
    await page.keyboard.press('w');
    await page.keyboard.press('e');
    expect(await page.locator('[data-spin-text]').textContent()).toBe('0.05 top');
    expect(await page.locator('[data-elevation]').inputValue()).toBe('1');
    expectNoErrors(player);
    await player.close();
  });

  it('begins with a ball in hand that cannot lie everywhere', async () => {
    const player = await againstComputer(server, driver);
    const { page } = player;
    await waitForMode(page, 'place');
    await page.locator('[data-surface]').focus();
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Control+ArrowRight');
    await page.locator('.bubble').filter({ hasText: 'behind the head string' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('[data-refusal]').filter({ hasText: 'behind the head string' }).waitFor();
    await shoot(page, 'nine-ball-refused');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+ArrowLeft');
    await page.locator('.bubble').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await waitForMode(page, 'aim');
    // It may be taken up again until the shot.
    await page.keyboard.press('g');
    await waitForMode(page, 'place');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Enter');
    await waitForMode(page, 'aim');
    expectNoErrors(player);
    await player.close();
  });

  it('is shown again in slow motion, and its result can be skipped to', async () => {
    const player = await againstComputer(server, driver, { settings: { animation: 'normal' } });
    const { page } = player;
    await moveByKeys(page);
    await waitForMode(page, 'aim');
    await pressMain(page, 'Shoot');
    await waitForMode(page, 'beat');
    await pressMain(page, 'Skip to result');
    await page.locator('[data-verdict]').first().waitFor();
    // The other side may shoot at any moment, and while a shot runs nothing is shown again.
    await expect
      .poll(
        async () => {
          await page.locator('[data-surface]').focus();
          await page.keyboard.press('r');
          return board(page).getAttribute('data-mode');
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe('replay');
    await page.getByRole('button', { name: 'Quarter speed' }).click();
    await shoot(page, 'nine-ball-replay');
    await page.locator('[data-surface]').focus();
    await page.keyboard.press('Escape');
    await waitForMode(page, 'aim', 'place', 'watch', 'beat');
    expectNoErrors(player);
    await player.close();
  });

  it('is pushed out after the break, and the other player chooses', async () => {
    const wpa: Driver = { ...driver, options: { legalBreak: true, pushOut: true, threeFouls: true } };
    const { players, watcher } = await seatAll(server, wpa);
    let hasPushed = false;
    let hasChosen = false;
    const pusher = async (page: Page) => {
      const mode = await waitForMode(page, 'place', 'aim', 'choose');
      if (mode === 'choose') {
        await expectAccessible(page);
        await shoot(page, 'nine-ball-choice');
        hasChosen = true;
        return page.locator('[data-choose="give"]').click();
      }
      const push = page.locator('[data-push]');
      if (mode === 'aim' && (await push.count()) > 0) {
        await push.check();
        hasPushed = true;
        return pressMain(page, 'Shoot');
      }
      return move(page);
    };
    await play(players, pusher, 60, () => hasChosen);
    // A break may end in a foul; then there is nothing to push.
    expect(hasChosen || !hasPushed).toBe(true);
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  it('is seen in three dimensions, whose library comes only then', async () => {
    const player = await againstComputer(server, driver, { viewport: DESKTOP });
    const { page } = player;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await move(page);
    await waitForMode(page, 'aim');
    expect(loaded.filter((url) => url.includes('View3D'))).toEqual([]);
    await page.locator('[data-surface]').focus();
    await page.keyboard.press('v');
    await page.locator('[data-scene="ready"], [data-refusal]').first().waitFor();
    expect(loaded.filter((url) => url.includes('View3D')).length).toBeGreaterThan(0);
    await page.waitForTimeout(500);
    await shoot(page, 'nine-ball-3d');
    // A browser that cannot draw in 3D goes back by itself.
    if ((await page.locator('[data-scene]').count()) > 0) await page.keyboard.press('v');
    await page.locator('canvas.above').waitFor();
    await player.close();
  });

  it('fits a phone on its side', async () => {
    const player = await visitor(server, { viewport: { width: 844, height: 390 }, isTouch: true, settings: { animation: 'off' } });
    const { page } = player;
    await page.goto('/games/nine-ball?with=computer');
    await page.locator('form button[type=submit]').click();
    await page.locator('.nineball').waitFor();
    await play([player], move, 2);
    await expectNoSideways(page);
    await expectAccessible(page);
    await shoot(page, 'nine-ball-landscape');
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('.nineball button, .nineball [role=slider]')]
        .map((node) => ({ box: node.getBoundingClientRect(), name: node.getAttribute('aria-label') ?? node.textContent }))
        .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44 || box.bottom > innerHeight || box.right > innerWidth))
        .map(({ name, box }) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`),
    );
    expect(small).toEqual([]);
    expectNoErrors(player);
    await player.close();
  });

  it('is played by touch', async () => {
    const player = await againstComputer(server, driver, { viewport: PHONE });
    const { page } = player;
    await waitForMode(page, 'place');
    const box = (await page.locator('canvas.above').boundingBox())!;
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height * 0.9);
    await waitForMode(page, 'aim');
    await page.touchscreen.tap(box.x + box.width * 0.3, box.y + box.height * 0.4);
    await predicted(page);
    expectNoErrors(player);
    await player.close();
  });
});
