/**
 * The table waits for people: it can be hurried, holds while somebody reads, offers help, and shows the past without
 * pulling anybody away from it.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../src/gen/protocol.ts';
import { stopClock } from './clock.ts';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, LYING, PHONE, settled, shoot, TestServer, visitor, waitForPhase, type Visitor } from './harness.ts';
import { noticing } from './noticing.ts';
import { give, join, openTable, sitDown } from './opening.ts';
import { againstComputer, play, seatAll, type Driver } from './scripts.ts';
import { actUntil, at, isReady, until } from './standing.ts';

const move = (page: Page) => page.locator('.cell.legal').first().click();
const othello: Driver = { game: 'othello', seats: 2, level: 'random', move, moveByKeys: move, mostMoves: 70 };
const bruno = { game: 'othello', players: [null, 'random'], personas: [null, 'bruno'] };

/** Everything that the table sends to a page from now on. */
function listen(page: Page): Message[] {
  const heard: Message[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void heard.push(JSON.parse(String(payload)) as Message)));
  return heard;
}

/** When a seat acted, and how long after the previous event, in milliseconds of the table. */
function acts(heard: Message[], seat: number): { after: number }[] {
  const steps = heard.flatMap((message) => (message.op === 'news' ? message.steps : [])).filter(({ event }) => event.type === 'ACTED');
  return steps.flatMap(({ at, event }, index) => (event.type === 'ACTED' && event.seat === seat && index > 0 ? [{ after: at - steps[index - 1]!.at }] : []));
}

/** At the slow pace, no computer answers sooner than this by itself. */
const SLOWLY = 1_600;

