/** The rules for people: every page in every language, every diagram with right and wrong answers, by mouse and by keyboard. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GAME_IDS } from '../src/games/list.ts';
import type { OpenTable } from '../src/gen/protocol.ts';
import type { FigureEntry, LessonWords, Plan, Played } from '../src/learn/types.ts';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, expectNoSideways, expectTranslated, NARROW, PHONE, settled as settledPage, shoot, TestServer, visitor, waitForPhase, type Visitor, type VisitorOptions } from './harness.ts';
import { doStep, doWrong, readOn, settled } from './lessons.ts';

const at = (game: string) => join(import.meta.dirname, '../src/games', game, 'lessons');
const GAMES = GAME_IDS.filter((game) => existsSync(join(at(game), 'plan.ts')));
const LANGUAGES = ['en', 'ja', 'zh-Hant'] as const;
const wordsOf = async (game: string, language: string) => ((await import(`../src/games/${game}/lessons/words/${language}.ts`)) as { words: LessonWords }).words;
const planOf = async (game: string) => ((await import(`../src/games/${game}/lessons/plan.ts`)) as { plan: Plan }).plan;
const playedOf = (game: string) => JSON.parse(readFileSync(join(at(game), 'played.json'), 'utf8')) as Record<string, Played>;

/** A reader who has chosen every option that these rules have a part about, and so sees all of it. */
async function reader(plan: Plan, game: string, options: VisitorOptions): Promise<Visitor> {
  const made = await visitor(server, options);
  const chosen = Object.fromEntries(plan.parts.flatMap(({ only }) => (only === undefined ? [] : [[only, true]])));
  await made.context.addInitScript((setup) => localStorage.setItem('baize.setup', JSON.stringify(setup)), { [game]: { options: chosen } });
  return made;
}

let server: TestServer;
beforeAll(async () => void (server = await TestServer.start()));
afterAll(async () => {
  await closeBrowser();
  await server?.stop();
});

it('lists the five games', async () => {
  const somebody = await visitor(server, { viewport: NARROW });
  await somebody.page.goto('/rules');
  for (const game of GAME_IDS) await somebody.page.locator(`h2 a[href="/rules/${game}"]`).waitFor();
  await expectNoSideways(somebody.page);
  await expectAccessible(somebody.page);
  expectNoErrors(somebody);
  await somebody.close();
});

it('shows what an option is about where it is on', async () => {
  const somebody = await visitor(server);
  await somebody.page.goto('/rules/nine-ball');
  await somebody.page.locator('[data-part="break"]').waitFor();
  expect(await somebody.page.locator('[data-lesson="push"]').count()).toBe(0);
  await somebody.close();
  const other = await reader(await planOf('nine-ball'), 'nine-ball', {});
  await other.page.goto('/rules/nine-ball');
  await other.page.locator('[data-lesson="push"]').waitFor();
  await other.close();
});

