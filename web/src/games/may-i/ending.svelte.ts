/**
 * The end of a round as shown: the last card, then the summary, then the deal of the next round. By then the table is
 * already in the next round; the board stays behind until the summary is closed.
 */
import type { Beat } from '../contract.ts';
import { paced } from '../contract.ts';
import { isDeal, duration } from './motion.ts';
import type { Props } from './play.svelte.ts';
import type { Event, View } from './types.ts';

type RoundBeat = Beat<View, Event>;

export class Ending {
  readonly #given: Props;
  /** The step that ended the round, until all of it has been shown. */
  #step: RoundBeat | null = $state.raw(null);
  #stage: 'last card' | 'summary' | 'deal' | null = $state(null);
  /** The part of it that is moving now: first everything except the deal, later the deal. */
  #moving: RoundBeat | null = $state.raw(null);

  constructor(given: Props) {
    this.#given = given;
  }

  /** Whether the summary has to wait for the last card. */
  get isLastCard(): boolean {
    return this.#stage === 'last card';
  }

  get #isBehind(): boolean {
    return this.#stage === 'last card' || this.#stage === 'summary';
  }

  /** Who went out, while the end of the round is shown. */
  get out(): number | null {
    if (!this.#isBehind) return null;
    return this.#step?.events.find((event) => event.type === 'WENT_OUT')?.seat ?? null;
  }

  /**
   * The position to show: the old round until its summary is closed, without the cards of the player who went out, and
   * with the last discard.
   */
  get view(): View {
    const { view, seat } = this.#given;
    const before = this.#isBehind ? this.#step?.before : null;
    if (!before) return view;
    const { out } = this;
    if (out === null) return before;
    const thrown = this.#stage === 'summary' ? this.#step!.events.find((event) => event.type === 'DISCARDED') : undefined;
    const pile = thrown ? { discard: thrown.card, covered: before.covered + 1, discardTaken: false, discardedBy: thrown.seat } : {};
    return { ...before, ...pile, held: before.held.map((count, one) => (one === out ? 0 : count)), hand: before.hand && seat === out ? [] : before.hand };
  }

  get beat(): RoundBeat | null {
    return this.#moving ?? this.#given.beat;
  }

  /** The actions: none while a finished round is shown. */
  get actions(): Props['actions'] {
    return this.#isBehind ? [] : this.#given.actions;
  }

  /** Follows the beats. Call it in an effect. */
  follow(beat: RoundBeat | null): void {
    if (beat && beat.number === this.#step?.number) return;
    if (beat) {
      // A new beat: either others have gone on, or a round is just ending.
      const isEnd = this.#given.isLive && beat.duration > 0 && beat.before !== null && beat.events.some(({ type }) => type === 'ROUND_ENDED');
      this.#step = isEnd ? beat : null;
      this.#stage = isEnd ? 'last card' : null;
      this.#moving = isEnd ? { ...beat, events: beat.events.filter(({ type }) => type !== 'ROUND_DEALT') } : null;
    } else if (this.#stage === 'last card') {
      this.#moving = null;
      this.#stage = this.#given.view.phase === 'over' ? null : 'summary';
    }
  }

  /** Called when the summary is closed: deals the next round. */
  close(): void {
    const dealt = this.#step?.events.filter(({ type }) => type === 'ROUND_DEALT') ?? [];
    this.#stage = this.#stage === 'summary' && dealt.length > 0 ? 'deal' : null;
    if (this.#stage !== 'deal') return;
    const { settings, view } = this.#given;
    const lasts = paced(duration(dealt, view.held), settings);
    const deal = { ...this.#step!, number: this.#step!.number + 0.5, events: dealt, duration: lasts, began: performance.now() };
    this.#moving = deal;
    setTimeout(() => this.#moving === deal && (this.#moving = this.#stage = null), lasts);
  }
}

/** The board's props, with the end of a round as shown. */
export function seenFrom(given: Props, ending: Ending): Props {
  return new Proxy(given, {
    get: (props, name, receiver) => (name === 'view' || name === 'beat' || name === 'actions' ? ending[name] : Reflect.get(props, name, receiver)),
  });
}

/** Whether the cards of a round are dealt in this beat. */
export const deals = (beat: RoundBeat | null): boolean => beat !== null && beat.duration > 0 && isDeal(beat.events, beat.before);
