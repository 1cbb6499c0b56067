/** The shot on the screen: it is shown with sound, can be cut short and replayed, and is judged at its end. */
import { onDestroy, untrack } from 'svelte';
import type { Beat } from '../contract.ts';
import { isOneShot, LEAD, loudness } from './motion.ts';
import { Shot, Shown } from './shown.ts';
import type { Turn } from './turning.ts';
import type { Ball, Event, Layout, Props, View } from './types.ts';
import { VerdictStrip } from './verdict.svelte.ts';

interface Running {
  kind: 'beat' | 'replay';
  shot: Shot;
  events: Event[];
  actor: number | null;
  began: number;
  /** The total length in milliseconds. */
  duration: number;
  heard: number;
}

/** Shows the shots of a board, which paints each moment on request. Must be created with the board. */
export class Showing {
  readonly #props: Props;
  readonly #paint: (now: number) => void;
  readonly shown = new Shown();
  readonly #strip = new VerdictStrip();
  running = $state.raw<Running | null>(null);
  /** The last shot, for a replay. */
  past = $state.raw<{ events: Event[]; before: Layout; turns: ReadonlyMap<Ball, Turn> } | null>(null);
  replaySpeed = $state(0.5);
  #frameRequest = 0;

  constructor(props: Props, paint: (now: number) => void) {
    this.#props = props;
    this.#paint = paint;
    $effect(() => {
      if (props.view.shotNo === 0) untrack(() => this.shown.rack());
    });
    $effect(() => {
      const { beat } = props;
      untrack(() => this.#follow(beat));
    });
    onDestroy(() => {
      cancelAnimationFrame(this.#frameRequest);
      this.#strip.close();
    });
  }

  /** The position on the screen; while a shot is shown, the one before it. */
  readonly view = $derived.by(() => {
    const { beat, view } = this.#props;
    return this.running?.kind === 'beat' ? (beat?.before ?? view) : view;
  });

  get verdict() {
    return this.#strip.now;
  }

  /** Shows a beat; null when there is none any more. */
  #follow(beat: Beat<View, Event> | null): void {
    if (this.running?.kind === 'beat' || (this.running && beat)) this.finish();
    if (!beat || !isOneShot(beat.events)) return;
    const { events, actor, began, duration } = beat;
    const before = beat.before?.balls ?? {};
    const shot = new Shot(events, before);
    this.past = { events, before, turns: new Map(this.shown.begin(shot)) };
    this.running = { kind: 'beat', shot, events, actor, began, duration, heard: -1 };
    this.#strip.show(null);
    if (duration === 0) this.finish();
    else this.#loop();
  }

  replay(speed = this.replaySpeed): void {
    if (!this.past || this.running?.kind === 'beat') return;
    const { events, before, turns } = this.past;
    this.replaySpeed = speed;
    const shot = new Shot(events, before);
    this.shown.begin(shot, turns);
    const duration = (1000 * shot.seconds) / speed;
    this.running = { kind: 'replay', shot, events, actor: null, began: performance.now(), duration, heard: -1 };
    this.#loop();
  }

  /** Ends the running shot; the balls then lie as in the view. */
  finish(): void {
    if (!this.running) return;
    const { events, kind, actor } = this.running;
    this.shown.end(true);
    this.running = null;
    cancelAnimationFrame(this.#frameRequest);
    if (kind === 'beat') this.#strip.judge(events, actor, this.#props);
  }

  skip(): void {
    if (this.running?.kind === 'replay') this.finish();
    else if (this.#props.beat) this.#props.skip();
  }

  /** The time within a running shot, in seconds from its stroke. */
  secondsAt(now: number): number {
    const { began, duration, shot } = this.running!;
    const share = Math.max(0, Math.min(1, (now - began) / duration));
    return share * shot.seconds - LEAD;
  }

  /** Plays the sounds of the impacts up to a moment. */
  hear(t: number): void {
    if (!this.running) return;
    for (const impact of this.running.shot.impacts) {
      if (impact.t > t) break;
      // Impacts that were missed, as in a background tab, are skipped.
      if (impact.t > this.running.heard && impact.t > t - 0.1) this.#props.cue(impact.cue, loudness(impact));
    }
    this.running.heard = t;
  }

  #loop(): void {
    cancelAnimationFrame(this.#frameRequest);
    const step = (now: number) => {
      if (!this.running) return;
      this.#paint(now);
      if (this.running.kind === 'replay' && now - this.running.began >= this.running.duration) this.finish();
      else this.#frameRequest = requestAnimationFrame(step);
    };
    this.#frameRequest = requestAnimationFrame(step);
  }
}
