/** May I? at every size: nothing overlaps, and everything needed is in view. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, expectNoErrors, expectNoSideways, settled, shoot, TestServer, waitForPhase, type Visitor } from './harness.ts';
import { FRAME_MS, stopClock } from './clock.ts';
import { sitDown } from './opening.ts';
import { at, until } from './standing.ts';

const SIZES = [
  [1440, 900],
  [1280, 720],
  [1024, 600],
  [720, 600],
  [844, 390],
  [720, 450],
  [390, 844],
  [320, 640],
] as const;
const CAST = ['amara', 'bruno', 'jun', 'mina', 'theo', 'ines', 'vera'];

interface Box {
  name: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The rectangles of the board's parts and of the page around it. Runs in the page. */
function boxes(): Box[] {
  const wanted: [string, string][] = [
    ['header', '.table > header'],
    ['seats', '[data-part=seats]'],
    ['stock', '[data-pile=stock]'],
    ['panel', '[data-part=piles] .panel'],
    ['melds', '[data-part=melds]'],
    ['plan', '[data-part=plan]'],
    ['hand', '[data-part=hand]'],
    ['actions', '[data-part=actions]'],
    ['bar', '.table > .foot > .bar'],
    ['rail', '.table > aside'],
  ];
  return wanted.flatMap(([name, selector]) => {
    const element = document.querySelector(selector);
    const box = element?.getBoundingClientRect();
    // The back and menu buttons in the corners of a full screen are checked separately.
    if (!box || box.width === 0 || box.height === 0 || (name === 'header' && element!.classList.contains('full'))) return [];
    return [{ name, left: box.left, top: box.top, right: box.right, bottom: box.bottom }];
  });
}

const touch = (a: Box, b: Box) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;

/** Expects nothing to overlap or stick out, and hand, piles, melds and the main button to be in view. */
async function expectRoom(page: Page, where: string): Promise<void> {
  const { width, height } = page.viewportSize()!;
  const found = await page.evaluate(boxes);
  const overlaps = found.flatMap((a, index) => found.slice(index + 1).filter((b) => touch(a, b)).map((b) => `${a.name}/${b.name}`));
  expect(overlaps, where).toEqual([]);
  const outside = found.filter((box) => box.left < -0.5 || box.top < -0.5 || box.right > width + 0.5 || box.bottom > height + 0.5);
  expect(outside.map(({ name }) => name), where).toEqual([]);
  for (const name of width < 640 ? ['bar'] : ['actions']) expect(found.map((box) => box.name), where).toContain(name);
  for (const name of ['seats', 'stock', 'panel', 'melds', 'hand']) expect(found.map((box) => box.name), where).toContain(name);
  const melds = found.find(({ name }) => name === 'melds')!;
  expect(melds.bottom - melds.top, `${where}: room for melds`).toBeGreaterThan(60);
  const cut = await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('[data-card]')].map((card) => card.getBoundingClientRect());
    return { least: Math.min(...all.map((card) => innerHeight - card.top)), tall: all[0]?.height ?? 0, worst: Math.max(...all.map((card) => card.bottom - innerHeight)), left: Math.min(...all.map((card) => card.left)) };
  });
  expect(cut.worst, `${where}: cards are whole`).toBeLessThanOrEqual(cut.tall * 0.3);
  expect(cut.left, `${where}: the left edge`).toBeGreaterThanOrEqual(0);
  const hand = found.find(({ name }) => name === 'hand')!;
  expect(hand.bottom - hand.top, `${where}: the hand`).toBeGreaterThanOrEqual(70);
  // The three buttons are all there, complete and big enough.
  const buttons = await page.locator('[data-board-acts] button, .table > .foot > .bar button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, top, right, bottom }) => ({ left, top, right, bottom })));
  expect(buttons.length, where).toBe(3);
  for (const button of buttons) {
    expect(button.bottom - button.top, where).toBeGreaterThanOrEqual(43.5);
    expect(button.left >= 0 && button.right <= width && button.bottom <= height, `${where}: a button is cut`).toBe(true);
  }
  // The text of the panel fits, and no title of a meld is cut off.
  const spills = await page.evaluate(() => {
    const over = (element: Element) => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
    return [...document.querySelectorAll('[data-part=piles] .panel, .meld .title')].filter(over).map((element) => element.textContent);
  });
  expect(spills, where).toEqual([]);
  await expectNoSideways(page);
  // The table is the whole screen: nothing is below it, so there is no scroll bar.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
}

