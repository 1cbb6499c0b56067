/**
 * What is drawn when. The state of a table is always the newest; this queue only decides which of the views that
 * led there is on the screen, and what moves on it.
 */
import type { Beat } from '../games/contract.ts';

/** Something that happened, and the view it led to. */
export interface Happening {
  actor: number | null;
  events: unknown[];
  view: unknown;
  /** How long it should last, in milliseconds; 0 for at once. */
  duration: number;
  /** The version of the table that it led to. */
  version?: number;
}

/** The queue never falls further behind than this. */
const MOST_WAITING = 3;

type Schedule = (run: () => void, milliseconds: number) => () => void;

const byTimer: Schedule = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

export class Beats {
  /** The view to draw. */
  view: unknown = $state.raw(null);
  /** What is moving on it. */
  beat: Beat | null = $state.raw(null);
  /** Whether `view` is the newest there is. */
  isCurrent = $state(true);
  /** The version of the table that is shown at rest: what happened later is still to be shown, or moves. */
  settled = $state(Infinity);
  /** Called when a happening comes onto the screen. */
  onshow: (happening: Happening) => void = () => {};
  /** Called when it has been shown. */
  ondone: (happening: Happening) => void = () => {};
  #moving: Happening | null = null;
  #waiting: Happening[] = [];
  #number = 0;
  #cancel: () => void = () => {};
  readonly #schedule: Schedule;

  constructor(schedule: Schedule = byTimer) {
    this.#schedule = schedule;
  }

  /** Shows a view at once and forgets what waited. */
  jump(view: unknown): void {
    this.#cancel();
    this.#waiting = [];
    this.view = view;
    this.beat = null;
    this.isCurrent = true;
    this.#moving = null;
    this.settled = Infinity;
  }

  /** Shows this after what is shown now. */
  push(happening: Happening): void {
    this.#waiting.push(happening);
    this.isCurrent = false;
    if (this.settled === Infinity && happening.version !== undefined) this.settled = happening.version - 1;
    if (this.beat === null) this.#next();
    else if (this.#waiting.length > MOST_WAITING) this.#hurry(1);
  }

  /** Ends what is moving; what waits is shown, the last of it in motion. */
  skip(): void {
    this.#hurry(1);
  }

  /** Ends all motion: the newest view, at rest. */
  flush(): void {
    this.#hurry(0);
  }

  #hurry(left: number): void {
    if (this.beat === null && this.#waiting.length === 0) return;
    this.#cancel();
    this.beat = null;
    this.#settle();
    while (this.#waiting.length > left) {
      const happening = this.#waiting.shift()!;
      this.view = happening.view;
      this.onshow(happening);
      this.#moving = happening;
      this.#settle();
    }
    this.#next();
  }

  #settle(): void {
    const happening = this.#moving;
    if (!happening) return;
    this.#moving = null;
    this.settled = happening.version ?? Infinity;
    this.ondone(happening);
  }

  #next(): void {
    this.#settle();
    const happening = this.#waiting.shift();
    this.isCurrent = this.#waiting.length === 0;
    if (!happening) {
      this.beat = null;
      this.settled = Infinity;
      return;
    }
    this.#moving = happening;
    const before = this.view;
    this.#number += 1;
    const { actor, events, duration } = happening;
    this.beat = { number: this.#number, actor, events, before, duration, began: performance.now() };
    this.view = happening.view;
    this.onshow(happening);
    this.#cancel = this.#schedule(() => this.#next(), duration);
  }
}
