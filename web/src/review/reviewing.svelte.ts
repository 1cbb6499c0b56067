/** The review of a table's game: requested when somebody looks back at it, and cancelled when they stop. */
import type { ActionNamer, ReviewedMove, ShownHint } from '../games/contract.ts';
import type { AnyAction, AnyChosen, AnyView, Listed } from '../gen/games.ts';
import type { Problem } from '../gen/protocol.ts';
import { about } from '../games/list.ts';
import type { Alternative, Move, Review, ReviewLine } from '../gen/review.ts';
import type { Refused } from '../lib/api.ts';
import { say } from '../lib/announce.svelte.ts';
import { isEqual } from '../lib/equal.ts';
import { language } from '../lib/language.svelte.ts';
import { held } from '../lib/seats.ts';
import type { Desk } from '../table/desk.svelte.ts';
import { readLine, type Addressed } from './address.ts';
import { fetchReview } from './fetch.ts';
import { nextMistake } from './graph.ts';
import { loadNamer } from './naming.ts';
import { mistakesOf, OwnLine, Practice } from './trying.svelte.ts';
import { told } from './words.ts';

/** The parts of a page that a review needs. */
export type Reviewable = Pick<Desk, 'replay' | 'plies' | 'sitters' | 'beats' | 'face' | 'explain'> & { table: Addressed & { seat: number | null; info: { game: string; options: AnyChosen; openAfter?: boolean } | null } };

/** Fetches a review line by line. */
type Fetching = (signal: AbortSignal, hear: (line: ReviewLine) => void) => Promise<void>;

export class Reviewing {
  review: Review | null = $state.raw(null);
  /** Whether the review is the final one; a first look has no marks. */
  isFinal = $state(false);
  is: 'idle' | 'working' | 'stopped' | 'done' = $state('idle');
  done = $state(0);
  of = $state(0);
  problem: Refused | null = $state.raw(null);
  #abort: AbortController | null = null;
  #namer: ActionNamer | null = $state.raw(null);
  /** Grows when positions arrive that names are derived from. */
  #met = $state(0);
  readonly #desk: Reviewable;
  readonly #fetch: Fetching;

  /** The move shown: the one that follows the position on the board. */
  readonly move: Move | null = $derived.by(() => {
    const { replay } = this.#desk;
    return replay.ply === null ? null : (this.review?.moves.find(({ n }) => n === replay.ply! + 1) ?? null);
  });

