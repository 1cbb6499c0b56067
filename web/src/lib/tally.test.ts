import { expect, it } from 'vitest';
import type { Held } from './seats.ts';
import { beaten, byOpponent, counted, ended, fairMatch, newlyBeaten, streak, tally } from './tally.ts';

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

const against = (at: number, persona: string, winners: number[]): Held => {
  const one = game(at, winners);
  return { ...one, ending: { ...one.ending!, personas: [null, persona] } };
};

it('follows the player up and down', () => {
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

it('the last ten games say with whom they are close', () => {
  const next = (...games: [persona: string, results: string][]) => {
    const all = games.flatMap(([persona, results]) => [...results].map((how) => ({ persona, winners: { w: [0], d: [], l: [1] }[how]! })));
    return fairMatch(ended(all.map(({ persona, winners }, at) => against(at, persona, winners))), 'othello', 'bruno');
  };
  expect(next(['mina', 'wwwww'], ['theo', 'wlwll'])).toBe('theo');
  expect(next(['mina', 'wwwll'], ['theo', 'wldl'], ['amara', 'l'])).toBe('mina');
  // Three wins of ten are not close, six of ten are.
  expect(next(['jun', 'wwwlllllll'])).toBe('amara');
  expect(next(['jun', 'wwwwwwllll'])).toBe('jun');
  // Games further back than the latest ten do not count.
  expect(next(['bruno', 'wl'], ['mina', 'wwwwwwwwww'])).toBe('theo');
  // The step up was too high.
  expect(next(['theo', 'www'], ['amara', 'lll'])).toBe('theo');
  expect(next(['amara', 'lll'], ['theo', 'lll'])).toBe('mina');
});

it('games from positions that were set up count for nothing', () => {
  const one = against(1, 'bruno', [0]);
  const games = ended([{ ...one, ending: { ...one.ending!, isSetUp: true } }]);
  expect(counted(games)).toEqual([]);
  expect(beaten(games).size).toBe(0);
  expect(fairMatch(games, 'othello', 'mina')).toBe('mina');
});

it('somebody is beaten for the first time once', () => {
  const games = ended([against(1, 'bruno', [0]), against(2, 'mina', [1]), against(3, 'mina', [0])]);
  expect(newlyBeaten(games, { game: 'othello', table: 't1' }, ['bruno'])).toEqual(['bruno']);
  expect(newlyBeaten(games, { game: 'othello', table: 't3' }, ['mina', 'bruno'])).toEqual(['mina']);
  expect(newlyBeaten(games, { game: 'othello', table: 't4' }, ['mina'])).toEqual([]);
  expect(newlyBeaten(games, { game: 'nine', table: 't4' }, ['mina'])).toEqual(['mina']);
});
