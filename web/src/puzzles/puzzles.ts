/** Puzzles: where they come from, which one is today's, and the results on this device. */
import type { Puzzle } from '../gen/review.ts';
import { isObject, keep, recall } from '../lib/storage.ts';

export type { Puzzle };

interface Sheet {
  puzzles: Puzzle[];
}

// Made by `baize puzzles make` and part of the page, so they need no connection.
const SHEETS = import.meta.glob<Sheet>('../../../data/puzzles/*.json', { import: 'default' });

/** The games that have puzzles. */
export const WITH_PUZZLES: readonly string[] = Object.keys(SHEETS).map((path) => path.split('/').at(-1)!.replace('.json', ''));

/** The puzzles of a game, easiest first. */
export async function puzzlesOf(game: string): Promise<Puzzle[]> {
  const load = SHEETS[`../../../data/puzzles/${game}.json`];
  return load ? (await load()).puzzles : [];
}

const DAY = 86_400_000;
/** The game of each weekday, from Sunday on. */
const WEEK = ['othello', 'othello', 'banqi', 'nine', 'may-i', 'nine-ball', 'nine-ball'];

/** The number of a day; it changes at midnight UTC. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY);
}

/** The puzzle of the day: a different one every day until all have been used. */
export function daily(day: number, counts: (game: string) => number): { game: string; number: number } | null {
  const wanted = WEEK[(day + 4) % 7]!;
  const game = counts(wanted) > 0 ? wanted : WEEK.find((other) => counts(other) > 0);
  if (!game) return null;
  const count = counts(game);
  // A step without a common divisor reaches all of them.
  let step = Math.max(1, Math.floor(count * 0.618));
  while (divisor(step, count) > 1) step += 1;
  return { game, number: (day * step) % count };
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}

/** Results on this device: first tries by puzzle, and the days on which the daily puzzle was finished. */
export interface Done {
  first: Record<string, boolean>;
  days: number[];
}

export function done(): Done {
  const kept = recall('puzzles', isObject);
  const first = isObject(kept?.first) ? (kept.first as Record<string, boolean>) : {};
  const days = Array.isArray(kept?.days) ? kept.days.filter((day): day is number => Number.isInteger(day)) : [];
  return { first, days };
}

export const nameOf = (game: string, number: number) => `${game}-${number}`;

/** Records a first try; later ones do not count. */
export function note(game: string, number: number, isRight: boolean, day: number | null): Done {
  const { first, days } = done();
  const name = nameOf(game, number);
  const next: Done = { first: name in first ? first : { ...first, [name]: isRight }, days: day === null || days.includes(day) ? days : [...days, day].slice(-400) };
  keep('puzzles', next);
  return next;
}

/** The number of days in a row, up to today or yesterday; one missed day in seven is forgiven. */
export function streak(days: readonly number[], today: number): number {
  const has = new Set(days);
  let count = 0;
  let rested = -Infinity;
  for (let day = has.has(today) ? today : today - 1; ; day -= 1) {
    if (has.has(day)) count += 1;
    else if (rested - day >= 7 || rested === -Infinity) rested = day;
    else return count;
    if (today - day > 400) return count;
    if (!has.has(day) && !has.has(day - 1)) return count;
  }
}

/** `easy` below 1,100 and so on. */
export function levelOf(rating: number): 'easy' | 'medium' | 'hard' | 'veryHard' {
  if (rating < 1_100) return 'easy';
  if (rating < 1_500) return 'medium';
  return rating < 1_900 ? 'hard' : 'veryHard';
}
