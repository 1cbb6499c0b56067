/**
 * Where balls are at a moment of a shot: the coefficients of `MOTION` evaluated at that moment, without interpolation
 * or smoothing.
 */
import type { Ball, Event, Layout, Path, Point, Row, Track } from './types.ts';
import { first } from './types.ts';

/** A ball at a moment. */
export interface Placed {
  x: number;
  y: number;
  vx: number;
  vy: number;
  /** Spin in radians per second about x, y and z. */
  spin: [number, number, number];
}

/** How long the cue is drawn back and comes forward before the ball moves. */
export const LEAD = 0.35;
/** How long the picture rests after the last ball. */
export const REST = 0.35;
/** How long the next rack takes to assemble, in seconds. */
export const RACK_UP = 1.2;

const at = (row: Row, index: number): number => row[index] ?? 0;

/** The row valid at `t`; before the first one, the first. */
export function rowAt(rows: Row[], t: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rows[middle]![0]! <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The ball of these rows `t` seconds after the stroke; null once it is gone. */
export function placeAt(rows: Row[], t: number): Placed | null {
  const row = rows[rowAt(rows, t)]!;
  if (row.length === 1) return null;
  return along(row, Math.max(0, t - row[0]!));
}

/** Evaluates a row `s` seconds after its start. */
export function along(row: Row, s: number): Placed {
  return {
    x: at(row, 1) + (at(row, 3) + at(row, 5) * s) * s,
    y: at(row, 2) + (at(row, 4) + at(row, 6) * s) * s,
    vx: at(row, 3) + 2 * at(row, 5) * s,
    vy: at(row, 4) + 2 * at(row, 6) * s,
    spin: [at(row, 7) + at(row, 10) * s, at(row, 8) + at(row, 11) * s, dying(at(row, 9), at(row, 12) * s)],
  };
}

/** Vertical spin never reverses: it stays at zero once it gets there. */
function dying(spin: number, change: number): number {
  const left = spin + change;
  return spin * left > 0 ? left : 0;
}

/** When nothing changes its place any more; a ball may continue to spin on the spot. */
export function settledAt(tracks: Track[]): number {
  let last = 0;
  for (const { rows } of tracks) {
    for (let index = rows.length - 1; index > 0; index -= 1) {
      const before = rows[index - 1]!;
      if (at(before, 3) !== 0 || at(before, 4) !== 0 || at(before, 5) !== 0 || at(before, 6) !== 0) {
        last = Math.max(last, rows[index]![0]!);
        break;
      }
    }
  }
  return last;
}

/** Whether these are the events of one shot. Several at once were missed during an absence and are not shown automatically. */
export function isOneShot(events: Event[]): boolean {
  return events.filter(({ type }) => type === 'MOTION').length === 1;
}

/** How long a shot lasts on the screen, in seconds: in real time, plus the next rack. */
export function shotSeconds(events: Event[]): number {
  return LEAD + settledAt(first(events, 'MOTION')?.balls ?? []) + REST + (first(events, 'RACK') ? RACK_UP : 0);
}

/** How long these events last on the screen, in seconds: a shot in real time, everything else no time. */
export function secondsOf(events: Event[]): number {
  const motion = first(events, 'MOTION');
  if (motion) return isOneShot(events) ? shotSeconds(events) : 0;
  return events.some(({ type }) => type === 'PLACED' || type === 'CHOSEN') ? 0.25 : 0;
}

/** An audible impact: what, when, and how hard, in metres per second. */
export interface Impact {
  cue: 'ball' | 'cushion' | 'pot' | 'cue-stick';
  t: number;
  speed: number;
}

/** Every impact of a shot with its speed, in order. */
export function impactsOf(events: Event[], before: Layout): Impact[] {
  const motion = first(events, 'MOTION');
  if (!motion) return [];
  const tracks = new Map(motion.balls.map(({ ball, rows }) => [ball, rows]));
  const velocity = (ball: Ball, t: number): Point => {
    const rows = tracks.get(ball);
    const placed = rows && t >= rows[0]![0]! ? placeAt(rows, t) : null;
    return placed ? [placed.vx, placed.vy] : [0, 0];
  };
  const point = (ball: Ball, t: number): Point => {
    const rows = tracks.get(ball);
    const placed = rows ? placeAt(rows, t) : null;
    return placed ? [placed.x, placed.y] : (before[ball] ?? [0, 0]);
  };
  const impacts: Impact[] = [];
  const [vx, vy] = velocity(0, 0);
  impacts.push({ cue: 'cue-stick', t: 0, speed: Math.hypot(vx, vy) });
  // Rounding of times must not put the row after the impact before it.
  const early = 1e-6;
  for (const event of events) {
    if (event.type === 'COLLISION') {
      const t = event.t! - early;
      const [a, b] = [point(event.a, t), point(event.b, t)];
      const [va, vb] = [velocity(event.a, t), velocity(event.b, t)];
      const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      const speed = ((va[0] - vb[0]) * (b[0] - a[0]) + (va[1] - vb[1]) * (b[1] - a[1])) / far;
      impacts.push({ cue: 'ball', t: event.t!, speed: Math.abs(speed) });
    } else if (event.type === 'CUSHION') {
      const [u, v] = [velocity(event.a, event.t! - early), velocity(event.a, event.t! + early)];
      // The ball rebounds almost as fast as it arrived: half the change is what the cushion felt.
      impacts.push({ cue: 'cushion', t: event.t!, speed: Math.hypot(u[0] - v[0], u[1] - v[1]) / 2 });
    } else if (event.type === 'POT') {
      const [x, y] = velocity(event.a, event.t! - early);
      impacts.push({ cue: 'pot', t: event.t!, speed: Math.max(0.6, Math.hypot(x, y)) });
    }
  }
  return impacts.sort((a, b) => a.t - b.t);
}

/** How loud an impact is, from 0 to 1. */
export function loudness({ cue, speed }: Impact): number {
  const full = { ball: 5, cushion: 4, pot: 3, 'cue-stick': 10 }[cue];
  return Math.min(1, (speed / full) ** 0.8);
}

/** The points of a predicted path, close enough to show its curve. */
export function pointsOf(path: Path): Point[] {
  const points: Point[] = [];
  path.rows.forEach((row, index) => {
    const end = path.rows[index + 1]?.[0] ?? path.until;
    const isStraight = Math.abs(at(row, 3) * at(row, 6) - at(row, 4) * at(row, 5)) < 1e-9;
    const steps = isStraight ? 1 : 16;
    for (let step = 0; step < steps; step += 1) {
      const { x, y } = along(row, ((end - row[0]!) * step) / steps);
      points.push([x, y]);
    }
  });
  points.push(path.to);
  return points;
}