describe('a table that waits for people', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('is hurried by a tap on free cloth or by Space, and says so once', async () => {
    for (const hurry of [(page: Page) => page.keyboard.press(' '), (page: Page) => page.locator('.stage').click({ position: { x: 4, y: 4 } })]) {
      let heard: Message[] = [];
      const player = await sitDown(server, { ...bruno, pace: 'slow' }, { settings: { pace: 'slow', animation: 'off' } }, async ({ page }) => void (heard = listen(page)));
      const { page } = player;
      const wasTold = await noticing(page, '.plate .hurry', /^Tap the table to hurry$/);
      // A busy machine may press too late; the next move will then do.
      await until('a move before its time', async () => {
        await until('the own turn', async () => isReady(await at(page).look()), at(page));
        await move(page);
        await page.locator('.plate .dots').waitFor();
        await hurry(page);
        await until('the answer', async () => isReady(await at(page).look()), at(page));
        return acts(heard, 1).some(({ after }) => after < SLOWLY / 2);
      }, at(page));
      expect(await wasTold(), 'it was said where it can be done').toBe(true);
      expectNoErrors(player);
      await player.close();
    }
  });

  it('holds while its only person reads, and goes on afterwards', async () => {
    let heard: Message[] = [];
    const player = await sitDown(server, { ...bruno, pace: 'slow' }, { viewport: PHONE, settings: { pace: 'slow', animation: 'off', confirm: 'never' } }, async ({ page }) => void (heard = listen(page)));
    const { page } = player;
    await until('the own turn', async () => isReady(await at(page).look()), at(page));
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    /** Whether the table has reported since then that it is held. */
    const isHeldSince = (from: number) => heard.slice(from).some((message) => message.op === 'news' && message.state.waiting?.why === 'held');
    // The menu is opened while Bruno thinks, repeatedly until that is quicker than he is.
    await until('the table to be held', async () => {
      await until('the own turn', async () => isReady(await at(page).look()), at(page));
      const answers = acts(heard, 1).length;
      await actUntil('the move to count', at(page), () => move(page));
      // The table was held earlier, too, for the menu on the reader's own turn.
      const from = heard.length;
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('dialog').waitFor();
      await until('an answer', async () => isHeldSince(from) || isReady(await at(page).look()), at(page));
      const isHeld = isHeldSince(from) && acts(heard, 1).length === answers;
      if (!isHeld) await page.keyboard.press('Escape');
      return isHeld;
    }, at(page));
    const since = acts(heard, 1).length;
    await page.locator('.plate').getByText('Waits for you').first().waitFor();
    // The page asks every two seconds whether the table is there; three answers take longer than any computer waits.
    const pongs = () => heard.filter(({ op }) => op === 'pong').length;
    const earlier = pongs();
    await until('three answers', async () => pongs() >= earlier + 3);
    expect(acts(heard, 1).length, 'nobody acts meanwhile').toBe(since);
    await page.keyboard.press('Escape');
    await until('the answer', async () => acts(heard, 1).length > since, at(page));
    expectNoErrors(player);
    await player.close();
  });

  it.each([DESKTOP, PHONE])('has its rules at hand, with what was chosen for it, and waits for whoever reads them ($width)', async (viewport) => {
    for (const pushOut of [true, false]) {
      let heard: Message[] = [];
      const wanted = { game: 'nine-ball', players: [null, 'beginner'], personas: [null, 'bruno'], options: { pushOut } };
      const player = await sitDown(server, wanted, { viewport }, async ({ page }) => void (heard = listen(page)));
      const { page } = player;
      await page.locator('[data-turn=true]').waitFor();
      if (viewport === PHONE) await page.getByRole('button', { name: 'More' }).click();
      await page.locator('[data-act=rules]').click();
      const rules = page.getByRole('dialog').locator('[data-rules=nine-ball]');
      await rules.locator('[data-lesson=lowest]').waitFor();
      await expect.poll(() => rules.locator('[data-lesson=push]').count()).toBe(pushOut ? 1 : 0);
      await until('the table to be held', async () => heard.some((message) => message.op === 'news' && message.state.waiting?.why === 'held'));
      await expectAccessible(page);
      await shoot(page, `rules-at-the-table-${viewport.width}`);
      await page.keyboard.press('Escape');
      await rules.waitFor({ state: 'detached' });
      expectNoErrors(player);
      await player.close();
    }
  });

  it('offers a hint after twelve seconds of the page, once, in the first games', async () => {
    let [pings, pongs] = [0, 0];
    const player = await againstComputer(server, othello, { viewport: DESKTOP }, async ({ page }) => {
      page.on('websocket', (socket) => {
        socket.on('framesent', ({ payload }) => void (pings += String(payload).includes('"op":"ping"') ? 1 : 0));
        socket.on('framereceived', ({ payload }) => void (pongs += String(payload).includes('"op":"pong"') ? 1 : 0));
      });
      await page.clock.install();
    });
    const { page } = player;
    await until('the own turn', async () => isReady(await at(page).look()), at(page));
    await stopClock(page);
    // The time begins with the reader's turn: with the next one, none of it has passed unnoticed.
    const { version } = await at(page).look();
    await move(page);
    await until('the next turn', async () => {
      const now = await at(page).look();
      if (isReady(now) && now.version >= version + 2) return true;
      await page.clock.runFor(10);
      return false;
    }, at(page));
    /** Lets the page's time pass, answering anything it asks meanwhile. */
    const pass = async (seconds: number) => {
      for (let halves = 0; halves < 2 * seconds; halves += 1) {
        await page.clock.runFor(500);
        await until('an answer', async () => pongs >= pings);
      }
    };
    const offer = page.locator('[data-advice=offer]');
    await pass(11);
    expect(await offer.count(), 'not yet').toBe(0);
    await pass(2);
    await offer.getByText('Need a hint?').waitFor();
    await offer.getByRole('button', { name: 'No' }).click();
    await pass(20);
    expect(await offer.count(), 'once is enough').toBe(0);
    expectNoErrors(player);
    await player.close();
  });

  it('shows who wants a rematch, leaves a small button for the result, and throws paper for who has won', async () => {
    const { players, watcher } = await seatAll(server, othello, { settings: { animation: 'fast' } });
    const [dana, kenji] = [players[0]!.page, players[1]!.page];
    await play(players, move, 2);
    await dana.getByRole('button', { name: 'Resign' }).click();
    await dana.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    for (const page of [dana, kenji]) await page.locator('dialog [data-result]').waitFor();
    expect(await kenji.locator('dialog [data-confetti]').count(), 'who has won').toBe(1);
    expect(await dana.locator('dialog [data-confetti]').count(), 'who has not').toBe(0);
    await kenji.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
    const pill = kenji.locator('[data-act=result]');
    await pill.waitFor();
    await expectAccessible(kenji);
    await shoot(kenji, 'table-result-pill');
    await pill.click();
    await dana.getByRole('button', { name: 'Rematch' }).click();
    const agreed = kenji.locator('dialog .agreed');
    await agreed.getByText('Dana would like a rematch.').waitFor();
    expect(await agreed.locator('.yes').allTextContents()).toEqual([expect.stringContaining('Dana')]);
    expect(await dana.locator('dialog .agreed').count(), 'nobody else has asked yet').toBe(0);
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  it('throws no paper where nothing shall move', async () => {
    const { players, watcher } = await seatAll(server, othello);
    const [dana, kenji] = [players[0]!.page, players[1]!.page];
    await dana.getByRole('button', { name: 'Resign' }).click();
    await dana.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await kenji.locator('dialog .medal').waitFor();
    expect(await kenji.locator('[data-confetti]').count()).toBe(0);
    for (const each of [...players, watcher]) await each.close();
  });

  it('tells of new moves to somebody who looks back, and leaves them there', async () => {
    const { players, watcher } = await seatAll(server, othello);
    const { page } = watcher;
    await play(players, move, 2);
    // Spectators hear of it a moment later, and what happens while they look back is new.
    await expect.poll(() => page.locator('.cell .disc').count()).toBe(6);
    await page.getByRole('button', { name: 'First' }).click();
    await page.getByText('You are looking at move 0 of 2').waitFor();
    expect(await page.locator('[data-fresh]').count()).toBe(0);
    await play(players, move, 2);
    await page.locator('[data-fresh]').getByText('2 new moves').waitFor();
    await page.getByText('You are looking at move 0 of 4').waitFor();
    expect(await page.locator('.cell .disc').count(), 'the past stays on the board').toBe(4);
    await expectAccessible(page);
    await page.locator('[data-act=back-to-game]').click();
    await expect.poll(() => page.locator('.cell .disc').count()).toBe(8);
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  it('takes a refused move back to where it came from, with the reason', async () => {
    const player = await sitDown(server, { game: 'othello', players: [null, 'random'] }, { settings: { animation: 'normal' } }, ({ page }) =>
      // The server receives a square other than the one chosen, and refuses it.
      page.routeWebSocket(/\/ws$/, (near) => {
        const far = near.connectToServer();
        near.onMessage((text) => {
          const said = JSON.parse(String(text)) as { op: string; action?: unknown };
          far.send(said.op === 'play' ? JSON.stringify({ ...said, action: { type: 'PLACE', square: 'a1' } }) : text);
        });
        far.onMessage((text) => near.send(text));
      }),
    );
    const { page } = player;
    await until('the own turn', async () => isReady(await at(page).look()), at(page));
    /** Whether a ghost was drawn before the refusal came, and what became of it. */
    const ghosts = page.evaluate(() => new Promise<boolean>((done) => {
      const look = new MutationObserver(() => {
        if (!document.querySelector('[data-pending]')) return;
        look.disconnect();
        done(true);
      });
      look.observe(document.body, { childList: true, subtree: true, attributes: true });
    }));
    const wasRefused = await noticing(page, '[data-refusal]');
    await page.locator('.cell.legal').first().click();
    expect(await ghosts, 'it was drawn at once').toBe(true);
    await until('the refusal', wasRefused, at(page));
    await page.locator('[data-pending]').waitFor({ state: 'detached' });
    expect(await page.locator('.cell .disc:not(.ghost)').count()).toBe(4);
    await until('the own turn, as before', async () => isReady(await at(page).look()), at(page));
    await player.close();
  });

  it('leads a line from the card of the coach to what it speaks of', async () => {
    const player = await againstComputer(server, othello, { viewport: DESKTOP, settings: { coached: [], animation: 'off' } });
    const { page } = player;
    await page.locator('[data-advice=coach]').waitFor();
    const line = page.locator('[data-lead] line').first();
    await line.waitFor({ state: 'attached' });
    await settled(page);
    const [ring, stage, found] = [await page.locator('[data-ring]').first().boundingBox(), await page.locator('.stage').boundingBox(), await line.boundingBox()];
    expect(ring).not.toBeNull();
    expect(found!.x + found!.width, 'up to the edge beside the rail').toBeGreaterThan(stage!.x + stage!.width - 8);
    await shoot(page, 'coach-line');
    expectNoErrors(player);
    await player.close();
  });

  it('lets somebody of the house play for who is away, and names them', async () => {
    const opened = await openTable(server, { game: 'othello', name: 'Dana' });
    const dana = await visitor(server);
    const kenji = await visitor(server, { settings: { name: 'Kenji' } });
    await give(dana, opened, 'othello');
    await dana.page.goto(`/t/${opened.table}`);
    await join(kenji.page, opened.links[0]!.link, 'Kenji');
    for (const { page } of [dana, kenji]) await waitForPhase(page, 'playing');
    const { page } = kenji;
    const wasRefused = await noticing(page, '[data-refusal]');
    await dana.close();
    await page.locator('[data-act=fill-in]').click();
    await page.locator('[data-substitute=mina]').click();
    // They have not been away for long enough: the table says so, and the choice remains a choice.
    await until('a refusal', wasRefused, at(page));
    await page.locator('[data-act=fill-in]').click();
    await page.locator('[data-substitute=mina]').waitFor();
    await expectAccessible(page);
    expectNoErrors(kenji);
    await kenji.close();
  });

  it('tells the others who reads the rules', async () => {
    const { players, watcher } = await seatAll(server, othello, { settings: { animation: 'off', coached: [] } });
    const [dana, kenji] = [players[0]!.page, players[1]!.page];
    await dana.locator('[data-advice=coach]').waitFor();
    await kenji.locator('.plate[data-seat="0"]').getByText('Reading the rules').waitFor();
    await actUntil('the move to count', at(dana), () => move(dana));
    await kenji.locator('.plate[data-seat="0"]').getByText('Reading the rules').waitFor({ state: 'detached' });
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  for (const [game, seats, viewport] of [['nine', 2, DESKTOP], ['nine-ball', 2, PHONE], ['may-i', 3, LYING]] as const) {
    it(`tells it at ${game}, too, where the board draws the seats`, async () => {
      const host = await sitDown(server, { game, seats, name: 'Mei' }, { viewport, settings: { coached: [] } });
      const others: Visitor[] = [];
      for (const [index, { link }] of host.opened.links.entries()) {
        const other = await visitor(server, { viewport });
        await join(other.page, link, ['Kenji', 'Otto'][index]!);
        others.push(other);
      }
      await host.page.locator('[data-advice=coach]').waitFor();
      for (const { page } of others) await page.locator('[data-strip=reading]').getByText('Mei is reading the rules').waitFor();
      await expectAccessible(others[0]!.page);
      await shoot(others[0]!.page, `waiting-reading-${game}`);
      expectNoErrors(host, ...others);
      for (const each of [host, ...others]) await each.close();
    });
  }
});
