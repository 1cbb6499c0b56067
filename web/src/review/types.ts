/** A review as it comes over the wire; `docs/review.md` says what it means. */
import type { AnyAction } from '../gen/games.ts';
import type { Problem } from '../gen/protocol.ts';

export type Mark = 'inaccuracy' | 'mistake' | 'blunder' | 'onlyMove';
export type Unit = 'discs' | 'points' | 'chance';

export interface Choice {
  action: AnyAction;
  text: string;
  value: number;
}

/** One action; all values are for the seat that acted. */
export interface Move {
  n: number;
  seat: number;
  action: AnyAction;
  text: string;
  value: number;
  best: AnyAction;
  bestText: string;
  bestValue: number;
  loss: number;
  exact: boolean;
  giveOrTake?: number;
  luck?: number;
  isDecision: boolean;
  mark?: Mark;
  choices: Choice[];
}

export interface PlayerReview {
  seat: number;
  accuracy: number | null;
  decisions: number;
  meanLoss: number;
  marks: { inaccuracies: number; mistakes: number; blunders: number };
  bestMove: number | null;
  luck?: number;
  readable?: number | null;
}

export interface Review {
  version: number;
  game: string;
  unit: Unit;
  moves: Move[];
  players: PlayerReview[];
  turningPoint: number | null;
  opening?: { name: string; moves: number };
}

/** What the server says while it works. */
export type Line =
  | { type: 'PROGRESS'; done: number; of: number }
  | { type: 'SKETCH' | 'REVIEW'; review: Review }
  | { type: 'REFUSED'; error: Problem };

export const LETTERS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??', onlyMove: '!' };
