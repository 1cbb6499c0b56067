import { expect, it } from 'vitest';
import { daily, dayOf, levelOf, streak } from './puzzles.ts';

it('has another puzzle every day, of the game of the weekday', () => {
  // 2024-01-07 was a Sunday.
  const sunday = dayOf(Date.UTC(2024, 0, 7, 12));
  const week = Array.from({ length: 7 }, (_, n) => daily(sunday + n, () => 200)!.game);
  expect(week).toEqual(['othello', 'othello', 'banqi', 'nine', 'may-i', 'nine-ball', 'nine-ball']);
  const tuesdays = Array.from({ length: 200 }, (_, n) => daily(sunday + 2 + 7 * n, () => 200)!.number);
  expect(new Set(tuesdays).size).toBe(200);
  expect(daily(sunday + 2, (game) => (game === 'nine' ? 3 : 0))!.game).toBe('nine');
  expect(daily(sunday, () => 0)).toBeNull();
});

it('counts days in a row with one free day in seven', () => {
  expect(streak([], 10)).toBe(0);
  expect(streak([10], 10)).toBe(1);
  expect(streak([8, 9], 10)).toBe(2);
  expect(streak([5, 6, 8, 9, 10], 10)).toBe(5);
  expect(streak([3, 5, 6, 8, 9, 10], 10)).toBe(5);
  expect(streak([4, 5, 8, 9, 10], 10)).toBe(3);
});

it('has four levels', () => {
  expect([900, 1_200, 1_600, 2_000].map(levelOf)).toEqual(['easy', 'medium', 'hard', 'veryHard']);
});
