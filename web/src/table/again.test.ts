import { expect, it } from 'vitest';
import type { Held } from '../lib/seats.ts';
import { whoNext } from './again.ts';

const game = (at: number, persona: string, winner: number | null): Held => ({
  table: String(at),
  game: 'othello',
  at,
  ending: {
    seat: 0,
    names: ['You', persona],
    players: [null, 'random'],
    personas: [null, persona],
    result: { reason: 'score', winners: winner === null ? [] : [winner], places: [], scores: [] } as never,
  },
});

it('after two wins in a row the next person would like a game', () => {
  expect(whoNext([game(1, 'bruno', 0)], 'othello', 'bruno')).toBeNull();
  expect(whoNext([game(1, 'bruno', 0), game(2, 'bruno', 0)], 'othello', 'bruno')).toBe('mina');
  expect(whoNext([game(1, 'bruno', 0), game(2, 'bruno', 1), game(3, 'bruno', 0)], 'othello', 'bruno')).toBeNull();
  expect(whoNext([game(1, 'bruno', 0), game(2, 'mina', 0)], 'othello', 'mina')).toBeNull();
});

it('after three losses a gentler one does, and nobody after the last', () => {
  const lost = (persona: string, n: number) => Array.from({ length: n }, (_, at) => game(at, persona, 1));
  expect(whoNext(lost('theo', 2), 'othello', 'theo')).toBeNull();
  expect(whoNext(lost('theo', 3), 'othello', 'theo')).toBe('mina');
  expect(whoNext(lost('bruno', 3), 'othello', 'bruno')).toBeNull();
  expect(whoNext(lost('theo', 3), 'banqi', 'theo')).toBeNull();
});
