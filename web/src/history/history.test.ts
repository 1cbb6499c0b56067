import { expect, it } from 'vitest';
import { curve, gained, readSieve, signed, writeSieve } from './history.ts';

it('reads from an address what it wrote there, and nothing it does not know', () => {
  const sieve = { game: 'may-i', verdict: 'won', against: 'house', counts: 'rated', name: 'Bruno & Co' } as const;
  expect(readSieve(`?${writeSieve(sieve)}`)).toEqual(sieve);
  expect(readSieve('?verdict=maybe&game=<b>&against=all&other=1')).toEqual({ game: '', verdict: '', against: '', counts: '', name: '' });
  expect(writeSieve(readSieve(''))).toBe('');
});

it('draws a rating within its band', () => {
  expect(curve([], 100, 50)).toBeNull();
  const points = [
    { rating: 1500, deviation: 100, gain: 0, at: 1 },
    { rating: 1600, deviation: 50, gain: 100, at: 2 },
  ];
  const drawn = curve(points, 100, 40)!;
  // From 1300 to 1700: 1500 in the middle, 1600 a quarter below the top.
  expect(drawn.line).toBe('M0.0 20.0L100.0 10.0');
  expect(drawn.band).toBe('M0.0 0.0L100.0 0.0L100.0 20.0L0.0 40.0Z');
  expect(drawn.end).toEqual({ x: 100, y: 10 });
  expect(drawn.marks.map(({ rating }) => rating)).toEqual([1300, 1400, 1500, 1600, 1700]);
  expect(curve(points.slice(0, 1), 100, 40)!.end).toEqual({ x: 100, y: 20 });
});

it('writes gains with their signs', () => {
  expect([8.4, -12.2, 0.3, -0.2].map(signed)).toEqual(['+8', '−12', '0', '0']);
});

it('calls a rating provisional instead of saying how far the first games moved it', () => {
  expect(gained({ deviation: 290, gain: -175 }, 'provisional')).toBe('provisional');
  expect(gained({ deviation: 60, gain: 8.4 }, 'provisional')).toBe('+8');
});
