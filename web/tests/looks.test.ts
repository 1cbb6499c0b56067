/** What is visible at a glance: nothing is cut off, covered or pushed aside, and everybody gets the buttons they need. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GAME_IDS } from '../src/games/list.ts';
import { stopClock } from './clock.ts';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, LYING, PHONE, settled, shoot, TestServer, visitor, waitForPhase, type Visitor } from './harness.ts';
import { sitDown, type Wanted } from './opening.ts';
import { play, seatAll } from './scripts.ts';
import { at, isReady, until } from './standing.ts';

/** One square is left, for Black, who wins. */
const WON = `-O${'X'.repeat(62)} X`;

const place = (page: Page) => page.locator('.cell.legal').first().click();

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const boxOf = async (found: Locator): Promise<Box> => (await found.boundingBox())!;
const boxesOf = (found: Locator): Promise<Box[]> =>
  found.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height })));
const touch = (a: Box, b: Box) => a.x < b.x + b.width - 0.5 && b.x < a.x + a.width - 0.5 && a.y < b.y + b.height - 0.5 && b.y < a.y + a.height - 0.5;

describe('at a glance', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('the whole house is to choose from on a phone: the foot covers nobody at the end of the list', async () => {
    const guest = await visitor(server, { viewport: PHONE });
    const { page } = guest;
    for (const game of GAME_IDS) {
      await page.goto(`/games/${game}`);
      const last = page.locator('label:has(input[name=persona])').last();
      await last.waitFor();
      await settled(page);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const [entry, foot] = [await boxOf(last), await boxOf(page.locator('form > aside'))];
      expect(entry.y + entry.height, game).toBeLessThanOrEqual(foot.y + 0.5);
      expect(foot.y + foot.height, `${game}: at the foot of the screen`).toBeGreaterThan(PHONE.height - 2);
    }
    // If there is nothing else to choose, nobody has to scroll.
    await page.goto('/games/othello');
    await page.locator('label:has(input[value=surprise])').waitFor();
    await settled(page);
    const surprise = await boxOf(page.locator('label:has(input[value=surprise])'));
    expect(surprise.y + surprise.height).toBeLessThanOrEqual((await boxOf(page.locator('form > aside'))).y + 0.5);
    await shoot(page, 'looks-setup-phone');
    expectNoErrors(guest);
    await guest.close();
  });

  it('the rule sets of a game can be read on a small tablet: no name is broken into letters', async () => {
    const guest = await visitor(server, { viewport: { width: 800, height: 600 } });
    const { page } = guest;
    await page.goto('/games/banqi');
    const modes = page.locator('label:has(input[name=mode])');
    await modes.nth(2).waitFor();
    await settled(page);
    for (const { height } of await boxesOf(modes)) expect(height).toBeLessThan(80);
    await shoot(page, 'looks-rule-sets-tablet');
    expectNoErrors(guest);
    await guest.close();
  });

  for (const language of ['en', 'ja', 'zh-Hant'] as const) {
    it(`all games are in sight on the first page, without scrolling (${language})`, async () => {
      for (const [name, viewport] of [['desktop', DESKTOP], ['phone', PHONE]] as const) {
        const guest = await visitor(server, { viewport, language });
        const { page } = guest;
        await page.goto('/');
        await page.locator('article .picture > :first-child').nth(GAME_IDS.length - 1).waitFor();
        await settled(page);
        const bar = name === 'phone' ? (await boxOf(page.locator('header nav'))).y : viewport.height;
        const cards = await boxesOf(page.locator('.cards > article'));
        expect(cards).toHaveLength(GAME_IDS.length);
        expect(Math.max(...cards.map(({ y, height }) => y + height)), name).toBeLessThanOrEqual(bar);
        await shoot(page, `looks-home-${name}-${language}`);
        await guest.close();
      }
    });
  }

  it('the sign of the settings is a gear: a hole, a closed rim, teeth around it', async () => {
    const guest = await visitor(server);
    const { page } = guest;
    await page.goto('/');
    const drawn = await page.locator('header a[href="/settings"] svg path').first().evaluate((path: SVGPathElement) => {
      const [hole, ...rest] = path.getAttribute('d')!.split(/(?<=z)/i);
      const whole = document.createElementNS('http://www.w3.org/2000/svg', 'path');
      path.parentElement!.append(whole);
      const isIn = (d: string, radius: number, turn: number) => {
        whole.setAttribute('d', d);
        return whole.isPointInFill(new DOMPoint(12 + radius * Math.cos(turn), 12 + radius * Math.sin(turn)));
      };
      const around = (d: string, radius: number) => Array.from({ length: 360 }, (_, degree) => isIn(d, radius, (degree * Math.PI) / 180));
      const rim = rest.join('');
      const tips = around(rim, 8.2);
      const found = { hole: around(hole!, 2.5).every(Boolean), rim: around(rim, 5).every(Boolean), teeth: tips.filter((now, index) => now && !tips.at(index - 1)).length, beyond: around(rim, 10.5).some(Boolean) };
      whole.remove();
      return found;
    });
    expect(drawn).toMatchObject({ hole: true, rim: true, beyond: false });
    expect(drawn.teeth).toBeGreaterThanOrEqual(6);
    await guest.close();
  });

  it('that a tap hurries is said while somebody thinks, until it was read, and not again', async () => {
    const bruno: Wanted = { game: 'othello', players: [null, 'random'], personas: [null, 'bruno'], pace: 'slow' };
    const player = await sitDown(server, bruno, { settings: { pace: 'slow', animation: 'off' } }, ({ context }) =>
      context.addInitScript(() => {
        const notes = { shown: 0, isShown: false, isIdle: false };
        (globalThis as unknown as { hurry: typeof notes }).hurry = notes;
        new MutationObserver(() => {
          const isNow = document.querySelector('.plate .hurry') !== null;
          if (isNow && !notes.isShown) notes.shown += 1;
          notes.isShown = isNow;
          notes.isIdle ||= isNow && document.querySelector('.plate:has(.hurry) .dots') === null;
        }).observe(document, { childList: true, subtree: true });
      }),
    );
    const { page } = player;
    await waitForPhase(page, 'playing');
    const noted = () => page.evaluate(() => (globalThis as unknown as { hurry: { shown: number; isIdle: boolean } }).hurry);
    const isRead = () => page.evaluate(() => localStorage.getItem('baize.settings')?.includes('"hurry"') ?? false);
    // His waits are shorter than it takes to read the bubble, so it stays through several of them.
    await until('it to be read', async () => {
      await play([player], place, 1);
      await until('Bruno to have answered', async () => isReady(await at(page).look()), at(page));
      return isRead();
    }, at(page));
    await page.locator('.plate .hurry').waitFor({ state: 'detached' });
    const { shown } = await noted();
    expect(shown).toBeGreaterThan(0);
    await play([player], place, 3);
    await until('Bruno to have answered', async () => isReady(await at(page).look()), at(page));
    expect(await noted(), 'only while he thinks, and not again').toMatchObject({ shown, isIdle: false });
    expectNoErrors(player);
    await player.close();
  });

  it('the thumb of the pull track covers none of its words', async () => {
    for (const viewport of [PHONE, LYING]) {
      const player = await sitDown(server, { game: 'nine-ball', players: [null, 'beginner'], personas: [null, 'bruno'] }, { viewport });
      const { page } = player;
      const track = page.locator('[data-track][aria-disabled=false]');
      await track.waitFor();
      await track.focus();
      for (const keys of [[], Array(12).fill('PageDown'), ['PageUp'], ['PageUp', 'PageUp'], Array(3).fill('PageUp'), Array(3).fill('PageUp'), Array(4).fill('PageUp')] as string[][]) {
        for (const key of keys) await page.keyboard.press(key);
        const speed = await track.getAttribute('aria-valuetext');
        const knob = await boxOf(track.locator('.knob'));
        const words = await track.locator('.mark').evaluateAll((all) =>
          all.map((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            const { x, y, width, height } = range.getBoundingClientRect();
            return { text: one.textContent, box: { x, y, width, height } };
          }),
        );
        expect(words).toHaveLength(5);
        expect(words.filter(({ box }) => touch(box, knob)).map(({ text }) => text), `${viewport.width} px, ${speed}`).toEqual([]);
      }
      await shoot(page, `looks-track-${viewport.width}`);
      expectNoErrors(player);
      await player.close();
    }
  });

  /** The buttons below a result, from left to right. */
  const buttons = (page: Page) => page.locator('dialog[open] footer').locator('button, a').evaluateAll((all) => all.map((one) => (one as HTMLElement).innerText.trim()));

  it('winner, loser and watcher get the buttons that are for them, each set on one line', async () => {
    const { players, watcher } = await seatAll(server, { game: 'othello', seats: 2, level: 'random', move: place, moveByKeys: place, mostMoves: 60 });
    const [dana, kenji] = players as [Visitor, Visitor];
    await dana.page.getByRole('button', { name: 'Resign' }).click();
    await dana.page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    for (const { page } of [dana, kenji, watcher]) await page.locator('[data-result]').waitFor();
    await expect.poll(() => buttons(dana.page), { message: 'who lost' }).toEqual(['Rematch', 'Review']);
    await expect.poll(() => buttons(kenji.page), { message: 'who won' }).toEqual(['Rematch', 'Review', 'Share']);
    await expect.poll(() => buttons(watcher.page), { message: 'who watched' }).toEqual(['Watch another']);
    await expectAccessible(kenji.page);
    expectNoErrors(...players, watcher);
    for (const each of [...players, watcher]) await each.close();
  });

  for (const language of ['en', 'ja', 'zh-Hant'] as const) {
    it(`after two wins there is a fourth button, and all stand on one line on a desktop (${language})`, async () => {
      // One move is left, and it wins.
      const wanted: Wanted = { game: 'othello', players: [null, 'random'], personas: [null, 'bruno'], position: WON };
      const player = await sitDown(server, wanted, { language, settings: { animation: 'off' } }, ({ context }) =>
        context.addInitScript(() => {
          if (localStorage.getItem('baize.seats')?.includes('"won"')) return;
          const won = { table: 'won', game: 'othello', at: 1, ending: { seat: 0, names: ['Dana', 'Bruno'], result: { winners: [0], scores: [40, 24], reason: 'x', places: [1, 2] }, players: [null, 'random'], personas: [null, 'bruno'] } };
          localStorage.setItem('baize.seats', JSON.stringify([won, ...(JSON.parse(localStorage.getItem('baize.seats') ?? '[]') as object[])]));
        }),
      );
      const { page } = player;
      await waitForPhase(page, 'playing');
      await play([player], place, 4);
      await page.locator('[data-result]').waitFor();
      await page.locator('[data-act=next]').waitFor();
      await settled(page);
      expect(await page.locator('[data-facts]').textContent(), 'it is not the first one').not.toMatch(/First win|初勝利|首次/);
      const found = await boxesOf(page.locator('dialog[open] footer').locator('button, a'));
      expect(found).toHaveLength(4);
      expect(new Set(found.map(({ y }) => Math.round(y))).size, 'one line').toBe(1);
      await shoot(page, `looks-result-${language}`);
      expectNoErrors(player);
      await player.close();
    });
  }

  it('a win from a position that was set up is no first win, nor a step on the ladder', async () => {
    // One move is left, and it wins.
    const player = await sitDown(server, { game: 'othello', players: [null, 'random'], personas: [null, 'bruno'], position: WON }, { settings: { animation: 'off' } });
    const { page } = player;
    await waitForPhase(page, 'playing');
    await play([player], place, 4);
    await page.locator('[data-result]').waitFor();
    expect(await page.locator('[data-facts] .chip').allTextContents()).toEqual(['Margin 64', 'Perfect game']);
    await page.goto('/stats');
    await page.locator('[data-ladder=othello]').waitFor();
    expect(await page.locator('[data-beaten=true]').count()).toBe(0);
    expectNoErrors(player);
    await player.close();
  });

  it('the coach of Nine stands above the bar of buttons on a phone, and is low', async () => {
    const player = await sitDown(server, { game: 'nine', players: [null, 'medium'], personas: [null, 'mina'] }, { viewport: PHONE, settings: { coached: [] } });
    const { page } = player;
    const card = page.locator('[data-advice=coach]');
    await card.waitFor();
    await settled(page);
    const [strip, bar, own] = [await boxOf(card), await boxOf(page.locator('.buttons')), await boxOf(page.locator('.near .row'))];
    expect(strip.height).toBeLessThanOrEqual(72);
    expect(strip.y + strip.height).toBeLessThanOrEqual(bar.y + 0.5);
    expect(own.y + own.height).toBeLessThanOrEqual(strip.y + 0.5);
    expect(bar.y + bar.height).toBeCloseTo(PHONE.height, 0);
    await expectAccessible(page);
    await shoot(page, 'looks-nine-coach');
    expectNoErrors(player);
    await player.close();
  });

  for (const viewport of [PHONE, LYING]) {
    it(`the pool table keeps its size when the coach or a hint comes and goes (${viewport.width} px)`, async () => {
      const wanted: Wanted = { game: 'nine-ball', players: [null, 'beginner'], personas: [null, 'bruno'], hints: true };
      // A hint disappears after some time of the page, so its clock is stopped.
      const player = await sitDown(server, wanted, { viewport, settings: { coached: [] } }, ({ page }) => page.clock.install());
      const { page } = player;
      const card = page.locator('[data-advice=coach]');
      const parts = () => Promise.all(['[data-surface]', '[data-track]', '.rest'].map((part) => boxOf(page.locator(part))));
      await card.waitFor();
      // The track and the other controls appear after the table.
      await page.locator('[data-track][aria-disabled=false]').waitFor();
      await settled(page);
      const before = await parts();
      for (const box of before) expect(touch(await boxOf(card), box)).toBe(false);
      expect((await boxOf(card)).height).toBeLessThanOrEqual(72);
      await shoot(page, `looks-pool-coach-${viewport.width}`);
      await until('the coach to be silent', async () => {
        if ((await card.count()) === 0) return true;
        await card.locator('[data-act=coach-next]').click();
        return false;
      }, at(page));
      await settled(page);
      expect(await parts(), 'without the coach').toEqual(before);
      await stopClock(page);
      await page.locator('[data-act=hint]').click();
      await page.locator('[data-advice=hint]').waitFor();
      await page.clock.runFor(500);
      await settled(page);
      expect(await parts(), 'with a hint').toEqual(before);
      await page.clock.resume();
      await expectAccessible(page);
      expectNoErrors(player);
      await player.close();
    });
  }
});
