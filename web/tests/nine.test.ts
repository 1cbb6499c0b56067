/** Nine in the browser: the scripts of every game, and the checklist of its rules, item by item. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  closeBrowser,
  DESKTOP,
  expectAccessible,
  expectNoErrors,
  expectNoSideways,
  NARROW,
  PHONE,
  settled,
  shoot,
  TestServer,
  visitor,
  waitForPhase,
  type Visitor,
  type VisitorOptions,
} from './harness.ts';
import { stopClock } from './clock.ts';
import { noticing } from './noticing.ts';
import { sitDown, throughSetup } from './opening.ts';
import { describeGame, seatAll, type Driver } from './scripts.ts';
import { actUntil, at, until } from './standing.ts';

const BEST = 'bgc_nine-game_highscore';
/** A person can click what is disabled; the driver needs this option to do so. */
const ANYWAY = { force: true };
/** The steps in which the page's time passes where it is measured. */
const FINE_MS = 10;
/** The same where only the order matters. */
const COARSE_MS = 100;
const LOWEST = '.pick.available:not([aria-disabled=true])';

async function move(page: Page): Promise<void> {
  await page.locator(LOWEST).first().click();
  await page.locator('[data-confirm]').click();
}

async function moveByKeys(page: Page): Promise<void> {
  const isCard = () => page.evaluate(() => document.activeElement?.matches('[data-card]') ?? false);
  for (let tabs = 0; tabs < 40 && !(await isCard()); tabs += 1) await page.keyboard.press('Tab');
  expect(await isCard(), 'the cards are reached with Tab').toBe(true);
  const card = await page.locator(LOWEST).first().getAttribute('data-card');
  await page.keyboard.press(card!);
  await page.keyboard.press('Enter');
}

const nine: Driver = { game: 'nine', seats: 2, level: 'medium', move, moveByKeys, mostMoves: 20, latin: /Baize|CPU|Nine|vs/g };

describeGame(nine);

