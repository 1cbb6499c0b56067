import { describe, expect, it } from 'vitest';
import fixture from './break.fixture.json' with { type: 'json' };
import { lasts, moving, standing, ticks, ways } from './study.ts';
import type { Event } from './types.ts';

const rolling: Event[] = [
  {
    type: 'MOTION',
    seconds: 2,
    // The cue ball rolls along x at 1 m/s and stops after two seconds; the three drops at once.
    balls: [
      { ball: 0, rows: [[0, 0, 0, 1, 0, -0.25, 0, 0, 35, 6.28318, 0, -17.5, 0], [2, 1, 0]] },
      { ball: 3, rows: [[0.5, 0.5, 0.2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], [0.6]] },
    ],
  } as unknown as Event,
];

describe('a shot on paper', () => {
  it('has the way of every ball that moves, to where it stops or drops', () => {
    const [cue, three] = ways(rolling);
    expect(cue!.points[0]).toEqual([0, 0]);
    expect(cue!.points.at(-1)).toEqual([1, 0]);
    expect([cue!.isGone, three!.isGone]).toEqual([false, true]);
    expect(lasts(rolling)).toBe(2);
  });

  it('knows where balls are at a moment', () => {
    const before = { '0': [0, 0], '3': [0.5, 0.2], '9': [0.9, 0.3] } as const;
    const at = (t: number) => Object.fromEntries(standing(before as never, rolling, t).map(({ ball, at }) => [ball, at]));
    expect(at(0)).toEqual({ 0: [0, 0], 3: [0.5, 0.2], 9: [0.9, 0.3] });
    expect(at(1)).toEqual({ 0: [0.75, 0], 9: [0.9, 0.3] });
  });

  it('tells speed, roll and side of each, forward being positive', () => {
    const [cue, ...rest] = moving(rolling, 0);
    expect(rest).toEqual([]);
    expect(cue!.speed).toBeCloseTo(1);
    expect(cue!.roll).toBeCloseTo(35 / (2 * Math.PI));
    expect(cue!.side).toBeCloseTo(1);
    expect(moving(rolling, 1)[0]!.speed).toBeCloseTo(0.5);
    expect(moving(rolling, 2.5)).toEqual([]);
  });

  it('has a tick for every contact of a real break', () => {
    const events = (fixture as { events?: Event[] }).events ?? (fixture as unknown as Event[]);
    const all = ticks(events);
    expect(all.length).toBeGreaterThan(10);
    expect(all.every(({ t }) => t >= 0 && t <= lasts(events) + 1)).toBe(true);
  });
});
