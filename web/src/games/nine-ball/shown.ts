/** The balls as shown: at rest, or at a moment of a shot. */
import type { Frame } from './frame.ts';
import { impactsOf, LEAD, placeAt, RACK_UP, REST, settledAt, shotSeconds, type Impact } from './motion.ts';
import { rolled, turned, UPRIGHT, type Turn } from './turning.ts';
import type { Ball, Event, Layout, Point, PocketId, Row } from './types.ts';
import { first } from './types.ts';

/** A ball to draw. */
export interface ShownBall {
  ball: Ball;
  at: Point;
  turn: Turn;
  /** From 0 to 1 while it drops into a pocket. */
  sunk: number;
}

/** How long a ball takes to drop out of sight, in seconds. */
const DROP = 0.22;

interface Pot {
  ball: Ball;
  pocket: PocketId;
  t: number;
}

/** A shot being shown. */
export class Shot {
  readonly before: Layout;
  readonly tracks: Map<Ball, Row[]>;
  readonly pots: Pot[];
  readonly impacts: Impact[];
  /** When the last ball has stopped. */
  readonly settled: number;
  /** From the first motion of the cue to the end of the picture. */
  readonly seconds: number;
  /** The next rack, if the shot ended this one. */
  readonly rack: Layout | null;
  /** The direction in which the cue ball leaves; the cue is drawn behind it. */
  readonly direction: number;
  /** The speed at which the cue ball leaves, in metres per second. */
  readonly speed: number;

  constructor(events: Event[], before: Layout) {
    const tracks = first(events, 'MOTION')?.balls ?? [];
    const placed = first(events, 'PLACED');
    this.before = placed ? { ...before, 0: placed.at } : before;
    this.tracks = new Map(tracks.map(({ ball, rows }) => [ball, rows]));
    this.settled = settledAt(tracks);
    this.seconds = shotSeconds(events);
    this.rack = first(events, 'RACK')?.balls ?? null;
    this.impacts = impactsOf(events, before);
    this.pots = events.flatMap((event) => (event.type === 'POT' ? [{ ball: event.a, pocket: event.pocket!, t: event.t! }] : []));
    const [vx, vy] = [this.tracks.get(0)?.[0]?.[3] ?? 1, this.tracks.get(0)?.[0]?.[4] ?? 0];
    this.direction = Math.atan2(vy, vx);
    this.speed = Math.hypot(vx, vy);
  }

  /** The cue: drawn back, it strikes, then disappears. */
  cueAt(t: number): Frame['cue'] {
    const at = this.before[0];
    if (!at || t > 0.12) return null;
    const most = 0.03 + Math.min(0.16, this.speed * 0.014);
    const share = (t + LEAD) / LEAD;
    const back = share < 0.7 ? 0.012 + (most * share) / 0.7 : most * Math.max(0, (1 - share) / 0.3);
    return { at, direction: this.direction, elevation: 0, back };
  }

  /** The pockets that have just swallowed a ball, and how long ago. */
  flashes(t: number): { pocket: PocketId; ago: number }[] {
    return this.pots.filter((pot) => t >= pot.t && t < pot.t + 0.7).map(({ pocket, t: at }) => ({ pocket, ago: t - at }));
  }
}

export class Shown {
  #turns = new Map<Ball, Turn>();
  #shot: Shot | null = null;
  #start = new Map<Ball, Turn>();
  #time = 0;
  /** The orientation of a ball that has not rolled yet. */
  upright: Turn = UPRIGHT;

  turnOf(ball: Ball): Turn {
    return this.#turns.get(ball) ?? this.upright;
  }

  /** Starts a shot; for a replay, `from` has the balls' orientations before it. */
  begin(shot: Shot, from?: ReadonlyMap<Ball, Turn>): ReadonlyMap<Ball, Turn> {
    if (from) this.#turns = new Map(from);
    this.#start = new Map(this.#turns);
    this.#shot = shot;
    this.#time = 0;
    return this.#start;
  }

  /** Moves all balls to the end of the running shot and forgets it. */
  end(isSpinning: boolean): void {
    if (this.#shot && isSpinning) this.#roll(this.#shot.settled);
    this.#shot = null;
  }

  #roll(t: number): void {
    const shot = this.#shot!;
    if (t < this.#time) {
      this.#turns = new Map(this.#start);
      this.#time = 0;
    }
    for (const [ball, rows] of shot.tracks) {
      this.#turns.set(ball, rolled(this.turnOf(ball), rows, this.#time, t));
    }
    this.#time = t;
  }

  /** The balls `t` seconds after the stroke. */
  during(t: number, isSpinning: boolean, pocketAt: (id: PocketId) => Point): ShownBall[] {
    const shot = this.#shot;
    if (!shot) return [];
    const since = t - shot.settled - REST;
    if (shot.rack && since > 0) return this.#gather(shot.rack, Math.min(1, since / RACK_UP));
    if (isSpinning && t > 0) this.#roll(Math.min(t, shot.settled));
    const balls: ShownBall[] = [];
    for (const [name, rest] of Object.entries(shot.before)) {
      const ball = Number(name);
      const rows = shot.tracks.get(ball);
      const placed = rows ? placeAt(rows, Math.max(0, t)) : null;
      if (!rows) balls.push({ ball, at: rest!, turn: this.turnOf(ball), sunk: 0 });
      else if (placed) balls.push({ ball, at: [placed.x, placed.y], turn: this.turnOf(ball), sunk: 0 });
      else {
        const pot = shot.pots.find((one) => one.ball === ball);
        const sunk = pot ? (t - pot.t) / DROP : 1;
        if (!pot || sunk >= 1) continue;
        const edge = placeAt(rows, pot.t - 1e-6) ?? { x: rest![0], y: rest![1] };
        const [px, py] = pocketAt(pot.pocket);
        const share = Math.max(0, sunk) * 0.6;
        balls.push({ ball, at: [edge.x + (px - edge.x) * share, edge.y + (py - edge.y) * share], turn: this.turnOf(ball), sunk: Math.max(0, sunk) });
      }
    }
    return balls;
  }

  /** The next rack as it assembles: from loose and faint to tight. */
  #gather(rack: Layout, share: number): ShownBall[] {
    const objects = Object.entries(rack).filter(([name]) => name !== '0');
    const middle = objects.reduce(([x, y], [, at]): Point => [x + at![0] / objects.length, y + at![1] / objects.length], [0, 0] as Point);
    const ease = 1 - (1 - share) ** 3;
    return objects.map(([name, at]) => {
      const loose = 1 + 1.1 * (1 - ease);
      const place: Point = [middle[0] + (at![0] - middle[0]) * loose, middle[1] + (at![1] - middle[1]) * loose];
      return { ball: Number(name), at: place, turn: this.upright, sunk: Math.max(0, 0.8 - 2 * ease) };
    });
  }

  /** The balls at rest. */
  resting(layout: Layout): ShownBall[] {
    return Object.entries(layout).map(([name, at]) => ({ ball: Number(name), at: at!, turn: this.turnOf(Number(name)), sunk: 0 }));
  }

  /** A new rack: all numbers facing up, no two exactly alike. */
  rack(): void {
    this.#turns.clear();
    for (let ball = 1; ball <= 9; ball += 1) {
      this.#turns.set(ball, turned(this.upright, [0, 0, 1], ((ball * 37) % 50) / 50 - 0.5));
    }
  }
}
