/** What flies over the table, and for how long. */
import type { Action, CardId, Event } from './types.ts';

/** The flight of one card. */
export const FLY = 220;
const APART = 60;
/** The longest deal, for any number of players; afterwards the hand is sorted. */
const MOST_DEALT = 2_400;
const SORTING = 300;
/** At the end of a round, the last card moves and then rests. */
const GOING_OUT = 600;
const GONE_OUT = 1_200;

/** Where a card can be: a pile, somebody's cards, or a meld. */
export type Anchor = 'stock' | 'discard' | `seat-${number}` | `meld-${string}`;

export interface Flight {
  /** The card, if it flies face-up. */
  card: CardId | null;
  from: Anchor;
  to: Anchor;
  delay: number;
}

/** The cards that an action moves, as far as its player knows them. */
export function movedBy(action: Action): CardId[] {
  switch (action.type) {
    case 'DISCARD':
    case 'LAY_OFF':
      return [action.cardId];
    case 'SWAP_JOKER':
      return [action.cardId, action.jokerId];
    case 'LAY_DOWN':
      return action.melds.flatMap(({ cardIds }) => cardIds);
    case 'GO_OUT':
      return action.layOffs.map(({ cardId }) => cardId);
    default:
      return [];
  }
}

/** Whether a round is being dealt: by its events, or because a game has just begun. */
export function isDeal(events: Event[], before: object | null | undefined): boolean {
  return events.some(({ type }) => type === 'ROUND_DEALT') || (events.length === 0 && before === null);
}

/** The cards of a deal, one by one round the table; `held` has how many each seat gets. */
export function dealOf(held: number[]): Flight[] {
  const seats = held.length;
  const count = held.reduce((sum, cards) => sum + cards, 0);
  const apart = Math.min(APART, (MOST_DEALT - FLY) / Math.max(1, count - 1));
  return Array.from({ length: count }, (_, card) => ({ card: null, from: 'stock', to: `seat-${card % seats}`, delay: card * apart }));
}

/** The flights of these events, one after another. */
export function flightsOf(events: Event[], held: number[]): Flight[] {
  const flights: Flight[] = [];
  let delay = 0;
  const fly = (card: CardId | null, from: Anchor, to: Anchor, apart = FLY) => {
    flights.push({ card, from, to, delay });
    delay += apart;
  };
  for (const event of events) {
    switch (event.type) {
      case 'DREW':
        fly(event.card ?? null, event.source, `seat-${event.seat}`);
        break;
      case 'DISCARDED':
        fly(event.card, `seat-${event.seat}`, 'discard');
        break;
      case 'LAID_OFF':
        fly(event.card, `seat-${event.seat}`, `meld-${event.meld}`);
        break;
      case 'LAID_DOWN':
        for (const meld of event.melds) {
          for (const card of meld.cards) fly(card, `seat-${event.seat}`, `meld-${meld.id}`, APART);
        }
        break;
      case 'SWAPPED':
        fly(event.card, `seat-${event.seat}`, `meld-${event.meld}`, APART);
        fly(event.joker, `meld-${event.meld}`, `seat-${event.seat}`);
        break;
      case 'MAY_I_GRANTED':
        fly(event.card, 'discard', `seat-${event.seat}`, APART);
        if (event.penalty) fly(event.penaltyCard ?? null, 'stock', `seat-${event.seat}`);
        break;
      case 'ROUND_ENDED':
        // The next deal comes after the summary.
        return flights;
      case 'ROUND_DEALT':
        return [...flights, ...dealOf(held)];
      default:
        break;
    }
  }
  return flights;
}

/** How long a request and its answers are shown: long enough to read. */
const SAID = 700;

const lasts = (flights: Flight[]): number => (flights.length > 0 ? flights.at(-1)!.delay + FLY : 0);

/** How long a deal takes, including sorting the hand. */
export function dealing(held: number[]): number {
  return lasts(dealOf(held)) + SORTING;
}

/** How long these events take, not counting a deal after a summary. */
export function duration(events: Event[], held: number[]): number {
  const flying = lasts(flightsOf(events, held));
  if (events.some(({ type }) => type === 'ROUND_ENDED')) return Math.max(flying, GOING_OUT) + GONE_OUT;
  if (isDeal(events, undefined)) return flying + SORTING;
  const said = events.some(({ type }) => type === 'MAY_I_CALLED' || type === 'MAY_I_ALLOWED' || type === 'MAY_I_CLAIMED');
  return Math.max(flying, said ? SAID : 0);
}
