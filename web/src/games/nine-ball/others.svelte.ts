/** Where whoever is at the table aims, as the others see it: the cue turns to it, and nothing is foretold. */
import { onDestroy, untrack } from 'svelte';
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
  let request = 0;
  let last = 0;

  const isTheirs = $derived(props.isLive && table.seat !== null && table.seat !== props.seat && props.beat === null);
  const shown = $derived(isTheirs ? (props.shown?.[table.seat!] as ShownAim | undefined) : undefined);
  /** Another shot is another aim. */
  const key = $derived(isTheirs ? `${props.view.shotNo} ${table.seat}` : '');

  $effect(() => {
    void key;
    untrack(() => (aim = null));
  });
  $effect(() => {
    const goal = shown?.aimUrad;
    untrack(() => turnTo(goal === undefined ? null : goal / 1e6));
  });
  onDestroy(() => cancelAnimationFrame(request));

  function turnTo(goal: number | null): void {
    cancelAnimationFrame(request);
    if (goal === null || aim === null || props.settings.animation === 'off') {
      aim = goal;
      return;
    }
    last = performance.now();
    const step = (now: number) => {
      const left = wrapped(goal - aim!);
      const share = 1 - 0.5 ** (Math.max(0, now - last) / HALF);
      last = now;
      aim = Math.abs(left) < 1e-4 ? goal : aim! + left * share;
      if (aim !== goal) request = requestAnimationFrame(step);
    };
    request = requestAnimationFrame(step);
  }

  // What this seat does is shown to the others in turn.
  $effect(() => {
    if (table.isAiming) props.show?.({ aimUrad: table.shot.aimUrad } satisfies ShownAim);
    else if (table.isPlacing && table.held) props.show?.({ xUm: table.held[0], yUm: table.held[1] } satisfies ShownAim);
  });

  return {
    /** The direction of the other's cue in radians; null while nothing is shown. */
    get aim() {
      return isTheirs && props.view.phase.name === 'aim' ? aim : null;
    },
    /** Where the other holds the cue ball, in metres. */
    get held(): Point | null {
      return shown?.xUm !== undefined && shown.yUm !== undefined && props.view.phase.name === 'ball_in_hand' ? [shown.xUm / 1e6, shown.yUm / 1e6] : null;
    },
  };
}
