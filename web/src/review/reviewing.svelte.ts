/** The review of a table's game: asked for when somebody looks back, and given up when they stop. */
import type { ReviewedMove, ShownHint } from '../games/contract.ts';
import { about } from '../games/list.ts';
import type { Move, Review, ReviewLine } from '../gen/review.ts';
import type { Refused } from '../lib/api.ts';
import { say } from '../lib/announce.svelte.ts';
import { held } from '../lib/seats.ts';
import type { Desk } from '../table/desk.svelte.ts';
import { fetchReview } from './fetch.ts';
import { nextMistake } from './graph.ts';
import { told } from './words.ts';

/** What a review needs of the page that shows it. */
export type Reviewable = Pick<Desk, 'replay' | 'plies' | 'sitters' | 'beats' | 'face' | 'explain'> & { table: { id: string; seat: number | null; info: { game: string } | null } };

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
  readonly #desk: Reviewable;
  readonly #fetch: Fetching;

  /** The move that is looked at: the one that follows the position on the board. */
  readonly move: Move | null = $derived.by(() => {
    const { replay } = this.#desk;
    return replay.ply === null ? null : (this.review?.moves.find(({ n }) => n === replay.ply! + 1) ?? null);
  });

  /** The same for the board, once it is certain. */
  readonly reviewed: ReviewedMove | null = $derived.by(() => {
    const { move, isFinal } = this;
    if (!move || !isFinal || this.#desk.beats.beat !== null) return null;
    const { action, best, choices, mark, seat, exact } = move;
    return { action, best, choices, mark: mark ?? null, seat, isExact: exact };
  });

  /** The best action as a hint, for boards that draw those, where the reader knows what it is about. */
  readonly hint: ShownHint | null = $derived.by(() => {
    const { reviewed } = this;
    const { table } = this.#desk;
    const isKnown = !about(table.info?.game ?? '').isSecret || reviewed?.seat === table.seat;
    return reviewed && isKnown ? { action: reviewed.best, tells: 'what' } : null;
  });

  constructor(desk: Reviewable, fetch?: Fetching) {
    this.#desk = desk;
    this.#fetch =
      fetch ??
      ((signal, hear) => {
        const known = held(desk.table.id);
        return fetchReview(desk.table.id, known?.token ?? known?.watch, signal, hear);
      });
  }

  /** Begins, or goes on after a stop. */
  start = async (): Promise<void> => {
    if (this.is === 'working' || this.is === 'done') return;
    const abort = (this.#abort = new AbortController());
    this.is = 'working';
    this.problem = null;
    this.done = this.of = 0;
    try {
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
  }

  /** The server stops its work when nobody waits for it. */
  stop = (): void => {
    if (this.is !== 'working') return;
    this.#abort?.abort();
    this.is = 'stopped';
  };

  /** Goes to the next mistake, or to the one before. */
  jump = (step: 1 | -1): void => {
    const { replay, plies } = this.#desk;
    const to = this.review && this.isFinal ? nextMistake(this.review, (replay.ply ?? plies) + 1, step) : null;
    if (to) void replay.look(to.n - 1, plies);
  };
}
