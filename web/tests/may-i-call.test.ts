/** The call window: against computers, too, everybody can ask for every card they may ask for, and has the time to. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, expectNoErrors, shoot, TestServer, visitor, waitForPhase, type Visitor } from './harness.ts';
import { give, openTable, type Wanted } from './opening.ts';
import { play } from './scripts.ts';
import { at, until } from './standing.ts';

interface Window {
  since: number;
  until: number;
}

/** What a table told its page and what the page showed of it. */
interface Watched {
  player: Visitor;
  /** The windows that the table opened for this seat, as the page was told of them. */
  windows: Window[];
  /** The discards that this seat might ask for, as the page was told of them. */
  discards: { card: string; turn: number }[];
  /** When the button was on the screen, by the page's own clock: from, to, and for which card. */
  shown(): Promise<{ card: string; from: number; to: number | null }[]>;
}

async function sit(server: TestServer, wanted: Wanted): Promise<Watched> {
  const opened = await openTable(server, wanted);
  const player = await visitor(server, { settings: { animation: 'off', pace: wanted.pace } });
  const windows = new Map<number, Window>();
  const discards: Watched['discards'] = [];
  player.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { state, steps } = JSON.parse(String(payload)) as { state?: any; steps?: { event: any }[] };
      const waiting = state?.waiting;
      if (waiting?.why === 'call' && waiting.seats.includes(0)) windows.set(waiting.since, { since: waiting.since, until: waiting.until });
      const view = state?.view;
      for (const { event } of steps ?? []) {
        const thrown = event.events?.find((one: any) => one.type === 'DISCARDED' && one.seat !== 0);
        // Whoever plays next takes the card without asking; whoever is down may not ask.
        if (thrown && view && view.current !== 0 && !view.down[0] && view.phase === 'draw') discards.push({ card: thrown.card, turn: view.turn });
      }
    }),
  );
  await player.context.addInitScript(() => {
    const shown: { card: string; from: number; to: number | null }[] = [];
    (globalThis as unknown as { shown: typeof shown }).shown = shown;
    const look = () => {
      const button = document.querySelector('[data-call="open"] [data-act="call"]');
      const card = document.querySelector('[data-pile="discard"]')?.textContent ?? '';
      const last = shown.at(-1);
      const isOpen = last !== undefined && last.to === null;
      if (button && (!isOpen || last.card !== card)) {
        if (isOpen) last.to = Date.now();
        shown.push({ card, from: Date.now(), to: null });
      } else if (!button && isOpen) last.to = Date.now();
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-call'] });
  });
  await give(player, opened, 'may-i');
  await player.page.goto(`/t/${opened.table}`);
  await waitForPhase(player.page, 'playing');
  await player.page.locator('[data-card]').first().waitFor();
  return {
    player,
    get windows() {
      return [...windows.values()];
    },
    discards,
    shown: () => player.page.evaluate(() => (globalThis as unknown as { shown: { card: string; from: number; to: number | null }[] }).shown),
  };
}

/** Draws from the stock and discards the first card; answers what is asked. */
async function draws(page: Page): Promise<void> {
  const goOn = page.locator('[data-act="go-on"]');
  if ((await goOn.count()) > 0) return goOn.click();
  if ((await page.locator('[data-prompted]').count()) > 0) return page.locator('[data-act="allow"]').click();
  const stock = page.locator('[data-pile="stock"][aria-disabled="false"]');
  if ((await stock.count()) > 0) return stock.click();
  const card = page.locator('[data-card]').first();
  if ((await card.getAttribute('aria-pressed')) !== 'true') await card.click();
  await page.locator('[data-board-acts] [data-act=discard]').click();
}

const TABLE: Wanted = { game: 'may-i', seats: 3, players: [null, 'random', 'random'], personas: [null, 'bruno', 'mina'], options: { firstDealer: 2, startRound: 6 } };

describe('may-i, asking against computers', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  /** Every card one may ask for had its window, and the button stood there until the window was over. */
  async function expectWindows(watched: Watched, turns: number, least: number): Promise<void> {
    const { player } = watched;
    for (let turn = 0; watched.discards.length < turns && turn < 3 * turns; turn += 1) await play([player], draws, 1);
    await until('the last window to close', async () => (await watched.shown()).every(({ to }) => to !== null), at(player.page));
    const [windows, shown] = [watched.windows, await watched.shown()];
    expect(windows.length).toBeGreaterThanOrEqual(watched.discards.length);
    for (const { since, until: end } of windows) expect(end - since).toBeGreaterThanOrEqual(least);
    for (const { since, until: end } of windows) {
      const seen = shown.find(({ from, to }) => from < end && (to ?? Infinity) > since);
      expect(seen, `a window without a button: ${JSON.stringify({ since, end, shown })}`).toBeDefined();
      // It is not taken away before its time; the page looks at its clock ten times a second.
      expect(seen!.to!).toBeGreaterThanOrEqual(end - 200);
    }
  }

  it('the button is there on every discard of forty turns, even with instant opponents', async () => {
    const watched = await sit(server, { ...TABLE, pace: 'instant' });
    await expectWindows(watched, 40, 1_500);
    expectNoErrors(watched.player);
    await watched.player.close();
  }, 400_000);

  it('at normal speed it is there for three seconds', async () => {
    const watched = await sit(server, { ...TABLE, pace: 'normal' });
    await expectWindows(watched, 3, 3_000);
    expectNoErrors(watched.player);
    await watched.player.close();
  }, 200_000);

  it('asking gets the card and one more; no, thanks lets play go on; the question is said', async () => {
    const watched = await sit(server, { ...TABLE, pace: 'instant', callWindow: 10 });
    const { page } = watched.player;
    const call = page.locator('[data-call="open"] [data-act="call"]');
    await play([watched.player], draws, 2);
    await call.waitFor();
    expect(await call.textContent()).toMatch(/May I\?.*and one extra card/);
    await expect.poll(() => page.locator('[aria-live="assertive"]').allTextContents().then((all) => all.join(' '))).toMatch(/discards the .*May I\? Press M\. \d+ seconds\./);
    await expectAccessible(page);
    await shoot(page, 'may-i-call');
    const held = await page.locator('[data-card]').count();
    await page.keyboard.press('n');
    await call.waitFor({ state: 'detached' });
    // Whoever plays next may keep the card; then it is asked for the next one.
    let got = 0;
    for (let tries = 0; got < 2 && tries < 30; tries += 1) {
      await play([watched.player], draws, 2);
      await call.waitFor();
      await page.keyboard.press('m');
      await call.waitFor({ state: 'detached' });
      await until('the request to be settled', async () => (await page.locator('[data-request]').count()) === 0, at(page));
      got = (await page.locator('[data-card]').count()) - held;
    }
    expect(got, 'the card and one more').toBe(2);
    expectNoErrors(watched.player);
    await watched.player.close();
  }, 200_000);
});
