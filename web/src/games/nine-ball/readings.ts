/** What the controls show and say: words first, with numbers and units beside them. */
import type { Preparation } from './stroke.svelte.ts';
import type { NineBallWords } from './words.ts';

const degree = (share: number): 0 | 1 | 2 => (share < 170 ? 0 : share < 350 ? 1 : 2);

/** `centre`, `a little top`, `full left, top`. */
export function spinText({ sideMilli, topMilli }: Pick<Preparation, 'sideMilli' | 'topMilli'>, words: NineBallWords): string {
  const { spins } = words;
  const parts: string[] = [];
  if (sideMilli !== 0) parts.push((sideMilli > 0 ? spins.left : spins.right)[degree(Math.abs(sideMilli))]);
  if (topMilli !== 0) parts.push((topMilli > 0 ? spins.top : spins.back)[degree(Math.abs(topMilli))]);
  return parts.join(', ') || words.centre;
}

/** `level`, `a little raised`, `raised`, `steep`. */
export function heightText(elevationUrad: number, words: NineBallWords): string {
  const degrees = (elevationUrad / 1e6) * (180 / Math.PI);
  return words.heights[degrees < 0.5 ? 0 : degrees < 10 ? 1 : degrees < 35 ? 2 : 3];
}

/** The aim in degrees, to two places. */
export function aimText(aimUrad: number): string {
  return ((aimUrad / 1e6) * (180 / Math.PI)).toFixed(2);
}

/** The speed in metres per second. */
export function speedText(speedMmS: number): string {
  const text = (speedMmS / 1000).toFixed(2);
  return text.endsWith('0') ? text.slice(0, -1) : text;
}

/** The elevation in whole degrees. */
export function elevationText(elevationUrad: number): string {
  return ((elevationUrad / 1e6) * (180 / Math.PI)).toFixed(0);
}
