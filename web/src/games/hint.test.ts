import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../lib/language.svelte.ts';
import type { Lexicon } from '../lib/lexicon.ts';
import type { Info as BanqiInfo } from './banqi/types.ts';
import type { Hinter } from './contract.ts';
import { GAME_IDS } from './list.ts';
import type { Info as MayIInfo } from './may-i/types.ts';
import type { Info as NineInfo } from './nine/types.ts';
import { firstHit } from './nine-ball/first-hit.ts';

const HINTS = import.meta.glob<{ hint: Hinter }>('./*/hint.ts', { eager: true });
const LEXICONS = import.meta.glob<{ WORDS: Lexicon<unknown> }>('./*/words.ts', { eager: true });

/** Actions of every kind, each with a view in which it is legal. */
const CASES = import.meta.glob<{ view: any; actions: unknown[] }>('./*/hint.cases.json', { eager: true, import: 'default' });
const casesOf = (game: string) => CASES[`./${game}/hint.cases.json`]!;

describe.each(GAME_IDS)('a hint of %s', (game) => {
  const { hint } = HINTS[`./${game}/hint.ts`]!;
  beforeAll(async () => {
    for (const language of LANGUAGES) await LEXICONS[`./${game}/words.ts`]!.WORDS.load(language);
  });

  it.each(LANGUAGES)('says in %s where to look and then what to do, for every kind of action', (language) => {
    const { view, actions } = casesOf(game);
    expect(actions).not.toHaveLength(0);
    for (const action of actions) {
      const { where, what, region, exact } = hint(action, view, language, 0);
      for (const text of [where, what]) expect(text).toMatch(/[.。]$/);
      expect(where).not.toBe(what);
      for (const selector of [...region, ...(exact ?? [])]) expect(selector.trim()).not.toBe('');
    }
  });
});

it('a corner is called a corner, and why', () => {
  const { hint } = HINTS['./othello/hint.ts']!;
  const told = hint({ type: 'PLACE', square: 'a1' }, {}, 'en', 0);
  expect(told).toMatchObject({ where: 'Look at the corner.', what: 'Place at a1: it can never be turned.' });
  expect(told.region[0]!.split(',')).toHaveLength(4);
});

it.each(LANGUAGES)('what the search saw is the reason that is told in %s', (language) => {
  const othello = HINTS['./othello/hint.ts']!.hint;
  const place = { type: 'PLACE', square: 'd3' };
  const plain = othello(place, {}, language, 0, { reason: null }).what;
  const reasons = [{ kind: 'keepsCorner', corner: 'h8' }, { kind: 'leadsToCorner', corner: 'h8' }, { kind: 'fewReplies', count: 1 }, { kind: 'fewReplies', count: 3 },
    { kind: 'wins', by: 12 }, { kind: 'makesPass' }, { kind: 'takesCorner' }];
  const told = reasons.map((reason) => othello(place, {}, language, 0, { reason }).what);
  expect(new Set([plain, ...told]).size).toBe(reasons.length + 1);
  for (const text of told) expect(text).toMatch(/d3.*[.。]$/);
  expect(told[0]).toContain('h8');
  expect(told[4]).toContain('12');
  const shot = casesOf('nine-ball').actions[1];
  const pool = HINTS['./nine-ball/hint.ts']!.hint;
  const words = (info: object) => pool(shot, casesOf('nine-ball').view, language, 0, info).what;
  expect(words({ plan: 'pot', ball: 1, pocket: 'FL', chance: 0.72 })).toMatch(/1.*7.*[.。]$/);
  expect(words({ plan: 'pot', ball: 1, pocket: 'FL', chance: 0.72 })).toContain(words({}));
  expect(words({ plan: 'safety', chance: 0.3 })).not.toBe(words({}));
});

type ReasonOf<I extends { reason?: unknown }> = NonNullable<I['reason']>;

/** Every reason of a game, some of them twice with numbers that lead to different words. */
const REASONS = {
  banqi: [
    { kind: 'wins', turns: 1 }, { kind: 'wins', turns: 3 }, { kind: 'takesFree' }, { kind: 'takesAgain' }, { kind: 'tradesUp' }, { kind: 'escapes' },
    { kind: 'saves', cell: 0 }, { kind: 'traps', cell: 2 }, { kind: 'attacksTwo', cells: [0, 2] }, { kind: 'attacks', cell: 2 }, { kind: 'nears', cell: 2 },
    { kind: 'turns', good: 0, bad: 0, of: 17 }, { kind: 'turns', good: 6, bad: 0, of: 17 }, { kind: 'turns', good: 6, bad: 2, of: 17 },
  ] satisfies ReasonOf<BanqiInfo>[],
  'may-i': [
    { kind: 'goesOut' }, { kind: 'nears', before: 1, after: 0 }, { kind: 'nears', before: 2, after: 1 }, { kind: 'nears', before: 3, after: 2 },
    { kind: 'noNearer' }, { kind: 'waits', missing: 1, outs: 14, of: 60 }, { kind: 'waits', missing: 2, outs: 14, of: 60 },
    { kind: 'fitsNowhere', points: 10 }, { kind: 'sheds', points: 25 }, { kind: 'saves', points: 1 }, { kind: 'saves', points: 4 },
  ] satisfies ReasonOf<MayIInfo>[],
  nine: [
    { kind: 'decides' }, { kind: 'beatsLead' }, { kind: 'givesUp' }, { kind: 'unbeaten' }, { kind: 'expected', percent: 60 }, { kind: 'chosen', percent: 40 },
    { kind: 'beats', cards: 5, of: 7 }, { kind: 'keeps' },
  ] satisfies ReasonOf<NineInfo>[],
};

describe.each(Object.entries(REASONS))('a reason of %s', (game, reasons) => {
  const { hint } = HINTS[`./${game}/hint.ts`]!;
  beforeAll(async () => {
    for (const language of LANGUAGES) await LEXICONS[`./${game}/words.ts`]!.WORDS.load(language);
  });

  it.each(LANGUAGES)('stands in %s behind what to do, each in its own words and with its own numbers', (language) => {
    const { view, actions } = casesOf(game);
    const [action] = actions;
    const plain = hint(action, view, language, 0).what;
    const told = reasons.map((reason) => hint(action, view, language, 0, { reason }).what);
    expect(new Set([plain, ...told]).size).toBe(reasons.length + 1);
    for (const [number, text] of told.entries()) {
      expect(text.startsWith(plain.slice(0, -1))).toBe(true);
      expect(text).toMatch(/[.。]$/);
      expect(text.length).toBeLessThan(language === 'en' ? 110 : 60);
      const { percent, points, outs } = { percent: 0, points: 0, outs: 0, ...reasons[number] };
      for (const amount of [percent, points, outs].filter((one) => one > 0)) expect(text).toContain(`${amount}`);
    }
  });
});

it('a reason of Banqi names the pieces that it is about', () => {
  const { hint } = HINTS['./banqi/hint.ts']!;
  const { view, actions } = casesOf('banqi');
  expect(hint(actions[0], view, 'en', 0, { reason: { kind: 'attacksTwo', cells: [0, 2] } }).what).toBe(
    'Flip b8: it attacks the red Cannon and the black King at once.',
  );
});

it('the ball that is met first is the nearer one on the way', () => {
  const { balls } = casesOf('nine-ball').view;
  expect(firstHit(0, balls)?.ball).toBe(1);
  expect(firstHit(Math.PI * 1e6, balls)).toBeNull();
});
