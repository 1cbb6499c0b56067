/** The camera of the 3D view: pure geometry, so that the picture can be tested without drawing it. */
import { RADIUS, RIM, type Bed } from './geometry.ts';
import type { Point } from './types.ts';

export type Vec = [number, number, number];

/** Where the eye is, what it looks at, and its vertical field of view in degrees. */
export interface Pose {
  eye: Vec;
  to: Vec;
  fov: number;
}

/** How high the rails are. */
export const RAIL_TOP = 0.046;
/** Where the far rail and the cue ball are in the picture, as shares of its height from the top. */
const FAR_RAIL = 0.18;
const CUE_BALL = 0.76;
/** How high the eye is behind the cue. */
const LOW = 0.45;
const HIGH = 0.75;
/** The height of the eye when it sees the whole table. */
const BROADCAST = 1.7;

const rad = (degrees: number) => (degrees * Math.PI) / 180;

export const fovOf = (aspect: number): number => (aspect < 1 ? 50 : 38);

/** The distance from a point to the outer edge of the far rail, in a direction. */
export function toFarRail(bed: Bed, [x, y]: Point, direction: number): number {
  const [dx, dy] = [Math.cos(direction), Math.sin(direction)];
  const reach = (at: number, step: number, half: number) => (Math.abs(step) < 1e-9 ? Infinity : (Math.sign(step) * half - at) / step);
  return Math.min(reach(x, dx, bed.length / 2 + RIM), reach(y, dy, bed.width / 2 + RIM));
}

/**
 * The pose behind the cue ball, looking along the aim: far enough back and steep enough that the far rail is near the
 * top of the picture and the cue ball in its lower part, wherever the ball is.
 */
export function behindCue(bed: Bed, at: Point, direction: number, aspect: number): Pose {
  const fov = fovOf(aspect);
  const half = Math.tan(rad(fov) / 2);
  const up = Math.atan((1 - 2 * FAR_RAIL) * half);
  const down = Math.atan((2 * CUE_BALL - 1) * half);
  const far = toFarRail(bed, at, direction);
  // The shorter the distance, the lower the eye: otherwise a nearby rail would not fill the picture.
  const height = Math.max(LOW, Math.min(HIGH, 0.4 + 0.14 * far));
  const seen = (back: number) => Math.atan((height - RADIUS) / back) - Math.atan((height - RAIL_TOP) / (back + far));
  let [near, wide] = [0.02, 6];
  for (let step = 0; step < 40; step += 1) {
    const middle = (near + wide) / 2;
    if (seen(middle) > up + down) near = middle;
    else wide = middle;
  }
  const back = (near + wide) / 2;
  const pitch = Math.atan((height - RAIL_TOP) / (back + far)) + up;
  const [dx, dy] = [Math.cos(direction), Math.sin(direction)];
  const eye: Vec = [at[0] - back * dx, at[1] - back * dy, height];
  return { eye, to: [eye[0] + Math.cos(pitch) * dx, eye[1] + Math.cos(pitch) * dy, height - Math.sin(pitch)], fov };
}

/** The outer corners of the table. */
export function cornersOf(bed: Bed): Vec[] {
  const [x, y] = [bed.length / 2 + RIM, bed.width / 2 + RIM];
  return [[-x, -y, RAIL_TOP], [x, -y, RAIL_TOP], [x, y, RAIL_TOP], [-x, y, RAIL_TOP]];
}

/** The whole table from above one of its sides, the one nearest to where the eye was. */
export function broadcast(bed: Bed, direction: number, aspect: number): Pose {
  const fov = fovOf(aspect);
  const quarter = Math.PI / 2;
  // In an upright picture the table fits only lengthwise.
  const step = aspect < 1 ? Math.PI : quarter;
  const side = Math.round(direction / step) * step;
  const pose = (far: number): Pose => ({ eye: [-far * Math.cos(side), -far * Math.sin(side), BROADCAST], to: [0, 0, 0], fov });
  const fits = (far: number) => cornersOf(bed).every((corner) => {
    const [x, y] = project(pose(far), aspect, corner);
    return x > 0.02 && x < 0.98 && y > 0.02 && y < 0.98;
  });
  let [near, wide] = [0.4, 9];
  for (let count = 0; count < 30; count += 1) {
    const middle = (near + wide) / 2;
    if (fits(middle)) wide = middle;
    else near = middle;
  }
  return pose(wide);
}

/** Where a point is in the picture, as shares of its width from the left and of its height from the top. */
export function project({ eye, to, fov }: Pose, aspect: number, point: Vec): Point {
  const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const dot = (a: Vec, b: Vec) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const unit = (a: Vec): Vec => a.map((part) => part / Math.sqrt(dot(a, a))) as Vec;
  const ahead = unit(sub(to, eye));
  const right = unit(cross(ahead, [0, 0, 1]));
  const up = cross(right, ahead);
  const way = sub(point, eye);
  // What is behind the eye is put beyond the edge of the picture.
  const depth = Math.max(1e-3, dot(way, ahead));
  const half = Math.tan(rad(fov) / 2);
  return [0.5 + dot(way, right) / (2 * depth * half * aspect), 0.5 - dot(way, up) / (2 * depth * half)];
}
