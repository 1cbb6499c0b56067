import { expect, it } from 'vitest';
import type { Held } from './seats.ts';
import { byOpponent, ended, streak, tally } from './tally.ts';

const game = (at: number, winners: number[], more: Partial<Held> = {}): Held => ({
  table: `t${at}`,
  game: 'othello',
  at,
  ending: {
    seat: 0,
    names: ['Dana', 'Baize Hard'],
    players: [null, 'hard'],
    result: { winners, reason: 'discs', scores: [40, 24] },
  },
  ...more,
});

it('counts what was won, drawn and lost', () => {
  const games = ended([game(1, [1]), game(2, []), game(3, [0]), game(4, [0]), { table: 'x', game: 'nine', at: 5 }]);
  expect(tally(games)).toEqual({ won: 2, drawn: 1, lost: 1 });
  expect(streak(games)).toBe(2);
  expect(byOpponent(games).get('computer:hard')).toEqual({ won: 2, drawn: 1, lost: 1 });
});

it('leaves out games of several players on one device', () => {
  const local = [0, 1].map((seat) => ({ seat, token: '', name: '' }));
  expect(ended([game(1, [0], { local })])).toEqual([]);
});
