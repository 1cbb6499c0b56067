import { describe, expect, it } from 'vitest';
import type { Move } from '../gen/review.ts';
import { asked, mistakesOf, Practice } from './trying.svelte.ts';
import { loadReviewWords } from './words.ts';

const choice = (text: string, value: number) => ({ action: { type: 'PLACE', square: text } as const, text, value });
const move = (n: number, seat: number, mark?: Move['mark'], more: Partial<Move> = {}): Move =>
  ({ n, seat, mark, bestValue: 10, text: 'h2', choices: [choice('h2', -2), choice('c10', 9), choice('c5', 10)], ...more }) as Move;

describe('what can be tried', () => {
  it('are the mistakes of one seat, not its inaccuracies, nor shots', () => {
    const moves = [move(1, 0, 'blunder'), move(2, 1, 'blunder'), move(3, 0, 'inaccuracy'), move(4, 0, 'mistake'), move(5, 0, 'mistake', { chance: 40 })];
    expect(mistakesOf(moves, 0, 2).map(({ n }) => n)).toEqual([1, 4]);
    expect(mistakesOf(moves, null, 2)).toEqual([]);
  });

  it('is asked in an order that says nothing', () => {
    expect(asked(move(1, 0)).map(({ text }) => text)).toEqual(['c5', 'c10', 'h2']);
  });

  it('is found by whatever is less than an inaccuracy from the best', async () => {
    await loadReviewWords();
    const of = move(1, 0, 'blunder');
    const practice = new Practice(of, 2);
    practice.pick(of.choices[0]!);
    expect([practice.isFound, practice.tried.get('h2')]).toEqual([false, false]);
    practice.pick(of.choices[1]!);
    expect(practice.isFound).toBe(true);
    practice.pick(of.choices[2]!);
    expect(practice.tried.size, 'it is over').toBe(2);
  });
});
