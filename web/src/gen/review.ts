// Reviews and puzzles, made from the types of crates/baize-review; do not edit.
import type { AnyAction, AnyChosen } from './games.ts';
import type { Problem } from './protocol.ts';

/** A possible action. */
export type Alternative = {
  /** The action. */
  action: AnyAction;
  /** The action as people type it. */
  text: string;
  /** The value of the action. */
  value: number;
};

/** What asking for a card would have brought a seat. */
export type Asking = {
  /** The share of the deals the seat could imagine in which nobody asked before it wants the card. */
  comes: number;
  /** Whether it did ask. */
  isAsked: boolean;
  /** How many fewer points the seat would end the round with. */
  saves: number;
  /** The seat. */
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

/** The mark of a decision. */
export type Mark =
  /** `?!` */
  | 'inaccuracy'
  /** `?` */
  | 'mistake'
  /** `??` */
  | 'blunder'
  /** `!`: the best action, when every other one is a mistake. */
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

/** The review of one action. All values are for the seat that acted: more is better. */
export type Move = {
  /** The action. */
  action: AnyAction;
  /** In May I?: what asking for the discard would have brought each seat that could ask. */
  asking?: Asking[];
  /** The best action; the one that was made, if none is better. */
  best: AnyAction;
  /** The best action as people type it. */
  bestText: string;
  /** The value of the best action. */
  bestValue: number;
  /** In Nine-ball: the share of tries after which the shooter plays on. */
  chance?: number;
  /** The possible actions with their values, the best first. */
  choices: Alternative[];
  /** In May I?: the fewest cards that the seat still lacked for its contract. */
  distance?: number;
  /** Whether the values are proved rather than estimated. */
  exact: boolean;
  /** How far an estimate may be off: one standard deviation. */
  giveOrTake?: number;
  /** Whether there were at least two choices of different worth. */
  isDecision: boolean;
  /** What the choice cost; never negative. */
  loss: number;
  /** What chance gave or took after the choice. */
  luck?: number;
  /** The mark of the decision, if it has one. */
  mark?: Mark;
  /** In Nine-ball: the stroke as it was meant. */
  meant?: Cue;
  /** In Nine: perfect play for this seat, as the chance of each card. */
  mix?: Partial<Record<string, number>>;
  /** The number of its entry in the record, from 1. */
  n: number;
  /** In Nine: what the other seat was likely to play, as the chance of each card. */
  other?: Partial<Record<string, number>>;
  /** In May I?: the number of the round. */
  round?: number;
  /** The seat that acted. */
  seat: number;
  /** The action as people type it. */
  text: string;
  /** The value of the action: `bestValue - loss`. */
  value: number;
};

/** The named opening of a game. */
export type NamedOpening = {
  /** How many moves of the game belong to it. */
  moves: number;
  /** The name. */
  name: string;
};

/** The review of one seat's play. */
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
  /**
   * The sum of the seat's luck: in Banqi over its flips, in May I? over the cards that came from the
   * stock.
   */
  luck?: number;
  /** Its marks. */
  marks: Marks;
  /** What a decision cost on average. */
  meanLoss: number;
  /** Who sat there, if the record says so. */
  name?: string;
  /** In Nine: how much likelier than by chance `hard` thought the cards that the seat played. */
  readable?: number;
  /** The seat. */
  seat: number;
};

/** A decision with one right answer. */
export type Puzzle = {
  /** The possible actions, as people type them, with their values; the best first. */
  choices: ([string, number])[];
  /** Whether these values are proved. */
  exact?: boolean;
  /** What differs from the default options. */
  options?: AnyChosen;
  /** The position as its seat sees it, in the game's notation. */
  position: string;
  /** How hard it is, from 800 to 2,200. */
  rating: number;
  /** The seat that is to act. */
  seat: number;
};

/** The review of a game. */
export type Review = {
  /** The game's id. */
  game: string;
  /** The smallest loss that is marked; when a mistake is tried again, a smaller loss is good enough. */
  inaccuracy: number;
  /** Every action, in the order of the record. */
  moves: Move[];
  /** The named opening, in Othello. */
  opening?: NamedOpening;
  /** The review of each seat. */
  players: PlayerReview[];
  /**
   * The number of the last decision that gave the lead away; if there is none, that of the costliest
   * mistake of a seat that did not win.
   */
  turningPoint: number | null;
  /** What values are measured in. */
  unit: Unit;
  /** Always `VERSION`. */
  version: number;
};

/** One line of the output while a review is made. `R` is a review, or its text. */
export type ReviewLine =
  /** How far the review has got. */
  | {
    type: 'PROGRESS';
    /** How many actions have been reviewed. */
    done: number;
    /** How many actions there are. */
    of: number;
  }
  /** A first, rough review. */
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
  /** Points of difference at the end; where fewer points are better, the seat's own points, negated. */
  | 'points'
  /** The chance to win in percentage points, a draw counting half. */
  | 'chance';
