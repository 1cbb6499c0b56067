/** What the player at the table can do now: aim and shoot, or place the cue ball. What comes of it the server says. */
import { untrack } from 'svelte';
import { isProblem } from '../contract.ts';
import { bedOf, wrapped } from './geometry.ts';
import type { Showing } from './showing.svelte.ts';
import { Asking, foretold, Preparation } from './stroke.svelte.ts';
import type { Aimed, Placeable, Point, Props, Stroke } from './types.ts';
import { WORDS } from './words.ts';

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
  const ask = (stroke: Stroke) => props.ask<Aimed>({ type: 'AIM', shot: stroke });
  const check = ([x, y]: Point) => props.ask<Placeable>({ type: 'CHECK_PLACE', xUm: x, yUm: y });
  const aiming = new Asking(ask);
  const placing = new Asking(check);
  let held = $state.raw<Point | null>(null);
  /** Whether the ball was taken up again before the shot. */
  let wantsPlace = $state(false);

  const isMine = $derived(props.isLive && props.seat !== null && seat === props.seat && props.actions.length > 0);
  const isReady = $derived(isMine && showing.running === null);
  const mustPlace = $derived(phase.name === 'break_placement' || phase.name === 'ball_in_hand');
  const mayLift = $derived(view.mayPlace !== null);
  const isPlacing = $derived(isReady && (mustPlace || (wantsPlace && mayLift)));
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

  // A new position: aim at the target, level, at the centre; what was foretold is over.
  const position = $derived(isReady ? JSON.stringify([view.balls, view.shotNo, phase, view.racks]) : '');
  $effect(() => {
    if (position === '') return;
    untrack(() => {
      aiming.forget();
      placing.forget();
      wantsPlace = false;
      const proposal = props.actions.find(({ action }) => action.type === 'PLACE_BALL')?.action;
      held = mustPlace && proposal?.type === 'PLACE_BALL' ? [proposal.xUm, proposal.yUm] : null;
      const to = view.target === null ? undefined : view.balls[view.target];
      if (phase.name === 'aim' && cueBall && to) shot.address(cueBall, to, view.shotNo === 0 ? 9000 : 3000);
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
    const hit = aimed?.contact?.kind === 'ball' ? view.balls[aimed.contact.ball] : undefined;
    const ghost = aimed?.ghost;
    foretold.cut = hit && ghost ? Math.abs(wrapped(Math.atan2(hit[1] - ghost[1], hit[0] - ghost[0]) - heading(aimed!))) : null;
  });
  $effect(() => () => (foretold.aimed = null));

  /** The direction in which the cue ball comes to the contact. */
  function heading({ cue, ghost }: Aimed): number {
    const row = cue?.rows.at(-1);
    if (!row || !ghost) return shot.aim;
    return Math.atan2(ghost[1] - row[2]!, ghost[0] - row[1]!);
  }

  async function shoot(): Promise<void> {
    if (!isAiming) return;
    showing.finish();
    await props.act({ type: 'SHOOT', ...shot.stroke });
  }

  async function place(at: Point | null = held): Promise<void> {
    if (!isPlacing || !at) return;
    await props.act({ type: 'PLACE_BALL', xUm: at[0], yUm: at[1] });
  }

  /** Holds the ball over a place in metres. */
  function hold([x, y]: Point): void {
    held = [Math.round(x * 1e6), Math.round(y * 1e6)];
  }

  /** Moves the ball in the hand by so many micrometres. */
  function nudge(x: number, y: number): void {
    if (held) held = [held[0] + x, held[1] + y];
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

  /** Lets go of the cue ball: where it may lie it is placed, elsewhere it stays in the hand with the reason. */
  async function drop(): Promise<void> {
    const at = held;
    if (!at) return;
    const answer = await check(at).catch((error: unknown) => {
      if (!isProblem(error)) throw error;
      return { ok: false };
    });
    if (answer.ok && held === at) await place(at);
    else placing.want(at);
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
    drop,
  };
}
