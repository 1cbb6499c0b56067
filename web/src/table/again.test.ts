import { expect, it, vi } from 'vitest';
import type { OpenTable } from '../gen/protocol.ts';
import { chosen, keepChoice, lastGame, nextOpponents } from '../lib/choice.ts';
import { held, type Held } from '../lib/seats.ts';
import { playAgain, whoNext } from './again.ts';
import type { Desk } from './desk.svelte.ts';

const api = vi.hoisted(() => ({ opened: [] as OpenTable[] }));
vi.mock('../lib/api.ts', () => ({
  games: async () => ({ games: [{ id: 'othello', cast: [{ persona: 'mina', player: 'classic' }] }] }),
  openTable: async (wish: OpenTable) => (api.opened.push(wish), { table: 'next', token: 'own', seat: 1, links: [], watch: '/t/next#watch=eye' }),
}));
vi.mock('../lib/route.svelte.ts', () => ({ go: () => {} }));

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

it('whoever is played next is known before the table answers, and is offered again at home', async () => {
  keepChoice('othello', { who: 'house', personas: ['bruno'], seats: 2, side: 1 });
  keepChoice('banqi', { who: 'house', personas: ['theo'], seats: 2 });
  const seats = [{ occupant: 'computer', player: 'random', persona: 'bruno' }, { occupant: 'person', name: 'Dana' }];
  await playAgain({ table: { info: { game: 'othello', options: {} }, seat: 1, state: { seats } } } as unknown as Desk, 'mina');
  expect(api.opened).toMatchObject([{ players: ['classic', null], personas: ['mina', null], name: 'Dana' }]);
  expect(held('next')).toMatchObject({ game: 'othello', seat: 1, personas: ['mina'], watch: 'eye' });
  expect([lastGame(), nextOpponents('othello')]).toEqual(['othello', ['mina']]);
  expect(chosen('othello').side).toBe(1);
});
