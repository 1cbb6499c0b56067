/** What the player at the table can do now: aim and shoot, or place the cue ball. The server says what results. */
import { untrack } from 'svelte';
import { BallInHand } from './ball-in-hand.svelte.ts';
import { bedOf, wrapped } from './geometry.ts';
import type { Showing } from './showing.svelte.ts';
import { Asking, foretold, Preparation, type Known } from './stroke.svelte.ts';
import type { AimAnswer, Candidate, Point, Props, Stroke } from './types.ts';
import { WORDS } from './words.ts';

/** How long controls that appear after an action ignore presses, in milliseconds: a double click means one action. */
const QUIET = 600;

/** Must be created with the board, after its `Showing`: a shot is prepared only once the one before it has been shown. */
export class AtTable {
  readonly #props: Props;
  readonly #showing: Showing;
  /** The shot being prepared; below, what the server predicts for it. */
  readonly shot = new Preparation();
  readonly aiming: Asking<Stroke, AimAnswer>;
  readonly hand: BallInHand;
  /** The shots to choose from; null until they are known. */
  shots = $state.raw<Candidate[] | null>(null);
  /** Whether presses count; they do not while a control has only just appeared. */
  isRested = $state(false);
  /** Whether the page failed to place the ball for the break. */
  #hasFailed = $state(false);
  /** Strokes played, by position, so that each can be corrected after a takeback. */
  readonly #played = new Map<string, Stroke>();

