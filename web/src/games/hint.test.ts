import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../lib/language.svelte.ts';
import type { Lexicon } from '../lib/lexicon.ts';
import { GAME_IDS, type GameId, type Hinter } from './contract.ts';
import { firstHit } from './nine-ball/first-hit.ts';

const HINTS = import.meta.glob<{ hint: Hinter }>('./*/hint.ts', { eager: true });
const LEXICONS = import.meta.glob<{ WORDS: Lexicon<unknown> }>('./*/words.ts', { eager: true });

const piece = (type: string, faction: string) => ({ faceDown: false, piece: { type, faction, letter: 'x' } });
const banqi = {
  mode: 'classic',
  rows: 8,
  columns: 4,
  cells: [piece('Cannon', 'red'), { faceDown: true, piece: null }, piece('King', 'black'), null, ...Array.from({ length: 28 }, () => null)],
};
const mayI = { hand: ['8H.0', '8C.0'], discard: 'QH.0', table: [{ id: 'm1', owner: 1, type: 'set', cards: ['9H.0', '9C.0', '9D.0'] }] };
const pool = { shotNo: 3, target: 1, balls: { '0': [0, 0], '1': [0.5, 0.01], '3': [1, 0] } };

/** Actions of every kind, with a view they fit. */
const CASES: Record<GameId, { view: unknown; actions: unknown[] }> = {
  othello: { view: {}, actions: [{ type: 'PASS' }, ...['a1', 'a4', 'd3', 'b2'].map((square) => ({ type: 'PLACE', square }))] },
  banqi: { view: banqi, actions: [{ type: 'FLIP', at: 1 }, { type: 'MOVE', from: 2, to: 3 }, { type: 'CAPTURE', from: 0, to: 2 }] },
  nine: { view: { hands: [[1, 2, 4, 5, 7, 9], [1]] }, actions: [1, 4, 9].map((card) => ({ type: 'PLAY', card })) },
  'may-i': {
    view: mayI,
    actions: [
      { type: 'DRAW_FROM_STOCK' },
      { type: 'DRAW_FROM_DISCARD' },
      { type: 'LAY_DOWN', melds: [{ type: 'set', cardIds: ['8H.0', '8C.0'] }] },
      { type: 'LAY_OFF', cardId: '8H.0', meldId: 'm1' },
      { type: 'GO_OUT', layOffs: [] },
      { type: 'SWAP_JOKER', meldId: 'm1', jokerId: 'JK.0', cardId: '8H.0' },
      { type: 'SKIP' },
      { type: 'DISCARD', cardId: '8C.0' },
      { type: 'CALL_MAY_I' },
      { type: 'ALLOW_MAY_I' },
      { type: 'CLAIM_MAY_I' },
    ],
  },
  'nine-ball': {
    view: pool,
    actions: [
      { type: 'PLACE_BALL', xUm: 0, yUm: 0 },
      { type: 'SHOOT', speedMmS: 2_000, aimUrad: 0, elevationUrad: 0, sideMilli: 0, topMilli: -300, pushOut: false },
      { type: 'CHOOSE', play: false },
      { type: 'CONCEDE' },
    ],
  },
};

describe.each(GAME_IDS)('a hint of %s', (game) => {
  const { hint } = HINTS[`./${game}/hint.ts`]!;
  beforeAll(async () => {
    for (const language of LANGUAGES) await LEXICONS[`./${game}/words.ts`]!.WORDS.load(language);
  });

  it.each(LANGUAGES)('says in %s where to look and then what to do, for every kind of action', (language) => {
    for (const action of CASES[game].actions) {
      const { where, what, region, exact } = hint(action, CASES[game].view, language, 0);
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

it('the ball that is met first is the nearer one on the way', () => {
  expect(firstHit(0, pool.balls as never)?.ball).toBe(1);
  expect(firstHit(Math.PI * 1e6, pool.balls as never)).toBeNull();
});
