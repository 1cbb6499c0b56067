/** May I? in real browsers: the scripts of all games, and what is specific to this one. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, expectNoSideways, PHONE, settled, shoot, TestServer, visitor, waitForPhase, type Visitor } from './harness.ts';
import { choosePreset } from './opening.ts';
import { againstComputer, describeGame, play, seatAll, type Driver } from './scripts.ts';
import { at, until } from './standing.ts';

/** Closes the summary of a round that covers the board. */
async function clear(page: Page): Promise<void> {
  const goOn = page.locator('[data-act="go-on"]');
  if ((await goOn.count()) > 0) await goOn.click();
}

/** A button of the board or, on phones, of the action bar. */
function button(page: Page, name: RegExp) {
  return page.locator('[data-board-acts], .bar').getByRole('button', { name });
}

const DISCARD = /^(Discard|.*捨てる|棄)/;
const LAY_DOWN = /^(Lay down|公開する|攤牌)$/;

/** Makes one move: answers, draws, lays down what the server suggests, otherwise discards. */
async function move(page: Page, lays: (page: Page) => Promise<boolean> = layDown): Promise<void> {
  await clear(page);
  // A question appears a moment after the player's own action, so that no tap answers it by accident.
  if ((await page.locator('[data-prompted]').count()) > 0) return page.locator('[data-act="allow"]').click();
  const stock = page.locator('[data-pile="stock"][aria-disabled="false"]');
  if ((await stock.count()) > 0) return stock.click();
  if (await lays(page)) return;
  const card = page.locator('[data-card]').last();
  if ((await card.getAttribute('aria-pressed')) !== 'true') await card.click();
  await button(page, DISCARD).click();
}

/** Lays down if the hand allows it. */
async function layDown(page: Page): Promise<boolean> {
  if ((await page.locator('[data-slot]').count()) === 0) return false;
  if ((await page.locator('[data-act="suggest"]').count()) === 0) await page.locator('[data-act="plan"]').click();
  await page.locator('[data-act="suggest"]').click();
  const slots = await page.locator('[data-slot]').count();
  await until('the suggestion', async () => (await at(page).look()).asked === 0, at(page));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  // In the last round all melds may be valid and a card left over.
  const isMet = (await page.locator('[data-slot][data-state="valid"]').count()) === slots && (await page.locator('[data-complete="true"]').count()) > 0;
  if ((await page.locator('[data-act="plan-close"]').count()) > 0) await page.locator('[data-act="plan-close"]').click();
  if (!isMet) return false;
  await button(page, LAY_DOWN).click();
  await page.locator('[data-act="confirm"]').click();
  return true;
}