  constructor(props: Props, showing: Showing) {
    this.#props = props;
    this.#showing = showing;
    this.aiming = new Asking(this.ask);
    this.hand = new BallInHand(props);
    $effect(() => this.#rest());
    $effect(() => this.#keepToLesson());
    $effect(() => {
      if (this.position !== '') untrack(() => this.#begin());
    });
    $effect(() => {
      if (this.isAiming) this.aiming.want(this.shot.stroke);
      if (this.isPlacing) this.hand.ask();
    });
    $effect(() => {
      if (this.isPlacing && this.hand.reason) props.say(this.hand.reason, 'polite');
    });
    $effect(() => this.#foretell());
    $effect(() => () => (foretold.aimed = null));
  }

  readonly words = $derived.by(() => WORDS[this.#props.language]);
  readonly view = $derived.by(() => this.#props.view);
  readonly bed = $derived.by(() => bedOf(this.view.options.table));
  readonly seat = $derived.by(() => ('seat' in this.view.phase ? this.view.phase.seat : null));
  readonly cueBall = $derived.by(() => this.view.balls[0] ?? null);
  readonly mayLift = $derived.by(() => this.view.mayPlace !== null);
  readonly isBreak = $derived.by(() => this.view.shotNo === 0);

  readonly isMine = $derived.by(() => {
    const { isLive, seat, actions } = this.#props;
    return isLive && seat !== null && this.seat === seat && actions.length > 0;
  });
  readonly #isReady = $derived.by(() => this.isMine && this.#showing.running === null);
  readonly isChoice = $derived.by(() => this.#isReady && this.view.phase.name === 'push_out_choice');
  readonly isPlacing = $derived.by(() => this.#isReady && this.#isBallInHand());
  readonly isAiming = $derived.by(() => this.#isReady && this.view.phase.name === 'aim' && !this.isPlacing && this.cueBall !== null);
  readonly aimed = $derived.by(() => (this.isAiming ? this.aiming.answer : null));
  /** Whether the controls have moved since this prediction. */
  readonly isOld = $derived.by(() => this.aiming.about === null || JSON.stringify(this.aiming.about) !== JSON.stringify(this.shot.stroke));
  /** A key for the position: when it changes, there is a new shot to prepare. */
  readonly position = $derived.by(() => {
    const { balls, shotNo, phase, racks } = this.view;
    return this.#isReady ? JSON.stringify([balls, shotNo, phase, racks]) : '';
  });
  readonly #task = $derived.by(() => (this.isPlacing ? 'place' : this.isAiming ? `aim ${this.view.shotNo} ${this.view.racks.join()}` : ''));

  readonly ask = (stroke: Stroke): Promise<AimAnswer> => this.#props.ask({ type: 'AIM', shot: stroke });

  async shoot(): Promise<void> {
    if (!this.isAiming || !this.isRested) return;
    this.#played.set(this.position, this.shot.stroke);
    this.#showing.finish();
    await this.#props.act({ type: 'SHOOT', ...this.shot.stroke });
  }

  async place(at: Point | null = this.hand.held): Promise<void> {
    if (!this.isPlacing || !at || !this.isRested) return;
    const problem = await this.#props.act({ type: 'PLACE_BALL', xUm: at[0], yUm: at[1] });
    // Its previous place is allowed, too.
    if (!problem) this.hand.isTakenUp = false;
  }

  /** Lifts the cue ball again, which is allowed until the shot. */
  takeUp(): void {
    if (!this.cueBall) return;
    this.hand.isTakenUp = true;
    this.hand.hold(this.cueBall);
  }

  /** Whether the player has to place the ball. For the break the page places it, unless that has failed. */
  #isBallInHand(): boolean {
    const { name } = this.view.phase;
    return name === 'ball_in_hand' || (name === 'break_placement' && this.#hasFailed) || (name === 'aim' && this.mayLift && this.hand.isTakenUp);
  }

  /** Makes controls that appear after an action wait before they accept a press. */
  #rest(): (() => void) | undefined {
    this.isRested = false;
    if (this.#task === '') return undefined;
    const timer = setTimeout(() => (this.isRested = true), QUIET);
    return () => clearTimeout(timer);
  }

  get #known(): Known | undefined {
    return this.#props.known as Known | undefined;
  }

  /** Restricts the shot to those that a lesson knows, at every step. */
  #keepToLesson(): void {
    const { shot } = this;
    shot.known = this.#known;
    if (shot.known) untrack(() => (shot.speedMmS = shot.speedMmS));
  }

  /** Handles a new position: drops old predictions, and aims as the list's first shot or as before from here. */
  #begin(): void {
    const { name } = this.view.phase;
    this.aiming.forget();
    this.hand.forget();
    this.shots = null;
    this.#hasFailed = false;
    const proposal = this.#props.actions.find(({ action }) => action.type === 'PLACE_BALL')?.action;
    if ((name === 'break_placement' || name === 'ball_in_hand') && proposal?.type === 'PLACE_BALL') this.hand.hold([proposal.xUm / 1e6, proposal.yUm / 1e6]);
    // The cue ball starts placed; it can be moved until the break.
    if (name === 'break_placement' && proposal) void this.#props.act(proposal).then((problem) => (this.#hasFailed = problem !== null));
    if (name === 'aim' && this.cueBall) this.#prepare(this.cueBall);
  }

  /** Prepares a shot: the one played from here before, or the first of the list once it is known. */
  #prepare(from: Point): void {
    const { shot, view, position } = this;
    const before = this.#played.get(position) ?? (this.#props.begin as Stroke | undefined);
    const lowest = Object.keys(view.balls).map(Number).sort((a, b) => a - b)[1];
    const to = view.balls[view.target ?? lowest ?? 0];
    if (before) shot.take(before);
    else if (to) shot.address(from, to, this.isBreak ? 9500 : 3000);
    if (this.#known) return;
    const untouched = JSON.stringify(shot.stroke);
    this.#props.ask({ type: 'SHOTS' }).then(
      (listed) => {
        if (position !== this.position) return;
        this.shots = listed.shots;
        const [best] = listed.shots;
        if (best && !before && JSON.stringify(shot.stroke) === untouched) shot.take(best.shot);
      },
      () => position === this.position && (this.shots = []),
    );
  }

  /** Fills in the facts beside the board. */
  #foretell(): void {
    const { aimed } = this;
    foretold.aimed = aimed;
    foretold.stroke = this.isAiming ? this.shot.stroke : null;
    const hit = aimed?.contact?.kind === 'ball' ? this.view.balls[aimed.contact.ball] : undefined;
    const ghost = aimed?.ghost;
    foretold.cut = hit && ghost ? Math.abs(wrapped(Math.atan2(hit[1] - ghost[1], hit[0] - ghost[0]) - this.#heading(aimed!))) : null;
  }

  /** The direction of the cue ball when it reaches the contact. */
  #heading({ cue, ghost }: AimAnswer): number {
    const row = cue?.rows.at(-1);
    if (!row || !ghost) return this.shot.aim;
    return Math.atan2(ghost[1] - row[2]!, ghost[0] - row[1]!);
  }
}
