/** In a lesson only some shots and places were worked out beforehand: any turning or sliding ends at one of them. */
import type { Known } from '../stroke.svelte.ts';
import type { AnyAction, AnyQuery } from '../../../gen/games.ts';
import type { Action, Point, Query, Stroke } from '../types.ts';

const inOrder = (values: number[]) => [...new Set(values)].sort((a, b) => a - b);
const pairs = (values: Point[]) => [...new Map(values.map((pair) => [pair.join(), pair])).values()];
const far = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The nearest of some values; the value itself if there are none. */
const nearest = (values: number[], to: number) => values.reduce((best, one) => (Math.abs(one - to) < Math.abs(best - to) ? one : best), values[0] ?? to);
const nearestPoint = (points: Point[], to: Point) => points.reduce((best, one) => (far(one, to) < far(best, to) ? one : best), points[0] ?? to);

/** A value moved by some amount, at least to the next one in that direction. */
function stepped(values: number[], from: number, by: number): number {
  const to = nearest(values, from + by);
  if (to !== from) return to;
  return (by > 0 ? values.find((one) => one > from) : values.findLast((one) => one < from)) ?? from;
}

/** A place moved by some amount, at least to the next one in that direction. */
function steppedPoint(points: Point[], from: Point, by: Point): Point {
  const moved: Point = [from[0] + by[0], from[1] + by[1]];
  const to = nearestPoint(points, moved);
  if (far(to, from) > 0) return to;
  const ahead = points.filter((one) => (one[0] - from[0]) * by[0] + (one[1] - from[1]) * by[1] > 0);
  return ahead.length > 0 ? nearestPoint(ahead, moved) : from;
}

/** What a lesson knows, from its queries and actions. */
export function knownFrom(all: readonly (AnyAction | AnyQuery)[]): Known {
  const each = all as readonly (Query | Action)[];
  const asked = each.flatMap((one) => (one.type === 'AIM' ? [one.shot as Stroke] : []));
  const shots = each.flatMap((one) => (one.type === 'SHOOT' ? [one] : []));
  // Lines are nearly the same at every speed, so the playable shots say which speeds there are.
  const played = shots.length > 0 ? shots : asked;
  const aims = inOrder(asked.map(({ aimUrad }) => aimUrad));
  const speeds = inOrder(played.map(({ speedMmS }) => speedMmS));
  const spins = pairs(played.map(({ sideMilli, topMilli }) => [sideMilli, topMilli]));
  const places = pairs(each.flatMap((one) => (one.type === 'CHECK_PLACE' ? [[one.xUm, one.yUm] as Point] : [])));
  return {
    aim: (from, by) => stepped(aims, from, by),
    aimAt: (to) => nearest(aims, to),
    speed: (from, by) => stepped(speeds, from, by),
    speedAt: (to) => nearest(speeds, to),
    // Keys move the tip by a small step, a pointer to any place.
    spin: (from, to) => (far(from, to) <= 50 ? steppedPoint(spins, from, [to[0] - from[0], to[1] - from[1]]) : nearestPoint(spins, to)),
    place: (from, by) => steppedPoint(places, from, by),
    placeAt: (to) => nearestPoint(places, to),
  };
}
