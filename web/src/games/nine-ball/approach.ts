/** The motion of a computer before its shot: the cue turns to the aim, settles and draws back; the cue ball slides to its place. */
import { wrapped } from './geometry.ts';
import type { Point } from './types.ts';

/** Milliseconds at normal pace. */
const TURNS = 700;
const SETTLES = 400;
const DRAWS_BACK = 500;
const SLIDES = 600;
/** From the tip to the ball, in metres: at rest and drawn back. */
export const NEAR = 0.03;
const FAR = 0.16;
/** How far off its aim the cue first appears, in radians. */
const BESIDE = 0.6;

const PACES = { slow: 1.6, normal: 1, fast: 0.5, instant: 0 } as const;

export type ApproachPace = keyof typeof PACES;

/** The share of a motion that is complete, from 0 to 1; it begins and ends gently. */
function share(millis: number, takes: number): number {
  const part = Math.max(0, Math.min(1, millis / takes));
  return part * part * (3 - 2 * part);
}

/** The direction of the cue, and the distance from its tip to the ball, this many milliseconds after it appeared. */
export function cueAfter(millis: number, aim: number, pace: ApproachPace): { aim: number; back: number; isDone: boolean } {
  const speed = PACES[pace];
  if (speed === 0) return { aim, back: NEAR, isDone: true };
  const now = millis / speed;
  const back = NEAR + (FAR - NEAR) * share(now - TURNS - SETTLES, DRAWS_BACK);
  return { aim: wrapped(aim - BESIDE * (1 - share(now, TURNS))), back, isDone: now >= TURNS + SETTLES + DRAWS_BACK };
}

/** Where the cue ball is held on its way from one place to another. */
export function heldAfter(millis: number, from: Point, to: Point, pace: ApproachPace): { at: Point; isDone: boolean } {
  const speed = PACES[pace];
  const part = speed === 0 ? 1 : share(millis / speed, SLIDES);
  return { at: [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part], isDone: part === 1 };
}
