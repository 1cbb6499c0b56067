/**
 * Shows one thing at a time. Everything that wants the reader's attention over the board asks for the floor; the most
 * urgent gets it and keeps it until it is done: question, then summary, then coach, then bubble.
 *
 * A question never opens over a card that is being read, nor right after the reader's own action, whose tap or key might
 * answer it by accident. Only a bubble gives way.
 */

import { untrack } from 'svelte';

export const URGENCY = ['question', 'summary', 'coach', 'bubble'] as const;
export type Matter = (typeof URGENCY)[number];

/** How many milliseconds after the reader's own action no question opens. */
const AFTER_ACTION = 800;

export class Floor {
  /** What may be shown now. */
  shown: Matter | null = $state(null);
  readonly #wanted = new Set<Matter>();
  #acted = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Says whether something wants to be shown. Call it in an effect, with `false` when it is done. */
  want(matter: Matter, isWanted: boolean): void {
    if (isWanted) this.#wanted.add(matter);
    else this.#wanted.delete(matter);
    // An effect that calls this must not come to depend on `shown`.
    untrack(() => this.#settle());
  }

  /** Notes that the reader has done something. */
  acted(): void {
    this.#acted = Date.now();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    if (this.shown !== null && this.shown !== 'bubble' && this.#wanted.has(this.shown)) return;
    const next = URGENCY.find((matter) => this.#wanted.has(matter)) ?? null;
    const wait = next === 'question' ? this.#acted + AFTER_ACTION - Date.now() : 0;
    if (wait > 0) {
      // Meanwhile nothing else starts, because the question would have to wait for it.
      this.shown = null;
      this.#timer = setTimeout(() => this.#settle(), wait);
      return;
    }
    this.shown = next;
  }
}
