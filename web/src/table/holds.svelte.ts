/**
 * The table waits while its only person reads. Whatever is read over the board names itself here; the table is told that
 * it is held as long as there is any reason.
 */
import { untrack } from 'svelte';
import { SvelteSet } from 'svelte/reactivity';
import type { Desk } from './desk.svelte.ts';

/** A page that is out of sight for so long holds the table. */
const HIDDEN = 2_000;

/** What somebody reads to learn the game; the rest is not worth the others' patience. */
const READING = ['coach', 'tutorial', 'learning'];

export class Holds {
  readonly #reasons = new SvelteSet<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** What the table knows, for the connection that is open. */
  #told = false;

  /** Holds the table for a reason, or no longer. */
  set(reason: string, isHeld: boolean): void {
    if (isHeld) this.#reasons.add(reason);
    else this.#reasons.delete(reason);
  }

  get isHeld(): boolean {
    return this.#reasons.size > 0;
  }

  /** Tells the table. Among several people it goes on, and the others know who reads. Call it in an effect. */
  tell({ table, isAlone, isLearning, phase }: Desk): void {
    const isReading = READING.some((reason) => this.#reasons.has(reason));
    const isHeld = (isAlone ? this.isHeld : isReading) && (phase === 'playing' || isLearning) && table.seat !== null;
    // A new connection knows nothing of what the last one held.
    if (table.link.is !== 'open') this.#told = false;
    else if (isHeld !== this.#told) {
      this.#told = isHeld;
      untrack(() => void table.hold(isHeld));
    }
  }

  /** The page came into sight, or went out of it. */
  see(isSeen: boolean): void {
    clearTimeout(this.#timer);
    if (isSeen) this.set('hidden', false);
    else this.#timer = setTimeout(() => this.set('hidden', true), HIDDEN);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
