/** Shots to choose from, for those who play by list: plain geometry, and the server's word on what happens. */
import { lineTo, type Bed, type Line } from './geometry.ts';
import type { Aimed, Ball, Point, PocketId, Stroke, View } from './types.ts';
import type { NineBallWords } from './words.ts';

export interface Candidate {
  id: string;
  ball: Ball;
  /** Null for a shot straight at the ball. */
  pocket: PocketId | null;
  line: Line;
  /** Direction in radians. */
  aim: number;
  /** What the server says of it; null where the table gives no help. */
  verdict: 'drops' | 'clear' | 'blocked' | null;
}

/** Thinner cuts are not offered. */
const THINNEST = (80 * Math.PI) / 180;
/** A little to both sides of the plain line: friction between the balls throws the object ball off it. */
const OFFSETS = [0, 0.08, -0.08, 0.16, -0.16, 0.3, -0.3, 0.5, -0.5, 0.75, -0.75].map((degrees) => (degrees * Math.PI) / 180);

/** The target to every pocket it can be cut to, the easiest first, then every ball straight. */
export function candidatesOf(view: View, bed: Bed): Candidate[] {
  const cue = view.balls[0];
  if (!cue) return [];
  const balls = Object.keys(view.balls).map(Number).filter((ball) => ball > 0);
  const wanted = view.options.practice ? balls : balls.filter((ball) => ball === view.target);
  const toPockets = wanted.flatMap((ball) =>
    bed.pockets.map((pocket): Candidate => {
      const line = lineTo(cue, view.balls[ball]!, pocket.mouth);
      return { id: `${ball}${pocket.id}`, ball, pocket: pocket.id, line, aim: line.aim, verdict: null };
    }),
  );
  const straight = [...wanted, ...balls.filter((ball) => !wanted.includes(ball))].map((ball): Candidate => {
    const line = lineTo(cue, view.balls[ball]!, beyond(cue, view.balls[ball]!));
    return { id: `${ball}`, ball, pocket: null, line, aim: line.aim, verdict: null };
  });
  return [...toPockets.filter(({ line }) => line.cut < THINNEST).sort((a, b) => a.line.cut - b.line.cut), ...straight];
}

function beyond(from: Point, over: Point): Point {
  return [2 * over[0] - from[0], 2 * over[1] - from[1]];
}

type Ask = (stroke: Stroke) => Promise<Aimed>;

/** What the server says of a shot in this direction. */
async function look({ ball, pocket }: Candidate, aim: number, stroke: Stroke, ask: Ask): Promise<Candidate['verdict']> {
  const turn = 2 * Math.PI;
  const aimUrad = Math.min(6_283_185, Math.round((((aim % turn) + turn) % turn) * 1e6));
  const { contact, object, help } = await ask({ ...stroke, aimUrad, pushOut: false });
  if (help === 'none') return null;
  if (contact?.kind !== 'ball' || contact.ball !== ball) return 'blocked';
  return pocket !== null && object?.pocket === pocket ? 'drops' : 'clear';
}

/** The candidate with the server's word on it. */
export async function judged(candidate: Candidate, stroke: Stroke, ask: Ask): Promise<Candidate> {
  return { ...candidate, verdict: await look(candidate, candidate.aim, stroke, ask) };
}

/** The candidate aimed so that the ball drops, if a small correction does it. */
export async function corrected(candidate: Candidate, stroke: Stroke, ask: Ask): Promise<Candidate> {
  if (candidate.pocket === null) return judged(candidate, stroke, ask);
  let plain: Candidate | null = null;
  for (const offset of OFFSETS) {
    const aim = candidate.line.aim + offset;
    const tried = { ...candidate, aim, verdict: await look(candidate, aim, stroke, ask) };
    plain ??= tried;
    if (tried.verdict === 'drops') return tried;
    if (tried.verdict === null || plain.verdict === 'blocked') break;
  }
  return plain!;
}

/** "3-ball to foot left, cut 29 degrees, 0.87 m, clear". */
export function shotText({ ball, pocket, line, verdict }: Candidate, words: NineBallWords): string {
  const far = line.distance.toFixed(2);
  const text = pocket === null ? words.shotAt(ball, far) : words.shotTo(ball, words.pockets[pocket], Math.round((line.cut * 180) / Math.PI), far);
  const known = verdict && { drops: words.dropsAs, clear: words.isClear, blocked: words.isBlocked }[verdict];
  return known ? [text, known].join(', ') : text;
}
