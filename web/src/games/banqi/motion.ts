/** How long motions take, in milliseconds. */
import type { Event } from './types.ts';

export const FLIP = 420;
export const SLIDE = 220;
/** Long enough to see the capture: the taker slides, or jumps, and the taken piece remains for a moment. */
export const TAKE = 420;
export const JUMP = 520;
/** How long an announcement lasts of who has which side, or which side is out. */
export const BANNER = 1_800;

/** How long these events take. */
export function duration(events: Event[]): number {
  let sum = 0;
  for (const event of events) {
    if (event.type === 'FLIPPED') sum += FLIP + 60 + (event.assigned.length > 0 ? BANNER : 0);
    if (event.type === 'FACTION_OUT') sum += BANNER;
    if (event.type === 'MOVED') sum += SLIDE;
    if (event.type === 'CAPTURED') sum += (event.screen === null ? TAKE : JUMP) + 60;
  }
  return sum;
}
