import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, expectNoSideways, PHONE, settled, shoot, TestServer } from './harness.ts';
import { words as en } from '../src/games/nine-ball/words/en.ts';
import { words as ja } from '../src/games/nine-ball/words/ja.ts';
import { words as zhHant } from '../src/games/nine-ball/words/zh-Hant.ts';
import { FRAME_MS, stopClock } from './clock.ts';
import { againstComputer, describeGame, seatAll, type Driver } from './scripts.ts';
import { at, holdUntilHeard, until, type Standing } from './standing.ts';

const board = (page: Page) => page.locator('.nineball');
/** An easy pot of the 1, and shots of every other kind. A player who makes the pot stays at the table, so nobody else ever shoots. */
const EASY = '9b1 0:640,5 1:950,315 2:-870,-320 3:-260,-40 9:1080,210 aim:0 shot:1';

/** Every foul as worded in every language. */
const FOULS = [en, ja, zhHant].flatMap(({ foul, fouls, you }) => Object.values(fouls).flatMap((kind) => [you, 'Amara'].map((name) => foul(kind(7, 3, name)))));

async function waitForMode(page: Page, ...modes: string[]): Promise<string> {
  const found = await page.waitForFunction((wanted) => wanted.find((mode) => document.querySelector(`.nineball[data-mode=${mode}]`)), modes);
  return (await found.jsonValue())!;
}

/** Waits until the controls accept presses: those that have just appeared do not. */
async function rested(page: Page): Promise<void> {
  await page.locator('.nineball[data-rested="true"]').waitFor();
}

/** Advances only the page's own time until something is on the screen, however busy the machine is. */
async function passUntil(page: Page, selector: string): Promise<void> {
  await until(selector, async () => {
    if ((await page.locator(selector).count()) > 0) return true;
    await page.clock.runFor(FRAME_MS);
    return false;
  }, at(page));
}

/** The button that places, shoots or skips. */
const main = (page: Page, which: 'place' | 'shoot' | 'skip') => page.locator(`[data-main="${which}"]`);

async function pressMain(page: Page, which: 'place' | 'shoot' | 'skip'): Promise<void> {
  if (which !== 'skip') await rested(page);
  await main(page, which).click();
}

/** The shot being prepared. */
async function stroke(page: Page): Promise<{ aimUrad: number; speedMmS: number; sideMilli: number; topMilli: number; elevationUrad: number }> {
  return JSON.parse((await board(page).getAttribute('data-stroke'))!);
}

/** Waits until the shots of this position are known and the aim is the first of them. */
async function listed(page: Page): Promise<number> {
  await page.locator('.nineball[data-listed]').waitFor();
  return Number(await board(page).getAttribute('data-listed'));
}

/** The server's prediction for the current shot, once no question is on its way. */
async function predicted(page: Page): Promise<string> {
  return until('what is foretold', async () => ((await at(page).look()).asked === 0 ? board(page).getAttribute('data-predicted') : null), at(page));
}

/** Holds Enter until the shot is taken. */
async function shootByKey(page: Page): Promise<void> {
  const { keyboard } = page;
  const isTaken = (now: Standing, before: Standing) => now.version > before.version || now.mode !== before.mode;
  await holdUntilHeard(at(page), () => keyboard.down('Enter'), () => keyboard.up('Enter'), isTaken);
}

/** What is drawn on the table's canvas: the number of colours, and the share of the cloth's blue. */
async function coloursOf(page: Page): Promise<{ size: number; cloth: number }> {
  const picture = await page.locator('[data-surface]').screenshot();
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const ink = canvas.getContext('2d')!;
    ink.drawImage(image, 0, 0);
    const { data } = ink.getImageData(0, 0, image.width, image.height);
    const seen = new Set<number>();
    let cloth = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
      seen.add((red << 16) | (green << 8) | blue);
      if (blue > red + 20 && green > red + 10) cloth += 4;
    }
    return { size: seen.size, cloth: cloth / data.length };
  }, picture.toString('base64'));
}

