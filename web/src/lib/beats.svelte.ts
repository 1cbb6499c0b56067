/**
 * Decides what is drawn when. The state of a table is always the newest; this queue only decides which of the views
 * that led there is on the screen, and what is moving on it.
 */
import type { AnyEvent, AnyView } from '../gen/games.ts';
import type { Beat } from '../games/contract.ts';

/** A step of the table with the view it led to, on its way to the screen. */
export interface ShownStep {
  actor: number | null;
  events: AnyEvent[];
  view: AnyView | null;
  /** How many milliseconds it should last; 0 for at once. */
  duration: number;
  /** The version of the table after this step. */
  version?: number;
}

/** The most steps that may wait before the queue hurries. */
const MOST_WAITING = 3;

type Schedule = (run: () => void, milliseconds: number) => () => void;

const byTimer: Schedule = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

export class Beats {
  /** The view to draw. */
  view: AnyView | null = $state.raw(null);
  /** The motion on the screen, if any. */
  beat: Beat | null = $state.raw(null);
  /** Whether `view` is the newest there is. */
  isCurrent = $state(true);
  /** When the last motion ended, in milliseconds since 1970. */
  restedSince = $state(0);
  /** The version up to which the log may tell what happened; the rest has not been shown yet. */
  told = $state(Infinity);
  /** For how many milliseconds the outcome of a motion is held back; at most until the motion is over. */
  suspense: (events: AnyEvent[]) => number = () => 0;
  /** Called when a step comes onto the screen. */
  onshow: (step: ShownStep) => void = () => {};
  /** Called once for a step, when its outcome may be told; `before` is the view it began from. */
  ontell: (step: ShownStep, before: AnyView | null) => void = () => {};
  #untold: { step: ShownStep; before: AnyView | null } | null = null;
  #waiting: ShownStep[] = [];
  #number = 0;
  #cancel: () => void = () => {};
  readonly #schedule: Schedule;

  constructor(schedule: Schedule = byTimer) {
    this.#schedule = schedule;
  }

  /** Shows a view at once and drops everything that is waiting. */
  jump(view: AnyView | null): void {
    this.#cancel();
    this.#waiting = [];
    this.view = view;
    this.beat = null;
    this.isCurrent = true;
    this.#untold = null;
    this.told = Infinity;
  }

  /** Shows a step after those already waiting. */
  push(step: ShownStep): void {
    this.#waiting.push(step);
    this.isCurrent = false;
    if (this.told === Infinity && step.version !== undefined) this.told = step.version - 1;
    if (this.beat === null) this.#next();
    else if (this.#waiting.length > MOST_WAITING) this.#hurry(1);
  }

  /** Ends the current motion and shows everything that is waiting, only the last of it in motion. */
  skip(): void {
    this.#hurry(1);
  }

  /** Ends all motion and shows the newest view at rest. */
  flush(): void {
    this.#hurry(0);
  }

  #hurry(left: number): void {
    if (this.beat === null && this.#waiting.length === 0) return;
    this.#cancel();
    this.beat = null;
    this.#tell();
    while (this.#waiting.length > left) {
      const step = this.#waiting.shift()!;
      this.#untold = { step, before: this.view };
      this.view = step.view;
      this.onshow(step);
      this.#tell();
    }
    this.#next();
  }

  #tell(): void {
    if (!this.#untold) return;
    const { step, before } = this.#untold;
    this.#untold = null;
    this.told = step.version ?? Infinity;
    this.ontell(step, before);
  }

  #next(): void {
    this.#tell();
    const step = this.#waiting.shift();
    this.isCurrent = this.#waiting.length === 0;
    if (!step) {
      this.beat = null;
      this.restedSince = Date.now();
      this.told = Infinity;
      return;
    }
    const before = this.view;
    this.#untold = { step, before };
    this.#number += 1;
    const { actor, events, duration } = step;
    this.beat = { number: this.#number, actor, events, before, duration, began: performance.now() };
    this.view = step.view;
    this.onshow(step);
    const suspense = this.suspense(events);
    if (suspense <= 0) this.#tell();
    const endTelling = suspense > 0 && suspense < duration ? this.#schedule(() => this.#tell(), suspense) : () => {};
    const endBeat = this.#schedule(() => this.#next(), duration);
    this.#cancel = () => {
      endTelling();
      endBeat();
    };
  }
}
