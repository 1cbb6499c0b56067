/** The workers in which computer players think, made when they are needed. */
import type { Json } from '../gen/games.ts';
import type { Done, FromThinker, ToThinker } from './orders.ts';

/** How many may think at once. */
const MOST = 2;

interface Thinker {
  worker: Worker;
  job: number | null;
}

const failed: Done = { is: 'failed', problem: { code: 'server.player_failed', message: 'the computer player could not go on' } };

export class Thinkers {
  readonly #make: () => Worker;
  readonly #begin: ToThinker;
  readonly #tell: (job: number, done: Done) => void;
  readonly #thinkers: Thinker[] = [];
  #queue: { job: number; work: Json }[] = [];

  constructor(make: () => Worker, begin: ToThinker, tell: (job: number, done: Done) => void) {
    this.#make = make;
    this.#begin = begin;
    this.#tell = tell;
  }

  give(job: number, work: Json): void {
    this.#queue.push({ job, work });
    this.#next();
  }

  /** Stops a job that nobody waits for any more. A running search takes no messages, so its worker is ended. */
  stop(job: number): void {
    this.#queue = this.#queue.filter((waiting) => waiting.job !== job);
    const busy = this.#thinkers.find((thinker) => thinker.job === job);
    if (busy) this.#end(busy);
    this.#next();
  }

  #next(): void {
    const next = this.#queue[0];
    if (!next) return;
    const thinker = this.#thinkers.find(({ job }) => job === null) ?? (this.#thinkers.length < MOST ? this.#start() : null);
    if (!thinker) return;
    this.#queue.shift();
    thinker.job = next.job;
    thinker.worker.postMessage(next satisfies ToThinker);
    this.#next();
  }

  #start(): Thinker {
    const thinker: Thinker = { worker: this.#make(), job: null };
    thinker.worker.onmessage = ({ data }: MessageEvent<FromThinker>) => {
      thinker.job = null;
      this.#tell(data.job, data.done);
      this.#next();
    };
    thinker.worker.onerror = (event) => {
      event.preventDefault();
      const { job } = thinker;
      this.#end(thinker);
      if (job !== null) this.#tell(job, failed);
      this.#next();
    };
    thinker.worker.postMessage(this.#begin);
    this.#thinkers.push(thinker);
    return thinker;
  }

  #end(thinker: Thinker): void {
    thinker.worker.terminate();
    this.#thinkers.splice(this.#thinkers.indexOf(thinker), 1);
  }
}
