/** May I? in real browsers: the scripts of all games, and what only this game has. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, expectNoErrors, expectNoSideways, PHONE, shoot, TestServer, visitor, waitForPhase } from './harness.ts';
import { againstComputer, describeGame, play, seatAll, type Driver } from './scripts.ts';
import { at, until } from './standing.ts';

/** Closes what lies over the board: the summary of a round. */
async function clear(page: Page): Promise<void> {
  const goOn = page.locator('[data-act="go-on"]');
  if ((await goOn.count()) > 0) await goOn.click();
}

/** A button of the board, or of the action bar on phones. */
function button(page: Page, name: RegExp) {
  return page.locator('[data-board-acts], .bar').getByRole('button', { name });
}

const DISCARD = /^(Discard|.*捨てる|棄)/;
const LAY_DOWN = /^(Lay down|公開する|攤牌)$/;

/** One move: answers, draws, lays down what the server suggests, else discards. */
async function move(page: Page): Promise<void> {
  await clear(page);
  const allow = page.locator('[data-act="allow"]');
  if ((await allow.count()) > 0) return allow.click();
  const stock = page.locator('[data-pile="stock"][aria-disabled="false"]');
  if ((await stock.count()) > 0) return stock.click();
  if (await layDown(page)) return;
  const card = page.locator('[data-card]').last();
  if ((await card.getAttribute('aria-pressed')) !== 'true') await card.click();
  await button(page, DISCARD).click();
}

/** Lays down if the hand has it. */
async function layDown(page: Page): Promise<boolean> {
  if ((await page.locator('[data-slot]').count()) === 0 || (await button(page, LAY_DOWN).count()) === 0) return false;
  await page.locator('[data-act="suggest"]').click();
  const slots = await page.locator('[data-slot]').count();
  await until('the suggestion', async () => (await at(page).look()).asked === 0, at(page));
  if ((await page.locator('[data-slot][data-state="valid"]').count()) < slots) return false;
  await page.locator('.plan[data-complete="true"]').waitFor();
  await button(page, LAY_DOWN).click();
  await page.locator('[data-act="confirm"]').click();
  return true;
}

/** The same with keys: A allows, D draws, X twice discards. */
async function moveByKeys(page: Page): Promise<void> {
  if ((await page.locator('[data-summary]').count()) > 0) await page.keyboard.press('Enter');
  if ((await page.locator('[data-request="asked"]').count()) > 0) {
    // Keys that were already on their way answer nothing, so the first may be unheard.
    await until('the answer to count', async () => {
      if ((await page.locator('[data-request="asked"]').count()) === 0) return true;
      await page.keyboard.press('a');
      return false;
    }, at(page));
    return;
  }
  await reach(page, '[data-card]');
  if ((await page.locator('[data-pile="stock"][aria-disabled="false"]').count()) > 0) return page.keyboard.press('d');
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await page.keyboard.press('x');
  await page.keyboard.press('x');
}

