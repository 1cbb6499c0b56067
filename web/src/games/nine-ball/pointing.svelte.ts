/** Fingers and mice on the table: they turn the aim, carry the cue ball, or pull the cue back. */
import type { AtTable } from './at-table.svelte.ts';
import { lineTo, RADIUS, wrapped } from './geometry.ts';
import type { Plan } from './plan.ts';
import { LEAST_BREAK, LEAST_PULL, speedAt } from './stroke.svelte.ts';
import type { Point, Props } from './types.ts';

/** The cue is pulled so far, in metres, for the fastest stroke. */
const FULL_PULL = 0.5;
/** The cue can be taken within so many pixels of it, and so far behind the ball, in metres. */
const GRIP = 16;
const REACH = 0.9;

/** `plan` is how the table lies on the screen; `onaim` hears of an aim that was pointed out. */
export function followPointer(props: Props, table: AtTable, plan: () => Plan | null, onaim: () => void) {
  const { shot } = table;
  let drag: { kind: 'aim' | 'place' | 'pull'; from: number; aim: number; speed: number; grip: number } | null = null;
  let isTouching = $state(false);
  let pull = $state(0);

  function isNear(at: Point, ball: Point, pixels: number): boolean {
    const scale = plan()?.scale ?? 1;
    return Math.hypot(at[0] - ball[0], at[1] - ball[1]) * scale < Math.max(pixels, 1.4 * RADIUS * scale);
  }

  /** How far behind the cue ball a point lies along the cue, and how far beside it, in metres. */
  function alongCue(at: Point): { behind: number; beside: number } {
    const [dx, dy] = [at[0] - table.cueBall![0], at[1] - table.cueBall![1]];
    const [c, s] = [Math.cos(shot.aim), Math.sin(shot.aim)];
    return { behind: -(dx * c + dy * s), beside: Math.abs(dx * s - dy * c) };
  }

  function isOnCue(at: Point, isTouch: boolean): boolean {
    if (isTouch && !props.settings.pullToShoot) return false;
    const { behind, beside } = alongCue(at);
    return behind > 1.6 * RADIUS && behind < REACH && beside * (plan()?.scale ?? 1) < GRIP;
  }

  const angleOf = (at: Point) => Math.atan2(at[1] - table.cueBall![1], at[0] - table.cueBall![0]);

  function carry(at: Point, pointer: PointerEvent): void {
    // A finger hides what is under it: the ball is held a little above.
    const now = plan();
    const up = pointer.pointerType === 'touch' && now ? 40 / now.scale : 0;
    table.hold(now?.isTall ? [at[0] + up, at[1]] : [at[0], at[1] + up]);
  }

  function grab(at: Point, pointer: PointerEvent): void {
    const { cueBall } = table;
    const isTouch = pointer.pointerType === 'touch';
    const begin = (kind: 'aim' | 'place' | 'pull') => (drag = { kind, from: kind === 'aim' ? angleOf(at) : 0, aim: shot.aim, speed: shot.speedMmS, grip: kind === 'pull' ? alongCue(at).behind : 0 });
    drag = null;
    if (table.isPlacing) {
      drag = { kind: 'place', from: 0, aim: 0, speed: 0, grip: 0 };
      if (!isTouch) carry(at, pointer);
    } else if (table.isAiming && cueBall) {
      if (table.mayLift && isNear(at, cueBall, 22)) {
        table.takeUp();
        begin('place');
      } else begin(isOnCue(at, isTouch) ? 'pull' : 'aim');
      isTouching = isTouch;
    }
  }

  function turn(at: Point, pointer: PointerEvent): void {
    if (drag?.kind === 'place') carry(at, pointer);
    else if (drag?.kind === 'aim' && table.isAiming) {
      // A mouse is where it points; a finger hides that, so it turns the cue from wherever it is.
      const isTouch = pointer.pointerType === 'touch';
      shot.aim = isTouch ? drag.aim + wrapped(angleOf(at) - drag.from) : angleOf(at);
    } else if (drag?.kind === 'pull' && table.isAiming) {
      pull = Math.max(0, Math.min(FULL_PULL, alongCue(at).behind - drag.grip));
      if (pull > 0.02) shot.speedMmS = speedAt(pull / FULL_PULL);
    }
  }

  function release(at: Point, pointer: PointerEvent, wasTap: boolean): void {
    const was = drag;
    drag = null;
    isTouching = false;
    if (was?.kind === 'place') {
      if (wasTap) carry(at, pointer);
    } else if (was?.kind === 'pull') {
      const share = pull / FULL_PULL;
      pull = 0;
      if (share >= (table.isBreak ? LEAST_BREAK : LEAST_PULL)) void table.shoot();
      else shot.speedMmS = was.speed;
    } else if (was?.kind === 'aim' && table.isAiming) {
      if (wasTap) aimAt(at);
      onaim();
    }
  }

  /** Towards a ball or a pocket that was pointed at, or simply there. */
  function aimAt(at: Point): void {
    const { view, bed } = table;
    const balls = Object.entries(view.balls).filter(([ball]) => ball !== '0');
    const ball = balls.find(([, place]) => isNear(at, place!, 16))?.[1];
    const pocket = bed.pockets.find((one) => Math.hypot(at[0] - one.at[0], at[1] - one.at[1]) < one.radius * 1.3);
    const objectBall = view.target === null ? undefined : view.balls[view.target];
    if (ball) shot.aim = angleOf(ball);
    else if (pocket && objectBall) shot.aim = lineTo(table.cueBall!, objectBall, pocket.mouth).aim;
    else shot.aim = angleOf(at);
  }

  return {
    /** How far the cue is pulled back, in metres. */
    get pull() {
      return pull;
    },
    /** What the loupe shows while a finger is down. */
    get loupe() {
      return isTouching ? (table.aimed?.ghost ?? null) : null;
    },
    grab,
    turn,
    release,
  };
}