describe.each(GAMES)('%s', (game) => {
  it.each(LANGUAGES)('is a whole page in %s', async (language) => {
    const [plan, words] = [await planOf(game), await wordsOf(game, language)];
    const somebody = await reader(plan, game, { viewport: language === 'en' ? DESKTOP : PHONE, language, theme: language === 'ja' ? 'dark' : 'light' });
    const { page } = somebody;
    await page.goto(`/rules/${game}`);
    await page.locator(`[data-rules="${game}"]`).waitFor();
    for (const { id, lessons } of plan.parts) {
      expect(await page.locator(`[data-part="${id}"] h2`).innerText()).toContain(words.parts[id]!.title);
      for (const lesson of lessons) {
        const diagram = page.locator(`[data-lesson="${lesson}"]`);
        await diagram.waitFor();
        expect(await diagram.locator('[data-said]').innerText()).toContain(words.lessons[lesson]![0]!.task);
      }
    }
    expect(await page.locator('#ends .card').count()).toBe(words.ends.length);
    const bold = Object.values(words.parts).flatMap(({ text }) => text.split('**').filter((_, index) => index % 2 === 1));
    expect(await page.locator('.words p b').allInnerTexts()).toEqual(bold);
    expect(await page.locator('article').innerText()).not.toContain('*');
    if (language !== 'en') await expectTranslated(page, /Baize|English|Shift|Ctrl|Enter|CPU|VS|Nine|May I\??|Push-out|\b[a-h][1-9]\b/g);
    await expectAccessible(page);
    await expectNoSideways(page);
    await shoot(page, `rules-${game}-${language}`);
    expectNoErrors(somebody);
    await somebody.close();
  });

  it('fits the smallest screen and is fine in the dark', async () => {
    const somebody = await visitor(server, { viewport: NARROW, theme: 'dark' });
    await somebody.page.goto(`/rules/${game}`);
    await somebody.page.locator(`[data-rules="${game}"]`).waitFor();
    await expectNoSideways(somebody.page);
    await expectAccessible(somebody.page);
    expectNoErrors(somebody);
    await somebody.close();
  });

  it.each(['mouse', 'keyboard'] as const)('answers every diagram by %s, also without a connection', async (how) => {
    const [plan, words, played] = [await planOf(game), await wordsOf(game, 'en'), playedOf(game)];
    const somebody = await reader(plan, game, { isKeeping: true, settings: { animation: how === 'mouse' ? 'fast' : 'off' } });
    const { page } = somebody;
    await page.goto(`/rules/${game}`);
    await page.locator(`[data-rules="${game}"]`).waitFor();
    // After the first visit everything is stored: the page loads without a connection.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await somebody.context.setOffline(true);
    await page.reload();
    await page.locator(`[data-rules="${game}"]`).waitFor();
    let wrongs = 0;
    for (const id of plan.parts.flatMap(({ lessons }) => lessons)) {
      const diagram = page.locator(`[data-lesson="${id}"]`);
      await diagram.scrollIntoViewIfNeeded();
      for (const [index, step] of played[id]!.steps.entries()) {
        await settled(diagram);
        if (index > 0) await diagram.locator('[data-proceed]').click();
        if (await doWrong(diagram, game, played[id]!, step, how)) {
          await diagram.and(page.locator('[data-told="wrong"]')).waitFor();
          wrongs += 1;
          expect(await diagram.getAttribute('data-step')).toBe(String(index));
        }
        await doStep(diagram, game, played[id]!, step, how);
        await diagram.and(page.locator(`[data-step="${index + 1}"]`)).waitFor();
      }
      await readOn(diagram, played[id]!);
      await expect.poll(() => diagram.locator('[data-said]').innerText()).toBe(words.lessons[id]!.at(-1)!.done);
      await settled(diagram);
      await diagram.locator('[data-again]').click();
      await diagram.and(page.locator('[data-step="0"]')).waitFor();
    }
    console.log(`${game} ${how}: ${wrongs} wrong tries answered`);
    expectNoErrors(somebody);
    await somebody.close();
  });
});

/** The contents of a game's figures, or of one part with its own file. */
const figuresOf = (game: string, part = '') => JSON.parse(readFileSync(join(at(game), `figures${part && `.${part}`}.json`), 'utf8')) as Record<string, FigureEntry[]>;

it('shows of the board of Banqi only what a lesson is about, the ranks in one row, and how its name is written', async () => {
  for (const viewport of [DESKTOP, PHONE]) {
    const somebody = await visitor(server, { viewport });
    const { page } = somebody;
    await page.goto('/rules/banqi');
    await page.getByRole('heading', { level: 1, name: 'Banqi 暗棋' }).waitFor();
    await page.locator('[data-figure="ranks"] [data-kind]').nth(6).waitFor();
    for (const [lesson, columns, rows] of [['flip', 4, 2], ['move', 4, 3], ['pawn', 4, 2], ['king', 4, 2], ['cannon', 6, 1], ['screens', 6, 1], ['last', 4, 2]] as const) {
      await page.locator(`[data-lesson="${lesson}"] [data-index]`).first().waitFor();
      await settledPage(page);
      const cells = await page.locator(`[data-lesson="${lesson}"] [data-index]`).evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x: Math.round(x), y: Math.round(y), width, height })));
      expect([new Set(cells.map(({ x }) => x)).size, new Set(cells.map(({ y }) => y)).size], lesson).toEqual([columns, rows]);
      for (const { width, height } of cells) expect(Math.abs(width - height), `${lesson}: a square`).toBeLessThan(1.5);
      expect(cells[0]!.width, lesson).toBeGreaterThanOrEqual(44);
    }
    const ladder = await page.locator('[data-figure="ranks"] [data-kind]').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y));
    expect(ladder).toHaveLength(7);
    expect(new Set(ladder).size, 'one row').toBe(1);
    expectNoErrors(somebody);
    await somebody.close();
  }
});

