/** The reader's own games as the page shows them: what to ask for, and the curve of a rating. */
import type { Counts, PlayedGame, RatingPoint, SeatState, Verdict } from '../gen/protocol.ts';

/** A rating with more deviation than this is provisional. */
export const MOST_DEVIATION = 110;

/** Which of the reader's games are wanted; an empty string matches everything. */
export interface Sieve {
  game: string;
  verdict: Verdict | '';
  against: 'people' | 'house' | '';
  counts: Counts | '';
  name: string;
}

const NAMES = ['game', 'verdict', 'against', 'counts', 'name'] as const;

/** Reads the filters from an address. */
export function readSieve(search: string): Sieve {
  const asked = new URLSearchParams(search);
  const one = <T extends string>(name: string, known: readonly T[]) => known.find((word) => word === asked.get(name)) ?? '';
  return {
    game: /^[a-z-]{1,20}$/.exec(asked.get('game') ?? '')?.[0] ?? '',
    verdict: one('verdict', ['won', 'drawn', 'lost']),
    against: one('against', ['people', 'house']),
    counts: one('counts', ['rated', 'house', 'casual', 'nothing']),
    name: (asked.get('name') ?? '').slice(0, 40),
  };
}

/** The same as the query of an address. */
export function writeSieve(sieve: Sieve): string {
  const asked = new URLSearchParams();
  for (const name of NAMES) if (sieve[name]) asked.set(name, sieve[name]);
  return asked.toString();
}

/** The other seats of a game. */
export const othersOf = ({ table, seat }: PlayedGame): SeatState[] => table.seats.filter(({ occupant }, other) => other !== seat && occupant !== 'empty');

/** A number with its sign. */
export const signed = (n: number): string => (Math.round(n) > 0 ? `+${Math.round(n)}` : Math.round(n) < 0 ? `−${Math.round(-n)}` : '0');

/** The change of a rating by a game. The first games change it so much that the number would mislead: they show `provisional`. */
export const gained = ({ deviation, gain }: Pick<RatingPoint, 'deviation' | 'gain'>, provisional: string): string => (deviation > MOST_DEVIATION ? provisional : signed(gain));

/** A curve in a box of this size, with a band of two deviations to either side. */
export interface Curve {
  line: string;
  band: string;
  end: { x: number; y: number };
  /** Round numbers and their heights. */
  marks: { rating: number; y: number }[];
}

export function curve(points: RatingPoint[], width: number, height: number): Curve | null {
  const last = points.at(-1);
  if (!last) return null;
  const low = Math.min(...points.map(({ rating, deviation }) => rating - 2 * deviation));
  const high = Math.max(...points.map(({ rating, deviation }) => rating + 2 * deviation));
  const x = (index: number) => (points.length < 2 ? width : (width * index) / (points.length - 1));
  const y = (rating: number) => height - (height * (rating - low)) / Math.max(1, high - low);
  const at = (index: number, rating: number) => `${x(index).toFixed(1)} ${y(rating).toFixed(1)}`;
  const above = points.map(({ rating, deviation }, index) => at(index, rating + 2 * deviation));
  const below = points.map(({ rating, deviation }, index) => at(index, rating - 2 * deviation)).reverse();
  const step = [50, 100, 200, 500, 1000].find((each) => (high - low) / each <= 5) ?? 2000;
  const first = Math.ceil(low / step) * step;
  const marks = Array.from({ length: Math.max(0, Math.floor((high - first) / step) + 1) }, (_, n) => ({ rating: first + n * step, y: y(first + n * step) }));
  return {
    line: `M${points.map(({ rating }, index) => at(index, rating)).join('L')}`,
    band: `M${[...above, ...below].join('L')}Z`,
    end: { x: x(points.length - 1), y: y(last.rating) },
    marks,
  };
}
