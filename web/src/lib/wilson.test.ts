import { describe, expect, it } from 'vitest';
import { certainShare, ranked } from './wilson.ts';

describe('the leaderboard', () => {
  it('trusts many games more than a few', () => {
    expect(certainShare(9, 10)).toBeLessThan(certainShare(80, 100));
    expect(certainShare(10, 100)).toBeLessThan(certainShare(10, 12));
    expect(certainShare(0, 20)).toBe(0);
    expect(certainShare(0, 0)).toBe(0);
    // 8 of 10: the textbook value.
    expect(certainShare(8, 10)).toBeCloseTo(0.4902, 3);
  });

  it('ranks from ten games on: ten wins of a hundred do not stand above nine of ten', () => {
    const board = ranked([
      { name: 'often', games: 100, points: 10 },
      { name: 'once', games: 1, points: 1 },
      { name: 'good', games: 10, points: 9 },
    ]);
    expect(board.map(({ name }) => name)).toEqual(['good', 'often']);
  });
});
