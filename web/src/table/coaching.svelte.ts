/**
 * The coach of the first game of a kind: at most three cards, each in its moment. A card goes when the reader has done
 * what it says, or by "Next". The table waits while one is read: until it is gone, or the reader has done anything at all.
 */
import type { CoachCard } from '../games/contract.ts';
import { language } from '../lib/language.svelte.ts';
import { choose, settings } from '../lib/settings.svelte.ts';
import type { Desk } from './desk.svelte.ts';

/** So long what has just happened is left to be read before a further card speaks, in milliseconds. */
const READ = 2_500;

export class Coaching {
  /** Somebody has asked for the cards again. */
  isAsked = $state(false);
  /** Which cards are done. */
  #done: number[] = $state.raw([]);
  /** How many steps of the table there were when the present card came. */
  #since = 0;
  #current: number | null = null;
  /** Whether the reader has done something since the present card came. */
  #hasActed = $state(false);
  /** Whether what happened last has stood long enough to be read. */
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
  /** The card whose moment it is. */
  readonly at: number | null = $derived.by(() => {
    const { view } = this.#desk.table.beats;
    const { table, actions } = this.#desk;
    const { seat } = table;
    if (!this.#isOn || !view || seat === null) return null;
    const found = this.cards.findIndex((card, index) => !this.#done.includes(index) && (card.isDue?.(view, seat, actions) ?? true));
    return found === -1 ? null : found;
  });
  readonly card = $derived.by(() => (this.at === null ? null : this.cards[this.at]!));
  /** The how-manieth it is of those that were shown: cards come in their moment, not in their order. */
  readonly number = $derived.by(() => this.#done.length + 1);
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
   * Asks for the floor. Somebody who says hello is not cut short, whoever has made a move sees the answer to it before
   * another card and has read what came of it, and no card comes while something still moves on the board. Call it in an
   * effect.
   */
  want(): void {
    const { floor, voice, isMyTurn, table } = this.#desk;
    const isMoment = table.beats.beat === null && !voice.isTalking && (isMyTurn || !this.#hasActed) && (this.#isTold || this.number === 1);
    const isOpen = this.isShown && this.at === this.#current;
    floor.want('coach', this.card !== null && (isMoment || isOpen));
  }

  /** Leaves what has happened to be read. Call it in an effect. */
  read(): (() => void) | undefined {
    const isMoving = this.#desk.table.beats.beat !== null;
    if (isMoving) this.#isTold = false;
    if (isMoving || this.#isTold) return undefined;
    const timer = setTimeout(() => (this.#isTold = true), READ);
    return () => clearTimeout(timer);
  }

  /** Closes a card whose thing was done. Call it in an effect. */
  watch(): void {
    const { table } = this.#desk;
    const { at, card } = this;
    if (at === null || !card || !this.isShown) return;
    if (at !== this.#current) {
      this.#current = at;
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

  /** Shows the cards from the first. */
  again(): void {
    this.#done = [];
    this.#current = null;
    this.isAsked = true;
  }
}
