/** The review of a finished game: requested with one click, shown on the board, in a graph and in words. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, expectNoSideways, expectTranslated, LYING, NARROW, PHONE, settled, shoot, TestServer, visitor, waitForPhase, type Visitor, type VisitorOptions } from './harness.ts';
import { PROTOCOL } from '../src/gen/protocol.ts';
import { give, openTable, sitDown, type Wanted } from './opening.ts';
import { play } from './scripts.ts';
import { open, Seat } from './seats.ts';

const place = (page: Page) => page.locator('.cell.legal').first().click();

/** A short, finished game of Othello with its review requested. */
async function reviewed(server: TestServer, options: VisitorOptions = {}, before?: (visitor: Visitor) => Promise<unknown>): Promise<Visitor> {
  const player = await sitDown(server, { game: 'othello', players: [null, 'random'] }, { viewport: DESKTOP, ...options }, before);
  const { page } = player;
  await waitForPhase(page, 'playing');
  await play([player], place, 5);
  const resign = { name: /^(Resign|投了|認輸)$/ };
  await page.getByRole('button', resign).click();
  await page.getByRole('dialog').getByRole('button', resign).click();
  await page.locator('[data-result]').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: /^(Review|振り返る|檢討)$/ }).click();
  return player;
}

/** A game in which all people have done these things in turn; then the first one resigns. Its review is open at the first move. */
async function reviewedAfter(server: TestServer, wanted: Wanted, actions: [seat: number, action: object][], options: VisitorOptions): Promise<Visitor> {
  const opened = await openTable(server, wanted);
  const { table } = opened;
  const seats = new Map([[0, new Seat(server)]]);
  await seats.get(0)!.ask({ op: 'hello', protocol: PROTOCOL, table, token: opened.token });
  for (const { seat, link } of opened.links) {
    seats.set(seat, new Seat(server));
    await seats.get(seat)!.ask({ op: 'hello', protocol: PROTOCOL, table, join: { secret: link.split('=').at(-1), name: 'Kenji', key: 'e'.repeat(32) } });
  }
  for (const seat of seats.values()) await seat.ask({ op: 'ready' });
  for (const [seat, action] of actions) await seats.get(seat)!.ask({ op: 'play', action });
  for (const seat of seats.values()) await seat.ask({ op: 'resign' }).catch(() => {});
  for (const seat of seats.values()) seat.close();
  const player = await visitor(server, options);
  await give(player, opened, wanted.game);
  await player.page.goto(`/g/${table}?ply=0`);
  await isReady(player.page);
  return player;
}

/** Red has a King on d6 and takes the black Guard on d7; all its other moves are worth much less. */
const BANQI: [Wanted, [number, object][]] = [
  { game: 'banqi', players: [null, 'random'], position: 'c 2h1/3g/3K/4/4/4/4/4 1 rb - - kgmmrrhccppppp,GGMMRRHHCCPPPPP 100' },
  [[0, { type: 'MOVE', from: 11, to: 15 }]],
];
/** Nobody knows what the other player will choose, so no card is worse than another. */
const NINE: [Wanted, [number, object][]] = [
  { game: 'nine', players: [null, null] },
  [[0, { type: 'PLAY', card: 5 }], [1, { type: 'PLAY', card: 7 }], [0, { type: 'PLAY', card: 2 }], [1, { type: 'PLAY', card: 8 }]],
];
/** Dana discards one of her three aces. */
const MAY_I: [Wanted, [number, object][]] = [
  { game: 'may-i', players: [null, 'random', 'random'], options: { lastRound: 1, maxTurns: 3 }, position: 'mi1 round:1 dealer:2 turn:1 current:0 phase:act hands:AH.AS.AD.KH.KS.4C.9D.7S.8S.3C.QD.TH/+11/+11 discard:6H' },
  [[0, { type: 'DISCARD', cardId: 'AH.0' }]],
];

