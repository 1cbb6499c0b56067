/** Fingers and mice on the table: they turn the aim, move the cue ball, or pull the cue back. */
import type { AtTable } from './at-table.svelte.ts';
import { lineTo, RADIUS, wrapped } from './geometry.ts';
import type { Plan } from './plan.ts';
import { LEAST_BREAK, LEAST_PULL, speedAt } from './stroke.svelte.ts';
import type { Point, Props } from './types.ts';

/** How far the cue is pulled for the fastest stroke, in metres. */
const FULL_PULL = 0.5;
/** How close to the cue it can be grabbed, in pixels; below, how far behind the ball, in metres. */
const GRIP = 16;
const REACH = 0.9;

interface Drag {
  kind: 'aim' | 'place' | 'pull';
  from: number;
  aim: number;
  speed: number;
  grip: number;
}

/** `plan` is the table's place on the screen; `onaim` is called when an aim was pointed out. */
export class Pointing {
  readonly #props: Props;
  readonly #table: AtTable;
  readonly #plan: () => Plan | null;
  readonly #onaim: () => void;
  #drag: Drag | null = null;
  #isTouching = $state(false);
  /** How far the cue is pulled back, in metres. */
  pull = $state(0);

  constructor(props: Props, table: AtTable, plan: () => Plan | null, onaim: () => void) {
    this.#props = props;
    this.#table = table;
    this.#plan = plan;
    this.#onaim = onaim;
  }

  /** The point under the loupe while a finger is down. */
  get loupe(): Point | null {
    return this.#isTouching ? (this.#table.aimed?.ghost ?? null) : null;
  }

  #isNear(at: Point, ball: Point, pixels: number): boolean {
    const scale = this.#plan()?.scale ?? 1;
    return Math.hypot(at[0] - ball[0], at[1] - ball[1]) * scale < Math.max(pixels, 1.4 * RADIUS * scale);
  }

  /** How far behind the cue ball a point lies along the cue, and how far beside it, in metres. */
  #alongCue(at: Point): { behind: number; beside: number } {
    const [dx, dy] = [at[0] - this.#table.cueBall![0], at[1] - this.#table.cueBall![1]];
    const [c, s] = [Math.cos(this.#table.shot.aim), Math.sin(this.#table.shot.aim)];
    return { behind: -(dx * c + dy * s), beside: Math.abs(dx * s - dy * c) };
  }

  #isOnCue(at: Point, isTouch: boolean): boolean {
    if (isTouch && !this.#props.settings.pullToShoot) return false;
    const { behind, beside } = this.#alongCue(at);
    return behind > 1.6 * RADIUS && behind < REACH && beside * (this.#plan()?.scale ?? 1) < GRIP;
  }

  #angleOf(at: Point): number {
    const [x, y] = this.#table.cueBall!;
    return Math.atan2(at[1] - y, at[0] - x);
  }

  #carry(at: Point, pointer: PointerEvent): void {
    // A finger hides what is under it, so the ball is held slightly above.
    const now = this.#plan();
    const up = pointer.pointerType === 'touch' && now ? 40 / now.scale : 0;
    this.#table.hand.hold(now?.isTall ? [at[0] + up, at[1]] : [at[0], at[1] + up]);
  }

  grab(at: Point, pointer: PointerEvent): void {
    const { cueBall, shot } = this.#table;
    const isTouch = pointer.pointerType === 'touch';
    const begin = (kind: Drag['kind']) => (this.#drag = { kind, from: kind === 'aim' ? this.#angleOf(at) : 0, aim: shot.aim, speed: shot.speedMmS, grip: kind === 'pull' ? this.#alongCue(at).behind : 0 });
    this.#drag = null;
    if (this.#table.isPlacing) {
      this.#drag = { kind: 'place', from: 0, aim: 0, speed: 0, grip: 0 };
      if (!isTouch) this.#carry(at, pointer);
    } else if (this.#table.isAiming && cueBall) {
      if (this.#table.mayLift && this.#isNear(at, cueBall, 22)) {
        this.#table.takeUp();
        begin('place');
      } else begin(this.#isOnCue(at, isTouch) ? 'pull' : 'aim');
      this.#isTouching = isTouch;
    }
  }

  turn(at: Point, pointer: PointerEvent): void {
    if (this.#drag?.kind === 'place') this.#carry(at, pointer);
    else if (this.#drag?.kind === 'aim' && this.#table.isAiming) {
      // A mouse sets the aim to where it points; a finger hides that point, so it turns the cue from its current aim.
      const isTouch = pointer.pointerType === 'touch';
      this.#table.shot.aim = isTouch ? this.#drag.aim + wrapped(this.#angleOf(at) - this.#drag.from) : this.#angleOf(at);
    } else if (this.#drag?.kind === 'pull' && this.#table.isAiming) {
      this.pull = Math.max(0, Math.min(FULL_PULL, this.#alongCue(at).behind - this.#drag.grip));
      if (this.pull > 0.02) this.#table.shot.speedMmS = speedAt(this.pull / FULL_PULL);
    }
  }

  release(at: Point, pointer: PointerEvent, wasTap: boolean): void {
    const was = this.#drag;
    this.#drag = null;
    this.#isTouching = false;
    if (was?.kind === 'place') {
      if (wasTap) this.#carry(at, pointer);
    } else if (was?.kind === 'pull') {
      const share = this.pull / FULL_PULL;
      this.pull = 0;
      if (share >= (this.#table.isBreak ? LEAST_BREAK : LEAST_PULL)) void this.#table.shoot();
      else this.#table.shot.speedMmS = was.speed;
    } else if (was?.kind === 'aim' && this.#table.isAiming) {
      if (wasTap) this.#aimAt(at);
      this.#onaim();
    }
  }

  /** Aims at the ball or pocket pointed at, or else at the point itself. */
  #aimAt(at: Point): void {
    const { view, bed } = this.#table;
    const balls = Object.entries(view.balls).filter(([ball]) => ball !== '0');
    const ball = balls.find(([, place]) => this.#isNear(at, place!, 16))?.[1];
    const pocket = bed.pockets.find((one) => Math.hypot(at[0] - one.at[0], at[1] - one.at[1]) < one.radius * 1.3);
    const objectBall = view.target === null ? undefined : view.balls[view.target];
    if (ball) this.#table.shot.aim = this.#angleOf(ball);
    else if (pocket && objectBall) this.#table.shot.aim = lineTo(this.#table.cueBall!, objectBall, pocket.mouth).aim;
    else this.#table.shot.aim = this.#angleOf(at);
  }
}
