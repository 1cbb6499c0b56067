/** What the controls show and say: numbers with their units. */
import type { Preparation } from './stroke.svelte.ts';
import type { NineBallWords } from './words.ts';

/** `0.25 top`, `centre`, `0.10 left, 0.25 top`. */
export function spinText({ sideMilli, topMilli }: Preparation, words: NineBallWords): string {
  const shown = (milli: number) => (Math.abs(milli) / 1000).toFixed(2);
  const parts: string[] = [];
  if (sideMilli !== 0) parts.push(sideMilli > 0 ? words.left(shown(sideMilli)) : words.right(shown(sideMilli)));
  if (topMilli !== 0) parts.push(topMilli > 0 ? words.top(shown(topMilli)) : words.back(shown(topMilli)));
  return parts.join(', ') || words.centre;
}

/** The aim in degrees with two places. */
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
