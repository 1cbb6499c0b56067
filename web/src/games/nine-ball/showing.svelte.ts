/** The shot on the screen: it moves, it is heard, it can be cut short and seen again, and at its end it is judged. */
import { onDestroy, untrack } from 'svelte';
import type { Beat } from '../contract.ts';
import { isOneShot, LEAD, loudness, REST } from './motion.ts';
import { foulOf, story } from './sentences.ts';
import { Shot, Shown } from './shown.ts';
import type { Turn } from './turning.ts';
import { first, type Ball, type Event, type Layout, type Props, type View } from './types.ts';
import { WORDS } from './words.ts';

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

/** How long a verdict stays, in milliseconds. */
const STAY = 2500;

/** Shows the shots of a board, which paints a moment of them when it is asked to. Call it when the board is made. */
export function showShots(props: Props, paint: (now: number) => void) {
  const shown = new Shown();
  let running = $state.raw<Running | null>(null);
  let past = $state.raw<{ events: Event[]; before: Layout; turns: ReadonlyMap<Ball, Turn> } | null>(null);
  let replaySpeed = $state(0.5);
  let verdict = $state.raw<{ title: string; text: string; isFoul: boolean } | null>(null);
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
    verdict = null;
    if (duration === 0) finish();
    else loop();
  }

  function replay(speed = replaySpeed): void {
    if (!past || running?.kind === 'beat') return;
    const { events, before, turns } = past;
    replaySpeed = speed;
    const shot = new Shot(events, before);
    shown.begin(shot, turns);
    verdict = null;
    const duration = (1000 * (LEAD + shot.settled + REST)) / speed;
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
    return share * (LEAD + shot.settled + REST) - LEAD;
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

  function judge(events: Event[], actor: number | null): void {
    const { language, seat, sitters, options } = props;
    const words = WORDS[language];
    const scene = { language, actor, you: seat, sitters, options };
    const foul = first(events, 'FOUL');
    const rest = () => events.filter(({ type }) => type !== 'FOUL' && type !== 'POT' && type !== 'COLLISION');
    verdict = foul
      ? { title: `${words.foulWord}: ${foulOf(foul, words)}`, text: story(rest(), scene), isFoul: true }
      : { title: story(events, scene), text: '', isFoul: false };
    clearTimeout(verdictTimer);
    verdictTimer = setTimeout(() => (verdict = null), STAY);
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
