/** The cue ball in the hand: where it is held, and whether the server lets it lie there. */
import { Asking, type Known } from './stroke.svelte.ts';
import type { CheckPlaceAnswer, Point, Props } from './types.ts';
import { WORDS } from './words.ts';

export class BallInHand {
  readonly #props: Props;
  readonly #placing: Asking<Point, CheckPlaceAnswer>;
  /** Where it is held, in whole micrometres. */
  held = $state.raw<Point | null>(null);
  /** Whether it was taken up again before the shot. */
  isTakenUp = $state(false);

  constructor(props: Props) {
    this.#props = props;
    this.#placing = new Asking(([x, y]: Point) => props.ask({ type: 'CHECK_PLACE', xUm: x, yUm: y }));
  }

  /** A new position: nothing is held, and what was said about places is over. */
  forget(): void {
    this.#placing.forget();
    this.isTakenUp = false;
    this.held = null;
  }

  /** Asks about the place where it is held. */
  ask(): void {
    if (this.held) this.#placing.want(this.held);
  }

  /** Holds it over a place in metres. */
  hold([x, y]: Point): void {
    const at: Point = [Math.round(x * 1e6), Math.round(y * 1e6)];
    this.held = this.#known?.placeAt(at) ?? at;
  }

  /** Moves it by so many micrometres. */
  nudge(x: number, y: number): void {
    const { held } = this;
    if (held) this.held = this.#known?.place(held, [x, y]) ?? [held[0] + x, held[1] + y];
  }

  /** Leaves it where it was; false where it must be placed. */
  putBack(): boolean {
    const was = this.isTakenUp;
    this.isTakenUp = false;
    return was;
  }

  get isFree(): boolean {
    return this.#placing.answer?.ok ?? true;
  }

  /** Why it cannot lie where it is held; empty if it can. */
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
