/** The table's dimensions in metres, for drawing it to scale. The server computes what balls do on it. */
import type { Options, Point, PocketId } from './types.ts';

export const RADIUS = 0.028575;
/** From the nose of a cushion to its back. */
const CUSHION = 0.0508;
/** From the noses to the outer edge of the wood. */
export const RIM = 0.145;

const SIZES = { '7-foot': 1.9812, '8-foot': 2.3368, '9-foot': 2.54 } as const;

/** For each kind of pocket: where the jaws are cut, how they turn away, and where it swallows balls. */
const CORNER = { cut: 0.1158875 * Math.SQRT1_2, turn: [0.7880107536067219, 0.6156614753256583], tip: 0.02095, tangent: 0.34432761328966527, radius: 0.062, out: 0.0417 * Math.SQRT1_2 };
const SIDE = { cut: 0.1285875 / 2, turn: [-0.24192189559966767, 0.9702957262759965], tip: 0.00795, tangent: 0.7812856265067174, radius: 0.0645, out: 0.0685 };

export interface Pocket {
  id: PocketId;
  at: Point;
  radius: number;
  /** Where to aim a ball so that it drops here: between the jaws. */
  mouth: Point;
}

export interface Bed {
  length: number;
  width: number;
  /** Outlines of the six cushions, including the nose side. */
  cushions: Point[][];
  pockets: Pocket[];
  /** Sights on the rails. */
  diamonds: Point[];
  /** `x` of the head string; that of the foot spot is its negative. */
  headString: number;
}

/** A table of this size. */
export function bedOf(size: Options['table']): Bed {
  const length = SIZES[size];
  const width = length / 2;
  const [x, y] = [length / 2, width / 2];
  const side = jaw(SIDE.cut, y, SIDE);
  const corner = jaw(x - CORNER.cut, y, CORNER);
  const end = jaw(y - CORNER.cut, x, CORNER).map(([a, b]): Point => [b, a]);
  const mirrored = (points: Point[], sx: number, sy: number) => points.map(([a, b]): Point => [a * sx, b * sy]);
  const long = [...side.reverse(), ...corner];
  const short = [...mirrored(end, 1, -1).reverse(), ...end];
  return {
    length,
    width,
    cushions: [
      mirrored(long, 1, 1),
      mirrored(long, -1, 1),
      mirrored(long, 1, -1),
      mirrored(long, -1, -1),
      short,
      mirrored(short, -1, 1),
    ],
    pockets: pocketsOf(x, y),
    diamonds: sights(x, y),
    headString: -length / 4,
  };
}

/** Where a cushion turns into a pocket, from the nose to the back, with its tip rounded. The nose runs along `y`. */
function jaw(cut: number, y: number, { turn, tip, tangent }: typeof CORNER): Point[] {
  const [dx, dy] = turn as [number, number];
  const back = Math.sign(-dx) || 1;
  const rounded = tip * tangent;
  const from: Point = [cut + back * rounded, y];
  const to: Point = [cut + dx * rounded, y + dy * rounded];
  const points: Point[] = [];
  for (let step = 0; step <= 6; step += 1) {
    const s = step / 6;
    const [p, q, r] = [(1 - s) ** 2, 2 * s * (1 - s), s * s];
    points.push([p * from[0] + q * cut + r * to[0], p * from[1] + q * y + r * to[1]]);
  }
  const deep = CUSHION / dy;
  points.push([cut + dx * deep, y + dy * deep]);
  return points;
}

function pocketsOf(x: number, y: number): Pocket[] {
  const pockets: Pocket[] = [];
  for (const [row, sign] of [['H', -1], ['M', 0], ['F', 1]] as const) {
    for (const [hand, across] of [['L', 1], ['R', -1]] as const) {
      const kind = sign === 0 ? SIDE : CORNER;
      const at: Point = [sign * (x + (sign === 0 ? 0 : kind.out)), across * (y + kind.out)];
      const mouth: Point = sign === 0 ? [0, across * y] : [sign * (x - 0.012), across * (y - 0.012)];
      pockets.push({ id: `${row}${hand}`, at, radius: kind.radius, mouth });
    }
  }
  return pockets;
}

function sights(x: number, y: number): Point[] {
  const out = CUSHION + 0.048;
  const points: Point[] = [];
  for (const eighth of [-3, -2, -1, 1, 2, 3]) {
    for (const across of [1, -1]) points.push([(eighth * x) / 4, across * (y + out)]);
  }
  for (const quarter of [-1, 0, 1]) {
    for (const end of [1, -1]) points.push([end * (x + out), (quarter * y) / 2]);
  }
  return points;
}

/** From the noses to the back of the cushions, for drawing the bed under them. */
export const CUSHION_DEPTH = CUSHION;

/** The colours of the balls by number, as players know them. */
export const COLOURS = ['#FBF8EE', '#F2B705', '#1F4FA3', '#C8281E', '#5B2A86', '#E8731A', '#12724A', '#7A2318', '#16181A', '#F2B705'] as const;

/** The geometry of potting a ball: where the cue ball must be at the contact, and how thin the cut is. */
export interface Line {
  ghost: Point;
  /** Direction of the cue ball in radians, counter-clockwise from the foot. */
  aim: number;
  /** The angle between the paths of cue ball and object ball, in radians. */
  cut: number;
  /** From the cue ball to the ball. */
  distance: number;
}

/** The line from the cue ball via a ball to a point; plain geometry, without throw. */
export function lineTo(cue: Point, ball: Point, to: Point): Line {
  const way = Math.atan2(to[1] - ball[1], to[0] - ball[0]);
  const ghost: Point = [ball[0] - 2 * RADIUS * Math.cos(way), ball[1] - 2 * RADIUS * Math.sin(way)];
  const aim = Math.atan2(ghost[1] - cue[1], ghost[0] - cue[0]);
  return { ghost, aim, cut: Math.abs(wrapped(way - aim)), distance: Math.hypot(ball[0] - cue[0], ball[1] - cue[1]) };
}

/** The equivalent angle between minus and plus half a turn. */
export function wrapped(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
