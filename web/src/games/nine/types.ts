/** Nine: payload types, and values derived from them. */
import type { Event, Helper, Options, View } from '../../gen/nine.ts';

export type * from '../../gen/nine.ts';

export const CARDS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** One of each per seat. */
export type Pair<T> = [T, T];

/** The special cards; each may be laid beside a card once. */
export const HELPERS = ['reverse', 'double', 'shield'] as const satisfies Helper[];

export type Revealed = Extract<Event, { type: 'REVEALED' }>;
export type GameEnded = Extract<Event, { type: 'GAME_ENDED' }>;

/** The number of the last turn, as far as known now: 9, or more once bonus turns are played. */
export function turnsOfGame({ tied = [], hands }: Pick<View, 'tied' | 'hands'>): number {
  const isBonus = tied.length > 0 && (hands[0].length === 0 || hands[0].some((card) => tied.includes(card)));
  return isBonus ? CARDS.length + tied.length : CARDS.length;
}

/** Whether these are the plain rules, under which records and achievements count. Hiding the opponent's cards makes no difference. */
export function isPlain({ ties, turnWeights, openLead, special = [], bonus = false }: Options): boolean {
  return ties === 'none' && !openLead && special.length === 0 && !bonus && turnWeights.every((weight) => weight === 1);
}

/** Fills in a table's options, which may omit the usual values. */
export function complete(options: Partial<Options>): Required<Options> {
  return { ties: 'none', turnWeights: CARDS.map(() => 1), coverOpponent: false, raceTo: 1, openLead: false, special: [], bonus: false, ...options };
}
