/**
 * The coach of the first game of a kind: at most three cards, each at the right moment. A card goes when the reader has done
 * what it says, or presses "Next". The table waits while a card is read: until it is gone or the reader has acted.
 */
import type { CoachCard } from '../games/contract.ts';
import { language } from '../lib/language.svelte.ts';
import { choose, settings } from '../lib/settings.svelte.ts';
import type { Desk } from './desk.svelte.ts';

/** How many milliseconds the reader gets to take in what has just happened before another card comes. */
const READ = 2_500;

export class Coaching {
  /** Whether the reader has asked for the cards again. */
  isAsked = $state(false);
  /** Which cards are done. */
  #done: number[] = $state.raw([]);
  /** The cards shown so far, in that order. */
  #seen: number[] = $state.raw([]);
  /** How many steps the table had when the current card came. */
  #since = 0;
  #current: number | null = null;
  /** Whether the reader has acted since the current card came. */
  #hasActed = $state(false);
  /** Whether the latest events have been on the screen long enough to be read. */
  #isTold = $state(true);
  readonly #desk: Desk;

  readonly cards: CoachCard[] = $derived.by(() => {
    const { face, table } = this.#desk;
    return face ? face.coach(language(), table.info?.options ?? {}) : [];
  });
  readonly #isOn = $derived.by(() => {
    const { phase, table, isLive } = this.#desk;
    const game = table.info?.game;
    return phase === 'playing' && isLive && table.seat !== null && game !== undefined && (this.isAsked || !settings.coached.includes(game));
  });
  /** The index of the card that is due; null for none. */
  readonly at: number | null = $derived.by(() => {
    const { view } = this.#desk.table.beats;
    const { table, actions } = this.#desk;
    const { seat } = table;
    if (!this.#isOn || !view || seat === null) return null;
    const found = this.cards.findIndex((card, index) => !this.#done.includes(index) && (card.isDue?.(view, seat, actions) ?? true));
    return found === -1 ? null : found;
  });
  readonly card = $derived.by(() => (this.at === null ? null : this.cards[this.at]!));
  /** The card's number among those shown so far, because cards do not come in a fixed order. */
  readonly number = $derived.by(() => {
    const place = this.at === null ? -1 : this.#seen.indexOf(this.at);
    return (place === -1 ? this.#seen.length : place) + 1;
  });
  /** Whether no other card is still to come. */
  readonly isLast = $derived.by(() => this.#done.length + 1 === this.cards.length);
  /** Whether it is on the screen. */
  readonly isShown = $derived.by(() => this.card !== null && this.#desk.floor.shown === 'coach');

  /** Whether cards are still to come. */
  readonly isAhead = $derived.by(() => this.#isOn && this.#done.length < this.cards.length);

  /** Whether it is being read. */
  readonly isRead = $derived.by(() => this.isShown && !this.#hasActed);

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /**
   * Asks for the floor. A greeting is not cut short; a reader who has moved sees the reply and has time to read the result
   * before another card comes; and no card comes while something is still moving on the board. Call it in an effect.
   */
  want(): void {
    const { floor, voice, isMyTurn, table } = this.#desk;
    const isMoment = table.beats.beat === null && !voice.isTalking && (isMyTurn || !this.#hasActed) && (this.#isTold || this.#done.length === 0);
    const isOpen = this.isShown && this.at === this.#current;
    floor.want('coach', this.card !== null && (isMoment || isOpen));
  }

  /** Gives the reader time to take in what has happened. Call it in an effect. */
  read(): (() => void) | undefined {
    const isMoving = this.#desk.table.beats.beat !== null;
    if (isMoving) this.#isTold = false;
    if (isMoving || this.#isTold) return undefined;
    const timer = setTimeout(() => (this.#isTold = true), READ);
    return () => clearTimeout(timer);
  }

  /** Closes the card once the reader has done what it says. Call it in an effect. */
  watch(): void {
    const { table } = this.#desk;
    const { at, card } = this;
    if (at === null || !card || !this.isShown) return;
    if (at !== this.#current) {
      this.#current = at;
      if (!this.#seen.includes(at)) this.#seen = [...this.#seen, at];
      this.#since = table.steps.length;
      this.#hasActed = false;
    }
    const own = table.steps.slice(this.#since).flatMap(({ event }) => (event.type === 'ACTED' && event.seat === table.seat ? event.events : []));
    if (own.length > 0) this.#hasActed = true;
    if (own.length > 0 && card.isDone?.(own, table.state.view)) this.next();
  }

  next(): void {
    if (this.at === null) return;
    this.#done = [...this.#done, this.at];
    if (this.#done.length >= this.cards.length) this.stop();
  }

  stop(): void {
    const game = this.#desk.table.info?.game;
    this.isAsked = false;
    this.#done = this.cards.map((_, index) => index);
    if (game && !settings.coached.includes(game)) choose({ coached: [...settings.coached, game] });
  }

  /** Shows the cards again from the first. */
  again(): void {
    [this.#done, this.#seen] = [[], []];
    this.#current = null;
    this.isAsked = true;
  }
}
