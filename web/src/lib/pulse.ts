/**
 * Whether a connection still lives. A socket may stay open and silent for minutes after a network is gone, so the page
 * asks for a sign of life while somebody looks at it, and counts the connection as lost when none comes.
 */

/** Milliseconds between two signs. */
export const PING_EVERY = 2_000;
/** A connection without a word for so long is lost. */
export const LOST_AFTER = 5_000;
/** A new one is given up later: its first word is the whole table. It is told all the same. */
const LOST_CONNECTING = 10_000;

export class Pulse {
  readonly #ping: () => void;
  readonly #late: () => void;
  readonly #lost: (since: number) => void;
  #is: 'off' | 'connecting' | 'open' = 'off';
  #isSeen = true;
  #last = 0;
  #pinger: ReturnType<typeof setInterval> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;

  /** `late` is told of a new connection that has not said a word for as long as an open one may be silent. */
  constructor({ ping, late, lost }: { ping: () => void; late: () => void; lost: (since: number) => void }) {
    this.#ping = ping;
    this.#late = late;
    this.#lost = lost;
  }

  start(is: 'connecting' | 'open'): void {
    this.stop();
    this.#is = is;
    this.heard();
    if (is === 'open' && this.#isSeen) this.#pinger = setInterval(this.#ping, PING_EVERY);
  }

  stop(): void {
    this.#is = 'off';
    clearInterval(this.#pinger);
    clearTimeout(this.#watch);
  }

  /** Something came. */
  heard(): void {
    if (this.#is === 'off') return;
    this.#last = Date.now();
    clearTimeout(this.#watch);
    if (!this.#isSeen) return;
    const since = this.#last;
    const giveUp = () => this.#lost(since);
    const goOn = () => {
      this.#late();
      this.#watch = setTimeout(giveUp, LOST_CONNECTING - LOST_AFTER);
    };
    this.#watch = setTimeout(this.#is === 'open' ? giveUp : goOn, LOST_AFTER);
  }

  /** Whether the page is in sight. Out of sight timers are late, so nothing is judged by them. */
  see(isSeen: boolean): void {
    this.#isSeen = isSeen;
    if (this.#is === 'off') return;
    const is = this.#is;
    this.start(is);
    if (isSeen && is === 'open') this.#ping();
  }
}
