/** The shot being prepared, and the server's prediction for it. */
import type { AimAnswer, Point, Stroke } from './types.ts';

const TURN = 2 * Math.PI * 1e6;
/** The limits of the sliders; the server checks its own. */
export const MOST = { speed: 12_000, elevation: 1_221_730, offset: 500 } as const;
export const LEAST_SPEED = 100;

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, Math.round(value)));

/** The shots and places of a lesson: steps from one of them to the next, or finds the nearest. */
export interface Known {
  aim(fromUrad: number, by: number): number;
  aimAt(urad: number): number;
  speed(from: number, by: number): number;
  speedAt(mmPerSecond: number): number;
  spin(from: Point, to: Point): Point;
  place(from: Point, by: Point): Point;
  placeAt(to: Point): Point;
}

/** The shot in whole numbers: what is shown is what is sent. */
export class Preparation {
  /** In a lesson, the only possible shots. */
  known: Known | undefined;
  aimUrad = $state(0);
  #speedMmS = $state(3000);
  #elevationUrad = $state(0);
  sideMilli = $state(0);
  topMilli = $state(0);
  pushOut = $state(false);

  get speedMmS(): number {
    return this.#speedMmS;
  }

  set speedMmS(mmPerSecond: number) {
    this.#speedMmS = this.known?.speedAt(mmPerSecond) ?? mmPerSecond;
  }

  get elevationUrad(): number {
    return this.#elevationUrad;
  }

  set elevationUrad(urad: number) {
    this.#elevationUrad = this.known ? 0 : urad;
  }

  get stroke(): Stroke {
    const { aimUrad, speedMmS, elevationUrad, sideMilli, topMilli, pushOut } = this;
    return { speedMmS, aimUrad, elevationUrad, sideMilli, topMilli, pushOut };
  }

  /** The direction in radians, counter-clockwise from the foot. */
  get aim(): number {
    return this.aimUrad / 1e6;
  }

  set aim(radians: number) {
    const whole = Math.round(radians * 1e6);
    // A full turn is not a whole number of microradians: the last one below it is 6,283,185.
    const urad = Math.min(6_283_185, Math.round(((whole % TURN) + TURN) % TURN));
    this.aimUrad = this.known?.aimAt(urad) ?? urad;
  }

  turn(degrees: number): void {
    if (this.known) this.aimUrad = this.known.aim(this.aimUrad, degrees * 17_453);
    else this.aim += (degrees * Math.PI) / 180;
  }

  faster(mmPerSecond: number): void {
    this.speedMmS = this.known?.speed(this.speedMmS, mmPerSecond) ?? within(this.speedMmS + mmPerSecond, LEAST_SPEED, MOST.speed);
  }

  lift(degrees: number): void {
    this.elevationUrad = within(this.elevationUrad + (degrees * Math.PI * 1e6) / 180, 0, MOST.elevation);
  }

  /** Sets where the tip strikes, in thousandths of the radius, within the ring. */
  strike(side: number, top: number): void {
    const far = Math.hypot(side, top);
    const share = far > MOST.offset ? (MOST.offset - 0.5) / far : 1;
    const to: Point = [Math.trunc(side * share) || 0, Math.trunc(top * share) || 0];
    [this.sideMilli, this.topMilli] = this.known?.spin([this.sideMilli, this.topMilli], to) ?? to;
  }

  /** Takes over a shot that was prepared before or that a list suggests. */
  take({ speedMmS, aimUrad, elevationUrad, sideMilli, topMilli }: Omit<Stroke, 'pushOut'>): void {
    Object.assign(this, { speedMmS, aimUrad, elevationUrad, sideMilli, topMilli, pushOut: false });
  }

  /** Sets up a new shot: level, at the centre, towards a point. */
  address(from: Point, to: Point, speed: number): void {
    this.aim = Math.atan2(to[1] - from[1], to[0] - from[0]);
    this.speedMmS = speed;
    this.elevationUrad = this.sideMilli = this.topMilli = 0;
    this.pushOut = false;
  }
}

/** The slider's position, 0 to 1, for a speed: on a square scale, which gives soft shots half of it. */
export function placeOfSpeed(speed: number): number {
  return Math.sqrt((speed - LEAST_SPEED) / (MOST.speed - LEAST_SPEED));
}

/** The speed at a position of the slider. */
export function speedAt(place: number): number {
  return Math.round((LEAST_SPEED + (MOST.speed - LEAST_SPEED) * place * place) / 10) * 10;
}

/** Where one word for a speed ends and the next begins: soft, medium, firm, hard, break. */
export const STRENGTHS = [1000, 2300, 5200, 9200] as const;

/** The word for a speed, by its index. */
export function strengthOf(speed: number): 0 | 1 | 2 | 3 | 4 {
  return STRENGTHS.filter((bound) => speed >= bound).length as 0 | 1 | 2 | 3 | 4;
}

/** A pull shorter than this share of the track is no break. */
export const LEAST_BREAK = 0.2;
/** A pull released at less than this share of the track is cancelled. */
export const LEAST_PULL = 0.06;

/** The shortest time between questions, in milliseconds. */
const SPACING = 33;

/** Asks one question at a time; an older answer never replaces a newer one. */
export class Asking<Q, A> {
  answer: A | null = $state.raw(null);
  /** What the answer is about. */
  about: Q | null = $state.raw(null);
  /** The time from the wish to the last answer, in milliseconds. */
  took = $state(0);
  #wanted: { query: Q; at: number } | null = null;
  #isBusy = false;
  #last = 0;
  #generation = 0;
  readonly #ask: (query: Q) => Promise<A>;

  constructor(ask: (query: Q) => Promise<A>) {
    this.#ask = ask;
  }

  want(query: Q): void {
    this.#wanted = { query, at: performance.now() };
    if (!this.#isBusy) void this.#go();
  }

  /** Forgets the answer; one still on its way will be ignored. */
  forget(): void {
    this.#generation += 1;
    this.#wanted = null;
    this.answer = this.about = null;
  }

  async #go(): Promise<void> {
    this.#isBusy = true;
    while (this.#wanted) {
      const wait = this.#last + SPACING - performance.now();
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
      const wanted = this.#wanted;
      if (!wanted) break;
      this.#wanted = null;
      this.#last = performance.now();
      const generation = this.#generation;
      const answer = await this.#ask(wanted.query).catch(() => null);
      if (generation !== this.#generation) continue;
      this.answer = answer;
      this.about = wanted.query;
      this.took = performance.now() - wanted.at;
    }
    this.#isBusy = false;
  }
}

/** The facts beside the board about the shot being prepared. */
export const foretold: { aimed: AimAnswer | null; cut: number | null; stroke: Stroke | null } = $state({ aimed: null, cut: null, stroke: null });
