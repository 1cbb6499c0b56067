/** Everything that one picture of the table shows; the top view and the 3D view draw the same. */
import type { Bed } from './geometry.ts';
import type { Look } from './paint.ts';
import type { Plan } from './plan.ts';
import type { Shot, ShownBall } from './shown.ts';
import type { AimAnswer, Ball, Point } from './types.ts';

export interface Frame {
  bed: Bed;
  balls: ShownBall[];
  /** Nothing moves: marks and numbers are drawn. */
  isStill: boolean;
  target: Ball | null;
  /** The running shot and the seconds since its strike. */
  shot: Shot | null;
  t: number;
  cue: { at: Point; direction: number; elevation: number; /** From tip to ball, in metres. */ back: number; /** Somebody else's: a thin line, and nothing foretold. */ isTheirs?: boolean } | null;
  aimed: AimAnswer | null;
  /** The controls have moved since this was foretold. */
  isOld: boolean;
  /** The cue ball in the hand. */
  held: { at: Point; isFree: boolean } | null;
  /** Draws what a hint speaks of. */
  hint: ((ink: CanvasRenderingContext2D, plan: Plan) => void) | null;
  look: Look;
  /** The reader is at the table: otherwise it is seen from further away. */
  isMine: boolean;
}

/** Something that draws frames. */
export interface Drawer {
  draw(frame: Frame): void;
}