describe('figures', () => {
  it('ticks what a piece takes, in both modes, as the engine says', async () => {
    const somebody = await visitor(server, { viewport: PHONE });
    const { page } = somebody;
    await page.goto('/rules/banqi');
    const ladder = page.locator('[data-figure="ranks"]');
    for (const [mode, by] of [['classic', 'King'], ['classic', 'Pawn'], ['classic', 'Cannon'], ['three-kingdoms', 'King'], ['three-kingdoms', 'Horse']] as const) {
      const { ranks } = figuresOf('banqi', mode);
      await ladder.locator(`[data-mode="${mode}"]`).click();
      await ladder.locator(`[data-kind="${by}"]`).press('Enter');
      const shown = () => ladder.locator('[data-taken="true"]').evaluateAll((found) => found.map((one) => (one as HTMLElement).dataset.kind));
      await expect.poll(shown, { message: `${mode} ${by}` }).toEqual(ranks!.filter(({ name, isLegal }) => isLegal && String(name).startsWith(`${mode},${by},`)).map(({ name }) => (name as string[])[2]));
    }
    expectNoErrors(somebody);
    await somebody.close();
  });

  it('lays out the contract of every round', async () => {
    const { contracts } = figuresOf('may-i');
    const somebody = await visitor(server, { viewport: DESKTOP });
    const { page } = somebody;
    await page.goto('/rules/may-i');
    const ladder = page.locator('[data-figure="contracts"]');
    for (const { name, views } of contracts!) {
      const { sets, runs } = views![0]!.contract as { sets: number; runs: number };
      await ladder.locator(`[data-round="${name}"]`).click();
      await ladder.locator(`[data-melds="${sets + runs}"]`).waitFor();
      expect(await ladder.locator('.pc').count()).toBe(3 * sets + 4 * runs);
    }
    expectNoErrors(somebody);
    await somebody.close();
  });

  it('fills the bar to 90 over nine turns', async () => {
    const [game] = figuresOf('nine').ninety!;
    const [you, other] = game!.views!.at(-1)!.scores as [number, number];
    const somebody = await visitor(server, { viewport: PHONE, settings: { animation: 'off' } });
    const { page } = somebody;
    await page.goto('/rules/nine');
    const figure = page.locator('[data-figure="ninety"]');
    for (let turn = 0; turn < 9; turn += 1) await figure.locator(`[data-turn="${turn}"]`).click();
    await figure.locator('[data-turn="9"]').waitFor();
    const told = await figure.locator('[data-told]').innerText();
    for (const points of [you, other, 90 - you - other, 90]) expect(told).toContain(String(points));
    await expectAccessible(page);
    expectNoErrors(somebody);
    await somebody.close();
  });
});

describe.each(GAMES)('learning %s by playing', (game) => {
  it('goes to the end, remembers where it was, and hands over into a real game', async () => {
    const [plan, played] = [await planOf(game), playedOf(game)];
    for (const [mode, parts] of Object.entries(plan.tutorials)) {
      const somebody = await visitor(server, { viewport: mode === 'usual' ? PHONE : DESKTOP });
      const { page } = somebody;
      await page.goto(`/learn/${game}${mode === 'usual' ? '' : `?mode=${mode}`}`);
      await page.locator('[data-lesson]').waitFor();
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
        await expectAccessible(page);
      }
      for (const [index, id] of parts.entries()) {
        await page.locator(`[data-learn][data-part="${index}"]`).waitFor();
        if (index === 1) {
          await expectAccessible(page);
          await expectNoSideways(page);
          // Completed steps stay completed.
          await page.reload();
          await page.locator('[data-learn][data-part="1"]').waitFor();
          await shoot(page, `learn-${game}-${mode}`);
        }
        const table = page.locator(`[data-lesson="${id}"]`);
        for (const [number, step] of played[id]!.steps.entries()) {
          await settled(table);
          if (number > 0) await table.locator('[data-proceed]').click();
          await doStep(table, game, played[id]!, step, 'mouse');
          await table.and(page.locator(`[data-step="${number + 1}"]`)).waitFor();
        }
        await readOn(table, played[id]!);
        await page.locator('[data-next]').click();
      }
      await page.locator('[data-learn][data-over="true"]').waitFor();
      await expectAccessible(page);
      const opened = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/tables'));
      await page.locator('[data-begin]').click();
      await waitForPhase(page, 'playing');
      const { position } = (await opened).postDataJSON() as OpenTable;
      expect(position !== undefined, 'it goes on, or begins afresh').toBe(plan.goesOn?.[mode] !== undefined);
      if (game === 'may-i') expect(position).toMatch(/ round:3 .* totals:0\/25\/86$/);
      if (game === 'banqi' && position) {
        // Banqi continues from where the tutorial ended: five pieces are left, and no more can appear.
        const empty = await page.locator('[data-index]').evaluateAll((cells) => cells.filter((cell) => cell.getAttribute('aria-label')?.includes('empty')).length);
        expect(empty).toBeGreaterThanOrEqual(27);
      }
      expectNoErrors(somebody);
      await somebody.close();
    }
  });
});

it('keeps the exact rules for developers at their own address, with every link', async () => {
  const somebody = await visitor(server);
  const { page } = somebody;
  await page.goto('/docs/rules/othello');
  await page.locator('article[lang="en"] a[href="/docs/errors"]').click();
  await page.locator('article[lang="en"] table').first().waitFor();
  expectNoErrors(somebody);
  await somebody.close();
});
