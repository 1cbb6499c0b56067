/** Nine as it comes over the wire. */

export const CARDS = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
/** 1 to 9. */
export type Card = number;
/** One of each per seat. */
export type Pair<T> = [T, T];

export interface Options {
  ties: 'none' | 'split' | 'carry';
  turnWeights: number[];
  coverOpponent: boolean;
  raceTo: number;
  openLead: boolean;
}

export interface View {
  you: number | null;
  phase: 'selection' | 'complete';
  hands: Pair<Card[]>;
  scores: Pair<number>;
  /** 1 to 9; 9 after the end too. */
  turn: number;
  leader: number;
  committed: Pair<boolean>;
  /** The chosen cards that the viewer may see. */
  sealed: Pair<Card | null>;
  carried: number;
  played: Pair<Card[]>;
  /** Which game of the match, from 1. */
  game: number;
  earlier: { wins: Pair<number>; drawn: number };
  left: { seat: number; why: 'resign' | 'timeout' } | null;
  options: Options;
}

export interface Action {
  type: 'PLAY';
  card: Card;
}

export interface Revealed {
  type: 'REVEALED';
  turn: number;
  leader: number;
  cards: Pair<Card>;
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
  | { type: 'COMMITTED'; seat: number; card?: Card }
  | Revealed
  | GameEnded
  | { type: 'LEFT'; seat: number; why: 'resign' | 'timeout' }
  | { type: 'GAME_OVER'; winner: number | null; scores: Pair<number> };

/** The plain rules, under which records and achievements count. A cover over the opponent's cards changes nothing. */
export function isPlain({ ties, turnWeights, openLead }: Options): boolean {
  return ties === 'none' && !openLead && turnWeights.every((weight) => weight === 1);
}

/** A table's options may leave out what is usual. */
export function complete(options: Partial<Options>): Options {
  return { ties: 'none', turnWeights: CARDS.map(() => 1), coverOpponent: false, raceTo: 1, openLead: false, ...options };
}
