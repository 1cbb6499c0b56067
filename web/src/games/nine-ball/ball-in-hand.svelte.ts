/** The cue ball in hand: where it is held, and whether the server allows it there. */
import { Asking, type Known } from './stroke.svelte.ts';
import type { CheckPlaceAnswer, Point, Props } from './types.ts';
import { WORDS } from './words.ts';

export class BallInHand {
  readonly #props: Props;
  readonly #placing: Asking<Point, CheckPlaceAnswer>;
  /** The place, in whole micrometres. */
  held = $state.raw<Point | null>(null);
  /** Whether it was lifted again before the shot. */
  isTakenUp = $state(false);

  constructor(props: Props) {
    this.#props = props;
    this.#placing = new Asking(([x, y]: Point) => props.ask({ type: 'CHECK_PLACE', xUm: x, yUm: y }));
  }

  /** Starts a new position: nothing is held, and earlier answers about places are dropped. */
  forget(): void {
    this.#placing.forget();
    this.isTakenUp = false;
    this.held = null;
  }

  /** Asks about the place where the ball is held. */
  ask(): void {
    if (this.held) this.#placing.want(this.held);
  }

  /** Holds the ball over a place, in metres. */
  hold([x, y]: Point): void {
    const at: Point = [Math.round(x * 1e6), Math.round(y * 1e6)];
    this.held = this.#known?.placeAt(at) ?? at;
  }

  /** Moves the ball by this many micrometres. */
  nudge(x: number, y: number): void {
    const { held } = this;
    if (held) this.held = this.#known?.place(held, [x, y]) ?? [held[0] + x, held[1] + y];
  }

  /** Leaves the ball where it was; returns false if it must be placed. */
  putBack(): boolean {
    const was = this.isTakenUp;
    this.isTakenUp = false;
    return was;
  }

  get isFree(): boolean {
    return this.#placing.answer?.ok ?? true;
  }

  /** Why the ball cannot lie where it is held; empty if it can. */
  get reason(): string {
    const { answer } = this.#placing;
    if (!answer || answer.ok) return '';
    const words = WORDS[this.#props.language];
    switch (answer.reason) {
      case 'outside':
        return words.outside;
      case 'too_close':
        return words.tooClose(answer.ball ?? 0);
      case 'behind_line':
        return words.behindLine;
      default:
        return words.notPlace;
    }
  }

  get #known(): Known | undefined {
    return this.#props.known as Known | undefined;
  }
}
