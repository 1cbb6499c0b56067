/** What a reader tries in a review: better moves than their own mistakes, and lines that were not played. */
import type { AnyChosen, AnyView } from '../gen/games.ts';
import type { PositionInfo } from '../gen/protocol.ts';
import type { Alternative, Move } from '../gen/review.ts';
import { position } from '../lib/api.ts';
import { say } from '../lib/announce.svelte.ts';
import { told } from './words.ts';

/** The choices of a mistake in an order that says nothing. */
export const asked = (of: Move): Alternative[] => of.choices.toSorted((a, b) => a.text.localeCompare(b.text, 'en', { numeric: true }));

/** The mistakes of a seat that can be tried again, where the choices are all there is. */
export const mistakesOf = (moves: readonly Move[], seat: number | null, enough: number): Move[] =>
  moves.filter((move) => move.seat === seat && (move.mark === 'mistake' || move.mark === 'blunder') && move.choices.some(({ value }) => move.bestValue - value <= enough) && !('chance' in move));

/** A mistake that is tried again. */
export class Practice {
  readonly move: Move;
  /** By their text, with whether they are good enough. */
  tried: ReadonlyMap<string, boolean> = $state.raw(new Map());
  readonly isFound: boolean = $derived.by(() => [...this.tried.values()].includes(true));
  readonly #enough: number;
  readonly #nameOf: (choice: Alternative) => string;

  /** What loses less than `enough` against the best counts as found. */
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
  /** The position of the game that it leaves. */
  readonly ply: number;
  /** As people type them. */
  moves: readonly string[] = $state.raw([]);
  /** Where it has come to. */
  now: PositionInfo | null = $state.raw(null);
  readonly #ask: (moves: readonly string[]) => Promise<PositionInfo>;

  constructor(ply: number, game: string, options: AnyChosen, view: AnyView) {
    this.ply = ply;
    this.#ask = (moves) => position({ game, options, view, moves: [...moves], isValued: true });
  }

  /** Goes on by some moves; refused, it stays where it is. */
  async go(more: readonly string[]): Promise<PositionInfo> {
    const moves = [...this.moves, ...more];
    const now = await this.#ask(moves);
    [this.moves, this.now] = [moves, now];
    return now;
  }
}
