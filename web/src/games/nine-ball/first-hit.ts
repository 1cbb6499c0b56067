/** What the cue ball meets first on a straight path. */
import type { Ball, View } from './types.ts';

/** The diameter of a ball, in metres. */
const TWO_RADII = 0.05715;

export interface Hit {
  ball: Ball;
  /** The distance the cue ball travels until then, in metres. */
  far: number;
}

/** The first ball met; null if it is a cushion. */
export function firstHit(aimUrad: number, balls: View['balls']): Hit | null {
  const cue = balls['0'];
  if (!cue) return null;
  const [dx, dy] = [Math.cos(aimUrad / 1e6), Math.sin(aimUrad / 1e6)];
  let best: Hit | null = null;
  for (const [name, at] of Object.entries(balls)) {
    if (name === '0' || !at) continue;
    const [x, y] = [at[0] - cue[0], at[1] - cue[1]];
    const [along, aside] = [x * dx + y * dy, Math.abs(x * dy - y * dx)];
    if (along <= 0 || aside >= TWO_RADII) continue;
    const far = along - Math.sqrt(TWO_RADII ** 2 - aside ** 2);
    if (best === null || far < best.far) best = { ball: Number(name), far };
  }
  return best;
}