/** The same with keys: A allows, D draws, X twice discards. */
async function moveByKeys(page: Page): Promise<void> {
  if ((await page.locator('[data-summary]').count()) > 0) await page.keyboard.press('Enter');
  if ((await page.locator('[data-prompted]').count()) > 0) {
    // Keys pressed before the question appeared do not answer it, so the first press may be ignored.
    await until('the answer to count', async () => {
      if ((await page.locator('[data-prompted]').count()) === 0) return true;
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

/** Presses Tab until a matching element has the focus. */
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
  // At most one deal of twenty turns: a whole game, and a short one.
  setUp: async (page) => {
    await choosePreset(page, 'last');
    await page.locator('select').filter({ hasText: /20/ }).last().selectOption({ index: 1 });
  },
  mostMoves: 120,
  latin: /Baize|Joker|JOKER|May I|Dana|Enter|Random/g,
};

describeGame(DRIVER);

/** A table for three in the first round, without a limit of turns. Dana deals, and answers may take long. */
const THREE: Driver = { ...DRIVER, options: {}, clock: { answer: 3600 } };
/** Seat 0 is about to draw the 5♠ and has no two cards that go together; nobody else can do anything first. */
const APART: Driver = { ...THREE, position: 'mi1 round:1 dealer:2 turn:1 current:0 phase:draw hands:3S.4H.5D.6C.7S.8H.9D.TC.JS.QH.AD/+11/+11 discard:KC stock:5S' };
/** Seat 0 has drawn. Two aces and two wilds make one of the two sets; the other is short of a third card of some rank. */
const ONE_SHORT = 'mi1 round:1 dealer:2 turn:1 current:0 phase:act hands:3H.4C.5C.8S.9D.TC.QH.KC.AH.AD.2H.JK/+11/+11 discard:7H';
/** Dana is down and has drawn; there are two runs, one with only its start free, two wilds and a natural that fits. */
const LAYING_OFF =
  'mi1 round:2 dealer:2 turn:7 current:0 phase:act hands:2C.JK.9S.KH.3D/+7/+9 discard:QH+6 melds:0r=5S.6S.7S.8S;0s=7H.7D.7C;1r=JD.QD.KD.AD;1s=4H.4C.4S down:0.1';

const order = (page: Page) => page.locator('[data-card]').evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card));

/** Ranks from 3 to ace, then the wilds; one rank in the order ♠♥♣♦. */
function byRankAndSuit(a: string, b: string): number {
  const key = (card: string) => (card.startsWith('JK') ? 2000 : (card[0] === '2' ? 1000 : '3456789TJQKA'.indexOf(card[0]!) * 10) + 'SHCD'.indexOf(card[1]!));
  return key(a) - key(b) || (a < b ? -1 : 1);
}

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
    const { players, watcher } = await seatAll(server, THREE);
    const [dana, kenji, mei] = players.map(({ page }) => page) as [Page, Page, Page];
    // Dana deals the first round; Kenji plays first and is asked before he has drawn.
    await mei.locator('[data-act="call"]').click();
    await kenji.locator('[data-request="asked"]').waitFor();
    expect(await kenji.locator('[data-act="claim"]').textContent()).toContain('no extra card');
    expect(await kenji.locator('[data-act="allow"]').textContent()).toContain('Mei gets');
    await expect.poll(() => kenji.evaluate(() => document.activeElement?.tagName)).toBe('H2');
    await expect.poll(() => kenji.locator('[role=timer]').count()).toBe(1);
    for (const page of [dana, mei, watcher.page]) await page.locator('[data-request="line"]').waitFor();
    await expect.poll(() => dana.locator('[data-request="line"]').textContent()).toContain('Kenji is answering');
    await expectAccessible(kenji);
    await shoot(kenji, 'may-i-request');
    await shoot(dana, 'may-i-request-others');
    await kenji.setViewportSize(PHONE);
    await expectNoSideways(kenji);
    await shoot(kenji, 'may-i-request-phone');
    await kenji.locator('[data-act="allow"]').click();
    await expect.poll(() => mei.locator('[data-card]').count()).toBe(13);
    await expect.poll(() => dana.locator('[data-seat="2"]').textContent()).toContain('13 cards');
    // A card that was taken cannot be asked for again.
    await expect.poll(() => dana.locator('[data-act="call"]').count()).toBe(0);
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  it('keeps the order that a player gives the hand', async () => {
    const player = await againstComputer(server, APART);
    const { page } = player;
    const sent: string[] = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
    await page.reload();
    await page.locator('[data-card]').nth(10).waitFor();
    // The hand is dealt sorted; the button switches to suits and back.
    const byRank = (await order(page)) as string[];
    expect(byRank).toEqual([...byRank].sort(byRankAndSuit));
    await page.locator('[data-act="sort"]').click();
    await expect.poll(() => order(page)).not.toEqual(byRank);
    await page.locator('[data-act="sort"]').click();
    await expect.poll(() => order(page)).toEqual(byRank);
    await page.locator('[data-act="sort"]').click();
    await expect.poll(() => order(page)).not.toEqual(byRank);
    const bySuit = await order(page);
    await page.locator('[data-card]').first().focus();
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(async () => (await order(page))[1]).toBe(bySuit[0]);
    // Drags the last card before the first.
    await settled(page);
    const [from, to] = [page.locator('[data-card]').last(), page.locator('[data-card]').first()];
    const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!];
    const last = (await order(page)).at(-1);
    await page.mouse.move(start.x + start.width / 2, start.y + 40);
    await page.mouse.down();
    await page.mouse.move(end.x + 40, end.y + 44, { steps: 4 });
    await page.mouse.move(end.x + 6, end.y + 40, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await order(page))[0]).toBe(last);
    const own = await order(page);
    const isSent = () => sent.some((frame) => frame.includes('"REORDER_HAND"') && JSON.parse(frame).action.cardIds[0] === last);
    await until('the order to be known', async () => isSent() && (await at(page).look()).asked === 0, at(page));
    await page.reload();
    await page.locator('[data-card]').first().waitFor();
    await expect.poll(async () => (await order(page)).slice(0, own.length)).toEqual(own);
    expectNoErrors(player);
    await player.close();
  });

  it('a new card lies at the end for a moment, with an edge, and then slides to its place', async () => {
    const player = await againstComputer(server, APART, { settings: { animation: 'normal' } });
    const { page } = player;
    await page.locator('[data-pile="stock"][aria-disabled="false"]').waitFor();
    // The page itself records every order that the hand ever has, so that none is missed by looking late.
    await page.evaluate(() => {
      const orders: string[][] = [];
      (globalThis as unknown as { orders: string[][] }).orders = orders;
      const note = () => orders.push([...document.querySelectorAll<HTMLElement>('[data-card]')].map((card) => card.dataset.card!));
      note();
      new MutationObserver(note).observe(document.querySelector('[data-part="hand"]')!, { childList: true, subtree: true });
    });
    const orders = () => page.evaluate(() => (globalThis as unknown as { orders: string[][] }).orders);
    await page.locator('[data-pile="stock"]').click();
    const fresh = '5S.0';
    await expect.poll(() => page.locator('[data-card].fresh').evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.card))).toEqual([fresh]);
    await expect.poll(async () => JSON.stringify(await order(page)) === JSON.stringify([...((await order(page)) as string[])].sort(byRankAndSuit))).toBe(true);
    expect((await orders()).some((one) => one.length === 12 && one.at(-1) === fresh), 'it lay at the end first').toBe(true);
    await page.locator(`[data-card]:not([data-card="${fresh}"])`).first().click();
    await page.locator('[data-act="discard"]').click();
    await expect.poll(() => page.locator('[data-card]').count()).toBe(11);
    await expect.poll(() => page.locator('[data-card].fresh').count(), { message: 'after the turn no card is new' }).toBe(0);
    expectNoErrors(player);
    await player.close();
  });

  for (const [size, viewport] of [['desktop', DESKTOP], ['phone', PHONE]] as const) {
    it(`puts what it can into the plan when a card is still missing, ${size}`, async () => {
      const player = await againstComputer(server, { ...THREE, position: ONE_SHORT }, { viewport });
      const { page } = player;
      if ((await page.locator('[data-act="suggest"]').count()) === 0) await page.locator('[data-act="plan"]').click();
      await page.locator('[data-act="suggest"]').click();
      const states = () => page.locator('[data-slot]').evaluateAll((slots) => slots.map((slot) => (slot as HTMLElement).dataset.state).sort());
      await expect.poll(states).toEqual(['partial', 'valid']);
      // A king and a wild: a second wild would be one too many.
      await expect.poll(() => page.locator('[data-slot][data-state="partial"] .text').textContent()).toBe('one more king');
      const isPlanned = (card: string) => page.locator(`[data-planned="${card}"]`).count();
      for (const ace of ['AH.0', 'AD.0']) expect(await isPlanned(ace)).toBe(1);
      await expect.poll(() => page.locator('[role=status], [aria-live]').allTextContents().then((said) => said.join(' '))).toContain('1 card short of the contract');
      expect(await page.locator('[data-refusal]').count(), 'nothing was refused').toBe(0);
      await expectAccessible(page);
      await shoot(page, `may-i-one-short-${size}`);
      expectNoErrors(player);
      await player.close();
    });
  }

  it('checks the plan while it is made, and says why a meld is none', async () => {
    const player = await againstComputer(server, APART);
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
    await expect.poll(() => page.locator('[data-card]').count()).toBe(11);
    expectNoErrors(player);
    await player.close();
  });

  it('a wild goes to the end that is chosen: the zones appear, and `start` goes over the wire', async () => {
    const { players, watcher } = await seatAll(server, { ...THREE, position: LAYING_OFF });
    const [{ page }] = players as [Visitor];
    const sent: string[] = [];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
    // Sockets that are already open cannot be observed.
    await page.reload();
    const laidOff = () => sent.filter((frame) => frame.includes('"LAY_OFF"')).map((frame) => JSON.parse(frame).action as { cardId: string; meldId: string; position?: string });
    const zones = page.locator('[data-zone]');
    await page.locator('[data-card="2C.0"]').press('Space');
    await expect.poll(() => zones.evaluateAll((all) => all.map((zone) => (zone as HTMLElement).dataset.zone))).toEqual(['m1:start', 'm1:end', 'm3:start']);
    expect(await zones.first().textContent()).toMatch(/play as 4 of spades at the start/);
    // Pressing the body of a run with two free ends only asks which end.
    await page.locator('[data-meld="m1"]').press('Enter');
    expect(await page.locator('[data-staged]').count()).toBe(0);
    await shoot(page, 'may-i-zones');
    await expectAccessible(page);
    await zones.first().click();
    await page.locator('[data-staged]').waitFor();
    await shoot(page, 'may-i-staged');
    await expectAccessible(page);
    // A staged card can be taken back, and is sent only on request.
    await page.locator('[data-staged]').click();
    await expect.poll(() => page.locator('[data-staged]').count()).toBe(0);
    expect(laidOff()).toEqual([]);
    await page.locator('[data-card="2C.0"]').press('Space');
    await zones.first().click();
    await page.locator('[data-staged]').waitFor();
    await page.locator('[data-act="send"]').click();
    // It is the first card in that run for everybody, with what it stands for.
    const first = watcher.page.locator('[data-anchor="meld-m1"] .place').first();
    await expect.poll(() => first.locator('[data-as]').allTextContents()).toEqual([expect.stringMatching(/^= 4♠/)]);
    await shoot(watcher.page, 'may-i-start');
    // The sender may be the last to hear of it.
    await expect.poll(() => page.locator('[data-card]').count()).toBe(4);
    await until('the answer', async () => (await at(page).look()).asked === 0, at(page));
    // A natural needs no end, and gets none.
    await page.locator('[data-card="9S.0"]').press('Space');
    await page.locator('[data-meld="m1"][data-target]').press('Enter');
    await page.locator('[data-staged]').waitFor();
    await page.locator('[data-act="send"]').click();
    await expect.poll(() => page.locator('[data-card]').count()).toBe(3);
    expect(laidOff()).toEqual([
      { type: 'LAY_OFF', cardId: '2C.0', meldId: 'm1', position: 'start' },
      { type: 'LAY_OFF', cardId: '9S.0', meldId: 'm1' },
    ]);
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  it('the end of a round shows what everybody had left, and the next is dealt when it was read', async () => {
    const { players, watcher } = await seatAll(server, { ...DRIVER, options: { maxTurns: 3, lastRound: 2 } });
    const sent: string[] = [];
    const [{ page }] = players as [Visitor];
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
    await page.reload();
    await page.locator('[data-card]').first().waitFor();
    const summary = page.locator('[data-summary="1"]');
    // Three turns of two moves each. Nobody lays down, so that everybody has cards to count.
    await play(players, (one) => move(one, async () => false), 6);
    await summary.waitFor();
    // A headline that says what it is, and a heading over every column.
    expect(await page.locator('dialog', { has: summary }).locator('h2').innerText()).toBe('Round 1 is over');
    expect((await summary.locator('thead th').allInnerTexts()).map((text) => text.trim())).toEqual(['Player', 'Left in the hand', 'Round', 'Fewest points win']);
    // Each name is preceded by its letter, in a circle.
    expect((await summary.locator('tbody th').allInnerTexts()).map((text) => text.trim().split('\n').at(-1))).toEqual(['Dana', 'Kenji', 'Mei']);
    // Every score can be checked against the cards beside it.
    const points = (card: string) => (card === 'Joker' ? 50 : card.startsWith('A') ? 15 : /^[JQK1]/.test(card) ? 10 : card.startsWith('2') ? 20 : Number.parseInt(card));
    for (let seat = 0; seat < 3; seat += 1) {
      const row = page.locator('tr', { has: page.locator(`[data-left="${seat}"]`) });
      const cards = await row.locator('[data-left] span[aria-hidden]').allTextContents();
      expect(cards.length).toBeGreaterThan(8);
      const score = await row.locator('td').nth(1).textContent();
      expect(cards.map(points).reduce((sum, each) => sum + each, 0)).toBe(Number(score));
    }
    expect(await page.locator('[data-act="go-on"]').textContent()).toBe('Deal round 2');
    expect(await page.locator('dialog', { has: summary }).textContent()).toContain('Round 2 asks for one set, one run.');
    await expectAccessible(page);
    await shoot(page, 'may-i-summary');
    await page.setViewportSize(PHONE);
    await expectNoSideways(page);
    await shoot(page, 'may-i-summary-phone');
    await page.locator('[data-act="go-on"]').click();
    await summary.waitFor({ state: 'detached' });
    await expect.poll(() => sent.some((frame) => frame.includes('"seen"'))).toBe(true);
    for (const each of players.slice(1)) await each.page.locator('[data-act="go-on"]').click();
    await page.getByRole('group', { name: /Round 2/ }).waitFor();
    await page.locator('[data-card]').nth(10).waitFor();
    expect(await page.locator('[data-card].fresh').count(), 'a deal has no new cards').toBe(0);
    // The second round is the last one chosen.
    await page.setViewportSize(DESKTOP);
    await play(players, move, 40);
    for (const each of players) await waitForPhase(each.page, 'over');
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  it('is played on one device: nobody sees the cards of another, and everybody may ask', async () => {
    const family = await visitor(server, { viewport: PHONE, settings: { animation: 'off' } });
    const { page } = family;
    await page.goto('/games/may-i?with=local');
    const names = ['Dana', 'Kenji', 'Mei'];
    for (const [index, name] of names.entries()) await page.getByLabel(`Name of player ${index + 1}`).fill(name);
    await page.locator('form button[type=submit]').click();
    await waitForPhase(page, 'playing');
    /** Takes the device as a person does, by holding the button. */
    const take = async (name: string) => {
      await page.getByRole('heading', { name: new RegExp(`to ${name}`) }).waitFor();
      expect(await page.locator('[data-card]').count(), 'nothing private is in the page').toBe(0);
      await page.locator('.hold').hover();
      await page.mouse.down();
      await page.locator('[data-card]').first().waitFor();
      await page.mouse.up();
    };
    // The first dealer is drawn at random; the player after the first one asks.
    const heading = page.getByRole('heading', { name: /to (Dana|Kenji|Mei)/ });
    await heading.waitFor();
    const said = (await heading.textContent())!;
    const first = names.findIndex((name) => said.includes(name));
    const next = (first + 1) % 3;
    const askers = names.filter((_, seat) => seat !== first).map((name) => expect.stringMatching(new RegExp(`^${name}: May I\\? `)));
    await expect.poll(() => page.locator('[data-aside]').allTextContents()).toEqual(askers);
    await expectAccessible(page);
    await shoot(page, 'may-i-hand-over');
    await page.locator(`[data-aside="${next}"]`).click();
    await page.locator('[data-aside]').first().waitFor({ state: 'detached' });
    await take(names[first]!);
    await page.locator('[data-act="allow"]').click();
    await expect.poll(() => page.locator('[data-pile=stock][aria-disabled=false]').count()).toBe(1);
    await page.locator('[data-pile=stock]').click();
    await expect.poll(() => page.locator('[data-card]').count(), { message: 'the card that was drawn' }).toBe(12);
    await page.locator('[data-card]').first().click();
    await button(page, DISCARD).click();
    await take(names[next]!);
    await expect.poll(() => page.locator('[data-card]').count(), { message: 'the discard and one more' }).toBe(13);
    expectNoErrors(family);
    await family.close();
  });

  it('can be left: the others go on', async () => {
    const { players, watcher } = await seatAll(server, THREE);
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
