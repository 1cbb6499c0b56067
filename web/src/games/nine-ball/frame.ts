/** Everything in one picture of the table; the top view and the 3D view draw the same. */
import type { Bed } from './geometry.ts';
import type { Look } from './paint.ts';
import type { Plan } from './plan.ts';
import type { Shot, ShownBall } from './shown.ts';
import type { AimAnswer, Ball, Point } from './types.ts';

export interface Frame {
  bed: Bed;
  balls: ShownBall[];
  /** Whether nothing moves: marks and numbers are then drawn. */
  isStill: boolean;
  target: Ball | null;
  /** The running shot, and the seconds since its stroke. */
  shot: Shot | null;
  t: number;
  cue: { at: Point; direction: number; elevation: number; /** From tip to ball, in metres. */ back: number; /** Somebody else's: a thin line without predictions. */ isTheirs?: boolean } | null;
  aimed: AimAnswer | null;
  /** Whether the controls have moved since this prediction. */
  isOld: boolean;
  /** The cue ball in hand. */
  held: { at: Point; isFree: boolean } | null;
  /** Draws what a hint shows. */
  hint: ((ink: CanvasRenderingContext2D, plan: Plan) => void) | null;
  look: Look;
  /** Whether the reader is at the table; otherwise it is seen from further away. */
  isMine: boolean;
}

/** A component that draws frames. */
export interface Drawer {
  draw(frame: Frame): void;
}
