/**
 * The order of the reader's hand. It is dealt sorted and stays sorted: a new card is shown at the end for a moment and
 * then slides to its place. Once the player moves a card, the order is theirs until a button sorts the hand again.
 */
import { address } from '../../lib/route.svelte.ts';
import { paced } from '../contract.ts';
import { inOrder, moved, sorted, type Order } from './cards.ts';
import { dealOf, FLY } from './motion.ts';
import type { Props } from './play.svelte.ts';
import type { CardId } from './types.ts';

/** How long to wait after the last change before sending the player's order, in milliseconds. */
const REST = 400;
/** How long a new card stays at the end, in milliseconds. */
const ARRIVES = 900;

const key = () => `baize.order.${address().pathname}`;

function recall(): Order {
  try {
    const kept = sessionStorage.getItem(key());
    if (kept === 'suit' || kept === 'hand') return kept;
  } catch {
    // The browser stores nothing.
  }
  return 'rank';
}

export class Sorted {
  readonly #props: Props;
  by: Order = $state('rank');
  /** Cards received since the player last played from the hand, and not touched yet. */
  fresh: CardId[] = $state.raw([]);
  /** Cards that have just arrived and are still at the end. */
  #arriving: CardId[] = $state.raw([]);
  /** During a deal, how many cards have arrived; null otherwise. */
  #dealt: number | null = $state(null);
  /** The order that the player wants and the server does not have yet. */
  #wanted: CardId[] | null = $state.raw(null);
  #known: CardId[] | null = null;
  #round = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  readonly hand: CardId[] = $derived.by(() => {
    const held = this.#props.view.hand ?? [];
    if (this.#dealt !== null) return held.slice(0, this.#dealt);
    if (this.by === 'hand') return inOrder(held, this.#wanted ?? held);
    const settled = held.filter((card) => !this.#arriving.includes(card));
    return [...sorted(settled, this.by), ...held.filter((card) => this.#arriving.includes(card))];
  });

  constructor(props: Props) {
    this.#props = props;
    this.by = recall();
  }

  /** Follows the hand: notes new cards, forgets those that are gone. */
  follow(held: CardId[]): void {
    const before = this.#known;
    const { round } = this.#props.view;
    // A card of the last round may return in the next deal, so a deal is detected by the round, not by the cards.
    const isDeal = before === null || this.#round !== round;
    this.#known = held;
    this.#round = round;
    const came = isDeal ? [] : held.filter((card) => !before.includes(card));
    const hasPlayed = before?.some((card) => !held.includes(card)) ?? false;
    const fresh = isDeal ? [] : hasPlayed ? came : [...this.fresh, ...came];
    if (fresh.join() !== this.fresh.join()) this.fresh = fresh;
    if (isDeal && this.#arriving.length > 0) this.#arriving = [];
    if (this.#wanted && inOrder(held, this.#wanted).join() === held.join()) this.#wanted = null;
    if (isDeal && before !== null) this.#wanted = null;
    if (came.length === 0) return;
    this.#arriving = [...this.#arriving, ...came];
    setTimeout(() => (this.#arriving = this.#arriving.filter((card) => !came.includes(card))), paced(ARRIVES, this.#props.settings));
  }

  get isDealt(): boolean {
    return this.#dealt === null;
  }

  /** Shows the cards of a deal as they land, and sorts them once all are there. Call it in an effect. */
  deal(isDealing: boolean): (() => void) | undefined {
    const { view, seat, settings } = this.#props;
    const own = dealOf(view.held).filter(({ to }) => to === `seat-${seat}`);
    if (!isDealing || own.length === 0 || view.hand === null) return;
    this.#dealt = 0;
    const timers = own.map(({ delay }, index) => setTimeout(() => (this.#dealt = index + 1 < own.length ? index + 1 : null), paced(delay + FLY, settings)));
    return () => {
      for (const timer of timers) clearTimeout(timer);
      this.#dealt = null;
    };
  }

  touch(card: CardId): void {
    if (this.fresh.includes(card)) this.fresh = this.fresh.filter((one) => one !== card);
  }

  /** Switches from rank to suit, and from anything else to rank. */
  toggle(): void {
    this.#use(this.by === 'rank' ? 'suit' : 'rank');
    this.#arriving = [];
  }

  /** Puts a card of the hand before another. */
  move(card: CardId, before: CardId | null): void {
    this.#want(moved(this.hand, card, before));
  }

  /** Moves a card by one place; returns its new place, or null if it cannot move. */
  nudge(card: CardId, step: 1 | -1): number | null {
    const { hand } = this;
    const to = hand.indexOf(card) + step;
    if (to < 0 || to >= hand.length) return null;
    this.#want(hand.filter((one) => one !== card).toSpliced(to, 0, card));
    return to;
  }

  #use(by: Order): void {
    this.by = by;
    try {
      sessionStorage.setItem(key(), by);
    } catch {
      // The choice lasts as long as the page.
    }
  }

  #want(order: CardId[]): void {
    this.#wanted = order;
    this.#use('hand');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), REST);
  }

  async #send(): Promise<void> {
    const { view, isLive, seat } = this.#props;
    if (!this.#wanted || !isLive || seat === null || view.hand === null || view.phase === 'over') return;
    await this.#props.act({ type: 'REORDER_HAND', cardIds: inOrder(view.hand, this.#wanted) });
  }
}
