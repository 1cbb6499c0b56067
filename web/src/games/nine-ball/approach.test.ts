import { describe, expect, it } from 'vitest';
import { cueAfter, heldAfter, NEAR } from './approach.ts';

describe('a computer at the table', () => {
  it('turns its cue to the aim, lets it settle and draws it back', () => {
    const [first, half, aimed, settled, drawn] = [0, 350, 700, 1_100, 1_600].map((millis) => cueAfter(millis, 1, 'normal'));
    expect(first!.aim).toBeCloseTo(0.4);
    expect(half!.aim).toBeCloseTo(0.7);
    expect([aimed!.aim, settled!.aim, drawn!.aim]).toEqual([1, 1, 1]);
    expect([first!.back, aimed!.back, settled!.back]).toEqual([NEAR, NEAR, NEAR]);
    expect(drawn!.back).toBeGreaterThan(4 * NEAR);
    expect([first, half, aimed, settled, drawn].map((cue) => cue!.isDone)).toEqual([false, false, false, false, true]);
  });

  it('keeps to the pace of the table', () => {
    expect(cueAfter(1_120, 1, 'slow').aim).toBeCloseTo(1);
    expect(cueAfter(800, 1, 'fast').isDone).toBe(true);
    expect(cueAfter(0, 1, 'instant')).toEqual({ aim: 1, back: NEAR, isDone: true });
  });

  it('slides the cue ball to its place', () => {
    expect(heldAfter(0, [-1, 0], [1, 0.5], 'normal')).toEqual({ at: [-1, 0], isDone: false });
    expect(heldAfter(300, [-1, 0], [1, 0.5], 'normal').at).toEqual([0, 0.25]);
    expect(heldAfter(600, [-1, 0], [1, 0.5], 'normal')).toEqual({ at: [1, 0.5], isDone: true });
    expect(heldAfter(0, [-1, 0], [1, 0.5], 'instant').isDone).toBe(true);
  });
});
