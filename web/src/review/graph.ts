/** The graph of a review: who was ahead after every move. */
import type { Mark, Move, Review, Unit } from '../gen/review.ts';

/** One point on the graph. */
export interface Point {
  n: number;
  /** From -1 (all for the second seat) to 1 (all for the first). */
  height: number;
  /** Whether the height was clipped. */
  isCut: boolean;
  isExact: boolean;
  mark?: Mark;
}

/** What fills the full height: this many discs or points, or certainty. */
const FULL: Record<Unit, number> = { discs: 16, points: 16, chance: 50 };

/** The worth of a move to the first seat; with more than two seats, to the seat that made it. */
export function lead(move: Pick<Move, 'seat'>, value: number, unit: Unit, seats: number): number {
  const even = unit === 'chance' ? 100 / seats : 0;
  return (seats === 2 && move.seat === 1 ? -1 : 1) * (value - even);
}

/** The most cards that any seat was ever away from its contract; null in games without contracts. */
export function farthest(review: Review): number | null {
  const all = review.moves.flatMap(({ distance }) => distance ?? []);
  return all.length > 0 ? Math.max(1, ...all) : null;
}

/**
 * All points, in order. With more than two seats, only the moves of `seat` are comparable. A seat's own points say
 * little about its place in a round, because a round costs some in any case: in games with contracts, the graph shows
 * how near the seat's cards have come to its contract.
 */
export function pointsOf(review: Review, seat: number): Point[] {
  const { unit, players } = review;
  const most = farthest(review);
  if (most !== null) {
    return review.moves.flatMap((move) => (move.seat === seat && move.distance !== undefined ? pointAt(move, 1 - (2 * move.distance) / most) : []));
  }
  const moves = players.length === 2 ? review.moves : review.moves.filter((move) => move.seat === seat);
  return moves.map((move) => pointAt(move, lead(move, move.value, unit, players.length) / FULL[unit]));
}

function pointAt({ n, exact, mark }: Move, height: number): Point {
  const point: Point = { n, height: Math.max(-1, Math.min(1, height)), isCut: Math.abs(height) > 1, isExact: exact };
  if (mark) point.mark = mark;
  return point;
}

/** The first move from which all values are proved; null if the last is not. */
export function exactFrom(points: readonly Point[]): number | null {
  let from: number | null = null;
  for (const point of points) from = point.isExact ? (from ?? point.n) : null;
  return from;
}

/** The next marked mistake after, or before, a move number: anybody's, or that of one seat. */
export function nextMistake(review: Review, after: number, step: 1 | -1, of: number | null = null): Move | null {
  const marked = review.moves.filter(({ mark, seat }) => mark !== undefined && mark !== 'onlyMove' && (of === null || seat === of));
  if (step === 1) return marked.find(({ n }) => n > after) ?? null;
  return marked.findLast(({ n }) => n < after) ?? null;
}

/** How often the favourite changed. */
export function leadChanges(points: readonly Point[]): number {
  let changes = 0;
  let last = 0;
  for (const { height } of points) {
    const sign = Math.abs(height) < 0.01 ? 0 : Math.sign(height);
    if (sign !== 0 && last !== 0 && sign !== last) changes += 1;
    if (sign !== 0) last = sign;
  }
  return changes;
}

/** The worth as shown in a list: `+6.6`, `−4`, `61 %`. */
export function worth(value: number, unit: Unit, isExact: boolean): string {
  return unit === 'chance' ? `${value.toFixed(0)} %` : signed(value, isExact);
}

/** A number with its sign, as shown beside a move: `+6.6`, `−4`. */
export function signed(value: number, isWhole: boolean): string {
  const text = Math.abs(value).toFixed(isWhole ? 0 : 1);
  if (Number(text) === 0) return text;
  return `${value < 0 ? '−' : '+'}${text}`;
}