const isReady = (page: Page) => page.locator('[data-review=done]').waitFor({ timeout: 60_000 });
const ply = (page: Page) => page.getByRole('slider', { name: 'Move', exact: true }).getAttribute('aria-valuenow');

describe('a review', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('says what every move was worth, on the board, in a graph and in words', async () => {
    const player = await reviewed(server);
    const { page } = player;
    await isReady(page);
    const panel = page.locator('[data-review-panel]');
    await expect.poll(() => panel.locator('.players li').count()).toBe(2);
    await page.locator('[data-review-move="1"]').waitFor();
    // The worth of every square is drawn once nothing moves on the board.
    await expect.poll(() => page.locator('[data-worth]').count()).toBe(4);
    await expect.poll(() => page.locator('[data-worth=best]').count()).toBe(1);
    const lane = page.getByRole('slider', { name: 'Move', exact: true });
    await lane.press('ArrowRight');
    await expect.poll(() => ply(page)).toBe('1');
    await page.locator('[data-review-move="2"]').waitFor();
    await expect.poll(() => lane.getAttribute('aria-valuetext')).toMatch(/^Move 2 of \d+\. /);
    await lane.press('End');
    await lane.press('Home');
    await expect.poll(() => ply(page)).toBe('0');
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'review-desktop');
    await page.setViewportSize(PHONE);
    // On a phone each plate says how well its seat chose; the panel begins with the move.
    const chips = page.locator('.plate [data-accuracy]');
    await expect.poll(() => chips.count()).toBe(2);
    await panel.waitFor();
    await settled(page);
    const numbers = (await panel.locator('.accuracy').allInnerTexts()).map((text) => (text === '–' ? text : `${text}%`));
    for (const [seat, number] of numbers.entries()) expect((await chips.nth(seat).innerText()).replace(/\s/g, '')).toBe(`Accuracy${number}`);
    const [told, players] = [(await panel.locator('[data-review-move]').boundingBox())!, (await panel.locator('.players').boundingBox())!];
    expect(told.y).toBeLessThan(players.y);
    await expectNoSideways(page);
    await expectAccessible(page);
    await shoot(page, 'review-phone');
    await page.setViewportSize(NARROW);
    await expectNoSideways(page);
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Close the review' }).click();
    await expect.poll(() => page.locator('[data-review]').count()).toBe(0);
    await expect.poll(() => page.locator('[data-worth]').count()).toBe(0);
    expectNoErrors(player);
    await player.close();
  });

  it('leaves the board most of a phone, one line above it, the steps below, and is fine in the dark', async () => {
    const player = await reviewed(server, { theme: 'dark' });
    const { page } = player;
    await isReady(page);
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await page.locator('.plate [data-accuracy]').first().waitFor();
    await page.locator('[data-review-panel]').waitFor();
    await settled(page);
    await expectAccessible(page);
    await expect.poll(async () => (await page.locator('.board').first().boundingBox())!.width).toBeGreaterThan(PHONE.width * 0.75);
    expect((await page.locator('[data-past]').boundingBox())!.height).toBeLessThanOrEqual(56);
    expect(await page.getByRole('button', { name: 'Forward one move' }).filter({ visible: true }).count()).toBeLessThanOrEqual(1);
    await page.getByRole('button', { name: 'Close the review' }).click();
    await expect.poll(() => page.locator('[data-review]').count()).toBe(0);
    expectNoErrors(player);
    await player.close();
  });

  for (const [kind, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    it(`lets one find a better move than a mistake, and try what was not played, on a ${kind}`, async () => {
      // Black has c5 (wins by 14), h2 (loses by 8), b3 and h3 (lose by more); nothing is left to chance.
      const position = 'XXXXXXX--XOOOOO-O-XXXOO-OXXXOOOOOO-OXOOXOXOOOXXXOOXXXXXXOOOOOOOO X';
      const player = await sitDown(server, { game: 'othello', players: [null, 'random'], position }, { viewport: DESKTOP, settings: { confirm: 'never' } });
      const { page } = player;
      await waitForPhase(page, 'playing');
      const square = (name: string) => page.locator(`[data-square=${name}]`);
      await square('h2').click();
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      await page.locator('[data-result]').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Review' }).click();
      await isReady(page);
      await page.setViewportSize(viewport);
      await page.locator('[data-act=my-mistakes]').click();
      const practice = page.locator('[data-practice="1"]');
      await practice.getByText('Find a better move than h2.').waitFor();
      // Nothing reveals the answer, neither on the board nor in the list.
      expect(await page.locator('[data-worth]').count()).toBe(0);
      await practice.locator('[data-choice=b3]').click();
      await practice.getByText('Not b3. Try another.').waitFor();
      await expectAccessible(page);
      await expectNoSideways(page);
      await shoot(page, `review-my-mistakes-${kind}`);
      await square('c5').click();
      await page.locator('[data-review-panel]').getByText('c5 is good.').waitFor();
      await expect.poll(() => page.locator('[data-worth=best]').count()).toBe(1);
      await page.locator('[data-act=leave-trying]').click();
      // What if: a move other than the one played, and then the best for each side.
      await square('b3').click();
      const line = page.locator('[data-own-line]');
      await line.getByText('Own line, move 1').waitFor();
      await expect.poll(() => page.locator('[data-worth=best]').count()).toBe(1);
      await page.getByRole('slider', { name: 'Move', exact: true }).press('w');
      await line.getByText('Own line, move 2').waitFor();
      await shoot(page, `review-own-line-${kind}`);
      await expectAccessible(page);
      // The line is in the address: after a reload, or with the link, it is on the board.
      await expect.poll(() => page.url()).toMatch(/\/g\/[0-9a-z]{12}\?ply=0&line=b3\.[a-h][1-8]$/);
      const discs = () => page.locator('[data-square]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
      const before = await discs();
      await page.locator('[data-act=line-link]').click();
      await page.locator('[data-act=line-link]').getByText('Copied').waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      expect(link).toContain('/g#r=');
      await page.reload();
      await line.getByText('Own line, move 2').waitFor();
      await expect.poll(discs).toEqual(before);
      const friend = await visitor(server, { viewport });
      await friend.page.goto(link);
      await friend.page.locator('[data-own-line="2"]').waitFor();
      expectNoErrors(friend);
      await friend.close();
      await page.getByRole('slider', { name: 'Move', exact: true }).press('Escape');
      await page.locator('[data-review-move="1"]').waitFor();
      await expect.poll(() => page.url()).toMatch(/\?ply=0$/);
      await expect.poll(() => square('b3').getAttribute('aria-label')).toMatch(/empty/i);
      expectNoErrors(player);
      await player.close();
    });

    it(`draws a shot of Nine-ball, steps through it and saves it on a ${kind}`, async () => {
      const { table, token } = await open(server, { game: 'nine-ball', isPublic: true, players: [null, 'novice'], position: '9b1 0:-520,-210 3:420,395 9:635,0 aim:0' });
      const seat = new Seat(server);
      await seat.ask({ op: 'hello', protocol: PROTOCOL, table, token });
      await seat.ask({ op: 'ready' });
      await seat.ask({ op: 'play', action: { type: 'SHOOT', aimUrad: 570_000, speedMmS: 3_000 } });
      await seat.ask({ op: 'resign' });
      seat.close();
      const guest = await visitor(server, { viewport });
      const { page } = guest;
      await page.goto(`/g/${table}?ply=0`);
      await isReady(page);
      const study = page.locator('[data-study]');
      await study.waitFor();
      const time = study.getByRole('slider', { name: 'Moment of the shot' });
      await time.fill('0.5');
      await expect.poll(() => study.getAttribute('data-at')).toBe('0.50');
      await time.press('.');
      await expect.poll(() => study.getAttribute('data-at')).toBe('0.52');
      await time.press(',');
      await expect.poll(() => study.getAttribute('data-at')).toBe('0.50');
      expect(Number(await study.locator('[data-moving]').getAttribute('data-moving'))).toBeGreaterThan(0);
      expect(await study.locator('[data-ball]').count()).toBe(3);
      await expectAccessible(page);
      await expectNoSideways(page);
      await study.scrollIntoViewIfNeeded();
      await shoot(page, `review-shot-${kind}`);
      const saved = async (act: string) => {
        const [download] = await Promise.all([page.waitForEvent('download'), study.locator(`[data-act=${act}]`).click()]);
        return readFileSync(await download.path());
      };
      expect((await saved('save-svg')).toString()).toMatch(/^<svg[^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      const picture = await saved('save-png');
      expect([...picture.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
      expect(picture.readUInt32BE(16)).toBe(1600);
      await study.locator('[data-act=study-play]').click();
      await expect.poll(() => study.getAttribute('data-at')).not.toBe('0.50');
      expectNoErrors(guest);
      await guest.close();
    });
  }

  for (const [kind, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    it(`tells the pieces and cells of Banqi on a ${kind}`, async () => {
      const player = await reviewedAfter(server, ...BANQI, { viewport });
      const { page } = player;
      const told = page.locator('[data-review-move="1"]');
      await told.getByRole('heading').getByText('1. red King d6–d5 is a blunder').waitFor();
      await told.getByText('Best was red King d6 takes black Guard d7.').waitFor();
      await expect.poll(() => told.locator('li.best').innerText()).toContain('red King d6 takes black Guard d7');
      await page.locator('[data-as-table] summary').click();
      await expect.poll(() => page.locator('[data-row="1"]').innerText()).toMatch(/Dana\s+red King d6–d5\s.*Blunder/s);
      await expectAccessible(page);
      await expectNoSideways(page);
      await shoot(page, `review-banqi-${kind}`);
      expectNoErrors(player);
      await player.close();
    });

    it(`says in Nine that no card was a mistake, and what both were likely to play, on a ${kind}`, async () => {
      const player = await reviewedAfter(server, ...NINE, { viewport });
      const { page } = player;
      await page.locator('[data-no-mistake]').getByText('Against best play every card is equally good.').waitFor();
      const told = page.locator('[data-review-move="1"]');
      await expect.poll(() => told.getByRole('heading').innerText()).toBe('1. 5');
      await told.getByText('The best mix: each of the 9 cards equally often').waitFor();
      await told.getByText('The other was likely to play: each of the 9 cards equally often').waitFor();
      await expectAccessible(page);
      await expectNoSideways(page);
      await shoot(page, `review-nine-${kind}`);
      expectNoErrors(player);
      await player.close();
    });

    it(`names the cards of May I? and shows the way to the contract on a ${kind}`, async () => {
      const player = await reviewedAfter(server, ...MAY_I, { viewport });
      const { page } = player;
      const told = page.locator('[data-review-move="1"]');
      await expect.poll(() => told.getByRole('heading').innerText()).toMatch(/^(\?\S*\s+)?1\. discarding A♥/);
      await told.getByText('Cards to the contract: 1').waitFor();
      expect(await told.locator('li b').allInnerTexts()).toEqual(expect.arrayContaining([expect.stringMatching(/^discarding (10|\d|[JQKA])[♠♥♦♣]/)]));
      await page.getByRole('img', { name: /^How many cards Dana lacked for the contract/ }).waitFor();
      // The spoken text has the same words.
      const lane = page.getByRole('slider', { name: 'Move', exact: true });
      expect(await lane.getAttribute('aria-valuetext')).toMatch(/^Move 1 of \d+\. Dana discarding A♥/);
      await expectAccessible(page);
      await expectNoSideways(page);
      await shoot(page, `review-may-i-${kind}`);
      expectNoErrors(player);
      await player.close();
    });
  }

  it.each(['ja', 'zh-Hant'] as const)('names cards in %s', async (language) => {
    const player = await reviewedAfter(server, ...MAY_I, { viewport: DESKTOP, language });
    await expect.poll(() => player.page.locator('[data-review-move="1"] h2').innerText()).toMatch(language === 'ja' ? /「?A♥.?を捨てる/ : /棄 A♥/);
    await expectTranslated(player.page.locator('[data-review-panel]').page(), /Baize|Dana|May I\?|[0-9JQKA]+[♠♥♦♣]/g);
    expectNoErrors(player);
    await player.close();
  });

  it('has its keys, which the list of keys names, and is read aloud', async () => {
    const player = await reviewedAfter(server, ...BANQI, { viewport: DESKTOP });
    const { page } = player;
    const lane = page.getByRole('slider', { name: 'Move', exact: true });
    await lane.press('End');
    await expect.poll(() => ply(page)).not.toBe('0');
    await lane.press('Shift+N');
    await expect.poll(() => ply(page)).toBe('0');
    const heard = page.locator('[aria-live=assertive]');
    await lane.press('v');
    await expect.poll(() => heard.allInnerTexts()).toEqual(expect.arrayContaining([expect.stringMatching(/^Value \d+ %\.$/)]));
    await lane.press('c');
    await expect.poll(() => heard.allInnerTexts()).toEqual(expect.arrayContaining([expect.stringMatching(/^red King d6 takes black Guard d7 \d+ %, /)]));
    await lane.press('p');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await lane.press('?');
    await page.getByRole('dialog').getByText('N, Shift+N: next and previous mistake of yours').waitFor();
    expectNoErrors(player);
    await player.close();
  });

  it.each(['may-i', 'nine-ball'])('of %s has its words beside the board on a phone that lies', async (game) => {
    const nineBall: typeof MAY_I = [{ game, players: [null, 'novice'], position: '9b1 0:-520,-210 3:420,395 9:635,0 aim:0' }, [[0, { type: 'SHOOT', aimUrad: 570_000, speedMmS: 3_000 }]]];
    const player = await reviewedAfter(server, ...(game === 'may-i' ? MAY_I : nineBall), { viewport: LYING });
    const { page } = player;
    const told = page.locator('[data-review-move="1"]');
    await told.waitFor();
    const [lane, board] = [(await page.locator('.lane').boundingBox())!, (await page.locator('.board').first().boundingBox())!];
    expect(lane.y + lane.height).toBeLessThanOrEqual(LYING.height);
    expect(board.height).toBeGreaterThan(150);
    await told.getByRole('heading').scrollIntoViewIfNeeded();
    const title = (await told.getByRole('heading').boundingBox())!;
    expect(title.y + title.height).toBeLessThanOrEqual(LYING.height);
    if (game === 'nine-ball') await told.getByText(/^Chance to pot and play on, with a steady hand: \d+ %$/).waitFor();
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, `review-${game}-lying`);
    expectNoErrors(player);
    await player.close();
  });

  it('is stopped, goes on, and is there at once when somebody comes back', async () => {
    // The first request is delayed, so that there is something to stop.
    let asked = 0;
    const player = await reviewed(server, {}, ({ context }) => context.route('**/review', (route) => ((asked += 1) === 1 ? undefined : route.continue())));
    const { page } = player;
    await page.locator('[data-review=working]').waitFor();
    await page.locator('[data-act=stop-review]').click();
    await page.locator('[data-act=go-on-review]').click();
    await isReady(page);
    expect(asked).toBe(2);
    await page.goto(page.url().replace('/t/', '/g/'));
    await isReady(page);
    expect(await page.locator('[data-review-panel]').count()).toBe(1);
    await player.close();
  });

  for (const language of ['ja', 'zh-Hant'] as const) {
    it(`speaks ${language}`, async () => {
      const player = await reviewed(server, { language });
      await isReady(player.page);
      await expectTranslated(player.page, /Baize|Dana|[a-h][1-8]/g);
      await shoot(player.page, `review-${language}`);
      expectNoErrors(player);
      await player.close();
    });
  }
});
