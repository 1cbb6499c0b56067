/** The shot on the screen: it moves, it is heard, it can be cut short and seen again, and at its end it is judged. */
import { onDestroy, untrack } from 'svelte';
import type { Beat } from '../contract.ts';
import { isOneShot, LEAD, loudness } from './motion.ts';
import { foulOf, story } from './sentences.ts';
import { Shot, Shown } from './shown.ts';
import type { Turn } from './turning.ts';
import { first, type Ball, type Event, type Layout, type Props, type View } from './types.ts';

interface Running {
  kind: 'beat' | 'replay';
  shot: Shot;
  events: Event[];
  actor: number | null;
  began: number;
  /** Milliseconds from beginning to end. */
  duration: number;
  heard: number;
}

export type Showing = ReturnType<typeof showShots>;

/** How long one's own foul is told at the least, in milliseconds, whatever happens next. */
const OWN_FOUL = 2500;

/** What a shot came to: what happened, and what follows. */
export interface Verdict {
  title: string;
  text: string;
  kind: 'foul' | 'pot' | 'plain';
}

/** Shows the shots of a board, which paints a moment of them when it is asked to. Call it when the board is made. */
export function showShots(props: Props, paint: (now: number) => void) {
  const shown = new Shown();
  let running = $state.raw<Running | null>(null);
  let past = $state.raw<{ events: Event[]; before: Layout; turns: ReadonlyMap<Ball, Turn> } | null>(null);
  let replaySpeed = $state(0.5);
  let verdict = $state.raw<Verdict | null>(null);
  /** Until when the verdict must stand, and what waits behind it. */
  let standsUntil = 0;
  let verdictTimer: ReturnType<typeof setTimeout> | undefined;
  let frameRequest = 0;
  const view = $derived(running?.kind === 'beat' ? (props.beat?.before ?? props.view) : props.view);

  $effect(() => {
    if (props.view.shotNo === 0) untrack(() => shown.rack());
  });
  $effect(() => {
    const { beat } = props;
    untrack(() => follow(beat));
  });
  onDestroy(() => {
    cancelAnimationFrame(frameRequest);
    clearTimeout(verdictTimer);
  });

  /** Shows what happens; null when nothing does any more. */
  function follow(beat: Beat<View, Event> | null): void {
    if (running?.kind === 'beat' || (running && beat)) finish();
    if (!beat || !isOneShot(beat.events)) return;
    const { events, actor, began, duration } = beat;
    const before = beat.before?.balls ?? {};
    const shot = new Shot(events, before);
    past = { events, before, turns: new Map(shown.begin(shot)) };
    running = { kind: 'beat', shot, events, actor, began, duration, heard: -1 };
    show(null);
    if (duration === 0) finish();
    else loop();
  }

  function replay(speed = replaySpeed): void {
    if (!past || running?.kind === 'beat') return;
    const { events, before, turns } = past;
    replaySpeed = speed;
    const shot = new Shot(events, before);
    shown.begin(shot, turns);
    const duration = (1000 * shot.seconds) / speed;
    running = { kind: 'replay', shot, events, actor: null, began: performance.now(), duration, heard: -1 };
    loop();
  }

  /** Ends what is running; the balls lie where the view has them. */
  function finish(): void {
    if (!running) return;
    const { events, kind, actor } = running;
    shown.end(true);
    running = null;
    cancelAnimationFrame(frameRequest);
    if (kind === 'beat') judge(events, actor);
  }

  function skip(): void {
    if (running?.kind === 'replay') finish();
    else if (props.beat) props.skip();
  }

  /** The seconds of a running shot at a moment, counted from its strike. */
  function secondsAt(now: number): number {
    const { began, duration, shot } = running!;
    const share = Math.max(0, Math.min(1, (now - began) / duration));
    return share * shot.seconds - LEAD;
  }

  /** Lets the impacts up to a moment be heard. */
  function hear(t: number): void {
    if (!running) return;
    for (const impact of running.shot.impacts) {
      if (impact.t > t) break;
      // Impacts that were left behind, as in a tab that was out of sight, are not made up for.
      if (impact.t > running.heard && impact.t > t - 0.1) props.cue(impact.cue, loudness(impact));
    }
    running.heard = t;
  }

  function loop(): void {
    cancelAnimationFrame(frameRequest);
    const step = (now: number) => {
      if (!running) return;
      paint(now);
      if (running.kind === 'replay' && now - running.began >= running.duration) finish();
      else frameRequest = requestAnimationFrame(step);
    };
    frameRequest = requestAnimationFrame(step);
  }

  /** Puts a verdict on the strip; one's own foul is read to its end first. */
  function show(next: Verdict | null): void {
    clearTimeout(verdictTimer);
    const wait = standsUntil - performance.now();
    if (wait > 0) verdictTimer = setTimeout(() => show(next), wait);
    else verdict = next;
  }

  function judge(events: Event[], actor: number | null): void {
    const { language, seat, sitters, options, isShared } = props;
    const scene = { language, actor, you: isShared ? null : seat, sitters, options };
    const foul = first(events, 'FOUL');
    const follows = events.filter(({ type }) => ['RESPOT', 'TURN', 'RACK'].includes(type));
    const deeds = events.filter(({ type }) => !['FOUL', 'RESPOT', 'TURN', 'RACK'].includes(type));
    const isPot = events.some(({ type, ...event }) => type === 'POT' && 'a' in event && event.a !== 0);
    const text = story(follows, scene);
    show(
      foul
        ? { title: foulOf(foul, scene), text, kind: 'foul' }
        : { title: story(deeds, scene), text, kind: isPot ? 'pot' : 'plain' },
    );
    if (!foul) return;
    if (foul.seat === seat) standsUntil = performance.now() + OWN_FOUL;
    props.say([foulOf(foul, scene), text].join(' '), 'now');
  }

  return {
    shown,
    get running() {
      return running;
    },
    /** The last shot, to be shown again. */
    get past() {
      return past;
    },
    get replaySpeed() {
      return replaySpeed;
    },
    get verdict() {
      return verdict;
    },
    /** The position on the screen: while a shot is shown, the one before it. */
    get view() {
      return view;
    },
    replay,
    finish,
    skip,
    secondsAt,
    hear,
  };
}