async function atAllSizes(page: Page, name: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.locator(`[data-arrangement=${height >= 840 && width >= 1024 ? 'tall' : width < 640 ? 'phone' : height < 660 ? 'low' : 'mid'}]`).waitFor();
    await settled(page);
    await expectRoom(page, `${name} at ${width}x${height}`);
    await shoot(page, `may-i-${name}-${width}x${height}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The table is empty, or some players have laid down. The reader is about to draw, and nobody else can do anything first. */
const hands = (seats: number) => ['4H.5H.7C.8D.8S.TC.JD.QS.KS.AC.2D', ...Array.from({ length: seats - 1 }, () => '+11')].join('/');
const beginning = (seats: number) => `mi1 round:2 dealer:${seats - 1} turn:1 current:0 phase:draw hands:${hands(seats)} discard:9H`;
const MELDS = {
  3: 'melds:1s=7H.7D.7S;1r=3C.4C.5C.6C;2s=KH.KD.JK;2r=8H.9H.TH.JH down:1.2',
  8: 'melds:1s=7H.7D.7S;1r=3C.4C.5C.6C;2s=KH.KD.JK;2r=8H.9H.TH.JH;3s=3S.3D.3H;3r=9S.TS.JS.QS;4s=QH.QD.QC;4r=4D.5D.6D.7D down:1.2.3.4',
};
const later = (seats: 3 | 8) => `mi1 round:2 dealer:${seats - 1} turn:${4 * seats + 1} current:0 phase:draw hands:${hands(seats)} discard:9H+${seats} by:${seats - 1} ${MELDS[seats]}`;

describe('may-i at every size', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  /** The reader and computers. If there are hints, a slow player is offered one. */
  async function among(position: string, language: 'en' | 'ja' | 'zh-Hant' = 'en', hints = false, before?: (visitor: Visitor) => Promise<unknown>): Promise<Visitor> {
    const seats = position.split('/').length;
    const players = Array.from({ length: seats }, (_, seat) => (seat === 0 ? null : 'random'));
    const personas = players.map((_, seat) => (seat === 0 ? null : CAST[seat - 1]!));
    const player = await sitDown(server, { game: 'may-i', seats, players, personas, position, hints }, { settings: { animation: 'off' }, language, isTouch: false }, before);
    await waitForPhase(player.page, 'playing');
    await player.page.locator('[data-card]').first().waitFor();
    return player;
  }

  for (const language of ['en', 'ja', 'zh-Hant'] as const) {
    for (const [name, seats] of [['three', 3], ['eight', 8]] as const) {
      it(`has room for ${name}, with few melds and with many (${language})`, async () => {
        for (const [stage, position] of [[name, beginning(seats)], [`${name}-melds`, later(seats)]] as const) {
          const player = await among(position, language);
          await atAllSizes(player.page, `${stage}-${language}`);
          await expectAccessible(player.page);
          expectNoErrors(player);
          await player.close();
        }
      });
    }
  }

  it('has room while a hint is read, where it stands in a strip too', async () => {
    // A hint disappears after some time of the page, so its clock is stopped.
    const player = await among(beginning(3), 'en', true, ({ page }) => page.clock.install());
    const { page } = player;
    const hint = page.locator('[data-advice=hint]');
    await page.locator('[data-turn=true][data-moving=false]').waitFor();
    await stopClock(page);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await until('a hint', async () => {
        if ((await hint.count()) === 0) await page.locator('body').press('h');
        return (await hint.count()) > 0;
      }, at(page));
      await page.clock.runFor(500);
      await settled(page);
      await expectRoom(page, `with a hint at ${width}x${height}`);
      await hint.getByRole('button', { name: 'Close' }).click();
      await hint.waitFor({ state: 'detached' });
    }
    expectNoErrors(player);
    await player.close();
  });

  it('says who waits for the reader, and cuts neither that nor a name', async () => {
    for (const language of ['en', 'ja', 'zh-Hant'] as const) {
      // The reader deals, so Amara draws first, and waits like everybody for the answer about the first card.
      const players = [null, 'greedy', 'greedy', 'greedy'];
      const wanted = { game: 'may-i', seats: 4, players, personas: [null, ...CAST.slice(0, 3)], options: { firstDealer: 0 }, callWindow: 'everybody' as const };
      const player = await sitDown(server, wanted, { settings: { animation: 'off' }, language, isTouch: false });
      const { page } = player;
      await page.locator('[data-act=pass]').waitFor();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await settled(page);
        const cut = await page.locator('[data-part=seats] li').evaluateAll((plates) =>
          plates.flatMap((plate) => {
            const { right } = plate.getBoundingClientRect();
            const texts = [...plate.querySelectorAll<HTMLElement>('span')].filter((one) => one.childElementCount === 0 && !one.closest('.vh') && one.innerText.trim() !== '');
            const fan = plate.querySelector('.minis')?.getBoundingClientRect().left ?? right;
            return texts.filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === 'hidden' || one.getBoundingClientRect().right > Math.min(right, fan) + 0.5).map((one) => one.innerText);
          }),
        );
        expect(cut, `${language} at ${width}x${height}`).toEqual([]);
        const said = page.locator('[data-part=seats] [aria-current] .deed');
        // If there is only room for faces, the ivory plate shows it.
        if (width >= 390) await expect.poll(() => said.innerText(), { message: `${width}x${height}` }).toMatch(/waits for you|待っています|在等你/);
      }
      expectNoErrors(player);
      await player.close();
    }
  });

  it('a chosen card lifts by 14 px, and nothing else moves by a pixel', async () => {
    const player = await among(beginning(3));
    const { page } = player;
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const lie = () =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('[data-card], [data-part], .acts .btn, .table > .foot > .bar button')].map((element) => {
            const { left, top, width, height } = element.getBoundingClientRect();
            return { card: element.dataset.card ?? null, at: [left, top, width, height].map((each) => Math.round(each * 100) / 100) };
          }),
        );
      await settled(page);
      const before = await lie();
      const chosen = page.locator('[data-card]').nth(3);
      const id = await chosen.getAttribute('data-card');
      await chosen.press('Space');
      expect(await chosen.getAttribute('aria-pressed')).toBe('true');
      await expect.poll(async () => (await lie()).find(({ card }) => card === id)!.at[1], { message: `${width}x${height}` }).toBe(before.find(({ card }) => card === id)!.at[1]! - 14);
      const rest = (list: typeof before) => list.filter(({ card }) => card !== id);
      expect(rest(await lie()), `${width}x${height}`).toEqual(rest(before));
      await page.keyboard.press('Escape');
    }
    expectNoErrors(player);
    await player.close();
  });

  it('says on a phone who has not laid down yet', async () => {
    for (const [seats, language, text] of [
      [3, 'en', 'You have not laid down yet.'],
      [8, 'en', 'Theo, Ines, Vera, and you have not laid down yet.'],
      [8, 'ja', 'テオさん、イネスさん、ヴェラさん、あなたはまだ公開していません。'],
      [8, 'zh-Hant', '西奧、伊內絲、薇拉和你還沒攤牌。'],
    ] as const) {
      const player = await among(later(seats), language);
      await player.page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => player.page.locator('[data-not-down]').innerText()).toBe(text);
      await player.close();
    }
  });

  it('has the melds of two owners in sight at once, however many cards were laid off', async () => {
    const many = `mi1 round:2 dealer:2 turn:13 current:0 phase:draw hands:${hands(3)} discard:9H+3 by:2 melds:1s=7H.7D.7S.7C.7H.7D;1r=9C.TC.JC.QC.KC;2s=KH.KD.KC.KS.KH.KD;2r=8H.9H.TH.JH.QH down:1.2`;
    const player = await among(many);
    const { page } = player;
    for (const [width, height] of SIZES.slice(0, 2)) {
      await page.setViewportSize({ width, height });
      await settled(page);
      const room = (await page.locator('[data-part=melds]').boundingBox())!;
      for (const owner of await page.locator('.owner').all()) {
        const box = (await owner.boundingBox())!;
        expect(box.y + box.height, `${width}x${height}`).toBeLessThanOrEqual(room.y + room.height + 0.5);
        expect(box.x + box.width, `${width}x${height}`).toBeLessThanOrEqual(room.x + room.width + 0.5);
      }
    }
    await shoot(page, 'may-i-two-owners');
    expectNoErrors(player);
    await player.close();
  });

  it('signs of wilds that lie side by side do not overlap, and stay at their cards', async () => {
    const wilds = `mi1 round:2 dealer:2 turn:13 current:0 phase:draw hands:${hands(3)} discard:9H+3 by:2 melds:1s=7H.7D.7S;1r=5S.2C.JK.2H.9S.TS;2s=KH.KD.KC;2r=8H.2S.JK.JH down:1.2`;
    const player = await among(wilds);
    const { page } = player;
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await settled(page);
      const signs = await page.locator('.meld [data-as]').evaluateAll((all) =>
        all.map((sign) => {
          const [own, card] = [sign.getBoundingClientRect(), sign.parentElement!.getBoundingClientRect()];
          const { left, top, right, bottom } = own;
          const isAtCard = left < card.right && right > card.left && top < card.bottom && bottom > card.top;
          return { name: sign.textContent!.replace(/\ufe0e/g, ''), left, top, right, bottom, isAtCard };
        }),
      );
      expect(signs.map(({ name }) => name), `${width}x${height}`).toEqual(['= 6♠', '= 7♠', '= 8♠', '= 9♥', '= 10♥']);
      expect(signs.every(({ isAtCard }) => isAtCard), `${width}x${height}`).toBe(true);
      const overlaps = signs.flatMap((a, index) => signs.slice(index + 1).filter((b) => touch(a, b)).map((b) => `${a.name} and ${b.name}`));
      expect(overlaps, `${width}x${height}`).toEqual([]);
    }
    await shoot(page, 'may-i-wilds');
    expectNoErrors(player);
    await player.close();
  });

  it('has a face and a name over every column of the score sheet', async () => {
    const player = await among(later(3));
    const { page } = player;
    const heads = page.getByRole('region', { name: 'Score sheet' }).locator('thead th');
    await heads.first().waitFor();
    expect(await heads.first().innerText()).toBe('Round');
    expect(await heads.locator('.name').allInnerTexts()).toEqual(['Dana', 'Amara', 'Bruno']);
    expect(await heads.locator('svg').count(), 'faces of the house').toBe(2);
    const cut = await heads.locator('.name').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
    expect(cut).toEqual([]);
    expectNoErrors(player);
    await player.close();
  });

  it('counts down from as many seconds as there are, and not from one more', async () => {
    // The reader deals, so that the first card can be asked for.
    const wanted = { game: 'may-i', seats: 3, players: [null, 'random', 'random'], personas: [null, 'bruno', 'mina'], options: { firstDealer: 0 }, callWindow: 10 };
    const player = await sitDown(server, wanted, { settings: { animation: 'off' }, isTouch: false }, async ({ context, page }) => {
      // Its time starts when this script says so: a busy machine may take a second to show the first number.
      await page.clock.install();
      await stopClock(page);
      await context.addInitScript(() => {
        const seen: number[] = [];
        (globalThis as unknown as { seen: number[] }).seen = seen;
        new MutationObserver(() => {
          const number = document.querySelector('[data-call=open] .ring b')?.textContent;
          if (number && Number(number) !== seen.at(-1)) seen.push(Number(number));
        }).observe(document, { childList: true, subtree: true, characterData: true });
      });
    });
    const { page } = player;
    const seen = await until('two numbers', async () => {
      await page.clock.runFor(FRAME_MS);
      const numbers = await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
      return numbers.length > 1 ? numbers : null;
    }, at(page));
    expect(seen[0]).toBe(10);
    expect(seen, 'down, never up').toEqual([...seen].sort((a, b) => b - a));
    expectNoErrors(player);
    await player.close();
  });
});
