import { expect, it } from 'vitest';
import { face as banqi } from './banqi/index.ts';
import { face as mayI } from './may-i/index.ts';
import { face as nineBall } from './nine-ball/index.ts';
import type { Event, View } from './nine-ball/types.ts';
import { face as othello } from './othello/index.ts';

const pot = (a: number): Event => ({ type: 'POT', a, pocket: 'FL', t: 1 });
const foul: Event = { type: 'FOUL', seat: 0, kind: 'cue_ball_potted', all: ['cue_ball_potted'], hit: 1, target: 1, inARow: 1 };
const before = (shotNo: number) => ({ shotNo }) as View;

it('a nine on the break is remarked on; a later one, a foul, or another ball is not', () => {
  const rarity = nineBall.rarity!;
  expect(rarity([pot(2), pot(9)], before(0))).toBe('break9');
  expect(rarity([pot(9)], before(1))).toBeNull();
  expect(rarity([pot(9), pot(0), foul], before(0))).toBeNull();
  expect(rarity([pot(2)], before(0))).toBeNull();
});

it('a corner, a king taken over a wall and a card that is granted are remarked on', () => {
  expect(othello.rarity!([{ type: 'PLACED', square: 'a1', flipped: ['b1'] } as never], null)).toBe('corner');
  expect(othello.rarity!([{ type: 'PLACED', square: 'a2', flipped: ['b2'] } as never], null)).toBeNull();
  const taken = (screen: string | null) => [{ type: 'CAPTURED', screen, taken: { type: 'King' } } as never];
  expect(banqi.rarity!(taken('b3'), null)).toBe('king');
  expect(banqi.rarity!(taken(null), null)).toBeNull();
  expect(mayI.rarity!([{ type: 'DREW' } as never, { type: 'MAY_I_GRANTED' } as never], null)).toBe('granted');
});
