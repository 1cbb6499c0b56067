/** A newcomer's way to a game: whom to play, invitations, finding somebody, and the names along the way. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenTable } from '../src/gen/protocol.ts';
import { about, GAME_IDS } from '../src/games/list.ts';
import { personaName } from '../src/lib/cast.ts';
import { FRAME_MS, stopClock } from './clock.ts';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, expectNoSideways, LYING, PHONE, shoot, TestServer, visitor, waitForPhase } from './harness.ts';
import { give, join, openRules, openTable, sitDown } from './opening.ts';
import { play } from './scripts.ts';
import { until } from './standing.ts';

const SIZES = { desktop: DESKTOP, phone: PHONE, landscape: { width: 844, height: 390 } };
/** The words meant for programs; none of them belongs on a page for people. */
const PROGRAMS = /\b(medium|greedy|potter|beginner|expert|level)\b/i;

const look = (page: Page) => page.getByRole('button', { name: 'Look for somebody' }).click();

/** Stops the time of a person who is looking for a game: nobody of the house sits down, however long a busy machine takes. */
const waitLong = (page: Page) => page.clock.setFixedTime(new Date());

/** Does the first task on the practice board of a waiting room. */
async function practise(page: Page): Promise<void> {
  const lesson = page.locator('[data-practice=othello] [data-lesson]');
  await lesson.locator('.cell.legal').first().click();
  await lesson.and(page.locator(':not([data-told=task])')).waitFor();
}

/** Plays the lowest remaining card, in Nine. */
async function playLowest(page: Page): Promise<void> {
  await page.locator('.pick.available:not([aria-disabled=true])').first().click();
  await page.locator('[data-confirm]').click();
}

