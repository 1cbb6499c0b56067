/** The orientation of a ball, as a unit quaternion `[x, y, z, w]` that maps the ball's own axes to those of the table. */
import { along, rowAt } from './motion.ts';
import type { Row } from './types.ts';

export type Turn = [number, number, number, number];

/** The number up, its bottom towards the viewer of the top view. */
export const UPRIGHT: Turn = [0, 0, 0, 1];

/** The orientation after a spin that lasts `dt` seconds. */
export function turned([x, y, z, w]: Turn, [wx, wy, wz]: [number, number, number], dt: number): Turn {
  const rate = Math.hypot(wx, wy, wz);
  const angle = rate * dt;
  if (angle < 1e-9) return [x, y, z, w];
  const s = Math.sin(angle / 2) / rate;
  const [a, b, c, d] = [wx * s, wy * s, wz * s, Math.cos(angle / 2)];
  const next: Turn = [
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ];
  const size = Math.hypot(...next);
  return next.map((part) => part / size) as Turn;
}

/** The longest step: spin is linear within a row, so its value at the middle stands for a short stretch. */
const STEP = 1 / 240;

/** The orientation after the motion of `rows` from one moment to a later one. */
export function rolled(turn: Turn, rows: Row[], from: number, to: number): Turn {
  let t = Math.max(from, rows[0]![0]!);
  let index = rowAt(rows, t);
  let now = turn;
  while (t < to && index < rows.length) {
    const row = rows[index]!;
    const end = Math.min(to, rows[index + 1]?.[0] ?? Infinity);
    if (row.length > 7) {
      while (t < end - 1e-12) {
        const dt = Math.min(STEP, end - t);
        now = turned(now, along(row, t + dt / 2 - row[0]!).spin, dt);
        t += dt;
      }
    }
    if (end === Infinity) break;
    t = end;
    index += 1;
  }
  return now;
}

/** The rows of the matrix that maps a direction of the table to the ball's own axes. */
export function inverse([x, y, z, w]: Turn): [number, number, number, number, number, number, number, number, number] {
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w),
    2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
    2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y),
  ];
}

/** Whether the number can be read from above: it faces up, and its top is at most 50 degrees from the top of the screen. */
export function isLegible(turn: Turn, isTall: boolean): boolean {
  const m = inverse(turn);
  const head = isTall ? m[3] : m[4];
  return Math.abs(m[8]) > 0.72 && head > 0.64;
}
