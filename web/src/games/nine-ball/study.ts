/** A shot on paper: the path of every ball, and its speed and spin at a moment. */
import { along, placeAt, settledAt } from './motion.ts';
import type { Ball, Event, Layout, Point, Row } from './types.ts';
import { first } from './types.ts';

/** A ball at a moment of a shot. */
export interface Moving {
  ball: Ball;
  at: Point;
  /** Metres per second. */
  speed: number;
  /** Turns per second about an axis on the cloth: forward is positive, backward negative. */
  roll: number;
  /** Turns per second about the upright axis. */
  side: number;
}

const TURN = 2 * Math.PI;

/** The paths of the moving balls, as points close enough to show the curves. */
export function ways(events: Event[]): { ball: Ball; points: Point[]; isGone: boolean }[] {
  return (first(events, 'MOTION')?.balls ?? []).map(({ ball, rows }) => ({ ball, points: way(rows), isGone: rows.at(-1)!.length === 1 }));
}

function way(rows: Row[]): Point[] {
  const points: Point[] = [];
  rows.forEach((row, index) => {
    if (row.length === 1) return;
    const until = rows[index + 1]?.[0] ?? row[0]!;
    const isStraight = Math.abs((row[3] ?? 0) * (row[6] ?? 0) - (row[4] ?? 0) * (row[5] ?? 0)) < 1e-9;
    const steps = isStraight ? 1 : 12;
    for (let step = 0; step <= steps; step += 1) {
      const { x, y } = along(row, ((until - row[0]!) * step) / steps);
      points.push([x, y]);
    }
  });
  return points;
}

/** Where the balls are at `t` seconds, without those that are gone. */
export function standing(before: Layout, events: Event[], t: number): { ball: Ball; at: Point }[] {
  const tracks = new Map((first(events, 'MOTION')?.balls ?? []).map(({ ball, rows }) => [String(ball), rows]));
  return Object.entries(before).flatMap(([name, at]) => {
    const rows = tracks.get(name);
    if (!at) return [];
    if (!rows || t < rows[0]![0]!) return [{ ball: Number(name) as Ball, at }];
    const placed = placeAt(rows, t);
    return placed ? [{ ball: Number(name) as Ball, at: [placed.x, placed.y] as Point }] : [];
  });
}

/** The balls that move or turn at `t` seconds, and how fast. */
export function moving(events: Event[], t: number): Moving[] {
  return (first(events, 'MOTION')?.balls ?? []).flatMap(({ ball, rows }) => {
    const placed = t >= rows[0]![0]! ? placeAt(rows, t) : null;
    if (!placed) return [];
    const { x, y, vx, vy, spin } = placed;
    const speed = Math.hypot(vx, vy);
    // A ball rolling along x turns about y: this is its spin along its path, negative if against it.
    const roll = speed > 1e-6 ? (spin[1] * vx - spin[0] * vy) / speed / TURN : Math.hypot(spin[0], spin[1]) / TURN;
    const side = spin[2] / TURN;
    return speed > 1e-4 || Math.abs(roll) > 0.01 || Math.abs(side) > 0.01 ? [{ ball, at: [x, y] as Point, speed, roll, side }] : [];
  });
}

/** The times of contacts, cushions and pots, for the ticks of a time line. */
export function ticks(events: Event[]): { t: number; what: 'ball' | 'cushion' | 'pot' }[] {
  const kinds = { COLLISION: 'ball', CUSHION: 'cushion', POT: 'pot' } as const;
  return events.flatMap((event) => (event.type in kinds && 't' in event && typeof event.t === 'number' ? [{ t: event.t, what: kinds[event.type as keyof typeof kinds] }] : []));
}

/** When the last ball has come to rest. */
export const lasts = (events: Event[]): number => settledAt(first(events, 'MOTION')?.balls ?? []);

/** Offers a drawing of the page as a file: as it is, or as an image of this width. */
export async function exported(drawing: SVGSVGElement, width: number | null): Promise<Blob> {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [, , w, h] = (drawing.getAttribute('viewBox') ?? '0 0 1 1').split(' ').map(Number) as [number, number, number, number];
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  if (width !== null) {
    copy.setAttribute('width', String(width));
    copy.setAttribute('height', String(Math.round((width * h) / w)));
  }
  const text = new XMLSerializer().serializeToString(copy);
  if (width === null) return new Blob([text], { type: 'image/svg+xml' });
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, Math.round((width * h) / w)];
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}