/** Tabs until the focus is on such an element. */
async function reach(page: Page, selector: string): Promise<void> {
  for (let tabs = 0; tabs < 80; tabs += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} cannot be reached with Tab`);
}

const DRIVER: Driver = {
  game: 'may-i',
  seats: 3,
  level: 'random',
  options: { startRound: 6, maxTurns: 20 },
  move,
  moveByKeys,
  // One deal of twenty turns at most: a whole game, and short.
  setUp: async (page) => {
    await page.locator('input[name=preset][value=last]').check({ force: true });
    await page.locator('details summary').click();
    await page.locator('select').filter({ hasText: /20/ }).last().selectOption({ index: 1 });
  },
  mostMoves: 120,
  latin: /Baize|Joker|JOKER|May I|Dana|Enter|Random/g,
};

describeGame(DRIVER);

/** Opens a table for three people at one round, with no limit of turns. */
const threeAt = (round: number): Driver => ({ ...DRIVER, options: { startRound: round } });

const order = (page: Page) => page.locator('[data-card]').evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card));

describe('may-i, what only this game has', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('asks the others for the discard, and says what it costs', async () => {
    const { players, watcher } = await seatAll(server, threeAt(1));
    const [dana, kenji, mei] = players.map(({ page }) => page) as [Page, Page, Page];
    // The first round is dealt by Dana; Kenji plays first and is asked before he has drawn.
    await mei.locator('[data-act="call"]').click();
    await kenji.locator('[data-request="asked"]').waitFor();
    expect(await kenji.locator('[data-act="claim"]').textContent()).toContain('no extra card');
    expect(await kenji.locator('[data-act="allow"]').textContent()).toContain('Mei gets');
    expect(await kenji.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    expect(await kenji.locator('[role=timer]').count()).toBe(1);
    for (const page of [dana, mei, watcher.page]) await page.locator('[data-request="line"]').waitFor();
    expect(await dana.locator('[data-request="line"]').textContent()).toContain('Kenji is answering');
    await expectAccessible(kenji);
    await shoot(kenji, 'may-i-request');
    await shoot(dana, 'may-i-request-others');
    await kenji.setViewportSize(PHONE);
    await expectNoSideways(kenji);
    await shoot(kenji, 'may-i-request-phone');
    await kenji.locator('[data-act="allow"]').click();
    await expect.poll(() => mei.locator('[data-card]').count()).toBe(13);
    expect(await dana.locator('[data-seat="2"]').textContent()).toContain('13 cards');
    // What was taken cannot be asked for again.
    expect(await dana.locator('[data-act="call"]').count()).toBe(0);
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  it('keeps the order that a player gives the hand', async () => {
    const player = await againstComputer(server, { ...threeAt(1), level: 'random' });
    const { page } = player;
    await page.locator('[data-act="sort"]').click();
    const byRank = await order(page);
    await page.locator('[data-act="sort"]').click();
    const bySuit = await order(page);
    expect(bySuit).not.toEqual(byRank);
    await page.locator('[data-card]').first().focus();
    await page.keyboard.press('Alt+ArrowRight');
    expect((await order(page))[1]).toBe(bySuit[0]);
    // Dragging the last card before the first.
    const [from, to] = [page.locator('[data-card]').last(), page.locator('[data-card]').first()];
    const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
    const last = (await order(page)).at(-1);
    await page.mouse.move(start.x + start.width / 2, start.y + 40);
    await page.mouse.down();
    await page.mouse.move(end.x + 40, end.y + 44, { steps: 4 });
    await page.mouse.move(end.x + 6, end.y + 40, { steps: 4 });
    await page.mouse.up();
    const own = await order(page);
    expect(own[0]).toBe(last);
    await page.waitForTimeout(900);
    await page.reload();
    await page.locator('[data-card]').first().waitFor();
    expect((await order(page)).slice(0, own.length)).toEqual(own);
    expectNoErrors(player);
    await player.close();
  });

  it('checks the plan while it is made, and says why a meld is none', async () => {
    const player = await againstComputer(server, { ...threeAt(1), level: 'random' });
    const { page } = player;
    const slot = page.locator('[data-slot="0"]');
    await page.locator('[data-card]').last().click();
    await page.keyboard.press('1');
    await expect.poll(() => slot.getAttribute('data-state')).toBe('partial');
    await page.locator('[data-planned]').first().click();
    await expect.poll(() => slot.getAttribute('data-state')).toBe('empty');
    for (const card of await page.locator('[data-card]').all()) await card.press('Space');
    await slot.getByRole('button').first().click();
    await expect.poll(() => slot.getAttribute('data-state')).toBe('invalid');
    await expectAccessible(page);
    await shoot(page, 'may-i-plan');
    await page.locator('[data-act="clear"]').click();
    await expect.poll(() => page.locator('[data-card]').count()).toBeGreaterThanOrEqual(11);
    expectNoErrors(player);
    await player.close();
  });

  it('stages lay-offs with a choice of ends, and plays rounds to their end', async () => {
    const { players, watcher } = await seatAll(server, threeAt(2));
    const seen = { zones: false, staged: false, sent: false, rounds: 0 };
    const layOff = async (page: Page): Promise<void> => {
      await clear(page);
      const isFree = (await page.locator('[data-request="asked"]').count()) === 0;
      const hasDrawn = (await page.locator('[data-pile="stock"][aria-disabled="false"]').count()) === 0;
      if (isFree && hasDrawn && (await page.locator('[data-slot]').count()) === 0 && (await stageAll(page, seen))) return;
      await move(page);
    };
    const isEnough = () => seen.zones && seen.sent && seen.rounds > 0;
    for (let turns = 0; turns < 60 && !isEnough(); turns += 1) {
      await play(players, layOff, 6, isEnough);
      if ((await watcher.page.locator('[data-summary]').count()) > 0) {
        seen.rounds += 1;
        await shoot(watcher.page, 'may-i-summary');
        await expectAccessible(watcher.page);
        for (const { page } of [...players, watcher]) await clear(page);
      }
    }
    expect(seen).toMatchObject({ staged: true, sent: true });
    expect(seen.rounds).toBeGreaterThan(0);
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  }, 400_000);

  it('is played on one device: nobody sees the cards of another, and everybody may ask', async () => {
    const family = await visitor(server, { viewport: PHONE, settings: { animation: 'off' } });
    const { page } = family;
    await page.goto('/games/may-i?with=local');
    for (const [index, name] of ['Dana', 'Kenji', 'Mei'].entries()) await page.getByLabel(`Name of player ${index + 1}`).fill(name);
    await page.locator('form button[type=submit]').click();
    await waitForPhase(page, 'playing');
    /** Takes the device as a person does: the button is held. */
    const take = async (name: string) => {
      await page.getByRole('heading', { name: new RegExp(`to ${name}`) }).waitFor();
      expect(await page.locator('[data-card]').count(), 'nothing private is in the page').toBe(0);
      await page.locator('.hold').hover();
      await page.mouse.down();
      await page.locator('[data-card]').first().waitFor();
      await page.mouse.up();
    };
    // The first round is dealt by Dana; Kenji plays first.
    await page.getByRole('heading', { name: /to Kenji/ }).waitFor();
    expect(await page.locator('[data-aside]').allTextContents()).toEqual([expect.stringMatching(/^Dana: May I\? /), expect.stringMatching(/^Mei: May I\? /)]);
    await expectAccessible(page);
    await shoot(page, 'may-i-hand-over');
    await page.locator('[data-aside="2"]').click();
    await page.locator('[data-aside]').first().waitFor({ state: 'detached' });
    await take('Kenji');
    await page.locator('[data-act="allow"]').click();
    await expect.poll(() => page.locator('[data-pile=stock][aria-disabled=false]').count()).toBe(1);
    await page.locator('[data-pile=stock]').click();
    await page.locator('[data-card]').first().click();
    await button(page, DISCARD).click();
    await take('Mei');
    expect(await page.locator('[data-card]').count(), 'the discard and one more').toBe(13);
    expectNoErrors(family);
    await family.close();
  });

  it('can be left: the others go on', async () => {
    const { players, watcher } = await seatAll(server, threeAt(1));
    await play(players, move, 4);
    await players[0]!.page.getByRole('button', { name: 'Resign' }).click();
    await players[0]!.page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await expect.poll(() => players[1]!.page.locator('[data-seat="0"]').textContent()).toContain('Left');
    await play(players.slice(1), move, 4);
    await waitForPhase(watcher.page, 'playing');
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });
});

/** Stages one card that fits somewhere and sends it. Whether there was one. */
async function stageAll(page: Page, seen: { zones: boolean; staged: boolean; sent: boolean }): Promise<boolean> {
  if ((await page.getByText('From your next turn on').count()) > 0) return false;
  const cards = await order(page);
  for (const id of cards) {
    const card = page.locator(`[data-card="${id}"]`);
    if ((await card.getAttribute('aria-pressed')) !== 'true') await card.press('Space');
    await page.waitForTimeout(60);
    const zones = page.locator('[data-zone]');
    const targets = page.locator('[data-target]');
    if ((await zones.count()) > 0) {
      if (!seen.zones) await shoot(page, 'may-i-zones');
      seen.zones = true;
      const run = page.locator('section.zoned').filter({ has: page.locator('[data-zone$=":start"]') }).filter({ has: page.locator('[data-zone$=":end"]') });
      if ((await run.count()) > 0) {
        // The body of a run with two ends only asks for one.
        await run.first().locator('[data-meld]').click({ position: { x: 200, y: 10 } });
        expect(await page.locator('[data-staged]').count()).toBe(0);
      }
      await zones.first().click();
    } else if ((await targets.count()) > 0) {
      await targets.first().click({ position: { x: 200, y: 10 } });
    } else continue;
    await page.locator('[data-staged]').waitFor();
    if (!seen.staged) {
      await shoot(page, 'may-i-staged');
      await expectAccessible(page);
      await page.locator('[data-staged]').click();
      await expect.poll(() => page.locator('[data-staged]').count()).toBe(0);
      seen.staged = true;
      return stageAll(page, seen);
    }
    seen.sent = true;
    await page.locator('[data-act="send"]').click();
    const confirm = page.locator('[data-act="confirm"]');
    if (cards.length === 1) await confirm.click();
    return true;
  }
  return false;
}
