/** How long motions take: a disc drops, then the others turn one after another along the lines. */
import type { Event, Square } from './types.ts';
import { distance } from './types.ts';

export const DROP = 120;
export const FLIP = 420;
const PER_STEP = 45;
/** How long a pass is announced to everybody. */
export const PASS = 1_800;
/** How long changes by another player stay marked. */
export const MARK = 900;
/** The most time that a move takes. */
const MOST = 900;

/** When a disc starts to turn, counted from the drop. */
export function flipDelay(from: Square, to: Square): number {
  return DROP + PER_STEP * (distance(from, to) - 1);
}

/** How long these events take. */
export function duration(events: Event[]): number {
  let sum = 0;
  for (const event of events) {
    if (event.type === 'PASSED') sum += PASS;
    if (event.type !== 'PLACED') continue;
    const last = Math.max(DROP, ...event.flipped.map((square) => flipDelay(event.square, square)));
    sum += Math.min(MOST, last + FLIP);
  }
  return sum;
}