/** What differs from the plain rules. */
const RULES = {
  standard: {},
  best3: { raceTo: 2 },
  rising: { turnWeights: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
  special: { special: ['reverse', 'double', 'shield'] },
};

/** A game against the computer. The test controls the page's clock, which runs as usual until it is stopped. */
async function open(server: TestServer, options: VisitorOptions = {}, rules: keyof typeof RULES = 'standard', before?: (visitor: Visitor) => Promise<unknown>): Promise<Visitor> {
  const wanted = { game: 'nine', options: RULES[rules], players: [null, 'medium'] };
  const settings = { animation: 'normal', ...options.settings };
  const player = await sitDown(server, wanted, { ...options, settings }, async (visitor) => {
    await visitor.page.clock.install();
    await before?.(visitor);
  });
  await player.page.locator('[data-stage=rest]').waitFor();
  return player;
}

const stage = (page: Page, ...stages: string[]) => page.locator(stages.map((each) => `[data-stage=${each}]`).join(', ')).waitFor();
const figure = (page: Page, id: string) => page.locator(`[data-figure=${id}] > span`).textContent();
const card = (page: Page, value: number) => page.locator(`[data-card="${value}"]`);
const confirm = (page: Page) => page.locator('[data-confirm]');
const turnLine = (page: Page) => page.locator('[data-turnline]').textContent();
const best = (page: Page) => page.evaluate((key) => localStorage.getItem(key), BEST);
const style = (page: Page, selector: string, property: string) =>
  page.locator(selector).first().evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** Plays a turn and ends its hold with a click. */
async function turn(page: Page, value: number): Promise<void> {
  await actUntil(`the ${value} to be played`, at(page), async () => {
    if ((await card(page, value).getAttribute('aria-pressed')) !== 'true') await card(page, value).click();
    await confirm(page).click();
  });
  await page.locator(`.pick.used[data-card="${value}"]`).waitFor();
  await goOn(page);
}

/** Ends the hold of a result with a click, if it still runs. */
async function goOn(page: Page): Promise<void> {
  await until('the end of the hold', async () => {
    if ((await page.locator('[data-stage=result]').count()) > 0) await page.locator('.middle').dispatchEvent('click');
    return (await page.locator('[data-stage=rest], [data-stage=over]').count()) > 0;
  }, at(page));
}

/** Plays a card, advances only the page's own time until its result is shown, and stops there so that it can be read. */
async function showTurn(page: Page, value: number): Promise<void> {
  await stopClock(page);
  await card(page, value).click();
  await confirm(page).click();
  await passUntil(page, 'result', COARSE_MS);
}

/** Lets the page's time run by itself again, and ends the result with a key. */
async function endTurn(page: Page, key = 'Enter'): Promise<void> {
  await page.clock.resume();
  await until('the next turn', async () => {
    if ((await page.locator('[data-stage=result]').count()) > 0) await page.keyboard.press(key);
    return (await page.locator('[data-stage=rest], [data-stage=over]').count()) > 0;
  }, at(page));
}

/** Waits until none of the page's requests is on its way any more. */
const answered = (page: Page) => until('the answer', async () => (await at(page).look()).asked === 0, at(page));

/** Chooses a card, whatever the other side does. */
async function choose(page: Page, value: number): Promise<void> {
  await card(page, value).click();
  await confirm(page).click();
}

/** The outcome of a turn, on any page: it is told with the cards and stays until the next one. */
const told = (page: Page, number: number) => page.locator(`[data-told="${number}"] b`).textContent();

/** Plays all remaining cards, lowest first. */
async function playOut(page: Page): Promise<void> {
  while ((await page.locator('[data-phase=playing]').count()) > 0) {
    await expect.poll(() => page.locator(LOWEST).count()).toBeGreaterThan(0);
    await turn(page, Number(await page.locator(LOWEST).first().getAttribute('data-card')));
  }
  await page.locator('[data-result]').waitFor();
}

async function isLost(page: Page): Promise<boolean> {
  return / wins$/.test((await page.locator('[data-result]').textContent())!);
}

/** Both cards and the points of the turn shown. */
async function shownTurn(page: Page) {
  const read = (place: string) => page.locator(`[data-place=${place}]`).getAttribute('data-shown');
  return { own: Number(await read('own')), other: Number(await read('other')), line: await page.locator('[data-verdict] b').textContent() };
}

/** The start of a stage of the reveal: when, and how many cards in the middle were face-up. */
interface Began {
  stage: string;
  at: number;
  open: number;
}

/** Records in the page itself when each stage begins, because a stage may be over before a driver looks. */
async function recordStages(page: Page): Promise<() => Promise<Began[]>> {
  await page.evaluate(() => {
    const seen: Began[] = [];
    (globalThis as unknown as { seen: Began[] }).seen = seen;
    const table = document.querySelector<HTMLElement>('[data-stage]')!;
    const note = (stage: string) => seen.push({ stage, at: performance.now(), open: document.querySelectorAll('.flipper.up').length });
    new MutationObserver(() => note(table.dataset.stage!)).observe(table, { attributeFilter: ['data-stage'] });
    document.querySelector('[data-confirm]')!.addEventListener('click', () => note('confirm'), { capture: true, once: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { seen: Began[] }).seen);
}

/** Advances only the page's own time until a stage begins, so that it makes no difference how busy the machine is. */
async function passUntil(page: Page, name: string, step = FINE_MS): Promise<void> {
  await until(`the stage ${name}`, async () => {
    if ((await page.locator(`[data-stage=${name}]`).count()) > 0) return true;
    await page.clock.runFor(step);
    return false;
  }, at(page));
}

/** What is above the headline of a result. */
const pictures = (page: Page) => page.locator('[data-picture]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.picture));

describe('nine: the checklist', () => {
  let server: TestServer;
  let player: Visitor;
  let page: Page;
  beforeAll(async () => {
    server = await TestServer.start();
    player = await open(server);
    page = player.page;
  });
  afterAll(async () => {
    await player?.close();
    await closeBrowser();
    await server.stop();
  });

  describe('functional', () => {
    it('loads without errors', () => expectNoErrors(player));

    it('first visit shows "--"', async () => {
      expect(await page.locator('dl > div', { hasText: 'Best' }).textContent()).toMatch(/Best:\s+--/);
      expect(await best(page)).toBeNull();
    });

    it('has nine own cards, 1 to 9', async () => {
      expect(await page.locator('[data-card]').evaluateAll((cards) => cards.map((each) => each.getAttribute('aria-label')))).toEqual([...'123456789']);
      expect(await page.locator('[data-row=other] b').allTextContents(), 'the opponent’s cards lie face up').toEqual([...'123456789']);
    });

    it('colours alternate, red and black', async () => {
      const colours = await page.locator('[data-row=own] .paper').evaluateAll((cards) => cards.map((each) => getComputedStyle(each).color));
      expect(colours).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => (value % 2 ? 'rgb(231, 76, 60)' : 'rgb(44, 62, 80)')));
      expect(await style(page, '.nine', 'background-color')).toBe('rgb(236, 240, 241)');
      expect(await style(page, '[data-row=own] .paper', 'background-color')).toBe('rgb(255, 255, 255)');
    });

    it('the counter begins at 1/9 and the person is first', async () => {
      expect(await figure(page, 'turn')).toBe('1/9');
      expect(await turnLine(page)).toBe('Turn 1/9 - Your turn');
    });

    it('Confirm is disabled without a selection', async () => {
      expect(await confirm(page).textContent()).toBe('Confirm Selection');
      expect(await confirm(page).getAttribute('aria-disabled')).toBe('true');
      await confirm(page).click(ANYWAY);
      expect(await page.locator('[data-stage=rest]').count()).toBe(1);
    });

    it('the computer has chosen before the person does, and says nothing of it', async () => {
      const text = page.getByRole('region', { name: 'Board as text' });
      await expect.poll(() => text.textContent()).toMatch(/Baize Medium:.*has chosen\n/);
      expect(await text.textContent()).not.toMatch(/has chosen \d/);
      expect(await page.locator('[data-place=other] .flipper').count()).toBe(0);
    });

    it('a click selects, with feedback', async () => {
      await card(page, 5).click();
      expect(await card(page, 5).getAttribute('aria-pressed')).toBe('true');
      expect(await style(page, '[data-card="5"] .paper', 'border-top-color')).toBe('rgb(52, 152, 219)');
      await expect.poll(() => style(page, '[data-card="5"]', 'transform')).toBe('matrix(1.06, 0, 0, 1.06, 0, -12)');
      await expect.poll(() => page.locator('[role=log]').textContent()).toContain('5 selected.');
    });

    it('Confirm is enabled with a selection', async () => expect(await confirm(page).getAttribute('aria-disabled')).toBe('false'));

    it('the selection can change and be cleared before Confirm', async () => {
      await card(page, 7).click();
      expect(await page.locator('[aria-pressed=true]').getAttribute('data-card')).toBe('7');
      await card(page, 7).click();
      expect(await page.locator('[data-card][aria-pressed=true]').count()).toBe(0);
      await card(page, 6).click();
      await page.keyboard.press('Escape');
      expect(await page.locator('[data-card][aria-pressed=true]').count()).toBe(0);
      expect(await confirm(page).getAttribute('aria-disabled')).toBe('true');
    });

    it('the computer takes 1 s after Confirm; cards lie face-down 500 ms and turn together; a double click counts once', async () => {
      const stages = await recordStages(page);
      await stopClock(page);
      const version = Number(await page.locator('[data-version]').getAttribute('data-version'));
      await card(page, 6).click();
      await confirm(page).dblclick();
      // The server's time does not count as the page's.
      await answered(page);
      await passUntil(page, 'think');
      expect(await page.locator('[data-hint]').textContent()).toBe('CPU is thinking…');
      expect(await page.locator('[data-place=own] [data-look=down]').count(), 'the own card lies face-down').toBe(1);
      await card(page, 9).click(ANYWAY);
      expect(await page.locator('[data-card][aria-pressed=true]').getAttribute('data-card'), 'clicks are ignored').toBe('6');
      await passUntil(page, 'result');
      const seen = await stages();
      const at = (name: string) => seen.find((each) => each.stage === name)!.at;
      expect(seen.map(({ stage, open }) => [stage, open]), 'both are shown together').toEqual([
        ['confirm', 0],
        ['think', 0],
        ['gather', 0],
        ['pause', 0],
        ['flip', 2],
        ['result', 2],
      ]);
      expect(at('gather') - at('confirm')).toBeGreaterThanOrEqual(990);
      expect(at('gather') - at('confirm')).toBeLessThan(1500);
      expect(at('flip') - at('pause')).toBeGreaterThanOrEqual(490);
      expect(at('result') - at('flip')).toBeGreaterThanOrEqual(400);
      expect(await page.locator('[data-refusal]').count()).toBe(0);
      expect(Number(await page.locator('[data-version]').getAttribute('data-version')) - version, 'one choice, and the computer’s next').toBeLessThanOrEqual(2);
      await shoot(page, 'nine-reveal');
    });

    it('the higher card wins the sum, scores are up to date at once', async () => {
      const { own, other, line } = await shownTurn(page);
      expect(own).toBe(6);
      const sum = own + other;
      const [mine, theirs] = own > other ? [sum, 0] : own < other ? [0, sum] : [0, 0];
      expect([await figure(page, 'score'), await figure(page, 'other')]).toEqual([String(mine), String(theirs)]);
      expect(line).toBe(own > other ? `You win ${sum} points!` : own < other ? `CPU wins ${sum} points!` : 'Tie! No points awarded.');
    });

    it('the turn is in the log only now, in one sentence', async () => {
      await expect.poll(() => page.locator('aside li').last().textContent()).toMatch(/You played 6, CPU played \d\. .* Score \d+ to \d+\./);
    });

    it('used cards are unavailable, and a click on one is ignored', async () => {
      await endTurn(page);
      expect(await card(page, 6).getAttribute('aria-disabled')).toBe('true');
      expect(await card(page, 6).getAttribute('aria-label')).toBe('6, used');
      expect(await style(page, '[data-card="6"] .paper', 'background-color')).toBe('rgb(149, 165, 166)');
      expect(await style(page, '[data-card="6"] .paper', 'opacity')).toBe('0.5');
      await card(page, 6).click(ANYWAY);
      await page.keyboard.press('6');
      expect(await page.locator('[data-card][aria-pressed=true]').count()).toBe(0);
    });

    it('the order alternates', async () => {
      await expect.poll(() => turnLine(page)).toBe("Turn 2/9 - CPU's turn");
      await turn(page, 1);
      await expect.poll(() => turnLine(page)).toBe('Turn 3/9 - Your turn');
    });

    it('Confirm by keyboard', async () => {
      await stopClock(page);
      await card(page, 2).focus();
      await page.keyboard.press('4');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('data-card'))).toBe('4');
      await page.keyboard.press('ArrowRight');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('data-card'))).toBe('5');
      await page.keyboard.press('4');
      await page.keyboard.press('4');
      await page.keyboard.press('Enter');
      await passUntil(page, 'result', COARSE_MS);
      expect((await shownTurn(page)).own).toBe(4);
      await endTurn(page, ' ');
    });

    it('clicks and keys during the reveal are ignored', async () => {
      const tried = await page.evaluateHandle(() => {
        const tried: string[] = [];
        const table = document.querySelector<HTMLElement>('[data-stage]')!;
        new MutationObserver(() => {
          if (!['think', 'gather', 'pause', 'flip'].includes(table.dataset.stage!)) return;
          tried.push(table.dataset.stage!);
          document.querySelector<HTMLElement>('[data-card="9"]')!.click();
          for (const key of ['8', 'Enter']) document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
        }).observe(table, { attributeFilter: ['data-stage'] });
        return tried;
      });
      await showTurn(page, 3);
      expect(await tried.jsonValue()).toEqual(['think', 'gather', 'pause', 'flip']);
      expect((await shownTurn(page)).own).toBe(3);
      expect(await page.locator('[data-refusal]').count()).toBe(0);
      await page.clock.resume();
      await goOn(page);
    });

    it('counts to 9/9 and ends after exactly nine turns, by itself', async () => {
      for (const [index, value] of [2, 5, 7, 8].entries()) {
        await expect.poll(() => figure(page, 'turn')).toBe(`${index + 5}/9`);
        await turn(page, value);
      }
      await expect.poll(() => figure(page, 'turn')).toBe('9/9');
      await turn(page, 9);
      await waitForPhase(page, 'over');
      await expect.poll(() => turnLine(page)).toBe('Turn 9/9 - Game over');
    });

    it('the dialog has the right scores, centred and readable', async () => {
      await page.locator('[data-result]').waitFor();
      await settled(page);
      const [mine, theirs] = [await figure(page, 'score'), await figure(page, 'other')];
      expect((await page.locator('[data-final]').textContent())!.replace(/\s+/g, '')).toBe(`${mine}–${theirs}`);
      const box = (await page.locator('dialog[open]').boundingBox())!;
      expect(Math.abs(box.x + box.width / 2 - DESKTOP.width / 2)).toBeLessThan(2);
      const headline = await page.locator('[data-result]').textContent();
      expect(headline).toBe(Number(mine) > Number(theirs) ? 'You win' : Number(mine) < Number(theirs) ? 'CPU wins' : 'Draw');
      await expectAccessible(page);
      await shoot(page, 'nine-result-desktop');
    });

    it('the high score is stored under its key, with "New Record!" on the first game unless it is lost', async () => {
      const mine = await figure(page, 'score');
      expect(await best(page)).toBe(mine);
      expect(await page.locator('[data-record]').allTextContents()).toEqual(await isLost(page) ? [] : ['New Record!']);
      expect((await page.locator('[data-best]').textContent())!.trim()).toBe(`Best: ${mine}`);
      expect(await figure(page, 'best')).toBe(mine);
    });

    it('the high score survives a reload', async () => {
      const mine = await best(page);
      await page.reload();
      await page.locator('[data-result]').waitFor();
      expect(await figure(page, 'best')).toBe(mine);
      expect(await page.locator('[data-record]').count(), 'the game is still the one that broke the record').toBe((await isLost(page)) ? 0 : 1);
    });

    it('"New Game" resets everything', async () => {
      const before = page.url();
      await page.locator('[data-again]').click();
      await expect.poll(() => page.url()).not.toBe(before);
      await expect.poll(async () => [await figure(page, 'score'), await figure(page, 'other'), await figure(page, 'turn')]).toEqual(['0', '0', '1/9']);
      await stage(page, 'rest');
      await expect.poll(() => page.locator(LOWEST).count()).toBe(9);
      expect(await turnLine(page)).toBe('Turn 1/9 - Your turn');
      expect(await page.locator('dialog[open]').count()).toBe(0);
    });

    it('"Back to Home" asks in a running game and goes to the start page', async () => {
      await page.locator('[data-home]').click();
      await page.getByRole('button', { name: 'Keep playing' }).click();
      await page.locator('[data-home]').click();
      await page.locator('[data-quit-yes]').click();
      await expect.poll(() => new URL(page.url()).pathname).toBe('/');
      expectNoErrors(player);
    });
  });

  describe('edge cases', () => {
    it('perfect game, worst game: eight turns won and lost, 80 to 10', async () => {
      const { players, watcher } = await seatAll(server, nine, { settings: { animation: 'fast' } });
      const [dana, kenji] = players.map((each) => each.page) as [Page, Page];
      const frames: string[] = [];
      const turns = [[9, 8], [8, 7], [7, 6], [6, 5], [5, 4], [4, 3], [3, 2], [2, 1], [1, 9]] as const;
      for (const [own, other] of turns) {
        await choose(dana, own);
        await kenji.locator('[data-place=other] .flipper').waitFor();
        expect(await kenji.locator('[data-place=other] [data-look=revealed]').count()).toBe(0);
        await choose(kenji, other);
        frames.push(...(await Promise.all([dana, kenji, watcher.page].map((each) => told(each, frames.length / 3 + 1)))).map(String));
        await Promise.all([dana, kenji].map(goOn));
      }
      expect(frames.slice(0, 3)).toEqual(['You win 17 points!', 'Dana wins 17 points!', 'Dana wins 17 points!']);
      for (const each of [dana, kenji, watcher.page]) await each.locator('[data-result]').waitFor();
      const ends = async (each: Page) => [await each.locator('[data-result]').textContent(), (await each.locator('[data-final]').textContent())!.replace(/\s+/g, '')];
      expect(await ends(dana)).toEqual(['You win', '80–10']);
      expect(await ends(kenji)).toEqual(['Dana wins', '10–80']);
      expect(await ends(watcher.page)).toEqual(['Dana wins', '80–10']);
      expect(await Promise.all([dana, kenji, watcher.page].map(pictures)), 'a trophy for the winner, the winner for the others').toEqual([['trophy'], ['Dana'], ['Dana']]);
      expect(await dana.locator('[data-achievement]').allTextContents()).toEqual([expect.stringContaining('Perfect Game')]);
      expect(await kenji.locator('[data-achievement]').count()).toBe(0);
      expect(await best(dana), 'games against people are no records').toBeNull();
      await dana.locator('[data-again]').click();
      await kenji.getByText('Dana wants another game.').first().waitFor();
      await kenji.locator('[data-again]').click();
      for (const each of [dana, kenji]) await stage(each, 'rest');
      expect(await figure(dana, 'turn')).toBe('1/9');
      expectNoErrors(...players, watcher);
      for (const each of [...players, watcher]) await each.close();
    });

    it('nine ties are a draw, and both are shown', async () => {
      const { players, watcher } = await seatAll(server, nine, { viewport: PHONE, settings: { animation: 'fast' } });
      const [dana, kenji] = players.map((each) => each.page) as [Page, Page];
      for (let value = 1; value <= 9; value += 1) {
        for (const each of [dana, kenji]) await choose(each, value);
        await Promise.all([dana, kenji].map((each) => told(each, value)));
        await Promise.all([dana, kenji].map(goOn));
      }
      for (const each of [dana, kenji, watcher.page]) {
        await each.locator('[data-result]').getByText('Draw').waitFor();
        expect(await pictures(each)).toEqual(['Dana', 'Kenji']);
      }
      await settled(kenji);
      await expectAccessible(kenji);
      await shoot(kenji, 'nine-result-draw-phone');
      expectNoErrors(...players, watcher);
      for (const each of [...players, watcher]) await each.close();
    });

    it('a tie, and a close game with a margin of 2', async () => {
      const { players, watcher } = await seatAll(server, nine, { settings: { animation: 'fast' } });
      const [dana, kenji] = players.map((each) => each.page) as [Page, Page];
      const other = closeReply();
      for (const [index, value] of other.entries()) {
        for (const [each, chosen] of [[dana, index + 1], [kenji, value]] as const) await choose(each, chosen);
        const lines = await Promise.all([dana, kenji].map((each) => told(each, index + 1)));
        if (index + 1 === value) expect(lines).toEqual(['Tie! No points awarded.', 'Tie! No points awarded.']);
        await Promise.all([dana, kenji].map(goOn));
      }
      await dana.locator('[data-result]').waitFor();
      const [mine, theirs] = [Number(await figure(dana, 'score')), Number(await figure(dana, 'other'))];
      expect(mine - theirs).toBe(2);
      expect(await dana.locator('[data-achievement=close]').count()).toBe(1);
      expectNoErrors(...players, watcher);
      for (const each of [...players, watcher]) await each.close();
    });
  });

  describe('visual', () => {
    it('the flip is drawn anew in every frame of 60 a second, and nothing but transforms move', async () => {
      const each = await open(server);
      await stopClock(each.page);
      await choose(each.page, 5);
      await passUntil(each.page, 'flip');
      // In the page's own time, frame by frame, however long a busy machine takes for one.
      const flips = await each.page.evaluate(() => {
        const moving = document.getAnimations().filter(({ effect }) => ((effect as KeyframeEffect).target as Element).matches('.flipper'));
        for (const one of moving) one.pause();
        return moving.map((one) => {
          const { target } = one.effect as KeyframeEffect;
          const drawn: string[] = [];
          const { duration } = one.effect!.getComputedTiming();
          for (let now = 0; now < Number(duration); now += 1000 / 60) {
            one.currentTime = now;
            drawn.push(getComputedStyle(target as Element).transform);
          }
          return { property: (one as CSSTransition).transitionProperty, duration: Number(duration), drawn };
        });
      });
      expect(flips.map(({ property, duration }) => [property, duration])).toEqual([['transform', 420], ['transform', 420]]);
      for (const { drawn } of flips) {
        expect(drawn.length).toBe(26);
        expect(new Set(drawn).size, 'every frame shows something else').toBe(drawn.length);
      }
      expectNoErrors(each);
      await each.close();
    });

    it('score changes are visible', async () => {
      const each = await open(server, { settings: { animation: 'normal' } });
      for (const value of [9, 8, 7]) {
        await showTurn(each.page, value);
        const { own, other } = await shownTurn(each.page);
        expect(await each.page.locator('dd em').allTextContents()).toEqual(own === other ? [] : [`+${own + other}`]);
        await endTurn(each.page);
      }
      await each.close();
    });

    for (const [width, height] of [[1440, 900], [1280, 720], [1024, 768], [820, 1180], [844, 390], [390, 844], [360, 640], [320, 640]] as const) {
      it(`fits into ${width}x${height}`, async () => {
        const each = await open(server, { viewport: { width, height }, isTouch: width < 850, settings: { animation: 'fast' } });
        await expectNoSideways(each.page);
        await settled(each.page);
        const boxes = await each.page.locator('[data-card], [data-confirm], [data-new], [data-home], .hud').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
        for (const box of boxes) {
          expect(box.left).toBeGreaterThanOrEqual(0);
          expect(box.right).toBeLessThanOrEqual(width);
          expect(box.top).toBeGreaterThanOrEqual(0);
          expect(box.bottom).toBeLessThanOrEqual(height);
        }
        const cards = boxes.filter((_, index) => index > 0 && index <= 9);
        if (width < 850) for (const box of cards) expect(Math.min(box.width, box.height), 'a finger meets every card').toBeGreaterThanOrEqual(44);
        await expect.poll(() => each.page.locator('p:visible', { hasText: /^Turn 1\/9 - Your turn$/ }).count(), { message: 'the turn indicator is visible' }).toBeGreaterThan(0);
        await shoot(each.page, `nine-${width}x${height}`);
        await each.close();
      });
    }

    it('is readable on phones, the dialog too', async () => {
      const each = await open(server, { viewport: PHONE, settings: { animation: 'fast' } });
      await playOut(each.page);
      await expectNoSideways(each.page);
      await expectAccessible(each.page);
      await shoot(each.page, 'nine-result-phone');
      await each.page.setViewportSize(NARROW);
      await expectNoSideways(each.page);
      await shoot(each.page, 'nine-result-narrow');
      expectNoErrors(each);
      await each.close();
    });

    for (const contrast of ['normal', 'high'] as const) {
      for (const theme of ['light', 'dark'] as const) {
        it(`has enough contrast: ${theme}, ${contrast}`, async () => {
          const each = await open(server, { theme, settings: { animation: 'fast', contrast } });
          await turn(each.page, 3);
          await card(each.page, 5).click();
          await expectAccessible(each.page);
          await shoot(each.page, `nine-${theme}-${contrast}`);
          await each.close();
        });
      }
    }
  });

  describe('performance', () => {
    it('leaks nothing over ten games in a row, and New Game works in every stage', async () => {
      const each = await open(server, { settings: { animation: 'fast' } });
      const session = await each.context.newCDPSession(each.page);
      const measure = async () => {
        await session.send('HeapProfiler.collectGarbage');
        const { metrics } = await session.send('Performance.getMetrics');
        return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
      };
      await session.send('Performance.enable');
      let early: Record<string, number> = {};
      for (let game = 1; game <= 10; game += 1) {
        if (game === 3) early = await measure();
        await turn(each.page, 5);
        const url = each.page.url();
        const when = ['rest', 'think', 'pause', 'flip', 'result'][game % 5]!;
        await card(each.page, 6).click();
        if (when === 'rest') await each.page.locator('[data-new]').click();
        else {
          // A stage is short, so the page itself presses the button during it.
          await each.page.evaluate((wanted) => {
            const table = document.querySelector<HTMLElement>('[data-stage]')!;
            const watch = new MutationObserver(() => {
              if (table.dataset.stage !== wanted) return;
              watch.disconnect();
              document.querySelector<HTMLElement>('[data-new]')!.click();
            });
            watch.observe(table, { attributeFilter: ['data-stage'] });
          }, when);
          await confirm(each.page).click();
        }
        await each.page.locator('[data-new-yes]').click();
        await expect.poll(() => each.page.url()).not.toBe(url);
        await expect.poll(async () => [await figure(each.page, 'turn'), await figure(each.page, 'score'), await figure(each.page, 'other')], { message: when }).toEqual(['1/9', '0', '0']);
        await stage(each.page, 'rest');
      }
      await stopClock(each.page);
      await each.page.clock.runFor(4_000);
      expect(await figure(each.page, 'turn'), 'no timer of an earlier game is left').toBe('1/9');
      const late = await measure();
      expect(late.Nodes! / early.Nodes!).toBeLessThan(1.5);
      expect(late.JSHeapUsedSize! / early.JSHeapUsedSize!).toBeLessThan(1.5);
      expectNoErrors(each);
      await each.close();
    });
  });

  describe('special cards', () => {
    it('one is laid beside a card, told with it, and used up', async () => {
      const each = await open(server, { settings: { animation: 'fast' } }, 'special');
      const { page } = each;
      const helper = (name: string) => page.locator(`button[data-helper=${name}]`);
      await expect.poll(() => page.locator('button[data-helper]').allTextContents()).toEqual(['Reverse', 'Double', 'Shield']);
      await card(page, 5).click();
      await helper('double').click();
      expect(await helper('double').getAttribute('aria-pressed')).toBe('true');
      await helper('shield').click();
      expect(await page.locator('button[data-helper][aria-pressed=true]').count(), 'one at most').toBe(1);
      await helper('double').focus();
      await page.keyboard.press('Space');
      const wasBeside = await noticing(page, '[data-place=own] [data-beside=double]');
      await confirm(page).click();
      await page.locator('[data-told="1"]').waitFor();
      await until('it to lie beside the card', wasBeside, at(page));
      await expect.poll(() => page.locator('aside li').last().textContent()).toMatch(/5 with double/);
      await stage(page, 'rest');
      await expect.poll(() => helper('double').getAttribute('aria-label')).toBe('Double, used');
      await helper('double').click(ANYWAY);
      expect(await helper('double').getAttribute('aria-pressed')).toBe('false');
      await expectAccessible(page);
      await playOut(page);
      expect(await page.locator('[data-record]').count(), 'records are for the plain rules').toBe(0);
      expect(await best(page)).toBeNull();
      expectNoErrors(each);
      await each.close();
    });

    for (const [name, viewport] of [['phone', PHONE], ['narrow', NARROW]] as const) {
      it(`${name}: everything is on the screen and large enough to touch`, async () => {
        const each = await open(server, { viewport, settings: { animation: 'fast' } }, 'special');
        await expectNoSideways(each.page);
        await settled(each.page);
        for (const button of await each.page.locator('button[data-helper], [data-confirm]').all()) {
          const box = (await button.boundingBox())!;
          expect(box.height).toBeGreaterThanOrEqual(44);
          expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
        }
        await each.close();
      });
    }
  });

  describe('any nine multipliers', () => {
    it('are typed on the setup page, refused in words, and played', async () => {
      const each = await visitor(server);
      const { page } = each;
      await page.goto('/games/nine');
      await page.locator('details[data-rules] summary').click();
      await page.locator('select[data-field=turnWeights]').selectOption('own');
      const fields = page.locator('[data-numbers] input');
      expect(await fields.count()).toBe(9);
      await fields.nth(1).fill('2.5');
      await fields.nth(8).fill('101');
      await expect.poll(() => page.locator('[data-numbers] [role=alert]').textContent()).toBe('Turn 9: a number from 0 to 100, with at most three decimals.');
      expect(await fields.nth(8).getAttribute('aria-invalid')).toBe('true');
      await expectAccessible(page);
      await page.locator('form button[type=submit]').click();
      expect(new URL(page.url()).pathname, 'nothing starts with a wrong number').toBe('/games/nine');
      await fields.nth(8).fill('');
      await expect.poll(() => page.locator('[data-numbers] [role=alert]').textContent()).not.toBe('');
      await fields.nth(8).fill('0');
      await expect.poll(() => page.locator('[data-numbers] [role=alert]').textContent()).toBe('');
      await page.locator('form button[type=submit]').click();
      await stage(page, 'rest');
      await turn(page, 5);
      await expect.poll(() => figure(page, 'turn')).toBe('2/9 ×2.5');
      expectNoErrors(each);
      await each.close();
    });
  });

  describe('product additions', () => {
    it('without storage the game works and says that records are not kept', async () => {
      const each = await visitor(server);
      await each.context.addInitScript(() => {
        Object.defineProperty(globalThis, 'localStorage', {
          get() {
            throw new Error('forbidden');
          },
        });
      });
      await throughSetup(each.page, 'nine', 'medium');
      await each.page.getByText('Records are not kept in this browser.').waitFor();
      await playOut(each.page);
      expect(await each.page.locator('[data-record]').count()).toBe((await isLost(each.page)) ? 0 : 1);
      expectNoErrors(each);
      await each.close();
    });

    it('garbage in the storage is no record; a record that stands is not broken', async () => {
      const each = await open(server, { settings: { animation: 'fast' } }, 'standard', ({ context }) =>
        context.addInitScript((key) => {
          if (!localStorage.getItem('planted')) localStorage.setItem(key, 'garbage');
          localStorage.setItem('planted', '1');
        }, BEST),
      );
      expect(await figure(each.page, 'best')).toBe('--');
      await each.page.evaluate((key) => localStorage.setItem(key, '90'), BEST);
      await each.page.reload();
      await stage(each.page, 'rest');
      expect(await figure(each.page, 'best')).toBe('90');
      await playOut(each.page);
      expect(await each.page.locator('[data-record]').count()).toBe(0);
      expect((await each.page.locator('[data-best]').textContent())!.trim()).toBe('Best: 90');
      expect(await best(each.page)).toBe('90');
      await each.close();
    });

    it('a hidden choice is in no message to the other seat, those who watch or a log', async () => {
      const { players, watcher } = await seatAll(server, nine, { settings: { animation: 'fast' } });
      const [dana, kenji] = players as [Visitor, Visitor];
      const heard: string[] = [];
      for (const { page: each } of [kenji, watcher]) each.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void heard.push(String(payload))));
      // The connections are reopened so that every message is observed.
      for (const { page: each } of [kenji, watcher]) {
        await each.reload();
        await stage(each, 'rest');
      }
      await card(dana.page, 7).click();
      await confirm(dana.page).click();
      for (const { page: each } of [kenji, watcher]) await each.locator('[data-place=other] .flipper, [data-place=own] .flipper').first().waitFor();
      await kenji.page.reload();
      await kenji.page.locator('[data-place=other] .flipper').waitFor();
      expect(heard.length).toBeGreaterThan(3);
      for (const message of heard) {
        // A seat's own options are not a secret of the other seat.
        const text = JSON.stringify(JSON.parse(message, (key, value: unknown) => (key === 'actions' ? undefined : value)));
        expect(text).not.toMatch(/"card":/);
        expect(text).not.toMatch(/"sealed":\[7/);
        expect(text).not.toMatch(/has chosen 7/);
      }
      expect(heard.some((text) => text.includes('"COMMITTED"'))).toBe(true);
      expect(await kenji.page.locator('[data-place=other] .paper').allTextContents()).toEqual(['']);
      expect(await kenji.page.content()).not.toContain('data-shown="7"');
      for (const each of [...players, watcher]) await each.close();
    });

    it('goes on after a reload between commit and reveal', async () => {
      const { players, watcher } = await seatAll(server, nine, { settings: { animation: 'fast' } });
      const [dana, kenji] = players.map((each) => each.page) as [Page, Page];
      await card(dana, 7).click();
      await confirm(dana).click();
      await dana.getByText('Chosen. Waiting for Kenji.').first().waitFor();
      await dana.reload();
      await dana.getByText('Chosen. Waiting for Kenji.').first().waitFor();
      expect(await confirm(dana).getAttribute('aria-disabled')).toBe('true');
      await choose(kenji, 2);
      expect(await told(dana, 1)).toBe('You win 9 points!');
      await expect.poll(() => figure(dana, 'score')).toBe('9');
      expect(await dana.locator('.pick.used').getAttribute('data-card')).toBe('7');
      expectNoErrors(...players, watcher);
      for (const each of [...players, watcher]) await each.close();
    });

    it('reduced motion: no turning, but backs, pause and faces', async () => {
      const each = await open(server, { settings: { animation: 'off' } });
      const stages = await recordStages(each.page);
      await stopClock(each.page);
      await card(each.page, 5).click();
      await confirm(each.page).click();
      await passUntil(each.page, 'result');
      const seen = await stages();
      expect(seen.map((one) => one.stage)).toEqual(['confirm', 'think', 'pause', 'result']);
      expect(seen[3]!.at - seen[2]!.at).toBeGreaterThanOrEqual(490);
      expect(await style(each.page, '.flipper', 'transition-duration')).toBe('0s');
      await each.close();
    });

    it('two people on one device hand it over, and nobody sees the other’s choice', async () => {
      const each = await visitor(server, { viewport: PHONE, settings: { animation: 'fast' } });
      const phone = each.page;
      await phone.goto('/games/nine?with=local');
      await phone.getByRole('textbox').nth(0).fill('Dana');
      await phone.getByRole('textbox').nth(1).fill('Mei');
      await phone.locator('form button[type=submit]').click();
      const take = async (name: string) => {
        await phone.getByRole('button', { name: new RegExp(`I am ${name}`) }).hover();
        await phone.mouse.down();
        await phone.locator(LOWEST).first().waitFor();
        await phone.mouse.up();
      };
      await take('Dana');
      await card(phone, 7).click();
      await confirm(phone).click();
      await phone.getByText('Pass the phone to Mei.').waitFor();
      await shoot(phone, 'nine-hand-over');
      await take('Mei');
      expect(await phone.content(), 'nothing of the choice is in the page').not.toMatch(/data-shown="7"|has chosen 7/);
      await choose(phone, 3);
      expect(await told(phone, 1)).toBe('Dana wins 10 points!');
      await shoot(phone, 'nine-shared');
      await goOn(phone);
      await card(phone, 5).click();
      await confirm(phone).click();
      await phone.getByText('Pass the phone to Dana.').waitFor();
      expectNoErrors(each);
      await each.close();
    });

    it('the tutorial is played in three turns', async () => {
      const each = await open(server, { viewport: PHONE, settings: { coached: [] } });
      const phone = each.page;
      await phone.getByRole('button', { name: 'Try it' }).click();
      await phone.locator('[data-lesson-card="9"]').click();
      await phone.locator('[data-lesson-confirm]').click();
      await phone.getByText('For this lesson choose the 6.').waitFor();
      for (const value of [6, 9, 4]) {
        await phone.locator(`[data-lesson-card="${value}"]`).click();
        await phone.locator('[data-lesson-confirm]').click();
        if (value !== 4) await phone.locator('[data-lesson-next]').click();
      }
      await phone.getByText('Tie! No points awarded.').waitFor();
      await expectAccessible(phone);
      await expectNoSideways(phone);
      await shoot(phone, 'nine-tutorial');
      await phone.locator('[data-lesson-done]').click();
      await turn(phone, 5);
      expectNoErrors(each);
      await each.close();
    });

    it('custom rules, covered cards and a match of three', async () => {
      const each = await open(server, { settings: { animation: 'fast', cardBack: 3 } }, 'best3');
      expect(await each.page.locator('.match').textContent()).toBe('Game 1 of at most 3 · 0–0');
      for (let left = 9; left > 0; left -= 1) {
        await expect.poll(() => each.page.locator(LOWEST).count()).toBe(left);
        await showTurn(each.page, left);
        if (left === 1) expect(await each.page.locator('[data-verdict] b').textContent()).toMatch(/^Game 1: /);
        await endTurn(each.page);
      }
      await expect.poll(() => figure(each.page, 'turn')).toBe('1/9');
      expect(await each.page.locator('.match').textContent()).toMatch(/^Game 2 of at most 3 · (1–0|0–1|0–0)$/);
      expect(await best(each.page), 'every game of a match under the plain rules counts').not.toBeNull();
      await each.close();
      const other = await open(server, { settings: { animation: 'fast' } }, 'rising');
      await turn(other.page, 9);
      await expect.poll(() => figure(other.page, 'turn')).toBe('2/9 ×2');
      await other.close();
    });

    it('statistics and achievements', async () => {
      const each = await open(server, { settings: { animation: 'fast' } });
      await playOut(each.page);
      await each.page.keyboard.press('Escape');
      await each.page.getByRole('button', { name: 'Statistics' }).click();
      for (const word of ['Games', 'Win rate', 'Average score', 'Perfect Game', 'Comeback King', 'Close Call']) {
        await expect.poll(() => each.page.locator('[data-statistics]').textContent()).toContain(word);
      }
      await expectAccessible(each.page);
      await shoot(each.page, 'nine-statistics');
      expect(await each.page.getByRole('link', { name: 'Leaderboard' }).getAttribute('href')).toBe('/leaderboard/nine');
      await each.page.goto('/stats');
      await each.page.locator('[data-statistics]').waitFor();
      expectNoErrors(each);
      await each.close();
    });

    it('everybody of the house can be chosen, Mina first, and it is told what strength is worth', async () => {
      const each = await visitor(server);
      await each.page.goto('/games/nine');
      const house = each.page.locator('input[name=persona][data-player]');
      await house.first().waitFor({ state: 'attached' });
      await expect.poll(() => house.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).dataset.player))).toEqual([
        'beginner', 'medium', 'defensive', 'aggressive', 'balanced', 'perfect', 'hard',
      ]);
      await expect.poll(() => each.page.locator('input[name=persona]:checked').getAttribute('value')).toBe('mina');
      await each.page.locator('input[name=persona][value=vera]').check({ force: true });
      await each.page.getByText('I will find it.').waitFor();
      await each.page.getByText('Nobody wins at Nine by strength alone.').waitFor();
      await shoot(each.page, 'nine-setup');
      await each.close();
    });

    it('what the page says of itself to those who show links', async () => {
      const response = await fetch(`${server.url}/games/nine`);
      const html = await response.text();
      const meta = (name: string) => new RegExp(`(?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
      expect(meta('description')).toBeTruthy();
      expect(meta('keywords')).toBeTruthy();
      expect(meta('og:type')).toBe('website');
      expect(meta('og:title')).toBe('Nine - Strategic Card Game');
      expect(meta('og:site_name')).toBe('Baize');
      expect(meta('twitter:card')).toBe('summary_large_image');
      for (const name of ['og:url', 'twitter:url']) expect(meta(name)).toBe(`${server.url}/games/nine`);
      for (const name of ['og:description', 'twitter:title', 'twitter:description']) expect(meta(name)).toBeTruthy();
      expect(meta('twitter:image')).toBe(meta('og:image'));
      const image = new Uint8Array(await (await fetch(meta('og:image')!)).arrayBuffer());
      const size = new DataView(image.buffer);
      expect([size.getUint32(16), size.getUint32(20)], 'a raster picture of 1200 by 630').toEqual([1200, 630]);
      const told = JSON.parse(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)![1]!) as Record<string, unknown>;
      expect(told).toMatchObject({
        '@type': 'VideoGame',
        name: 'Nine',
        url: `${server.url}/games/nine`,
        gamePlatform: 'Web Browser',
        genre: 'Strategy',
        playMode: ['SinglePlayer', 'MultiPlayer'],
        publisher: { '@type': 'Organization' },
        offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
      });
      expect([...html.matchAll(/src="(https?:[^"]*)"/g)], 'no script of others').toEqual([]);
      expect(html.match(/<title>/g)).toHaveLength(1);
    });
  });
});

/** What the second seat plays against 1 to 9 in order so that the first wins by 2, with at least one tie. */
function closeReply(): number[] {
  const search = (played: number[], lead: number): number[] | null => {
    if (played.length === 9) return lead === 2 && played.some((value, index) => value === index + 1) ? played : null;
    const own = played.length + 1;
    for (const value of [3, 1, 2, 6, 4, 5, 9, 7, 8]) {
      if (played.includes(value)) continue;
      const found = search([...played, value], lead + (own > value ? own + value : own < value ? -own - value : 0));
      if (found) return found;
    }
    return null;
  };
  return search([], 0)!;
}
