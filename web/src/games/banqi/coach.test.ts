import { beforeAll, expect, it } from 'vitest';
import { face } from './index.ts';
import { ALL } from './sets/index.ts';
import type { Action, View } from './types.ts';
import { WORDS } from './words.ts';

beforeAll(() => WORDS.load('en'));

it('a piece is spoken of only when one of the reader can do something', () => {
  const cards = ALL.flatMap(({ id: mode }) => face.coach('en', { mode }).filter(({ title }) => title === 'Tap your piece'));
  expect(cards).toHaveLength(ALL.filter(({ seats }) => seats === 2).length);
  for (const card of cards) {
    const view = { turn: 0 } as View;
    const can = (...actions: Action[]) => card.isDue!(view, 0, actions.map((action) => ({ action })) as never);
    expect(can({ type: 'FLIP', at: 3 })).toBe(false);
    expect(can({ type: 'FLIP', at: 3 }, { type: 'MOVE', from: 1, to: 2 })).toBe(true);
    expect(card.isDue!({ turn: 1 } as View, 0, [] as never)).toBe(false);
  }
});
