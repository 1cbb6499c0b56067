/** Every rules page is short and complete in every language, and every lesson has its words and its answers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AnyQuery, AnyView } from '../gen/games.ts';
import { GAME_IDS } from '../games/list.ts';
import { LANGUAGES } from '../lib/language.svelte.ts';
import { learnAt } from './address.ts';
import { isEqual } from '../lib/equal.ts';
import { changed } from './lesson.svelte.ts';
import { loadLessons } from './load.ts';
import type { LessonWords, Plan, Played } from './types.ts';
import { words as en } from './words/en.ts';
import { words as ja } from './words/ja.ts';
import { words as zh } from './words/zh-Hant.ts';

const at = (game: string) => join(import.meta.dirname, '../games', game, 'lessons');
const written = GAME_IDS.filter((game) => readdirSync(at(game)).includes('plan.ts'));

/** Counts words between blanks; in Japanese and Chinese, two characters count as one. */
function wordsIn(text: string): number {
  const letters = text.match(/[\u3040-\u30ff\u3400-\u9fff]/g)?.length ?? 0;
  return text.replace(/[\u3040-\u30ff\u3400-\u9fff]/g, '').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length + letters / 2;
}


describe.each(written)('%s', async (game) => {
  const { plan } = (await import(`../games/${game}/lessons/plan.ts`)) as { plan: Plan };
  const played = JSON.parse(readFileSync(join(at(game), 'played.json'), 'utf8')) as Record<string, Played>;
  const shown = new Set([...plan.parts.flatMap(({ lessons }) => lessons), ...Object.values(plan.tutorials).flat()]);

  it('has four to six parts, and every lesson is shown somewhere', () => {
    expect(plan.parts.length).toBeGreaterThanOrEqual(4);
    expect(plan.parts.length).toBeLessThanOrEqual(6);
    expect([...shown].sort()).toEqual(Object.keys(played).sort());
  });

  it('is learnt where its tutorial is', () => {
    expect(learnAt(game).startsWith('/learn/')).toBe('usual' in plan.tutorials);
    for (const mode of Object.keys(plan.tutorials)) {
      if (mode !== 'usual') expect(learnAt(game, { mode })).toBe(`/learn/${game}?mode=${mode}`);
    }
  });

  it('has key words in bold, as many in every language, and marks none of them by half', async () => {
    const counts = await Promise.all(
      LANGUAGES.map(async (language) => {
        const { words } = (await import(`../games/${game}/lessons/words/${language}.ts`)) as { words: LessonWords };
        return Object.values(words.parts).map(({ text }) => text.split('**').length - 1);
      }),
    );
    for (const count of counts.flat()) expect(count % 2).toBe(0);
    for (const count of counts) expect(count).toEqual(counts[0]);
    expect(Math.max(...counts[0]!)).toBeGreaterThan(0);
  });

  it('can be done right in every step', () => {
    for (const [id, { steps }] of Object.entries(played)) {
      expect(steps.length, id).toBeGreaterThan(0);
      for (const { right, answers = [] } of steps) expect(right.length + answers.filter(({ isRight }) => isRight).length, id).toBeGreaterThan(0);
      expect(steps[0]!.start, id).toBeDefined();
    }
  });

  it('does not begin with what is asked for', () => {
    for (const [id, { steps }] of Object.entries(played)) {
      for (const { begin, answers = [] } of steps) {
        if (!begin || !answers.some(({ isRight }) => isRight)) continue;
        const query = { type: 'AIM', shot: { ...(begin as object), pushOut: false } } as Extract<AnyQuery, { type: 'AIM' }>;
        const asked = answers.flatMap(({ queries, isRight }) => queries.map((one) => ({ one, isRight })));
        const found = plan.match!(query, asked.map(({ one }) => one));
        expect(asked[found]?.isRight ?? false, id).toBe(false);
        expect((asked[found]!.one as typeof query).shot, id).toEqual(query.shot);
      }
    }
  });

  it('has figures with an entry for everything and words in every language', async () => {
    const ids = plan.parts.flatMap(({ figures = [] }) => figures);
    const { figures } = await loadLessons(game);
    expect(Object.keys(figures).sort()).toEqual([...ids].sort());
    for (const entries of Object.values(figures)) expect(entries.length).toBeGreaterThan(0);
    expect(Object.keys(plan.figures ?? {}).sort()).toEqual([...ids].sort());
    const spoken = await Promise.all(LANGUAGES.map(async (language) => ((await import(`../games/${game}/lessons/words/${language}.ts`)) as { words: LessonWords }).words.figures ?? {}));
    for (const words of spoken) {
      expect(Object.keys(words).sort()).toEqual([...ids].sort());
      for (const id of ids) expect(Object.keys(words[id]!).sort()).toEqual(Object.keys(spoken[0]![id]!).sort());
    }
  });

  it.each(LANGUAGES)('is whole in %s, at most 60 words a part', async (language) => {
    const { words } = (await import(`../games/${game}/lessons/words/${language}.ts`)) as { words: LessonWords };
    expect(Object.keys(words.parts).sort()).toEqual(plan.parts.map(({ id }) => id).sort());
    for (const [id, { title, text, note = '' }] of Object.entries(words.parts)) {
      expect(title.length, id).toBeGreaterThan(0);
      expect(wordsIn(`${text} ${note}`), `${id}: ${text}`).toBeLessThanOrEqual(60);
    }
    expect(words.ends.length).toBeGreaterThanOrEqual(2);
    expect(Object.keys(words.lessons).sort()).toEqual([...shown].sort());
    for (const [id, { steps }] of Object.entries(played)) {
      expect(words.lessons[id], id).toHaveLength(steps.length);
      for (const step of words.lessons[id]!) for (const text of Object.values(step)) expect(text, id).toMatch(/\S/);
    }
  });
});

it('has a page for every game', () => expect(written).toEqual(GAME_IDS));

it('has the words around the boards in every language', () => {
  for (const words of [ja, zh]) expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
});

it('compares as JSON does, whatever the order', () => {
  expect(isEqual({ a: [1, { b: 2 }], c: null }, { c: null, a: [1, { b: 2 }] })).toBe(true);
  expect(isEqual({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(isEqual([1], { 0: 1 })).toBe(false);
});

it('changes a copy of a view', () => {
  const view = { cells: [1, null, { a: 1 }], turn: 0 } as unknown as AnyView;
  expect(changed(view, [[['cells', 1], 5], [['cells', 2, 'a'], 2], [['turn'], 1]])).toEqual({ cells: [1, 5, { a: 2 }], turn: 1 });
  expect(view).toEqual({ cells: [1, null, { a: 1 }], turn: 0 });
});
