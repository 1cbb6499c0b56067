/** What the player at the table can do now: aim and shoot, or place the cue ball. What comes of it the server says. */
import { untrack } from 'svelte';
import { bedOf, wrapped } from './geometry.ts';
import type { Showing } from './showing.svelte.ts';
import { Asking, foretold, Preparation, type Known } from './stroke.svelte.ts';
import type { AimAnswer, Candidate, Point, Props, Stroke } from './types.ts';
import { WORDS } from './words.ts';

/** How long whatever follows an action pays no heed to presses, in milliseconds: a double click is one wish. */
const QUIET = 600;

export type AtTable = ReturnType<typeof standAtTable>;

/** Call it when the board is made, after its shots are shown: what is prepared waits for what is shown. */
export function standAtTable(props: Props, showing: Showing) {
  const words = $derived(WORDS[props.language]);
  const view = $derived(props.view);
  const phase = $derived(view.phase);
  const bed = $derived(bedOf(view.options.table));
  const seat = $derived('seat' in phase ? phase.seat : null);
  const cueBall = $derived(view.balls[0] ?? null);

  const shot = new Preparation();
  const ask = (stroke: Stroke) => props.ask({ type: 'AIM', shot: stroke });
  const check = ([x, y]: Point) => props.ask({ type: 'CHECK_PLACE', xUm: x, yUm: y });
  // A lesson keeps to what was worked out beforehand.
  const known = $derived(props.known as Known | undefined);
  const aiming = new Asking(ask);
  const placing = new Asking(check);
  let held = $state.raw<Point | null>(null);
  /** Whether the ball was taken up again before the shot. */
  let wantsPlace = $state(false);
  /** The shots there are in this position; null until the server has said. */
  let shots = $state.raw<Candidate[] | null>(null);
  let isRested = $state(false);
  let hasFailed = $state(false);
  /** What was played from a position, so that it can be corrected when it is taken back. */
  const played = new Map<string, Stroke>();

  const isMine = $derived(props.isLive && props.seat !== null && seat === props.seat && props.actions.length > 0);
  const isReady = $derived(isMine && showing.running === null);
  const mustPlace = $derived(phase.name === 'break_placement' || phase.name === 'ball_in_hand');
  const mayLift = $derived(view.mayPlace !== null);
  // The page itself places the ball for the break; only if that failed it is the player's task.
  const isPlacing = $derived(isReady && (phase.name === 'ball_in_hand' || (phase.name === 'break_placement' && hasFailed) || (wantsPlace && mayLift && phase.name === 'aim')));
  const isAiming = $derived(isReady && phase.name === 'aim' && !isPlacing && cueBall !== null);
  const aimed = $derived(isAiming ? aiming.answer : null);
  const isOld = $derived(aiming.about === null || JSON.stringify(aiming.about) !== JSON.stringify(shot.stroke));
  const heldState = $derived(isPlacing ? placing.answer : null);
  const heldReason = $derived.by(() => {
    if (!heldState || heldState.ok) return '';
    switch (heldState.reason) {
      case 'outside':
        return words.outside;
      case 'too_close':
        return words.tooClose(heldState.ball ?? 0);
      case 'behind_line':
        return words.behindLine;
      default:
        return words.notPlace;
    }
  });

  // Whatever appears after an action waits before it heeds a press.
  const task = $derived(isPlacing ? 'place' : isAiming ? `aim ${view.shotNo} ${view.racks.join()}` : '');
  $effect(() => {
    isRested = false;
    if (task === '') return;
    const timer = setTimeout(() => (isRested = true), QUIET);
    return () => clearTimeout(timer);
  });

  // What is prepared is one of the shots that a lesson knows, at every step of it.
  $effect(() => {
    shot.known = known;
    if (known) untrack(() => (shot.speedMmS = shot.speedMmS));
  });

  // A new position: aim as the first shot of the list says, or as it was aimed here before; what was foretold is over.
  const position = $derived(isReady ? JSON.stringify([view.balls, view.shotNo, phase, view.racks]) : '');
  $effect(() => {
    if (position === '') return;
    untrack(() => {
      aiming.forget();
      placing.forget();
      wantsPlace = false;
      shots = null;
      const proposal = props.actions.find(({ action }) => action.type === 'PLACE_BALL')?.action;
      held = null;
      if (mustPlace && proposal?.type === 'PLACE_BALL') hold([proposal.xUm / 1e6, proposal.yUm / 1e6]);
      // The cue ball starts placed; it can be moved until the break.
      hasFailed = false;
      if (phase.name === 'break_placement' && proposal) void props.act(proposal).then((problem) => (hasFailed = problem !== null));
      if (phase.name === 'aim' && cueBall) prepare(cueBall);
    });
  });
  $effect(() => {
    if (isAiming) aiming.want(shot.stroke);
  });
  $effect(() => {
    if (isPlacing && held) placing.want(held);
  });
  $effect(() => {
    if (heldReason) props.say(heldReason, 'polite');
  });
  // What the facts beside the board tell.
  $effect(() => {
    foretold.aimed = aimed;
    foretold.stroke = isAiming ? shot.stroke : null;
    const hit = aimed?.contact?.kind === 'ball' ? view.balls[aimed.contact.ball] : undefined;
    const ghost = aimed?.ghost;
    foretold.cut = hit && ghost ? Math.abs(wrapped(Math.atan2(hit[1] - ghost[1], hit[0] - ghost[0]) - heading(aimed!))) : null;
  });
  $effect(() => () => (foretold.aimed = null));

  /** Gets a shot ready: the one that was played from here, or the first of the list as soon as it is known. */
  function prepare(from: Point): void {
    const before = played.get(position) ?? (props.begin as Stroke | undefined);
    const lowest = Object.keys(view.balls).map(Number).sort((a, b) => a - b)[1];
    const to = view.balls[view.target ?? lowest ?? 0];
    if (before) shot.take(before);
    else if (to) shot.address(from, to, view.shotNo === 0 ? 9500 : 3000);
    if (known) return;
    const [asked, untouched] = [position, JSON.stringify(shot.stroke)];
    props.ask({ type: 'SHOTS' }).then(
      (listed) => {
        if (asked !== position) return;
        shots = listed.shots;
        const [best] = listed.shots;
        if (best && !before && JSON.stringify(shot.stroke) === untouched) shot.take(best.shot);
      },
      () => asked === position && (shots = []),
    );
  }

  /** The direction in which the cue ball comes to the contact. */
  function heading({ cue, ghost }: AimAnswer): number {
    const row = cue?.rows.at(-1);
    if (!row || !ghost) return shot.aim;
    return Math.atan2(ghost[1] - row[2]!, ghost[0] - row[1]!);
  }

  async function shoot(): Promise<void> {
    if (!isAiming || !isRested) return;
    played.set(position, shot.stroke);
    showing.finish();
    await props.act({ type: 'SHOOT', ...shot.stroke });
  }

  async function place(at: Point | null = held): Promise<void> {
    if (!isPlacing || !at || !isRested) return;
    const problem = await props.act({ type: 'PLACE_BALL', xUm: at[0], yUm: at[1] });
    // Where it lay before is a place too.
    if (!problem) wantsPlace = false;
  }

  /** Holds the ball over a place in metres. */
  function hold([x, y]: Point): void {
    const at: Point = [Math.round(x * 1e6), Math.round(y * 1e6)];
    held = known?.placeAt(at) ?? at;
  }

  /** Moves the ball in the hand by so many micrometres. */
  function nudge(x: number, y: number): void {
    if (held) held = known?.place(held, [x, y]) ?? [held[0] + x, held[1] + y];
  }

  /** Takes the cue ball up again, which is allowed until the shot. */
  function takeUp(): void {
    if (!cueBall) return;
    wantsPlace = true;
    hold(cueBall);
  }

  /** Leaves the ball where it was; false where it must be placed. */
  function putBack(): boolean {
    const was = wantsPlace;
    wantsPlace = false;
    return was;
  }

  return {
    /** The shot that is prepared, and what the server foretells of it. */
    shot,
    aiming,
    ask,
    /** Another one means another shot to prepare. */
    get position() {
      return position;
    },
    get words() {
      return words;
    },
    get view() {
      return view;
    },
    get bed() {
      return bed;
    },
    get seat() {
      return seat;
    },
    get cueBall() {
      return cueBall;
    },
    /** The cue ball in the hand, in whole micrometres. */
    get held() {
      return held;
    },
    /** Why the ball cannot lie where it is held; empty if it can. */
    get heldReason() {
      return heldReason;
    },
    get isFree() {
      return heldState?.ok ?? true;
    },
    get isMine() {
      return isMine;
    },
    get mayLift() {
      return mayLift;
    },
    get isPlacing() {
      return isPlacing;
    },
    get isAiming() {
      return isAiming;
    },
    /** Whether presses are heeded: what has just appeared does not. */
    get isRested() {
      return isRested;
    },
    get isBreak() {
      return view.shotNo === 0;
    },
    /** The shots to choose from; null until they are known. */
    get shots() {
      return shots;
    },
    get isChoice() {
      return isReady && phase.name === 'push_out_choice';
    },
    get aimed() {
      return aimed;
    },
    /** Whether the controls have moved since this was foretold. */
    get isOld() {
      return isOld;
    },
    shoot,
    place,
    hold,
    nudge,
    takeUp,
    putBack,
  };
}
