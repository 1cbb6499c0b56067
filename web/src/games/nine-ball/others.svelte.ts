/** Where another player at the table aims, as everybody else sees it: the cue turns there, and nothing is predicted. */
import { untrack } from 'svelte';
import { cueAfter, heldAfter, NEAR } from './approach.ts';
import type { AtTable } from './at-table.svelte.ts';
import { wrapped } from './geometry.ts';
import type { Point, Props, Shown } from './types.ts';

/** How long it takes to cover half the way to a new aim, in milliseconds. */
const HALF = 90;

/** Must be created with the board: it follows what the others show, and shows them what is done here. */
export class Others {
  readonly #props: Props;
  readonly #table: AtTable;
  #aim = $state<number | null>(null);
  #back = $state(NEAR);
  #held = $state.raw<Point | null>(null);
  #request = 0;

  constructor(props: Props, table: AtTable) {
    this.#props = props;
    this.#table = table;
    $effect(() => {
      void this.#key;
      untrack(() => this.#forget());
    });
    $effect(() => {
      const shown = this.#shown;
      untrack(() => this.#follow(shown));
    });
    $effect(() => () => cancelAnimationFrame(this.#request));
    $effect(() => this.#show());
  }

  readonly #isTheirs = $derived.by(() => {
    const { isLive, seat, beat } = this.#props;
    return isLive && this.#table.seat !== null && this.#table.seat !== seat && beat === null;
  });
  readonly #shown = $derived.by(() => (this.#isTheirs ? (this.#props.shown?.[this.#table.seat!] as Shown | undefined) : undefined));
  /** Whether a computer is at the table: it shows one aim and one place, and the motion towards them is drawn here. */
  readonly #isComputer = $derived.by(() => this.#table.seat !== null && (this.#props.sitters[this.#table.seat]?.isComputer ?? false));
  /** A key for the shot: each shot starts with a new aim. */
  readonly #key = $derived.by(() => (this.#isTheirs ? `${this.#props.view.shotNo} ${this.#table.seat}` : ''));

  /** The direction of the other player's cue, in radians; null while nothing is shown. */
  get aim(): number | null {
    return this.#isTheirs && this.#props.view.phase.name === 'aim' ? this.#aim : null;
  }

  /** From the tip of that cue to the ball, in metres. */
  get back(): number {
    return this.#back;
  }

  /** Where the other player holds the cue ball, in metres. */
  get held(): Point | null {
    return this.#isTheirs && this.#props.view.phase.name === 'ball_in_hand' ? this.#held : null;
  }

  #forget(): void {
    this.#aim = this.#held = null;
    this.#back = NEAR;
  }

  #follow({ aimUrad, xUm, yUm }: Shown = {}): void {
    cancelAnimationFrame(this.#request);
    if (aimUrad !== undefined) this.#turnTo(aimUrad / 1e6);
    else this.#aim = null;
    if (xUm !== undefined && yUm !== undefined) this.#slideTo([xUm / 1e6, yUm / 1e6]);
    else this.#held = null;
  }

  /** Calls `step` with the milliseconds elapsed, frame by frame, until it returns that it is done. */
  #move(step: (millis: number) => boolean): void {
    const began = performance.now();
    const frame = (now: number) => {
      if (!step(Math.max(0, now - began))) this.#request = requestAnimationFrame(frame);
    };
    frame(began);
  }

  #turnTo(goal: number): void {
    const { settings } = this.#props;
    if (settings.animation === 'off' || (this.#aim === null && !this.#isComputer)) {
      this.#aim = goal;
    } else if (this.#isComputer) {
      this.#move((millis) => {
        const { aim, back, isDone } = cueAfter(millis, goal, settings.pace);
        [this.#aim, this.#back] = [aim, back];
        return isDone;
      });
    } else {
      let last = 0;
      this.#move((millis) => {
        const left = wrapped(goal - this.#aim!);
        this.#aim = Math.abs(left) < 1e-4 ? goal : this.#aim! + left * (1 - 0.5 ** ((millis - last) / HALF));
        last = millis;
        return this.#aim === goal;
      });
    }
  }

  #slideTo(goal: Point): void {
    const { view, settings } = this.#props;
    const from: Point = view.balls[0] ?? [-this.#table.bed.length / 4, 0];
    if (!this.#isComputer || settings.animation === 'off') {
      this.#held = goal;
      return;
    }
    this.#move((millis) => {
      const { at, isDone } = heldAfter(millis, from, goal, settings.pace);
      this.#held = at;
      return isDone;
    });
  }

  /** Shows the others what this seat does. */
  #show(): void {
    const { isAiming, isPlacing, shot, hand } = this.#table;
    if (isAiming) this.#props.show?.({ aimUrad: shot.aimUrad } satisfies Shown);
    else if (isPlacing && hand.held) this.#props.show?.({ xUm: hand.held[0], yUm: hand.held[1] } satisfies Shown);
  }
}
