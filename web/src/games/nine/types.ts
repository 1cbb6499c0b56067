/** Nine as it comes over the wire. */

export const CARDS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** 1 to 9. */
export type Card = number;
/** One of each per seat. */
export type Pair<T> = [T, T];

/** What may be laid beside a card, once each. */
export const HELPERS = ['reverse', 'double', 'shield'] as const;
export type Helper = (typeof HELPERS)[number];

export interface Options {
  ties: 'none' | 'split' | 'carry';
  turnWeights: number[];
  coverOpponent: boolean;
  raceTo: number;
  openLead: boolean;
  /** Which special cards there are. */
  special: Helper[];
  /** Whether cards lost in ties are played once more. */
  bonus: boolean;
}

export interface View {
  you: number | null;
  phase: 'selection' | 'complete';
  hands: Pair<Card[]>;
  scores: Pair<number>;
  /** 1 to 9, and on through bonus turns; the last one after the end too. */
  turn: number;
  leader: number;
  committed: Pair<boolean>;
  /** The chosen cards that the viewer may see. */
  sealed: Pair<Card | null>;
  /** What lies beside them. */
  sealedHelpers?: Pair<Helper | null>;
  /** What lay beside the cards that were shown last. */
  shownHelpers?: Pair<Helper | null>;
  /** The special cards that each seat has left, where there are some. */
  helpers?: Pair<Helper[]>;
  /** The cards lost in ties, where they come back; from then on, all that is played. */
  tied?: Card[];
  carried: number;
  played: Pair<Card[]>;
  /** Which game of the match, from 1. */
  game: number;
  earlier: { wins: Pair<number>; drawn: number };
  left: { seat: number; why: 'resign' | 'timeout' } | null;
  options: Partial<Options> & Omit<Options, 'special' | 'bonus'>;
}

/** The last turn as things stand: 9, and more once bonus turns are played. */
export function turnsOfGame({ tied = [], hands }: Pick<View, 'tied' | 'hands'>): number {
  const isBonus = tied.length > 0 && (hands[0].length === 0 || hands[0].some((card) => tied.includes(card)));
  return isBonus ? CARDS.length + tied.length : CARDS.length;
}

export interface Action {
  type: 'PLAY';
  card: Card;
  helper?: Helper;
}

export interface Revealed {
  type: 'REVEALED';
  turn: number;
  leader: number;
  cards: Pair<Card>;
  helpers?: Pair<Helper | null>;
  /** Whose card won; a shield of the other may keep the points from it. */
  winner: number | null;
  points: Pair<number>;
  carried: number;
  scores: Pair<number>;
}

export interface GameEnded {
  type: 'GAME_ENDED';
  game: number;
  winner: number | null;
  scores: Pair<number>;
  wins: Pair<number>;
}

export type Event =
  | { type: 'COMMITTED'; seat: number; card?: Card; helper?: Helper }
  | Revealed
  | { type: 'BONUS_DEALT'; cards: Card[] }
  | GameEnded
  | { type: 'LEFT'; seat: number; why: 'resign' | 'timeout' }
  | { type: 'GAME_OVER'; winner: number | null; scores: Pair<number> };

/** The plain rules, under which records and achievements count. A cover over the opponent's cards changes nothing. */
export function isPlain({ ties, turnWeights, openLead, special, bonus }: Options): boolean {
  return ties === 'none' && !openLead && special.length === 0 && !bonus && turnWeights.every((weight) => weight === 1);
}

/** A table's options may leave out what is usual. */
export function complete(options: Partial<Options>): Options {
  return { ties: 'none', turnWeights: CARDS.map(() => 1), coverOpponent: false, raceTo: 1, openLead: false, special: [], bonus: false, ...options };
}
