/** The call window: against computers, too, every player can ask for every card they are entitled to, and has enough time. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, expectNoErrors, LYING, PHONE, shoot, TestServer, visitor, waitForPhase, type Visitor } from './harness.ts';
import { noticing } from './noticing.ts';
import { give, join, openTable, type Wanted } from './opening.ts';
import { play } from './scripts.ts';
import { at, until } from './standing.ts';

/** The button as observed by the page itself. */
interface Seen {
  /** The card that could be asked for. */
  card: string;
  /** Whether it has disappeared. */
  isGone: boolean;
  /** Whether it disappeared although the server had said nothing except that asking is allowed. */
  isEarly: boolean;
  /** How often something else covered it. */
  covered: number;
}

/** A call window as announced by the server, by the server's clock, which does not depend on how busy the page is. */
interface Told {
  card: string;
  version: number;
  since: number;
  until: number;
}

/** What a table told its page, and what the page showed. */
interface Watched {
  player: Visitor;
  /** The players who came by link. */
  others: Visitor[];
  /** The cards discarded by others that this seat might ask for, as the page was told. */
  discards: string[];
  /** The cards that this seat discarded. */
  own: string[];
  windows: Told[];
  /** The time of each version. */
  moments: Map<number, number>;
  seen(): Promise<Seen[]>;
}

/** Records in the page which card the button was for, why it disappeared, and whether it could be pressed. */
function takeNotes(): void {
  const notes: Seen[] = [];
  (globalThis as unknown as { seen: Seen[] }).seen = notes;
  let told: { waiting?: { why: string; seats: number[] }; view?: { discard: string } } = {};
  // This sees every frame before the page does.
  globalThis.WebSocket = class extends WebSocket {
    constructor(...address: ConstructorParameters<typeof WebSocket>) {
      super(...address);
      this.addEventListener('message', ({ data }) => (told = (JSON.parse(String(data)) as { state?: typeof told }).state ?? told));
    }
  };
  const theButton = () => document.querySelector('[data-call="open"] [data-act="call"]');
  const theCard = () => document.querySelector<HTMLElement>('[data-pile="discard"]')?.dataset.top ?? '';
  const stands = () => notes.find(({ isGone }) => !isGone);
  const mayAsk = (card: string) => told.waiting?.why === 'call' && told.waiting.seats.includes(0) && told.view?.discard === card;
  const look = () => {
    const [button, card, last] = [theButton(), theCard(), stands()];
    if (last && (!button || last.card !== card)) Object.assign(last, { isGone: true, isEarly: mayAsk(last.card) });
    if (button && !stands()) notes.push({ card, isGone: false, isEarly: false, covered: 0 });
  };
  setInterval(() => {
    const [button, last] = [theButton(), stands()];
    if (!button || !last) return;
    const { left, top, width, height } = button.getBoundingClientRect();
    if (!button.contains(document.elementFromPoint(left + width / 2, top + height / 2))) last.covered += 1;
  }, 20);
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-call', 'data-top'] });
}

async function sit(server: TestServer, wanted: Wanted, viewport?: { width: number; height: number }, ...names: string[]): Promise<Watched> {
  const opened = await openTable(server, wanted);
  const player = await visitor(server, { viewport, settings: { animation: 'off', pace: wanted.pace } });
  const discards: string[] = [];
  const own: string[] = [];
  const windows: Told[] = [];
  const moments = new Map<number, number>();
  player.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const { version, state, steps } = JSON.parse(String(payload)) as { version: number; state?: any; steps?: { version: number; at: number; event: any }[] };
      const view = state?.view;
      if (state?.waiting?.why === 'call' && state.waiting.seats.includes(0)) windows.push({ card: view.discard, version, ...state.waiting });
      for (const { version, at, event } of steps ?? []) {
        moments.set(version, at);
        const thrown = event.events?.find((one: any) => one.type === 'DISCARDED');
        if (thrown?.seat === 0) own.push(thrown.card);
        // The next player takes the card without asking; players who are down may not ask.
        else if (thrown && view && view.current !== 0 && !view.down[0] && view.phase === 'draw') discards.push(thrown.card);
      }
    }),
  );
  await player.context.addInitScript(takeNotes);
  await give(player, opened, 'may-i');
  await player.page.goto(`/t/${opened.table}`);
  const others: Visitor[] = [];
  for (const [index, name] of names.entries()) {
    const other = await visitor(server, { settings: { animation: 'off' } });
    await join(other.page, opened.links[index]!.link, name);
    others.push(other);
  }
  await waitForPhase(player.page, 'playing');
  await player.page.locator('[data-card]').first().waitFor();
  return { player, others, discards, own, windows, moments, seen: () => player.page.evaluate(() => (globalThis as unknown as { seen: Seen[] }).seen) };
}

/** Draws from the stock and discards the first card; answers any request. */
async function draws(page: Page): Promise<void> {
  const goOn = page.locator('[data-act="go-on"]');
  if ((await goOn.count()) > 0) return goOn.click();
  if ((await page.locator('[data-prompted]').count()) > 0) return page.locator('[data-act="allow"]').click();
  const stock = page.locator('[data-act=draw]:not([aria-disabled=true])');
  if ((await stock.count()) > 0) return stock.click();
  const card = page.locator('[data-card]').first();
  if ((await card.getAttribute('aria-pressed')) !== 'true') await card.click();
  await page.locator('[data-act=discard]').click();
}

