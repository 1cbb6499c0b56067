/** Nine: what comes over the wire, and what follows from it. */
import type { Event, Helper, Options, View } from '../../gen/nine.ts';

export type * from '../../gen/nine.ts';

export const CARDS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** One of each per seat. */
export type Pair<T> = [T, T];

/** What may be laid beside a card, once each. */
export const HELPERS = ['reverse', 'double', 'shield'] as const satisfies Helper[];

export type Revealed = Extract<Event, { type: 'REVEALED' }>;
export type GameEnded = Extract<Event, { type: 'GAME_ENDED' }>;

/** The last turn as things stand: 9, and more once bonus turns are played. */
export function turnsOfGame({ tied = [], hands }: Pick<View, 'tied' | 'hands'>): number {
  const isBonus = tied.length > 0 && (hands[0].length === 0 || hands[0].some((card) => tied.includes(card)));
  return isBonus ? CARDS.length + tied.length : CARDS.length;
}

/** The plain rules, under which records and achievements count. A cover over the opponent's cards changes nothing. */
export function isPlain({ ties, turnWeights, openLead, special = [], bonus = false }: Options): boolean {
  return ties === 'none' && !openLead && special.length === 0 && !bonus && turnWeights.every((weight) => weight === 1);
}

/** A table's options may leave out what is usual. */
export function complete(options: Partial<Options>): Required<Options> {
  return { ties: 'none', turnWeights: CARDS.map(() => 1), coverOpponent: false, raceTo: 1, openLead: false, special: [], bonus: false, ...options };
}