describe('people', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  for (const [name, viewport] of Object.entries(SIZES)) {
    it(`are met with one click on a ${name}`, async () => {
      for (const game of GAME_IDS) {
        const { seats = 2, opponents = ['bruno'] } = about(game);
        const opponent = seats === 3 ? 'both' : personaName(opponents[0]!, 'en');
        const guest = await visitor(server, { viewport, settings: { coached: [] }, isTouch: name !== 'desktop' });
        await guest.page.goto('/');
        const start = guest.page.locator(`[data-play=${game}]`);
        await expect.poll(() => start.getAttribute('aria-label')).toContain(`Play ${opponent}:`);
        await start.click();
        if (about(game).takesTelling) await guest.page.locator('[data-first="deal"]').click();
        await waitForPhase(guest.page, 'playing');
        expectNoErrors(guest);
        await guest.close();
      }
    });
  }

  it('are named by the biggest button, which starts at once and remembers', async () => {
    const guest = await visitor(server);
    const { page } = guest;
    await page.goto('/');
    await expect.poll(() => page.locator('[data-now]').textContent()).toMatch(/Play now.*Othello with Bruno/);
    await page.locator('[data-now]').click();
    await waitForPhase(page, 'playing');
    await page.goto('/games/nine-ball');
    await page.locator('input[name=persona][value=theo]').check({ force: true });
    await page.getByRole('button', { name: 'Play Theo' }).click();
    await waitForPhase(page, 'playing');
    await page.goto('/');
    // A game that is not over goes on; when it is cleared away, the button begins one with the same opponent.
    await expect.poll(() => page.locator('[data-now]').textContent()).toMatch(/Go on.*Nine-ball with Theo/);
    await expect.poll(() => page.locator('[data-play=nine-ball]').getAttribute('aria-label')).toBe('Play Theo: Nine-ball');
    // The reader's own name is never on the other side.
    await page.getByText('Nine-ball with Theo').first().waitFor();
    await page.getByRole('button', { name: 'Clear away Nine-ball with Theo' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Clear away Nine-ball with Theo' }).count()).toBe(0);
    await expect.poll(() => page.locator('[data-now]').textContent()).toMatch(/Play now.*Nine-ball with Theo/);
    expectNoErrors(guest);
    await guest.close();
  });

  it('are chosen with the keyboard, in words of the game and none of programs', async () => {
    const guest = await visitor(server);
    const { page } = guest;
    for (const game of GAME_IDS) {
      await page.goto(`/games/${game}`);
      await page.locator('input[name=persona]').first().waitFor({ state: 'attached' });
      expect(await page.locator('main').innerText()).not.toMatch(PROGRAMS);
    }
    await page.goto('/games/othello');
    await page.getByText('Black, first').waitFor();
    await page.locator('input[name=persona][value=bruno]').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: 'Play Mina' }).waitFor();
    await page.keyboard.press('Enter');
    await waitForPhase(page, 'playing');
    await page.getByText('Mina').first().waitFor();
    expectNoErrors(guest);
    await guest.close();
  });

  it('take their seats at May I? as the table grows, nobody twice; Banqi has two pictures', async () => {
    const guest = await visitor(server);
    const { page } = guest;
    await page.goto('/games/may-i');
    await page.getByText('3 at the table').waitFor();
    for (let seats = 4; seats <= 8; seats += 1) await page.getByRole('button', { name: 'One player more' }).click();
    await page.getByText('8 at the table').waitFor();
    await expect.poll(() => page.locator('input[name=persona]:checked').count()).toBe(7);
    await expect.poll(() => page.getByRole('button', { name: 'One player more' }).isDisabled()).toBe(true);
    await page.goto('/games/banqi');
    await page.locator('input[name=mode][value=three-kingdoms]').check({ force: true });
    await page.getByRole('button', { name: 'Play both' }).click();
    await waitForPhase(page, 'playing');
    await page.getByText('Mina').first().waitFor();
    expectNoErrors(guest);
    await guest.close();
  });

  it('invite by name and game; one click sits down', async () => {
    const opened = await openTable(server, { game: 'banqi', name: 'Dana' });
    const guest = await visitor(server, { viewport: PHONE });
    const { page } = guest;
    await page.goto(opened.links[0]!.link);
    await page.getByRole('heading', { name: 'Dana invites you to a game of Banqi' }).waitFor();
    expect(await page.getByRole('textbox').inputValue()).toMatch(/^Guest \d+$/);
    await page.getByText('Dana was here just now').waitFor();
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'people-invitation');
    // A guest who looks around first comes back to the invitation.
    await page.goto('/rules/banqi');
    await page.goBack();
    await page.getByRole('button', { name: 'Sit down and play' }).click();
    await waitForPhase(page, 'waiting');
    const late = await visitor(server);
    await late.page.goto(opened.links[0]!.link);
    await late.page.getByText('This seat is taken already.').waitFor();
    // At a public table, a person who comes too late may watch.
    const open = await openTable(server, { game: 'banqi', name: 'Dana', isPublic: true });
    await join(page, open.links[0]!.link, 'Mei');
    await waitForPhase(page, 'waiting');
    await late.page.goto(open.links[0]!.link);
    await late.page.getByText('This seat is taken already.').waitFor();
    await expectAccessible(late.page);
    await late.page.getByRole('button', { name: 'Just watch' }).click();
    await waitForPhase(late.page, 'waiting');
    // The host comes, and nobody is left waiting to disturb the tests that look for somebody.
    const dana = await visitor(server);
    await give(dana, open, 'banqi');
    await dana.page.goto(`/t/${open.table}`);
    for (const { page } of [guest, late, dana]) await waitForPhase(page, 'playing');
    expectNoErrors(guest, late, dana);
    for (const each of [guest, late, dana]) await each.close();
  });

  it('who are invited can change the language on a phone first, and read how many will play', async () => {
    const opened = await openTable(server, { game: 'banqi', seats: 2, players: [null, null], name: 'Dana' });
    for (const viewport of [PHONE, LYING]) {
      const guest = await visitor(server, { viewport });
      const { page } = guest;
      await page.goto(opened.links[0]!.link);
      await page.getByText('2 players', { exact: true }).waitFor();
      await page.locator('.tongue select').filter({ visible: true }).selectOption('ja');
      await page.getByRole('heading', { name: /^Danaさんから/ }).waitFor();
      await expectNoSideways(page);
      await expectAccessible(page);
      expectNoErrors(guest);
      await guest.close();
    }
  });

  it('are named where a link is shown to others, in the reader\'s language and never as part of the page', async () => {
    const opened = await openTable(server, { game: 'banqi', name: 'Dana "<b>"' });
    const head = async (language: string) => (await fetch(`${server.url}/t/${opened.table}`, { headers: { accept: 'text/html', 'accept-language': language } })).text();
    const english = await head('en-GB,en;q=0.9');
    expect(english).toContain('<meta property="og:title" content="Dana &quot;&lt;b&gt;&quot; invites you to a game of Banqi" />');
    expect(english).toContain('<meta property="og:description" content="Chinese chess, face down. Flip a piece, find your army. 2 or 3 players · 15 min" />');
    expect(english).toContain(`/t/${opened.table}" />`);
    const picture = /<meta property="og:image" content="[^"]*(\/about\/[^"]+)"/.exec(english)![1]!;
    const shownBeside = await fetch(`${server.url}${picture}`);
    expect([picture, shownBeside.status, shownBeside.headers.get('content-type')]).toEqual(['/about/banqi.jpg', 200, 'image/jpeg']);
    expect(english).not.toContain('<b>');
    expect(await head('ja')).toContain('さんから暗棋（アンチー）のお誘いです');
    expect(await head('zh-TW')).toContain('邀你玩暗棋');
    // Once a game is being played, nobody else learns what it is or who plays.
    const begun = await openTable(server, { game: 'banqi', name: 'Dana', players: [null, 'random'] });
    const dana = await visitor(server);
    await give(dana, begun, 'banqi');
    await dana.page.goto(`/t/${begun.table}`);
    await waitForPhase(dana.page, 'playing');
    const shown = await (await fetch(`${server.url}/t/${begun.table}`, { headers: { accept: 'text/html' } })).text();
    expect(shown).not.toContain('Dana');
    await dana.close();
  });

  it('wait in a room with a link; somebody of the house can sit in', async () => {
    const host = await visitor(server, { settings: { name: 'Dana' } });
    const { page } = host;
    await page.goto('/games/othello?with=link');
    await page.getByRole('button', { name: 'Get the link' }).click();
    await page.locator('[data-link="1"]').waitFor();
    await practise(page);
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'people-waiting-room');
    await page.getByRole('button', { name: 'Let Bruno sit in' }).click();
    await waitForPhase(page, 'playing');
    await page.getByText('Bruno').first().waitFor();
    expectNoErrors(host);
    await host.close();
  });

  for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    it(`are shown all hands after the game unless the host of a private table says no, on a ${name}`, async () => {
      const host = await visitor(server, { viewport, settings: { name: 'Dana' } });
      const { page } = host;
      const shown = page.getByRole('switch', { name: 'Show all hands after the game' });
      const getLink = async () => {
        const [asked] = await Promise.all([page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/tables')), page.getByRole('button', { name: 'Get the link' }).click()]);
        await page.locator('[data-link="1"]').waitFor();
        return (asked.postDataJSON() as OpenTable).openAfter;
      };
      for (const [address, has] of [['othello?with=link', 0], ['may-i?with=local', 0], ['may-i', 0], ['may-i?with=link', 1]] as const) {
        await page.goto(`/games/${address}`);
        await openRules(page);
        await page.locator('form button[type=submit]:enabled').waitFor();
        expect(await shown.count(), address).toBe(has);
      }
      expect(await shown.isChecked(), 'as private tables have it').toBe(true);
      await shown.scrollIntoViewIfNeeded();
      await expectAccessible(page);
      await expectNoSideways(page);
      await shoot(page, `people-open-after-${name}`);
      expect(await getLink(), 'the server knows what is usual').toBeUndefined();
      await page.goto('/games/may-i?with=link');
      await openRules(page);
      await shown.click();
      expect(await getLink()).toBe(false);
      expectNoErrors(host);
      await host.close();
    });
  }

  it('who learn it first have their seat and a board to practise on, and the host sees what they do', async () => {
    const dana = await sitDown(server, { game: 'othello', name: 'Dana' });
    const mei = await visitor(server, { viewport: PHONE });
    const { page } = mei;
    await page.goto(dana.opened.links[0]!.link);
    await page.getByRole('textbox').fill('Mei');
    await page.getByRole('button', { name: 'Learn it first' }).click();
    await dana.page.getByText('Reading the rules').waitFor();
    await practise(page);
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, 'people-learning');
    expect(await dana.page.locator('[data-phase]').getAttribute('data-phase'), 'nobody is hurried').toBe('waiting');
    await page.getByRole('button', { name: 'Ready to play' }).click();
    for (const { page } of [dana, mei]) await waitForPhase(page, 'playing');
    expectNoErrors(dana, mei);
    await dana.close();
    await mei.close();
  });

  it('who both look for anybody meet, and the game begins by itself', async () => {
    const lin = await visitor(server, { settings: { name: 'Lin' } });
    const mei = await visitor(server, { settings: { name: 'Mei' } });
    await waitLong(lin.page);
    await lin.page.goto('/lobby?pair=nine');
    await look(lin.page);
    await lin.page.getByText(/Looking for somebody/).waitFor();
    await expectAccessible(lin.page);
    await mei.page.goto('/lobby?pair=nine');
    await look(mei.page);
    for (const { page } of [lin, mei]) await waitForPhase(page, 'playing');
    await expect.poll(() => lin.page.url()).toBe(mei.page.url());
    expectNoErrors(lin, mei);
    await lin.close();
    await mei.close();
  });

  it('who look for one of several games are found at each of them, and counted once', async () => {
    const lin = await visitor(server, { settings: { name: 'Lin' } });
    const mei = await visitor(server, { settings: { name: 'Mei' } });
    const waiting = async () => {
      const { tables } = (await (await fetch(`${server.url}/api/tables?phase=waiting`)).json()) as { tables: { seats: { name?: string }[] }[] };
      return tables.flatMap(({ seats }) => seats.flatMap(({ name }) => name ?? []));
    };
    await waitLong(lin.page);
    await lin.page.goto('/lobby?pair=othello,nine-ball');
    await look(lin.page);
    await lin.page.getByText(/Looking for somebody/).waitFor();
    const { page } = mei;
    await page.goto('/lobby');
    await page.getByRole('button', { name: 'Play Lin' }).nth(1).waitFor();
    await page.goto('/');
    // Others may be waiting here, too, among them Lin, who waits at two tables.
    const anyone = page.getByRole('button', { name: /Play anyone/ });
    await until('Lin to be counted once', async () => {
      const names = new Set(await waiting());
      return names.has('Lin') && new RegExp(`\\b${names.size} (person|people) waiting`).test(await anyone.innerText());
    });
    await anyone.click();
    // The list has only people waiting for one of the chosen games.
    await page.locator('input[name=game][value=othello]').setChecked(false, { force: true });
    await page.locator('input[name=game][value=nine]').setChecked(true, { force: true });
    expect(await page.getByRole('button', { name: 'Play Lin' }).count()).toBe(0);
    await page.locator('input[name=game][value=nine-ball]').setChecked(true, { force: true });
    await page.getByText('Lin · Nine-ball').waitFor();
    await expectAccessible(page);
    await look(page);
    for (const { page } of [lin, mei]) await waitForPhase(page, 'playing');
    await expect.poll(() => lin.page.url()).toBe(page.url());
    await page.getByRole('heading', { name: 'Nine-ball' }).waitFor();
    // Nobody is left waiting at the other table.
    await expect.poll(waiting).not.toContain('Lin');
    expectNoErrors(lin, mei);
    await lin.close();
    await mei.close();
  });

  it('who wait are found in the list and played with one click; who cancels is gone from it', async () => {
    const kai = await visitor(server, { settings: { name: 'Kai' } });
    const guest = await visitor(server);
    await waitLong(kai.page);
    await kai.page.goto('/lobby?pair=othello');
    await look(kai.page);
    await guest.page.goto('/lobby');
    const take = guest.page.getByRole('button', { name: 'Play Kai' });
    await take.waitFor();
    await kai.page.getByRole('button', { name: 'Cancel' }).click();
    await take.waitFor({ state: 'detached' });
    await look(kai.page);
    await take.click();
    for (const { page } of [kai, guest]) await waitForPhase(page, 'playing');
    expectNoErrors(kai, guest);
    await kai.close();
    await guest.close();
  });

  it('of the house sit down when nobody comes, and somebody who comes later is offered', async () => {
    const sol = await visitor(server, { settings: { name: 'Sol' } });
    await sol.page.clock.install();
    await sol.page.goto('/lobby?pair=banqi');
    await look(sol.page);
    await waitForPhase(sol.page, 'playing');
    await sol.page.getByText('Still looking').waitFor();
    const alone = sol.page.url();
    // Sol's question stays open for only a few seconds of the page, so its clock is stopped.
    await stopClock(sol.page);
    const ann = await visitor(server, { settings: { name: 'Ann' } });
    await ann.page.goto('/lobby');
    await ann.page.getByRole('button', { name: 'Play Sol' }).click();
    const question = sol.page.getByText('Ann is here. Play Ann instead?');
    await until('the question', async () => (await question.count()) > 0 || (await sol.page.clock.runFor(FRAME_MS), false));
    await sol.page.clock.runFor(FRAME_MS);
    await sol.page.getByRole('button', { name: 'Play Ann' }).click();
    await sol.page.clock.resume();
    await waitForPhase(ann.page, 'playing');
    await sol.page.waitForURL((url) => String(url) !== alone);
    await expect.poll(() => sol.page.url()).toBe(ann.page.url());
    expectNoErrors(sol, ann);
    await sol.close();
    await ann.close();
  });

  it('who want only people wait for one, however long it takes', async () => {
    const uma = await visitor(server, { viewport: PHONE, settings: { name: 'Uma' } });
    await uma.page.clock.setFixedTime(new Date());
    await uma.page.goto('/lobby?pair=othello');
    await uma.page.getByRole('switch', { name: 'Only people' }).check();
    await expectAccessible(uma.page);
    await shoot(uma.page, 'people-only');
    await look(uma.page);
    const began = await uma.page.evaluate(() => Date.now());
    for (const seconds of [25, 60]) {
      await uma.page.clock.setFixedTime(new Date(began + seconds * 1000));
      await uma.page.getByText(`Looking for somebody… ${seconds} s`).waitFor();
    }
    const kai = await visitor(server, { settings: { name: 'Kai' } });
    await kai.page.goto('/lobby');
    await kai.page.getByRole('button', { name: 'Play Uma' }).click();
    for (const { page } of [uma, kai]) await waitForPhase(page, 'playing');
    expectNoErrors(uma, kai);
    await uma.close();
    await kai.close();
  });

  it('are on the list of the best once they have played for it, and told what is missing before', async () => {
    const guest = await visitor(server, { settings: { name: 'Rosa', animation: 'off' } });
    const { page } = guest;
    await page.goto('/leaderboard/othello');
    await page.getByText('Ten games and you are on it.').waitFor();
    await page.goto('/leaderboard/nine');
    await page.locator('main').getByRole('heading', { name: 'Leaderboard' }).waitFor();
    expect(await page.getByRole('row', { name: /Rosa/ }).count()).toBe(0);
    // Nine lists the best scores against the house.
    await page.goto('/');
    await page.locator('[data-play=nine]').click();
    await waitForPhase(page, 'playing');
    await play([guest], playLowest, 9);
    // The last turn is shown before its points are counted.
    await page.locator('[data-result]').waitFor();
    const score = await page.locator('[data-figure=score] span').innerText();
    await page.goto('/leaderboard/nine');
    const row = page.getByRole('row', { name: /Rosa/ });
    await row.waitFor();
    expect(await row.getAttribute('aria-current')).toBe('true');
    expect(await row.locator('td').allInnerTexts()).toEqual(expect.arrayContaining(['1', score]));
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
      await expectAccessible(page);
    }
    await page.setViewportSize(PHONE);
    await expectNoSideways(page);
    await page.getByRole('combobox', { name: 'Game' }).selectOption('banqi');
    await page.getByText('Ten games and you are on it.').waitFor();
    expectNoErrors(guest);
    await guest.close();
  });

  it('play a friend: the game is chosen before the way', async () => {
    const guest = await visitor(server);
    const { page } = guest;
    await page.goto('/');
    await page.getByRole('button', { name: /Play a friend/ }).click();
    await page.locator('input[name=friend-game][value=banqi]').check({ force: true });
    await expectAccessible(page);
    await page.getByRole('link', { name: 'By link' }).click();
    await page.getByRole('heading', { name: /Banqi/ }).waitFor();
    await expect.poll(() => page.getByRole('tab', { name: 'A friend, by link' }).getAttribute('aria-selected')).toBe('true');
    expectNoErrors(guest);
    await guest.close();
  });
});
