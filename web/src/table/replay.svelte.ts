/** Looking back at earlier positions of a game, which are fetched from the server and kept while the page is open. */
import type { AnyEvent, AnyView } from '../gen/games.ts';
import { replay as fetchFrames, type Refused } from '../lib/api.ts';
import { Beats } from '../lib/beats.svelte.ts';
import type { Frame } from '../gen/protocol.ts';

/** Milliseconds between two positions during playback, in addition to the motion. */
const PAUSE = 500;

/** Fetches some positions, starting with one. */
type Asking = (from: number, seat: number | 'spectator' | null, token: string | undefined) => Promise<{ frames: Frame[] }>;

export class Replay {
  /** The position on the screen; null for the present. */
  ply: number | null = $state(null);
  isPlaying = $state(false);
  /** How many moves there were when the reader began to look back. */
  pliesThen = $state(0);
  problem: Refused | null = $state.raw(null);
  /** From whose view to look; null for the reader's own. */
  seat: number | 'spectator' | null = $state(null);
  readonly beats = new Beats();
  #frames = new Map<number, Frame>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #duration: (events: AnyEvent[], before: AnyView | null, after: AnyView | null) => number = () => 0;
  readonly #ask: Asking;
  #token: string | undefined;

  /** For a table, or for another source of positions. */
  constructor(of: string | Asking, token: string | undefined) {
    this.#ask = typeof of === 'string' ? (from, seat, own) => fetchFrames(of, from, seat, own) : of;
    this.#token = token;
  }

  /** Sets how long events last on the screen. */
  pace(duration: (events: AnyEvent[], before: AnyView | null, after: AnyView | null) => number): void {
    this.#duration = duration;
  }

  /** Sets the seat's token, which may come later or change. */
  use(token: string | undefined): void {
    if (token === this.#token) return;
    this.#token = token;
    this.#frames.clear();
  }

  /** Looks from another view. */
  async lookAs(seat: number | 'spectator' | null, plies: number): Promise<void> {
    this.seat = seat;
    this.#frames.clear();
    await this.look(this.ply ?? plies, plies);
  }

  /** Drops all positions, because they may be wrong after a takeback. */
  forget(): void {
    this.#frames.clear();
  }

  /** Shows a position; a single step forward is shown in motion. */
  async look(ply: number, plies: number): Promise<void> {
    const to = Math.max(0, Math.min(plies, ply));
    const isStep = this.ply !== null && to === this.ply + 1;
    const before = this.ply === null ? null : this.#frames.get(this.ply);
    const frame = await this.frame(to);
    if (!frame) return;
    if (this.ply === null) this.pliesThen = plies;
    this.ply = to;
    if (isStep && before) {
      this.beats.flush();
      const duration = this.#duration(frame.events, before.view, frame.view);
      this.beats.push({ actor: frame.seat ?? null, events: frame.events, view: frame.view, duration });
    } else {
      this.beats.jump(frame.view);
    }
  }

  /** Plays from here to the end. */
  async play(plies: number): Promise<void> {
    this.isPlaying = true;
    const from = this.ply === null || this.ply >= plies ? 0 : this.ply;
    await this.look(from, plies);
    const step = async () => {
      if (!this.isPlaying || this.ply === null || this.ply >= plies) return this.pause();
      await this.look(this.ply + 1, plies);
      const wait = (this.beats.beat?.duration ?? 0) + PAUSE;
      this.#timer = setTimeout(() => void step(), wait);
    };
    this.#timer = setTimeout(() => void step(), PAUSE);
  }

  pause(): void {
    this.isPlaying = false;
    clearTimeout(this.#timer);
  }

  /** Every view of the game, as far as the server has them. */
  async all(plies: number): Promise<AnyView[]> {
    const views: AnyView[] = [];
    for (let ply = 0; ply <= plies; ply += 1) {
      if (!this.#frames.has(ply)) await this.#fetch(ply);
      const frame = this.#frames.get(ply);
      if (!frame) break;
      views.push(frame.view);
    }
    return views;
  }

  /** Back to the present. */
  live(): void {
    this.pause();
    this.ply = null;
    this.seat = null;
  }

  /** A position with the events that led to it. */
  async frame(ply: number): Promise<Frame | null> {
    // Starts a few positions earlier, so that stepping back is quick too.
    if (!this.#frames.has(ply)) await this.#fetch(Math.max(0, ply - 16));
    return this.#frames.get(ply) ?? null;
  }

  /** A position that has already been fetched; otherwise null. */
  known(ply: number): Frame | null {
    return this.#frames.get(ply) ?? null;
  }

  async #fetch(from: number): Promise<void> {
    try {
      const { frames } = await this.#ask(from, this.seat, this.#token);
      for (const frame of frames) this.#frames.set(frame.ply, frame);
      this.problem = null;
    } catch (error) {
      this.problem = error as Refused;
    }
  }
}
