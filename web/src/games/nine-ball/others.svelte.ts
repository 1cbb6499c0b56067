/** Where whoever is at the table aims, as the others see it: the cue turns to it, and nothing is foretold. */
import { onDestroy, untrack } from 'svelte';
import { cueAfter, heldAfter, NEAR } from './approach.ts';
import type { AtTable } from './at-table.svelte.ts';
import { wrapped } from './geometry.ts';
import type { Point, Props } from './types.ts';

/** What is shown to the others: where the cue points, and where the cue ball is held. */
export interface ShownAim {
  aimUrad?: number;
  xUm?: number;
  yUm?: number;
}

/** Half of the way to a new aim is done in so many milliseconds. */
const HALF = 90;

export function followOthers(props: Props, table: AtTable) {
  let aim = $state<number | null>(null);
  let back = $state(NEAR);
  let held = $state.raw<Point | null>(null);
  let request = 0;

  const isTheirs = $derived(props.isLive && table.seat !== null && table.seat !== props.seat && props.beat === null);
  const shown = $derived(isTheirs ? (props.shown?.[table.seat!] as ShownAim | undefined) : undefined);
  /** A computer shows one aim and one place; how it comes there is drawn here. */
  const isComputer = $derived(table.seat !== null && (props.sitters[table.seat]?.isComputer ?? false));
  /** Another shot is another aim. */
  const key = $derived(isTheirs ? `${props.view.shotNo} ${table.seat}` : '');

  $effect(() => {
    void key;
    untrack(() => {
      aim = held = null;
      back = NEAR;
    });
  });
  $effect(() => {
    const { aimUrad, xUm, yUm } = shown ?? {};
    untrack(() => {
      cancelAnimationFrame(request);
      if (aimUrad !== undefined) turnTo(aimUrad / 1e6);
      else aim = null;
      if (xUm !== undefined && yUm !== undefined) slideTo([xUm / 1e6, yUm / 1e6]);
      else held = null;
    });
  });
  onDestroy(() => cancelAnimationFrame(request));

  /** Draws what `step` makes of the milliseconds since now, until it says that it is done. */
  function move(step: (millis: number) => boolean): void {
    const began = performance.now();
    const frame = (now: number) => {
      if (!step(Math.max(0, now - began))) request = requestAnimationFrame(frame);
    };
    frame(began);
  }

  function turnTo(goal: number): void {
    if (props.settings.animation === 'off' || (aim === null && !isComputer)) {
      aim = goal;
    } else if (isComputer) {
      move((millis) => {
        const cue = cueAfter(millis, goal, props.settings.pace);
        ({ aim, back } = cue);
        return cue.isDone;
      });
    } else {
      let last = 0;
      move((millis) => {
        const left = wrapped(goal - aim!);
        aim = Math.abs(left) < 1e-4 ? goal : aim! + left * (1 - 0.5 ** ((millis - last) / HALF));
        last = millis;
        return aim === goal;
      });
    }
  }

  function slideTo(goal: Point): void {
    const from: Point = props.view.balls[0] ?? [-table.bed.length / 4, 0];
    if (!isComputer || props.settings.animation === 'off') held = goal;
    else {
      move((millis) => {
        const { at, isDone } = heldAfter(millis, from, goal, props.settings.pace);
        held = at;
        return isDone;
      });
    }
  }

  // What this seat does is shown to the others in turn.
  $effect(() => {
    if (table.isAiming) props.show?.({ aimUrad: table.shot.aimUrad } satisfies ShownAim);
    else if (table.isPlacing && table.hand.held) props.show?.({ xUm: table.hand.held[0], yUm: table.hand.held[1] } satisfies ShownAim);
  });

  return {
    /** The direction of the other's cue in radians; null while nothing is shown. */
    get aim() {
      return isTheirs && props.view.phase.name === 'aim' ? aim : null;
    },
    /** From the tip of that cue to the ball, in metres. */
    get back() {
      return back;
    },
    /** Where the other holds the cue ball, in metres. */
    get held(): Point | null {
      return isTheirs && props.view.phase.name === 'ball_in_hand' ? held : null;
    },
  };
}
