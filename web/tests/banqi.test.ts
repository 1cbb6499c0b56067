import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MARKS } from '../src/games/banqi/marks.ts';
import { ALL } from '../src/games/banqi/sets/index.ts';
import { closeBrowser, expectAccessible, expectNoErrors, PHONE, settled, TestServer } from './harness.ts';
import { describeGame, play, seatAll, type Driver } from './scripts.ts';
import { noticing } from './noticing.ts';
import { choosePreset, sitDown } from './opening.ts';
import { at, until } from './standing.ts';

/** Captures if possible, otherwise flips, otherwise moves, so that matches end. */
async function move(page: Page): Promise<void> {
  const hunter = page.locator('.cell[data-takes]').first();
  if ((await hunter.count()) > 0) {
    await hunter.click();
    return page.locator('.cell.target').first().click();
  }
  const flip = page.locator('.cell.flips').first();
  if ((await flip.count()) > 0) return flip.click();
  const pieces = page.locator('.cell.can');
  const piece = pieces.nth(Math.floor(Math.random() * (await pieces.count())));
  await piece.click();
  const places = page.locator('.cell:has(.dot)');
  await places.nth(Math.floor(Math.random() * (await places.count()))).click();
}

async function moveByKeys(page: Page): Promise<void> {
  const isInside = () => page.evaluate(() => document.activeElement?.matches('[role=gridcell]') ?? false);
  for (let tabs = 0; tabs < 40 && !(await isInside()); tabs += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  if ((await page.locator('[role=gridcell][aria-selected=true]').count()) > 0) {
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
  }
}

const driver: Omit<Driver, 'seats' | 'options'> = {
  game: 'banqi',
  level: 'random',
  move,
  moveByKeys,
  mostMoves: 700,
  // The remaining pieces are written in the letters of the notation.
  latin: /Baize|\b[KGMRHCP]{2,}\b/gi,
};

// Every rule set with its usual rules, which end every match: it is drawn after a certain number of quiet actions.
for (const [index, { id, seats, presets }] of ALL.entries()) {
  const [usual] = presets;
  describeGame({
    ...driver,
    name: index === 0 ? undefined : `banqi-${id}`,
    seats,
    options: { ...usual!.options },
    setUp: async (page) => {
      await page.locator(`input[name=mode][value=${id}]`).check({ force: true });
      if (presets.length > 1) await choosePreset(page, usual!.id);
    },
  });
}

describe('sides and draws', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });
  const offer = '[data-act=draw]';
  const notice = '.notice';

  it('the sign of a side on its plate has the colour and the shape of that side', async () => {
    const player = await sitDown(server, { game: 'banqi', players: [null, 'random'] }, { settings: { animation: 'off' } });
    const { page } = player;
    await play([player], move, 1);
    const signs = () =>
      page.locator('.plate:has([data-side])').evaluateAll((plates) =>
        plates.map((plate) => {
          const sign = plate.querySelector<SVGElement>('[data-side]')!;
          return [plate.querySelector<HTMLElement>('.role')!.innerText, `${sign.getAttribute('fill')} ${sign.dataset.side}`];
        }).sort(),
      );
    // The flip counts before it is drawn.
    await expect.poll(signs).toEqual([['Black', `${MARKS.black.colour} square`], ['Red', `${MARKS.red.colour} disc`]]);
    expectNoErrors(player);
    await player.close();
  });

  it('the board of a phone is as large with many captured pieces and long notes as at the start', async () => {
    const heights: number[] = [];
    const start = 'c ????/????/????/????/????/????/????/???? 1 -- - - -,- 0';
    const middle = 'c 1Mrk/M1?1/1R1P/p?G1/p??1/GK1?/hg2/3h 1 rb - - mrcppp,RHCCPPP 40';
    for (const position of [start, middle]) {
      const player = await sitDown(server, { game: 'banqi', players: [null, 'random'], position, hints: false }, { viewport: PHONE, settings: { animation: 'off' } });
      const grid = player.page.locator('[role=grid]');
      await player.page.locator('[data-turn=true][data-moving=false]').waitFor();
      if (position === middle) await expect.poll(() => player.page.locator('.plate .tray').count(), { message: 'both have taken something' }).toBe(2);
      await settled(player.page);
      heights.push((await grid.boundingBox())!.height);
      expectNoErrors(player);
      await player.close();
    }
    expect(heights[1]).toBe(heights[0]);
  });

  it('a press on the number in the title of a phone tells what it counts', async () => {
    const player = await sitDown(server, { game: 'banqi', options: { noProgress: 60 }, players: [null, 'random'] }, { viewport: PHONE, settings: { animation: 'off' } });
    await player.page.locator('[data-counter]').click();
    await player.page.locator('.plate', { hasText: 'A draw in 60 if nobody flips or takes' }).waitFor();
    expectNoErrors(player);
    await player.close();
  });

  it('a draw is offered, declined, and not offered again at once; then the other side offers, and it is agreed on', async () => {
    const { players, watcher } = await seatAll(server, { ...driver, seats: 2, options: {} });
    const [one, two] = players.map(({ page }) => page) as [Page, Page];
    await one.locator(offer).click();
    await expect.poll(() => one.locator(notice).textContent()).toContain('You offered a draw.');
    await expect.poll(() => two.locator(notice).textContent()).toContain('offers a draw.');
    await two.locator(notice).getByRole('button', { name: 'Decline' }).click();
    await one.locator(notice).waitFor({ state: 'detached' });
    await expect.poll(() => one.locator('aside li').allTextContents()).toContainEqual(expect.stringContaining('declines.'));
    const wasRefused = await noticing(one, '[data-refusal]', /You offered a draw not long ago\./);
    await one.locator(offer).click();
    await until('the refusal', wasRefused, at(one));
    await two.locator(offer).click();
    await expectAccessible(one);
    await one.locator(notice).getByRole('button', { name: 'Agree' }).click();
    for (const page of [one, two, watcher.page]) {
      await page.locator('[data-result]').waitFor();
      expect(await page.locator('[data-result]').textContent()).toBe('Draw');
      expect(await page.locator('[data-reason]').textContent()).toBe(page === watcher.page ? 'The players agreed on a draw.' : 'You agreed on a draw.');
    }
    expectNoErrors(...players);
    await Promise.all([...players, watcher].map((each) => each.close()));
  });

  it('a computer that sees no reason declines, where one looks, on a phone too', async () => {
    const player = await sitDown(server, { game: 'banqi', options: {}, players: [null, 'random'], personas: [null, 'bruno'] }, { viewport: PHONE });
    const { page } = player;
    await page.locator('[data-phase=playing]').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    const wasDeclined = await noticing(page, '[data-bubble="1"]', /Bruno declines\./);
    await page.locator(offer).click();
    await until('Bruno to decline', wasDeclined, at(page));
    expectNoErrors(player);
    await player.close();
  });
});
