/** What is visible of computers, and what a person can do about it: the deal, thinking, hurrying, holding. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectNoErrors, LYING, PHONE, shoot, TestServer, visitor, waitForPhase, type Visitor, type VisitorOptions } from './harness.ts';
import { sitDown, type Wanted } from './opening.ts';
import { DRIVERS } from './games.ts';
import { at, isReady, until } from './standing.ts';

type Sent = { op: string } & Record<string, unknown>;

/** A person at a table, with everything that the page sends to it. */
async function sit(server: TestServer, wanted: Wanted, options: VisitorOptions, before?: (visitor: Visitor) => Promise<unknown>): Promise<Visitor & { sent: Sent[] }> {
  const sent: Sent[] = [];
  const player = await sitDown(server, wanted, options, async (visitor) => {
    visitor.page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)) as Sent)));
    await before?.(visitor);
  });
  await waitForPhase(player.page, 'playing');
  return { ...player, sent };
}

/** Waits until the page has sent this, and forgets it and everything before, because the same may be sent again. */
const says = (page: Page, sent: Sent[], wanted: Partial<Sent>) =>
  until(JSON.stringify(wanted), async () => {
    const found = sent.findIndex((one) => Object.entries(wanted).every(([name, value]) => one[name] === value));
    return found >= 0 && sent.splice(0, found + 1).length > 0;
  }, at(page));

/** Records how the hand grows, and how many cards fly at most. */
function watchDeal(): void {
  const notes = { hands: [] as number[], flights: 0 };
  (globalThis as unknown as { dealt: typeof notes }).dealt = notes;
  new MutationObserver(() => {
    const cards = document.querySelectorAll('[data-card]').length;
    if (cards !== notes.hands.at(-1)) notes.hands.push(cards);
    notes.flights = Math.max(notes.flights, Number(document.querySelector<HTMLElement>('[data-flights]')?.dataset.flights ?? 0));
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-flights'] });
}

/** Records where the other player's cue points, and what is said while somebody thinks: it may be over before a driver looks. */
function watchThinking(): void {
  const notes = { aims: [] as string[], isThinking: false, isTold: false };
  (globalThis as unknown as { thought: typeof notes }).thought = notes;
  const isSaid = (where: string, text: string) => [...document.querySelectorAll(where)].some(({ textContent }) => textContent?.includes(text));
  new MutationObserver(() => {
    const aim = document.querySelector<HTMLElement>('[data-their-aim]')?.dataset.theirAim;
    if (aim !== undefined && aim !== notes.aims.at(-1)) notes.aims.push(aim);
    notes.isThinking ||= isSaid('[data-seat="0"]', 'Thinking…');
    notes.isTold ||= isSaid('[data-strip]', 'Tap the table to hurry');
  }).observe(document, { childList: true, characterData: true, subtree: true, attributes: true });
}

describe('the pace of a table', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('May I? deals card by card, also the first time; H asks for a hint; the score sheet holds the table', async () => {
    const wanted: Wanted = { game: 'may-i', players: [null, 'random', 'random'], personas: [null, 'bruno', 'mina'], options: { firstDealer: 2 }, pace: 'normal' };
    const player = await sit(server, wanted, { viewport: LYING, settings: { animation: 'normal', pace: 'normal' } }, ({ context }) => context.addInitScript(watchDeal));
    const { page, sent } = player;
    const dealt = () => page.evaluate(() => (globalThis as unknown as { dealt: { hands: number[]; flights: number } }).dealt);
    await until('the whole hand', async () => (await dealt()).hands.at(-1) === 11, at(page));
    const { hands, flights } = await dealt();
    expect(flights, 'eleven cards for everybody').toBe(33);
    expect(hands, 'one after another, and never fewer than before').toEqual([...hands].sort((a, b) => a - b));
    expect(hands.length, 'seen to come').toBeGreaterThan(3);

    await page.locator('[data-turn=true][data-moving=false]').waitFor();
    await page.locator('[data-card]').first().focus();
    await page.keyboard.press('h');
    await says(page, sent, { op: 'hint' });

    await page.locator('[data-act=sheet]').click();
    await says(page, sent, { op: 'hold', isHeld: true });
    await page.keyboard.press('Escape');
    await says(page, sent, { op: 'hold', isHeld: false });
    expectNoErrors(player);
    await player.close();
  });

  it('a table of May I? may wait for everybody, and its dealer is drawn', async () => {
    const player = await visitor(server);
    const { page } = player;
    await page.goto('/games/may-i?with=computer');
    await page.locator('[data-asking] summary').click();
    await page.getByLabel('Wait for everybody').check();
    const opening = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/tables'));
    await page.locator('form button[type=submit]:enabled').click();
    expect((await opening).postDataJSON()).toMatchObject({ callWindow: 'everybody', options: { firstDealer: 'random' } });
    await waitForPhase(page, 'playing');
    expectNoErrors(player);
    await player.close();
  });

  it('Nine-ball shows who thinks and how the cue turns, and a tap on the cloth hurries', async () => {
    // A long match, so that there is always another turn to watch.
    const wanted: Wanted = { game: 'nine-ball', players: ['potter', null], personas: ['amara', null], options: { raceTo: 9 }, pace: 'slow' };
    const player = await sit(server, wanted, { viewport: PHONE, settings: { animation: 'normal', pace: 'slow' } }, ({ context }) => context.addInitScript(watchThinking));
    const { page, sent } = player;
    const surface = page.locator('[data-surface]');
    /** Does something, no matter what, if it is the reader's turn; returns whether it was. */
    const giveBack = async () => {
      const now = await at(page).look();
      if (!isReady(now)) return false;
      await page.locator('.nineball[data-rested=true]').waitFor();
      await (now.mode === 'place' ? surface.press('Enter') : DRIVERS['nine-ball']!.first(page));
      return true;
    };
    const notes = () => page.evaluate(() => (globalThis as unknown as { thought: { aims: string[]; isThinking: boolean; isTold: boolean } }).thought);
    await until('the cue of somebody who thinks to turn', async () => {
      await giveBack();
      const { aims, isThinking, isTold } = await notes();
      return isThinking && isTold && aims.length > 3;
    }, at(page));
    await shoot(page, 'pace-nine-ball');
    await until('the table to be hurried', async () => {
      if (!(await giveBack())) await surface.click();
      return sent.some(({ op }) => op === 'hurry');
    }, at(page));
    expectNoErrors(player);
    await player.close();
  });
});
