/** Every rules page is short, whole in every language, and every lesson has its words and its answers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GAME_IDS } from '../games/contract.ts';
import { LANGUAGES } from '../lib/language.svelte.ts';
import { learnAt } from './address.ts';
import { changed, isEqual } from './lesson.svelte.ts';
import type { LessonWords, Plan, Played } from './types.ts';
import { words as en } from './words/en.ts';
import { words as ja } from './words/ja.ts';
import { words as zh } from './words/zh-Hant.ts';

const at = (game: string) => join(import.meta.dirname, '../games', game, 'lessons');
const written = GAME_IDS.filter((game) => readdirSync(at(game)).includes('plan.ts'));

/** Words between blanks; in Japanese and Chinese two letters count as one. */
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

  it('can be done right in every step', () => {
    for (const [id, { steps }] of Object.entries(played)) {
      expect(steps.length, id).toBeGreaterThan(0);
      for (const { right } of steps) expect(right.length, id).toBeGreaterThan(0);
      expect(steps[0]!.start, id).toBeDefined();
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
  const view = { cells: [1, null, { a: 1 }], turn: 0 };
  expect(changed(view, [[['cells', 1], 5], [['cells', 2, 'a'], 2], [['turn'], 1]])).toEqual({ cells: [1, 5, { a: 2 }], turn: 1 });
  expect(view).toEqual({ cells: [1, null, { a: 1 }], turn: 0 });
});
