import { expect, it } from 'vitest';
import type { Held } from './seats.ts';
import { byOpponent, ended, fairMatch, streak, tally } from './tally.ts';

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

it('follows the player up and down', () => {
  const against = (at: number, persona: string, winners: number[]): Held => {
    const one = game(at, winners);
    return { ...one, ending: { ...one.ending!, personas: [null, persona] } };
  };
  const next = (...games: Held[]) => fairMatch(ended(games), 'othello', 'mina');
  expect(next()).toBe('mina');
  expect(next(against(1, 'theo', [0]))).toBe('amara');
  expect(next(against(1, 'theo', [1]))).toBe('mina');
  expect(next(against(1, 'theo', []))).toBe('theo');
  expect(next(against(2, 'jun', [1]), against(1, 'amara', [0]))).toBe('amara');
  expect(next(against(1, 'bruno', [1]))).toBe('bruno');
  expect(next(against(1, 'vera', [0]))).toBe('vera');
  expect(next({ ...against(2, 'vera', [0]), game: 'nine' }, against(1, 'mina', [0]))).toBe('theo');
});
