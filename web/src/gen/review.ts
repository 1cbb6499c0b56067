// Reviews and puzzles, made from the types of crates/baize-review; do not edit.
import type { AnyAction, AnyChosen } from './games.ts';
import type { Problem } from './protocol.ts';

/** Something that could be done. */
export type Alternative = {
  /** What. */
  action: AnyAction;
  /** The same as people type it. */
  text: string;
  /** What it was worth. */
  value: number;
};

/** What asking for a card would have brought a seat. */
export type Asking = {
  /** The share of deals, of those it could imagine, in which nobody who comes before wants the card. */
  comes: number;
  /** Whether it did ask. */
  isAsked: boolean;
  /** How many own points fewer the round would end with. */
  saves: number;
  /** Who. */
  seat: number;
};

/** A stroke within the bounds. */
export type Cue = {
  /** The direction in microradians, 0 to 6,283,185. */
  aimUrad: number;
  /** How steep the cue is in microradians, 0 to 1,221,730. */
  elevationUrad: number;
  /** How far left of the centre the tip strikes, in thousandths of the radius. */
  sideMilli: number;
  /** The speed of the cue in millimetres per second, 1 to 12,000. */
  speedMmS: number;
  /**
   * How far above the centre, in thousandths; with the side offset, at most 500 thousandths from the
   * centre.
   */
  topMilli: number;
};

/** What is remarkable about a decision. */
export type Mark =
  /** `?!` */
  | 'inaccuracy'
  /** `?` */
  | 'mistake'
  /** `??` */
  | 'blunder'
  /** `!`: the best, and everything else was a mistake. */
  | 'onlyMove';

/** How often each mark was given to a seat. */
export type Marks = {
  /** `??` */
  blunders: number;
  /** `?!` */
  inaccuracies: number;
  /** `?` */
  mistakes: number;
};

/** One action. All values are for the seat that acted: more is better. */
export type Move = {
  /** What was done. */
  action: AnyAction;
  /** In May I?: what asking for the card that was thrown away would have brought everybody who could ask. */
  asking?: Asking[];
  /** The best action; the one that was done, if none is better. */
  best: AnyAction;
  /** The same as people type it. */
  bestText: string;
  /** What the best action was worth. */
  bestValue: number;
  /** In Nine-ball: the share of tries after which the shooter plays on. */
  chance?: number;
  /** What could be done and what it was worth, best first. */
  choices: Alternative[];
  /** In May I?: the fewest cards that the seat still lacked for its contract. */
  distance?: number;
  /** Whether the values are proved and not estimated. */
  exact: boolean;
  /** How far an estimate may be off: one standard deviation. */
  giveOrTake?: number;
  /** Whether there were at least two choices of different worth. */
  isDecision: boolean;
  /** What the choice cost; never negative. */
  loss: number;
  /** What chance gave or took after the choice. */
  luck?: number;
  /** What is remarkable about it. */
  mark?: Mark;
  /** In Nine-ball: the stroke as it was meant. */
  meant?: Cue;
  /** In Nine: perfect play of the own seat, as the chance of each card. */
  mix?: Partial<Record<string, number>>;
  /** The number of its entry in the record, from 1. */
  n: number;
  /** In Nine: what the other was likely to play. */
  other?: Partial<Record<string, number>>;
  /** In May I?: the number of the round. */
  round?: number;
  /** Who acted. */
  seat: number;
  /** The same as people type it. */
  text: string;
  /** What it was worth: `best_value - loss`. */
  value: number;
};

/** How a game began, under the name that people gave it. */
export type NamedOpening = {
  /** After so many moves no name goes on. */
  moves: number;
  /** The name. */
  name: string;
};

/** What there is to say about a seat. */
export type PlayerReview = {
  /** How well it chose, from 0 to 100; absent below five decisions. */
  accuracy: number | null;
  /** In Nine-ball: the sum of its luck. */
  aim?: number;
  /** The number of its best move, if one stands out. */
  bestMove: number | null;
  /** How many decisions it had. */
  decisions: number;
  /** In Nine-ball: the sum of its chances. */
  expected?: number;
  /** In Banqi: the sum over its flips. In May I?: over the cards that came from the stock. */
  luck?: number;
  /** Its marks. */
  marks: Marks;
  /** What a decision cost on average. */
  meanLoss: number;
  /** Who sat there, if the record says so. */
  name?: string;
  /** In Nine: how much likelier than by chance `hard` thought the cards that came. */
  readable?: number;
  /** Which. */
  seat: number;
};

/** A decision with one right answer. */
export type Puzzle = {
  /** What can be done, as people type it, and what it is worth; the best first. */
  choices: ([string, number])[];
  /** Whether these values are proved. */
  exact?: boolean;
  /** What differs from the default options. */
  options?: AnyChosen;
  /** The position as its seat sees it, in the game's notation. */
  position: string;
  /** How hard it is, from 800 to 2,200. */
  rating: number;
  /** Who is to act. */
  seat: number;
};

/** The review of a game. */
export type Review = {
  /** The game's id. */
  game: string;
  /** What costs less is not marked, and is good enough where a mistake is tried again. */
  inaccuracy: number;
  /** Every action, in the order of the record. */
  moves: Move[];
  /** The named opening, in Othello. */
  opening?: NamedOpening;
  /** Each seat. */
  players: PlayerReview[];
  /** The number of the decision after which the favourite changed for the last time. */
  turningPoint: number | null;
  /** What values are measured in. */
  unit: Unit;
  /** Always `VERSION`. */
  version: number;
};

/** One line of what is said while a review is made. `R` is a review, or its text. */
export type ReviewLine =
  /** So many actions are reviewed. */
  | {
    type: 'PROGRESS';
    /** So many. */
    done: number;
    /** Of so many. */
    of: number;
  }
  /** The review at a first look. */
  | {
    type: 'SKETCH';
    /** The review. */
    review: Review;
  }
  /** The whole review; nothing comes after it. */
  | {
    type: 'REVIEW';
    /** The review. */
    review: Review;
  }
  /** There is no review; nothing comes after it. */
  | {
    type: 'REFUSED';
    /** Why not. */
    error: Problem;
  };

/** What values are measured in. */
export type Unit =
  /** Discs of difference at the end. */
  | 'discs'
  /** Points of difference at the end, or the own points where fewer are better; those are negative. */
  | 'points'
  /** Chance to win in points of 100, a draw being half. */
  | 'chance';