const TABLE: Wanted = { game: 'may-i', seats: 3, players: [null, 'random', 'random'], personas: [null, 'bruno', 'mina'], options: { firstDealer: 2, startRound: 6 } };
const FOUR: Wanted = { ...TABLE, seats: 4, players: [null, 'random', 'random', 'random'], personas: [null, 'bruno', 'mina', 'theo'], options: { firstDealer: 3, startRound: 6 } };

describe('may-i, asking against computers', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  /**
   * For every card that could be asked for, the table waited at least this many milliseconds, and the button could be
   * pressed the whole time.
   */
  async function expectButton({ player, discards, windows, moments, seen }: Watched, turns: number, least: number): Promise<void> {
    await play([player], draws, 4 * turns, () => discards.length >= turns);
    expect(discards.length).toBeGreaterThanOrEqual(turns);
    const asked = discards.slice(0, turns);
    const windowOf = (card: string) => windows.find((one) => one.card === card);
    const found = await until('the last button to go, and what comes after it', async () => {
      const notes = await seen();
      const isOver = (card: string) => notes.some((note) => note.card === card && note.isGone) && moments.has((windowOf(card)?.version ?? 0) + 1);
      return asked.every(isOver) ? notes : null;
    }, at(player.page));
    for (const { card, isEarly, covered } of found) {
      expect(isEarly, `the button for ${card} went too early`).toBe(false);
      expect(covered, `something lay over the button for ${card}`).toBe(0);
    }
    for (const card of asked) {
      const window = windowOf(card);
      expect(window, `a window for ${card}`).toBeDefined();
      expect(window!.until - window!.since, `how long ${card} could be asked for`).toBeGreaterThanOrEqual(least);
      // Nobody answered, so nothing happened before the window ended.
      expect(moments.get(window!.version + 1), `what came after ${card}`).toBeGreaterThanOrEqual(window!.until);
    }
    expectNoErrors(player);
    await player.close();
  }

  it('the button is there on every discard of forty turns, even with instant opponents', async () => {
    await expectButton(await sit(server, { ...FOUR, pace: 'instant' }), 40, 1_500);
  }, 400_000);

  it('at normal speed it is there for two seconds and a half, and how long is said', async () => {
    const watched = await sit(server, { ...TABLE, pace: 'normal' });
    const wasSaid = await noticing(watched.player.page, '[aria-live="assertive"]', /discards the .*May I\? Press M\. \d+ seconds\./);
    await play([watched.player], draws, 2);
    await until('the question to be said', wasSaid, at(watched.player.page));
    await expectButton(watched, 3, 2_500);
  }, 200_000);

  for (const viewport of [PHONE, LYING]) {
    it(`the plan that is open does not hide it at ${viewport.width} by ${viewport.height}`, async () => {
      const watched = await sit(server, { ...FOUR, pace: 'instant' }, viewport);
      await watched.player.page.locator('[data-act=plan]').click();
      await watched.player.page.locator('[data-act=plan-close]').waitFor();
      await expectButton(watched, 4, 1_500);
    }, 200_000);
  }

  it('asking gets the card and one more; no, thanks lets play go on; the question is said', async () => {
    // The player after Bruno is one who allows it. Nobody is hurried.
    const wanted: Wanted = { ...TABLE, players: [null, 'random', null], personas: [null, 'bruno', null], pace: 'instant', callWindow: 'everybody', clock: { answer: 3600 } };
    const watched = await sit(server, wanted, undefined, 'Kenji');
    const [player, kenji] = [watched.player, watched.others[0]!];
    const { page } = player;
    const call = page.locator('[data-call="open"] [data-act="call"]');
    await kenji.page.getByText('Skip questions this round').click();
    // Bruno plays after this seat, and Kenji after Bruno.
    const untilAsked = (times: number) => play([player, kenji], draws, 20, () => watched.own.length >= times);
    const wasSaid = await noticing(page, '[aria-live="assertive"]', /discards the .*May I\? Press M\.$/);
    await untilAsked(1);
    await call.waitFor();
    expect(await call.textContent()).toMatch(/May I\?.*and one extra card/);
    await until('the question to be said', wasSaid, at(page));
    await expectAccessible(page);
    await shoot(page, 'may-i-call');
    await page.keyboard.press('n');
    await call.waitFor({ state: 'detached' });
    await untilAsked(2);
    await call.waitFor();
    const held = await page.locator('[data-card]').count();
    await page.keyboard.press('m');
    await call.waitFor({ state: 'detached' });
    await kenji.page.locator('[data-act=allow]').click();
    await expect.poll(() => page.locator('[data-card]').count(), { message: 'the card and one more', timeout: 60_000 }).toBe(held + 2);
    expectNoErrors(player, kenji);
    await player.close();
    await kenji.close();
  }, 200_000);
});
