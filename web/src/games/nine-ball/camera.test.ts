import { describe, expect, it } from 'vitest';
import { behindCue, broadcast, cornersOf, project, RAIL_TOP, toFarRail } from './camera.ts';
import { bedOf, RADIUS, RIM } from './geometry.ts';
import type { Point } from './types.ts';

const bed = bedOf('9-foot');
/** Desktop, upright phone, phone held sideways. */
const ASPECTS = [1.75, 0.55, 1.9];
const PLACES: Point[] = [[-0.635, 0], [0, 0], [0.3, -0.4], [-1.1, 0.5], [0.9, 0.2]];
const AIMS = [0, 0.4, 1.2, 2.5, 3.1, -0.8, -1.6];

describe('behind the cue', () => {
  it.each(ASPECTS)('the far rail is near the top and the cue ball in the lower part, aspect %s', (aspect) => {
    for (const at of PLACES) {
      for (const aim of AIMS) {
        const pose = behindCue(bed, at, aim, aspect);
        const far = toFarRail(bed, at, aim);
        const [, top] = project(pose, aspect, [at[0] + far * Math.cos(aim), at[1] + far * Math.sin(aim), RAIL_TOP]);
        const [middle, ball] = project(pose, aspect, [at[0], at[1], RADIUS]);
        expect(top).toBeGreaterThanOrEqual(0.15);
        expect(top).toBeLessThanOrEqual(0.22);
        expect(ball).toBeGreaterThanOrEqual(0.72);
        expect(ball).toBeLessThanOrEqual(0.8);
        expect(middle).toBeCloseTo(0.5, 6);
        expect(pose.eye[2]).toBeGreaterThanOrEqual(0.45);
        expect(pose.eye[2]).toBeLessThanOrEqual(0.75);
      }
    }
  });

  it.each(ASPECTS)('the table fills the width and most of the height on the break, aspect %s', (aspect) => {
    const pose = behindCue(bed, [bed.headString, 0], 0, aspect);
    const inFront = cornersOf(bed).filter(([x]) => x > 0).map((corner) => project(pose, aspect, corner));
    // The far corners are high up; the sides of the table leave the picture before its foot does.
    expect(Math.max(...inFront.map(([, y]) => y))).toBeLessThan(0.3);
    for (const side of [1, -1]) {
      // The left has the smaller share; beside the cue ball the rails reach the edges of the picture.
      const [x] = project(pose, aspect, [bed.headString, side * (bed.width / 2 + RIM), RAIL_TOP]);
      expect(side > 0 ? x : 1 - x).toBeLessThan(0.02);
    }
  });
});

describe('the whole table', () => {
  it.each(ASPECTS)('is in the picture and fills its width or its height, aspect %s', (aspect) => {
    for (const aim of AIMS) {
      const corners = cornersOf(bed).map((corner) => project(broadcast(bed, aim, aspect), aspect, corner));
      const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
      expect(Math.min(...xs, ...ys)).toBeGreaterThanOrEqual(0.019);
      expect(Math.max(...xs, ...ys)).toBeLessThanOrEqual(0.981);
      expect(Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))).toBeGreaterThan(0.7);
    }
  });

  it('turns as little as it can', () => {
    const { eye } = broadcast(bed, 0.1, 1.75);
    expect(eye[0]).toBeLessThan(0);
    expect(Math.abs(eye[1])).toBeLessThan(1e-9);
  });
});
