/** What flies over the table, and how long it takes. */
import type { CardId, Event } from './types.ts';

/** One card in flight. */
export const FLY = 220;
const APART = 60;
const MOST_DEALT = 2_400;

/** Where a card can be: a pile, somebody's cards, or a meld. */
export type Anchor = 'stock' | 'discard' | `seat-${number}` | `meld-${string}`;

export interface Flight {
  /** The card if it flies face up. */
  card: CardId | null;
  from: Anchor;
  to: Anchor;
  delay: number;
}

/** The flights of these events, one after another. */
export function flightsOf(events: Event[], seats: number): Flight[] {
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
      case 'ROUND_DEALT': {
        // Two cards each stand for the whole deal.
        const apart = Math.min(APART, MOST_DEALT / (2 * seats));
        for (let card = 0; card < 2 * seats; card += 1) fly(null, 'stock', `seat-${card % seats}`, apart);
        break;
      }
      default:
        break;
    }
  }
  return flights;
}

/** How long a called request and its answers are shown: long enough to be read. */
const SAID = 700;

/** How long these events take. */
export function duration(events: Event[], seats: number): number {
  const last = flightsOf(events, seats).at(-1);
  const flying = last ? last.delay + FLY : 0;
  const said = events.some(({ type }) => type === 'MAY_I_CALLED' || type === 'MAY_I_ALLOWED' || type === 'MAY_I_CLAIMED');
  return Math.max(flying, said ? SAID : 0);
}