/**
 * From this version of a table on, shots are taken from further down the list: after a cue ball that follows into the
 * pocket, the position may be the same as before.
 */
const LONG_GAME = 60;

/** Places the ball as proposed, or shoots as listed. */
async function move(page: Page): Promise<void> {
  const mode = await waitForMode(page, 'place', 'aim', 'choose');
  if (mode === 'choose') return page.locator('[data-choose="play"]').click();
  await rested(page);
  if (mode === 'place') return main(page, 'place').click();
  const count = await listed(page);
  const version = Number(await page.locator('[data-version]').getAttribute('data-version'));
  if (count > 0) {
    await page.locator('[data-tool="shots"]:visible, .offers .btn').filter({ hasText: /^(Choose a shot|ショットを選ぶ|選擇打法)?$/ }).first().click();
    await page.locator('[data-shot]').nth(version > LONG_GAME ? Math.floor(version / 2) % count : 0).click();
  } else if ((await main(page, 'shoot').count()) === 0) await page.locator('[data-track]').press('ArrowDown');
  await main(page, 'shoot').click();
}

/** The same without a pointer: Tab to the table, then hold Enter to shoot. */
async function moveByKeys(page: Page): Promise<void> {
  const mode = await waitForMode(page, 'place', 'aim', 'choose');
  const isAt = (selector: string) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
  const wanted = mode === 'choose' ? '[data-choose="play"]' : '[data-surface]';
  for (let tabs = 0; tabs < 60 && !(await isAt(wanted)); tabs += 1) await page.keyboard.press('Tab');
  if (mode === 'choose') return page.keyboard.press('Enter');
  await rested(page);
  if (mode === 'place') return page.keyboard.press('Enter');
  const count = await listed(page);
  const version = Number(await page.locator('[data-version]').getAttribute('data-version'));
  if (version > LONG_GAME) for (let next = 0; next < Math.floor(version / 2) % Math.max(1, count); next += 1) await page.keyboard.press('n');
  await shootByKey(page);
}

