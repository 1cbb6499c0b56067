/** How good somebody certainly is: a few lucky games say little, many say much. */

/** Of the normal distribution, for 95 %. */
const Z = 1.96;

/** The lower bound of the share of points after so many games (Wilson's interval, 95 %). */
export function certainShare(points: number, games: number): number {
  if (games <= 0) return 0;
  const share = points / games;
  const spread = Z * Math.sqrt((share * (1 - share)) / games + (Z * Z) / (4 * games * games));
  return Math.max(0, (share + (Z * Z) / (2 * games) - spread) / (1 + (Z * Z) / games));
}

/** So many games before somebody is ranked. */
export const ENOUGH = 10;

/** Those with enough games, the surest first. */
export function ranked<T extends { games: number; points: number }>(all: T[]): (T & { certain: number })[] {
  return all
    .filter(({ games }) => games >= ENOUGH)
    .map((one) => ({ ...one, certain: certainShare(one.points, one.games) }))
    .sort((a, b) => b.certain - a.certain || b.games - a.games);
}
