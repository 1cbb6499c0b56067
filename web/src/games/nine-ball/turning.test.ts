import { describe, expect, it } from 'vitest';
import { UPRIGHT, isLegible, turned } from './turning.ts';

const half = Math.PI / 2;

describe('a number', () => {
  it('is read where its head is up on the screen', () => {
    expect(isLegible(UPRIGHT, false)).toBe(true);
    expect(isLegible(turned(UPRIGHT, [0, 0, 0.8], 1), false)).toBe(true);
    expect(isLegible(turned(UPRIGHT, [0, 0, 1], 1), false)).toBe(false);
    // An upside-down 6 looks like a 9.
    expect(isLegible(turned(UPRIGHT, [0, 0, Math.PI], 1), false)).toBe(false);
  });

  it('is read on a table that stands on its end when its head is along the table', () => {
    expect(isLegible(UPRIGHT, true)).toBe(false);
    expect(isLegible(turned(UPRIGHT, [0, 0, -half], 1), true)).toBe(true);
    expect(isLegible(turned(UPRIGHT, [0, 0, half], 1), true)).toBe(false);
  });

  it('is not read from its side, and is read again on the back', () => {
    expect(isLegible(turned(UPRIGHT, [half, 0, 0], 1), false)).toBe(false);
    expect(isLegible(turned(UPRIGHT, [0, Math.PI, 0], 1), false)).toBe(true);
  });
});
