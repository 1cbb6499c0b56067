/**
 * Checks whether a connection is alive. A socket may stay open and silent for minutes after the network is gone, so while
 * the page is in sight it sends pings, and treats the connection as lost if nothing comes back.
 */

/** Milliseconds between two pings. */
export const PING_EVERY = 2_000;
/** After how many milliseconds of silence a connection is lost. */
export const LOST_AFTER = 5_000;
/** The same for a new connection, whose first message is the whole table. The player is told of the delay earlier. */
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

  /** `late` is called when a new connection has been silent for as long as an open one may be. */
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

  /** Notes that something arrived. */
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

  /** Notes whether the page is in sight. Out of sight, timers run late, so silence means nothing. */
  see(isSeen: boolean): void {
    this.#isSeen = isSeen;
    if (this.#is === 'off') return;
    const is = this.#is;
    this.start(is);
    if (isSeen && is === 'open') this.#ping();
  }
}
