/**
 * Makes the table wait while its only person reads. Everything that is read over the board registers a reason here; as long
 * as there is any reason, the table is told that it is held.
 */
import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Desk } from './desk.svelte.ts';

/** After how many milliseconds out of sight the page holds the table. */
const HIDDEN = 2_000;

/** The reasons that concern learning the game; for other reasons, other people do not have to wait. */
const READING = ['coach', 'tutorial', 'learning'];

export class Holds {
  readonly #reasons = new SvelteSet<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the table was last told over the open connection. */
  #told = false;

  /** Adds or removes a reason to hold the table. */
  set(reason: string, isHeld: boolean): void {
    if (isHeld) this.#reasons.add(reason);
    else this.#reasons.delete(reason);
  }

  get isHeld(): boolean {
    return this.#reasons.size > 0;
  }

  /** Tells the table. With several people the game goes on, and the others see who is reading. Call it in an effect. */
  tell({ table, isAlone, isLearning, phase }: Desk): void {
    const isReading = READING.some((reason) => this.#reasons.has(reason));
    const isHeld = (isAlone ? this.isHeld : isReading) && (phase === 'playing' || isLearning) && table.seat !== null;
    // A new connection does not know of holds from the last one.
    if (table.link.is !== 'open') this.#told = false;
    else if (isHeld !== this.#told) {
      this.#told = isHeld;
      untrack(() => void table.hold(isHeld));
    }
  }

  /** Notes that the page came into sight or went out of it. */
  see(isSeen: boolean): void {
    clearTimeout(this.#timer);
    if (isSeen) this.set('hidden', false);
    else this.#timer = setTimeout(() => this.set('hidden', true), HIDDEN);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
