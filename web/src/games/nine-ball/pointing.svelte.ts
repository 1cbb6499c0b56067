/** Fingers and mice on the table: they turn the aim, carry the cue ball, or pull the cue back. */
import type { AtTable } from './at-table.svelte.ts';
import { lineTo, RADIUS, wrapped } from './geometry.ts';
import type { Plan } from './plan.ts';
import { speedAt } from './stroke.svelte.ts';
import type { Point, Props } from './types.ts';

/** `plan` is how the table lies on the screen; `onaim` hears of an aim that was pointed out. */
export function followPointer(props: Props, table: AtTable, plan: () => Plan | null, onaim: () => void) {
  const { shot } = table;
  let drag: { kind: 'aim' | 'place' | 'pull'; from: number; aim: number } | null = null;
  let isTouching = $state(false);
  let pull = $state(0);

  function isNear(at: Point, ball: Point, pixels: number): boolean {
    const scale = plan()?.scale ?? 1;
    return Math.hypot(at[0] - ball[0], at[1] - ball[1]) * scale < Math.max(pixels, 1.4 * RADIUS * scale);
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
    drag = null;
    if (table.isPlacing) {
      drag = { kind: 'place', from: 0, aim: 0 };
      if (pointer.pointerType !== 'touch') carry(at, pointer);
    } else if (table.isAiming && cueBall) {
      if (table.mayLift && isNear(at, cueBall, 22)) {
        table.takeUp();
        drag = { kind: 'place', from: 0, aim: 0 };
      } else if (props.settings.pullToShoot && isNear(at, cueBall, 26)) drag = { kind: 'pull', from: 0, aim: shot.aim };
      else drag = { kind: 'aim', from: angleOf(at), aim: shot.aim };
      isTouching = pointer.pointerType === 'touch';
    }
  }

  function turn(at: Point, pointer: PointerEvent): void {
    if (drag?.kind === 'place') carry(at, pointer);
    else if (drag?.kind === 'aim' && table.isAiming) shot.aim = drag.aim + wrapped(angleOf(at) - drag.from);
    else if (drag?.kind === 'pull' && table.isAiming) {
      const [dx, dy] = [at[0] - table.cueBall![0], at[1] - table.cueBall![1]];
      pull = Math.max(0, -(dx * Math.cos(shot.aim) + dy * Math.sin(shot.aim)) - RADIUS);
      if (pull > 0.02) shot.speedMmS = speedAt(Math.min(1, pull / 0.5));
    }
  }

  function release(at: Point, pointer: PointerEvent, wasTap: boolean): void {
    const was = drag;
    drag = null;
    isTouching = false;
    if (was?.kind === 'place') {
      if (wasTap) carry(at, pointer);
      void table.drop();
    } else if (was?.kind === 'pull') {
      const isPulled = pull > 0.03;
      pull = 0;
      if (isPulled) void table.shoot();
    } else if (was?.kind === 'aim' && wasTap && table.isAiming) aimAt(at);
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
    onaim();
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
