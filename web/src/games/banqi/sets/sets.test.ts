/** The page's rule sets match the engine's and are complete in every language. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../lib/language.svelte.ts';
import type { Kind } from '../types.ts';
import { WORDS } from '../words.ts';
import { ALL, rulesOf } from './index.ts';

interface Entry {
  name: [mode: string, hunter: Kind, prey: Kind];
  isLegal: boolean;
}

it('names every preset once', () => {
  const ids = ALL.flatMap(({ presets }) => presets.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

it('falls back to the first rule set', () => {
  expect(rulesOf(undefined)).toBe(ALL[0]);
});

describe.each(ALL)('$id', ({ id, ladder, cannonsJump, factionOf, options, presets, seats, picture }) => {
  it('has the ranks that the engine has', () => {
    const file = new URL(`../lessons/figures.${id}.json`, import.meta.url);
    const { ranks } = JSON.parse(readFileSync(file, 'utf8')) as { ranks: Entry[] };
    expect(ranks).toHaveLength(49);
    for (const { name: [mode, hunter, prey], isLegal } of ranks) {
      expect(mode).toBe(id);
      const isHigher = ladder === null || ladder.indexOf(hunter) <= ladder.indexOf(prey);
      const isException = ladder !== null && ((hunter === 'Pawn' && prey === 'King') || (hunter === 'King' && prey === 'Pawn'));
      const areFoes = factionOf(hunter, true) !== factionOf(prey, false);
      const expected = areFoes && ((hunter === 'Cannon' && cannonsJump) || isHigher !== isException);
      expect(isLegal, `${hunter} on ${prey}`).toBe(expected);
    }
  });

  it('offers only options that it has, in its own mode', () => {
    for (const { options: chosen } of presets) {
      expect(chosen.mode).toBe(id);
      for (const name of Object.keys(chosen)) expect(['mode', 'repetition', ...options]).toContain(name);
    }
    expect(picture).toHaveLength(seats);
  });

  it.each(LANGUAGES)('is whole in %s', async (language) => {
    await WORDS.load(language);
    const words = WORDS[language].sets[id];
    expect(Object.keys(words.presets)).toEqual(presets.map((preset) => preset.id));
    for (const { label, help } of Object.values(words.presets)) expect(label && help).toBeTruthy();
    expect(words.name && words.called).toBeTruthy();
    expect(words.coach).toHaveLength(3);
  });
});