const potting: Driver = {
  game: 'nine-ball',
  seats: 2,
  level: 'potter',
  move,
  moveByKeys,
  mostMoves: 400,
  // A break may pot the nine.
  longer: { raceTo: 9 },
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

  it('is foretold, follows the pointer, the wheel and the keys, and is told in words', async () => {
    const player = await againstComputer(server, driver, { viewport: DESKTOP });
    const { page } = player;
    await waitForMode(page, 'aim');
    await listed(page);
    await rested(page);
    expect(await page.locator('[data-strength]').textContent()).toBe('break');
    await predicted(page);
    const before = await stroke(page);
    const box = (await page.locator('canvas.above').boundingBox())!;
    // Moving alone turns nothing; after a press the cue follows the pointer.
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.3);
    expect((await stroke(page)).aimUrad).toBe(before.aimUrad);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.7, { steps: 8 });
    await page.mouse.up();
    // From the head spot to a point below the middle: right of straight ahead.
    await expect.poll(async () => (await stroke(page)).aimUrad).toBeGreaterThan(5.5e6);
    const aimed = await stroke(page);
    await page.mouse.wheel(0, 100);
    await expect.poll(async () => (await stroke(page)).aimUrad - aimed.aimUrad).toBe(-1745);
    await page.locator('[data-surface]').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('w');
    await page.keyboard.press('e');
    await expect.poll(async () => (await stroke(page)).aimUrad - aimed.aimUrad).toBe(-1745 + 175);
    await expect.poll(() => page.locator('[data-spin-text]').textContent()).toBe('a little top');
    await expect.poll(() => page.locator('[data-elevation]').inputValue()).toBe('1');
    // A click on a ball aims at it: the rack is straight ahead.
    await page.mouse.click(box.x + box.width * 0.727, box.y + box.height / 2);
    await expect.poll(async () => Math.min((await stroke(page)).aimUrad, 6_283_186 - (await stroke(page)).aimUrad)).toBeLessThan(50_000);
    // No degrees beside the controls: they are in the details.
    expect(await page.locator('.nineball .controls').innerText()).not.toContain('°');
    expectNoErrors(player);
    await player.close();
  });

  it('begins with the cue ball placed, which can be moved behind the line', async () => {
    const player = await againstComputer(server, driver);
    const { page } = player;
    await waitForMode(page, 'aim');
    await rested(page);
    await page.locator('[data-surface]').focus();
    await page.keyboard.press('g');
    await waitForMode(page, 'place');
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Control+ArrowRight');
    // The same sentence is shown plainly before it becomes a warning.
    await page.locator('[data-strip="warn"]').filter({ hasText: 'behind the head string' }).waitFor();
    await shoot(page, 'nine-ball-refused');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+ArrowLeft');
    await page.locator('.nineball [data-strip="plain"]').waitFor();
    await rested(page);
    await page.keyboard.press('Enter');
    await waitForMode(page, 'aim');
    expectNoErrors(player);
    await player.close();
  });

  it('is never fired by a second click on Done, nor are Done and Shoot at one spot', async () => {
    for (const options of [{ viewport: DESKTOP }, { viewport: PHONE, isTouch: true }, { viewport: { width: 844, height: 390 }, isTouch: true }]) {
      const player = await againstComputer(server, driver, options);
      const { page } = player;
      await waitForMode(page, 'aim');
      await rested(page);
      await page.locator('[data-surface]').focus();
      await page.keyboard.press('g');
      await waitForMode(page, 'place');
      await rested(page);
      const done = (await main(page, 'place').boundingBox())!;
      await page.mouse.dblclick(done.x + done.width / 2, done.y + done.height / 2);
      await waitForMode(page, 'aim');
      await page.mouse.click(done.x + done.width / 2, done.y + done.height / 2);
      await rested(page);
      expect(await board(page).getAttribute('data-mode'), 'no shot was fired').toBe('aim');
      if ((await main(page, 'shoot').count()) === 0) await page.locator('[data-track]').press('ArrowDown');
      const shootBox = (await main(page, 'shoot').boundingBox())!;
      const isApart = done.x + done.width <= shootBox.x || shootBox.x + shootBox.width <= done.x || done.y + done.height <= shootBox.y || shootBox.y + shootBox.height <= done.y;
      expect(isApart, 'Done and Shoot are apart').toBe(true);
      expectNoErrors(player);
      await player.close();
    }
  });

  it('that fouls is told to its shooter, who is told what follows; the other places the ball beyond the head string', async () => {
    const { players, watcher } = await seatAll(server, driver);
    const [shooter, other] = players.map(({ page }) => page) as [Page, Page];
    await waitForMode(shooter, 'aim');
    await listed(shooter);
    await rested(shooter);
    await shooter.locator('[data-surface]').focus();
    // Straight back and softly, so that no ball is hit.
    for (let turn = 0; turn < 6; turn += 1) await shooter.keyboard.press('Control+ArrowLeft');
    for (let turn = 0; turn < 12; turn += 1) await shooter.keyboard.press('Control+ArrowLeft');
    await shooter.locator('[data-power]').fill('100');
    await pressMain(shooter, 'shoot');
    const strip = (page: Page) => page.locator('[data-verdict="foul"]');
    await strip(shooter).filter({ hasText: 'Foul: you hit no ball.' }).filter({ hasText: 'Ball in hand for Kenji.' }).waitFor();
    await strip(other).filter({ hasText: 'Foul: Dana hit no ball.' }).waitFor();
    // It stays until the next shot, however much time passes; meanwhile the other player places the ball far up the table.
    await waitForMode(other, 'place');
    const box = (await other.locator('canvas.above').boundingBox())!;
    await other.mouse.click(box.x + box.width * 0.55, box.y + box.height * 0.25);
    await pressMain(other, 'place');
    await waitForMode(other, 'aim');
    await expect.poll(async () => (await other.locator('.nineball ul.vh').innerText()).split('\n')[0]).toMatch(/cue ball: (middle|centre)/);
    expect(await strip(shooter).count()).toBe(1);
    await expectAccessible(shooter);
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  it('is chosen from a list that has pots first and no fouls, and is there again when it is taken back', async () => {
    const player = await againstComputer(server, { ...driver, position: EASY }, { viewport: DESKTOP });
    const { page } = player;
    const ORDER = ['pot', 'combination', 'safe', 'kick'];
    await waitForMode(page, 'aim');
    await listed(page);
    await rested(page);
    const openList = async () => {
      await page.locator('[data-surface]').focus();
      await page.keyboard.press('f');
      await page.locator('[data-shots="known"]').waitFor();
    };
    await openList();
    const all = await page.locator('[data-shot]').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.kind!));
    expect(all.map((kind) => ORDER.indexOf(kind))).toEqual([...all.map((kind) => ORDER.indexOf(kind))].sort((a, b) => a - b));
    expect([...new Set(all)], 'every kind of shot').toEqual(ORDER);
    await expectAccessible(page);
    await page.locator('[data-shot]').last().click();
    await predicted(page);
    expect(await page.locator('.nineball [data-strip="warn"]').count()).toBe(0);
    // The pot, corrected by hand, then played, then taken back.
    await openList();
    await page.locator('[data-shot]').first().click();
    await page.locator('[data-surface]').focus();
    for (const key of ['w', 'w', 'a', 'e', 'ArrowUp', 'Shift+ArrowLeft']) await page.keyboard.press(key);
    const played = await stroke(page);
    await pressMain(page, 'shoot');
    await expect.poll(async () => board(page).getAttribute('data-stroke')).not.toBe(JSON.stringify(played));
    await page.getByRole('button', { name: /Take ?back/i }).first().click();
    await expect.poll(async () => (await board(page).getAttribute('data-mode')) === 'aim' && JSON.stringify(await stroke(page))).toBe(JSON.stringify(played));
    expectNoErrors(player);
    await player.close();
  });

  it('is shown again in slow motion, and its result can be skipped to', async () => {
    const settings = { animation: 'normal' };
    const player = await againstComputer(server, { ...driver, position: EASY }, { settings }, ({ page }) => page.clock.install());
    const { page } = player;
    await waitForMode(page, 'aim');
    await listed(page);
    await rested(page);
    await stopClock(page);
    await main(page, 'shoot').click();
    await passUntil(page, '.nineball[data-mode=beat]');
    await main(page, 'skip').click();
    await passUntil(page, '[data-verdict]');
    await page.locator('[data-surface]').focus();
    await page.keyboard.press('r');
    await passUntil(page, '.nineball[data-mode=replay]');
    await page.getByRole('button', { name: 'Quarter speed' }).click();
    await shoot(page, 'nine-ball-replay');
    await page.locator('[data-surface]').focus();
    await page.keyboard.press('Escape');
    await passUntil(page, '.nineball[data-mode=aim]');
    expectNoErrors(player);
    await player.close();
  });

  it('is pushed out after the break, and the other player chooses', async () => {
    // The break is over, and nothing is near the cue ball.
    const position = '9b1 0:-520,-210 1:300,200 3:420,395 9:635,0 aim:0 shot:1 push';
    const { players, watcher } = await seatAll(server, { ...driver, options: { pushOut: true }, position });
    const [dana, kenji] = [players[0]!.page, players[1]!.page];
    await waitForMode(dana, 'aim');
    await listed(dana);
    await dana.locator('[data-push]').check();
    await dana.locator('[data-surface]').focus();
    // So softly that nothing is hit.
    await until('a soft stroke', async () => (await stroke(dana)).speedMmS <= 300 || (await dana.keyboard.press('ArrowDown'), false), at(dana));
    await pressMain(dana, 'shoot');
    await waitForMode(kenji, 'choose');
    await expectAccessible(kenji);
    await shoot(kenji, 'nine-ball-choice');
    await kenji.locator('[data-choose="give"]').click();
    await waitForMode(dana, 'aim');
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  it('shows each player where the other aims', async () => {
    const { players, watcher } = await seatAll(server, driver);
    const [dana, kenji] = [players[0]!.page, players[1]!.page];
    if ((await waitForMode(dana, 'place', 'aim')) === 'place') await pressMain(dana, 'place');
    await waitForMode(dana, 'aim');
    await rested(dana);
    const theirs = (page: Page) => board(page).getAttribute('data-their-aim');
    const first = await until('the aim of the other', () => theirs(kenji), at(kenji));
    await dana.locator('[data-surface]').focus();
    await until('the cue to turn', async () => {
      await dana.keyboard.press('Control+ArrowLeft');
      return (await theirs(kenji)) !== first;
    }, at(kenji));
    const { aimUrad } = await stroke(dana);
    for (const page of [kenji, watcher.page]) await expect.poll(async () => Math.abs(Number(await theirs(page)) - aimUrad / 1e6) < 0.001).toBe(true);
    expect(await theirs(dana), 'the own aim is no news').toBeNull();
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  it('draws a hint on the cloth: a ring around the ball, then the way to it', async () => {
    // A hint disappears after some time of the page, so its clock is stopped.
    const player = await againstComputer(server, driver, { viewport: DESKTOP }, ({ page }) => page.clock.install());
    const { page } = player;
    if ((await waitForMode(page, 'place', 'aim')) === 'place') await pressMain(page, 'place');
    await waitForMode(page, 'aim');
    await stopClock(page);
    /** The share of the picture in the colour of hints. */
    const blue = () =>
      page.locator('canvas.above').evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at] === 0x15 && data[at + 1] === 0x50 && data[at + 2] === 0xc8) count += 1;
        return count;
      });
    expect(await blue()).toBe(0);
    await page.locator('[data-act=hint]').click();
    await page.locator('.nineball[data-hint=where]').waitFor();
    const ring = await until('a ring', async () => (await page.clock.runFor(FRAME_MS), blue()), at(page));
    await page.locator('[data-act=hint]').click();
    await page.locator('.nineball[data-hint=what]').waitFor();
    await until('the way', async () => (await page.clock.runFor(FRAME_MS), (await blue()) > ring * 1.2), at(page));
    await shoot(page, 'nine-ball-hint');
    expectNoErrors(player);
    await player.close();
  });

  it('is seen in three dimensions, whose library comes only then', async () => {
    const player = await againstComputer(server, driver, { viewport: DESKTOP });
    const { page } = player;
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await waitForMode(page, 'aim');
    await rested(page);
    expect(loaded.filter((url) => url.includes('View3D'))).toEqual([]);
    await page.locator('[data-surface]').focus();
    await page.keyboard.press('v');
    await page.locator('[data-scene="ready"]').waitFor();
    await expect.poll(() => loaded.filter((url) => url.includes('View3D')).length).toBeGreaterThan(0);
    await until('a picture of the room, a good part of which is cloth', async () => {
      const { size, cloth } = await coloursOf(page);
      return size > 200 && cloth > 0.15;
    }, at(page));
    await shoot(page, 'nine-ball-3d');
    await page.keyboard.press('v');
    await page.locator('canvas.above').waitFor();
    expectNoErrors(player);
    await player.close();
  });

  it('fits phones, upright and on the side: nothing lies over the cloth, everything can be reached', async () => {
    for (const viewport of [PHONE, { width: 844, height: 390 }]) {
      const player = await againstComputer(server, { ...driver, position: EASY }, { viewport, isTouch: true });
      const { page } = player;
      await waitForMode(page, 'aim');
      // The track appears after the table.
      await page.locator('[data-track]').waitFor();
      await expectNoSideways(page);
      await expectAccessible(page);
      await settled(page);
      const cloth = (await page.locator('canvas.below').boundingBox())!;
      const strip = (await page.locator('.nineball [data-strip]').boundingBox())!;
      expect(strip.y + strip.height, 'the strip is above the table').toBeLessThanOrEqual(cloth.y + 1);
      await move(page);
      await page.locator('[data-verdict]').waitFor();
      await settled(page);
      expect(await page.locator('.nineball [data-strip]').boundingBox(), 'it does not move when it speaks').toEqual(strip);
      const over = await page.evaluate(() => {
        const { left, top, width, height } = document.querySelector('canvas.below')!.getBoundingClientRect();
        const points = [0.04, 0.25, 0.5, 0.75, 0.96].flatMap((x) => [0.03, 0.25, 0.5, 0.75, 0.97].map((y) => [left + x * width, top + y * height] as const));
        return points.map(([x, y]) => document.elementFromPoint(x, y)!.className).filter((name) => !String(name).includes('above'));
      });
      expect(over, 'nothing lies over balls and pockets').toEqual([]);
      const cut = await page.evaluate((sentences) => {
        const strip = document.querySelector<HTMLElement>('.nineball [data-strip]')!;
        const title = strip.querySelector('b')!;
        const said = title.textContent;
        // A foul is preceded by an icon.
        const room = strip.clientWidth - 2 * 8 - 20 - 8;
        const isCut = (sentence: string) => {
          title.textContent = sentence;
          return title.scrollWidth > room;
        };
        const found = sentences.filter(isCut);
        title.textContent = said;
        return found;
      }, FOULS);
      expect(cut, 'every foul is told in full').toEqual([]);
      await shoot(page, viewport === PHONE ? 'nine-ball-upright' : 'nine-ball-landscape');
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('.nineball button, .nineball [role=slider]')]
          .map((node) => ({ box: node.getBoundingClientRect(), name: node.getAttribute('aria-label') ?? node.textContent }))
          .filter(({ box }) => box.width > 0 && (box.width < 44 || box.height < 44 || box.bottom > innerHeight || box.right > innerWidth))
          .map(({ name, box }) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`),
      );
      expect(small).toEqual([]);
      expectNoErrors(player);
      await player.close();
    }
  });

  it('is pulled on the track: a tap sets the power, back to the top cancels, a short pull is no break', async () => {
    const player = await againstComputer(server, driver, { viewport: PHONE, isTouch: true });
    const { page } = player;
    await waitForMode(page, 'aim');
    await listed(page);
    await rested(page);
    await page.locator('[data-track]').waitFor();
    await settled(page);
    const track = (await page.locator('[data-track]').boundingBox())!;
    const pull = async (from: number, to: number) => {
      const x = track.x + track.width / 2;
      await page.mouse.move(x, track.y + from * track.height);
      await page.mouse.down();
      await page.mouse.move(x, track.y + to * track.height, { steps: 6 });
      await page.mouse.up();
    };
    expect(await main(page, 'shoot').count()).toBe(0);
    const version = () => page.locator('[data-version]').getAttribute('data-version');
    const before = await version();
    await pull(0.5, 0.01);
    await pull(0.02, 0.15);
    expect(await version(), 'neither was a shot').toBe(before);
    await page.mouse.click(track.x + track.width / 2, track.y + 0.55 * track.height);
    await expect.poll(() => page.locator('[data-strength]').textContent()).toBe('firm');
    expect((await stroke(page)).speedMmS).toBeGreaterThan(3400);
    expect((await stroke(page)).speedMmS).toBeLessThan(4000);
    await main(page, 'shoot').waitFor();
    // Spin has a sheet with a ball three times as large.
    await page.locator('[data-spin-open]').click();
    await page.locator('[data-spin]').waitFor();
    await settled(page);
    const large = (await page.locator('[data-spin]').boundingBox())!;
    expect(large.width).toBeGreaterThanOrEqual(3 * 74);
    await page.mouse.click(large.x + large.width / 2, large.y + large.height * 0.28);
    await page.locator('[data-spin-text]').filter({ hasText: 'full top' }).waitFor();
    await page.locator('dialog footer .btn').click();
    // A double click must not select a word on the track: the next pull would drag it instead of the cue.
    await page.mouse.dblclick(track.x + track.width / 2, track.y + 20);
    expect(await page.evaluate(() => String(getSelection()))).toBe('');
    await pull(20 / track.height, 0.8);
    await expect.poll(version).not.toBe(before);
    expectNoErrors(player);
    await player.close();
  });
});
