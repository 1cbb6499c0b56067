/** What a reader tries in a review: better moves in place of their own mistakes, and lines that were not played. */
import type { AnyChosen, AnyView } from '../gen/games.ts';
import type { PositionInfo } from '../gen/protocol.ts';
import type { Alternative, Move } from '../gen/review.ts';
import { position } from '../lib/api.ts';
import { say } from '../lib/announce.svelte.ts';
import { told } from './words.ts';

/** The choices of a mistake, in an order that gives nothing away. */
export const asked = (of: Move): Alternative[] => of.choices.toSorted((a, b) => a.text.localeCompare(b.text, 'en', { numeric: true }));

/** The mistakes of a seat that can be tried again because their choices include a good enough move. */
export const mistakesOf = (moves: readonly Move[], seat: number | null, enough: number): Move[] =>
  moves.filter((move) => move.seat === seat && (move.mark === 'mistake' || move.mark === 'blunder') && move.choices.some(({ value }) => move.bestValue - value <= enough) && !('chance' in move));

/** A mistake that the reader tries again. */
export class Practice {
  readonly move: Move;
  /** The choices tried, by their text, each with whether it was good enough. */
  tried: ReadonlyMap<string, boolean> = $state.raw(new Map());
  readonly isFound: boolean = $derived.by(() => [...this.tried.values()].includes(true));
  readonly #enough: number;
  readonly #nameOf: (choice: Alternative) => string;

  /** A choice that loses at most `enough` against the best counts as found. */
  constructor(move: Move, enough: number, nameOf: (choice: Alternative) => string = ({ text }) => text) {
    this.move = move;
    this.#enough = enough;
    this.#nameOf = nameOf;
  }

  pick = (choice: Alternative): void => {
    if (this.isFound || this.tried.has(choice.text)) return;
    const isFound = this.move.bestValue - choice.value <= this.#enough;
    this.tried = new Map([...this.tried, [choice.text, isFound]]);
    const name = this.#nameOf(choice);
    say(isFound ? told().found(name) : told().notFound(name), 'now');
  };
}

/** A line that was not played, from a position of the game. */
export class OwnLine {
  /** The position at which it leaves the game. */
  readonly ply: number;
  /** As typed. */
  moves: readonly string[] = $state.raw([]);
  /** The position it has reached. */
  now: PositionInfo | null = $state.raw(null);
  readonly #ask: (moves: readonly string[]) => Promise<PositionInfo>;

  constructor(ply: number, game: string, options: AnyChosen, view: AnyView) {
    this.ply = ply;
    this.#ask = (moves) => position({ game, options, view, moves: [...moves], isValued: true });
  }

  /** Continues by some moves; stays where it is if they are refused. */
  async go(more: readonly string[]): Promise<PositionInfo> {
    const moves = [...this.moves, ...more];
    const now = await this.#ask(moves);
    [this.moves, this.now] = [moves, now];
    return now;
  }
}