  /** The reader's own mistakes, if a better move can be looked for. */
  readonly mistakes: Move[] = $derived.by(() => (this.review && this.isFinal ? mistakesOf(this.review.moves, this.#desk.table.seat, this.review.inaccuracy) : []));
  #practice: Practice | null = $state.raw(null);
  /** The mistake being tried again, while it is shown. */
  readonly practice: Practice | null = $derived.by(() => (this.#practice && this.#practice.move.n === this.move?.n ? this.#practice : null));

  #line: OwnLine | null = $state.raw(null);
  /** The line that was not played, while it is on the board. */
  readonly line: OwnLine | null = $derived.by(() => (this.#line?.now && this.#desk.replay.beats.view === this.#line.now.view ? this.#line : null));

  /** What can be tried on the board. Where chance or secrets decide what follows, only a better move can be. */
  readonly #choices: Pick<Alternative, 'action' | 'text'>[] = $derived.by(() => {
    const { move, line, practice, review, isFinal } = this;
    if (!review || !isFinal || (!practice && review.unit !== 'discs')) return [];
    return line ? (line.now?.value?.choices ?? []) : (move?.choices ?? []);
  });
  readonly actions: Listed[] = $derived.by(() => this.#choices.map(({ action }) => ({ action }) as Listed));

  /** The reviewed move for the board, once it is certain. */
  readonly reviewed: ReviewedMove | null = $derived.by(() => {
    const { move, isFinal, line, practice } = this;
    if (this.#desk.beats.beat !== null || (practice && !practice.isFound)) return null;
    const value = line?.now?.value;
    if (value?.choices[0]) {
      const { action } = value.choices[0];
      return { action, best: action, choices: value.choices, mark: null, seat: line!.now!.awaiting.must[0] ?? 0, isExact: value.exact };
    }
    if (!move || !isFinal || line) return null;
    const { action, best, choices, mark, seat, exact } = move;
    return { action, best, choices, mark: mark ?? null, seat, isExact: exact };
  });

  /** The best action as a hint, for boards that draw hints, if the reader may know what it is about. */
  readonly hint: ShownHint | null = $derived.by(() => {
    const { reviewed } = this;
    const { table } = this.#desk;
    const isKnown = !about(table.info?.game ?? '').isSecret || reviewed?.seat === table.seat;
    return reviewed && isKnown ? { action: reviewed.best, tells: 'what' } : null;
  });

  /** The name of an action that was, or could have been, move `n`. */
  nameOf = (n: number, { action, text }: Pick<Alternative, 'action' | 'text'>): string => {
    // What is known changes with the position shown and with other positions fetched.
    void [this.#met, this.#desk.replay.ply];
    return this.#called(this.#desk.replay.known(n - 1)?.view, action, text);
  };

  /** The same for the reader's own line, at its current position. */
  nameInLine = ({ action, text }: Pick<Alternative, 'action' | 'text'>): string => this.#called(this.line?.now?.view, action, text);

  #called(view: AnyView | undefined, action: AnyAction, text: string): string {
    if (!this.#namer) return text;
    return view ? this.#namer(action, view, language()) : '…';
  }

  /** Fetches the positions before some moves, so that the moves can be named. */
  meet = async (numbers: readonly number[]): Promise<void> => {
    const { replay } = this.#desk;
    for (const n of numbers) {
      if (replay.known(n - 1)) continue;
      await replay.frame(n - 1);
      this.#met += 1;
    }
  };

  /** Whether a seat's alternatives would reveal cards that nobody may see after the end. */
  isClosed = (seat: number): boolean => {
    const { info, seat: own } = this.#desk.table;
    return about(info?.game ?? '').isSecret === true && info?.openAfter === false && seat !== own;
  };

  /** Goes through the reader's own mistakes: to the first, or to the one after the current one. */
  practise = async (): Promise<void> => {
    const { mistakes, practice, review } = this;
    const next = mistakes[practice ? mistakes.indexOf(practice.move) + 1 : 0];
    this.#practice = next && review ? new Practice(next, review.inaccuracy, (choice) => this.nameOf(next.n, choice)) : null;
    if (next) await this.#desk.replay.look(next.n - 1, this.#desk.plies);
  };

  /** Handles an action on the board: an answer, or a move of the reader's own line. */
  act = async (action: AnyAction): Promise<Problem | null> => {
    const { practice } = this;
    if (practice && !practice.isFound) {
      const choice = practice.move.choices.find((one) => isEqual(one.action, action));
      if (choice) practice.pick(choice);
      return null;
    }
    const text = this.#choices.find((one) => isEqual(one.action, action))?.text;
    return text === undefined ? null : this.#follow([text]);
  };

  /** Continues the reader's own line, or starts one from the position on the board. */
  async #follow(moves: readonly string[]): Promise<Problem | null> {
    const { replay, table } = this.#desk;
    const view = replay.beats.view;
    if (!view || replay.ply === null || !table.info) return null;
    const line = this.line ?? new OwnLine(replay.ply, table.info.game, table.info.options, view);
    try {
      const now = await line.go(moves);
      this.#line = line;
      replay.pause();
      replay.beats.jump(now.view);
      say(told().ownLine(line.moves.length));
      return null;
    } catch (error) {
      return error as Problem;
    }
  }

  /** Plays the best move of the position as part of the reader's own line. */
  playBest = (): void => {
    const best = this.reviewed?.best;
    if (best && this.actions.length > 0) void this.act(best);
  };

  /** Leaves anything being tried. */
  backToGame = (): void => {
    const { replay, plies } = this.#desk;
    if (!this.line && !this.practice) return;
    this.#practice = this.#line = null;
    if (replay.ply !== null) void replay.look(replay.ply, plies);
  };

  constructor(desk: Reviewable, fetch?: Fetching) {
    this.#desk = desk;
    this.#fetch =
      fetch ??
      ((signal, hear) => {
        const known = held(desk.table.id);
        return fetchReview(desk.table.id, known?.token ?? known?.watch, signal, hear);
      });
  }

  /** Starts, or resumes after a stop. */
  start = async (): Promise<void> => {
    if (this.is === 'working' || this.is === 'done') return;
    const abort = (this.#abort = new AbortController());
    this.is = 'working';
    const naming = loadNamer(this.#desk.table.info?.game ?? '').then((namer) => (this.#namer = namer));
    this.problem = null;
    this.done = this.of = 0;
    try {
      await naming;
      await this.#fetch(abort.signal, (line) => {
        if (abort.signal.aborted) return;
        if (line.type === 'PROGRESS') [this.done, this.of] = [line.done, line.of];
        else if (line.type === 'REFUSED') this.problem = line.error as Refused;
        else this.#take(line.review, line.type === 'REVIEW');
      });
    } catch (error) {
      if (!abort.signal.aborted) this.problem = error as Refused;
    }
    if (this.#abort === abort) this.is = this.isFinal ? 'done' : 'stopped';
  };

  #take(review: Review, isFinal: boolean): void {
    this.review = review;
    this.isFinal = isFinal;
    if (!isFinal) return;
    const own = review.players.find(({ seat }) => seat === this.#desk.table.seat)?.accuracy;
    say(own == null ? told().readyPlain : told().ready(own.toFixed(0)));
    void this.#takeUp();
  }

  /** Takes up the line in the address, if it begins at the position on the board. */
  async #takeUp(): Promise<void> {
    const kept = readLine(location.href);
    if (!kept || kept.ply !== this.#desk.replay.ply || this.review?.unit !== 'discs') return;
    const problem = await this.#follow(kept.moves);
    if (problem) say(told().badLine(this.#desk.explain(problem).title), 'now');
  }

  /** Stops the review: the server stops its work when nobody waits for it. */
  stop = (): void => {
    if (this.is !== 'working') return;
    this.#abort?.abort();
    this.is = 'stopped';
  };

  /** Goes to the next or the previous mistake: anybody's, or the reader's own. */
  jump = (step: 1 | -1, whose: 'all' | 'own' = 'all'): void => {
    const { replay, plies, table } = this.#desk;
    const to = this.review && this.isFinal ? nextMistake(this.review, (replay.ply ?? plies) + 1, step, whose === 'own' ? table.seat : null) : null;
    if (to) void replay.look(to.n - 1, plies);
  };
}
