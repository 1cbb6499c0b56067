import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bedOf, lineTo, RADIUS } from './geometry.ts';
import { along, impactsOf, loudness, placeAt, secondsOf, settledAt } from './motion.ts';
import { Plan } from './plan.ts';
import { Shot, Shown } from './shown.ts';
import { inverse, rolled, turned, UPRIGHT } from './turning.ts';
import type { Event, Layout, Row, View } from './types.ts';
import { first } from './types.ts';

/** A break as the server tells it: the layout before, the events, and the view after. */
const BREAK = JSON.parse(readFileSync(new URL('./break.fixture.json', import.meta.url), 'utf8')) as {
  before: Layout;
  events: Event[];
  after: View;
};
const MOTION = first(BREAK.events, 'MOTION')!;
const rowsOf = (ball: number): Row[] => MOTION.balls.find((track) => track.ball === ball)!.rows;
/** Numbers are sent in micrometres and tenths of microseconds. */
const JOIN = 5e-6;

describe('the motion of a break', () => {
  it('joins at the end of every stretch', () => {
    let joints = 0;
    for (const { rows } of MOTION.balls) {
      for (let index = 1; index < rows.length; index += 1) {
        const [row, next] = [rows[index - 1]!, rows[index]!];
        if (next.length === 1) continue;
        const end = along(row, next[0]! - row[0]!);
        expect(Math.hypot(end.x - next[1]!, end.y - next[2]!)).toBeLessThan(JOIN);
        joints += 1;
      }
    }
    expect(joints).toBeGreaterThan(50);
  });

  it('begins where the balls lay and ends where the view has them', () => {
    for (const { ball, rows } of MOTION.balls) {
      const start = placeAt(rows, 0)!;
      expect([start.x, start.y]).toEqual(BREAK.before[ball]);
      const end = placeAt(rows, MOTION.seconds + 1);
      const rest = BREAK.after.balls[ball];
      if (rest === undefined) expect(end).toBeNull();
      else expect([end!.x, end!.y]).toEqual(rest);
    }
  });

  it('brings two balls together where the events say that they meet', () => {
    for (const event of BREAK.events) {
      if (event.type !== 'COLLISION') continue;
      const [a, b] = [placeAt(rowsOf(event.a), event.t!)!, placeAt(rowsOf(event.b), event.t!)!];
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(2 * RADIUS, 4);
    }
  });

  it('brings a ball to a pocket where it drops', () => {
    const bed = bedOf('9-foot');
    for (const event of BREAK.events) {
      if (event.type !== 'POT') continue;
      const { x, y } = placeAt(rowsOf(event.a), event.t! - 1e-6)!;
      const { at, radius } = bed.pockets.find(({ id }) => id === event.pocket)!;
      expect(Math.hypot(x - at[0], y - at[1])).toBeCloseTo(radius, 3);
      expect(placeAt(rowsOf(event.a), event.t! + 1e-6)).toBeNull();
    }
  });

  it('is heard as often as the events say, the break loudest', () => {
    const impacts = impactsOf(BREAK.events, BREAK.before);
    const heard = BREAK.events.filter(({ type }) => ['COLLISION', 'CUSHION', 'POT'].includes(type)).length;
    expect(impacts).toHaveLength(heard + 1);
    const clash = impacts.find(({ cue }) => cue === 'ball')!;
    expect(clash.speed).toBeGreaterThan(8);
    expect(loudness(clash)).toBe(1);
    for (const impact of impacts) expect(loudness(impact)).toBeGreaterThanOrEqual(0);
  });

  it('lasts until the last ball lies still', () => {
    const settled = settledAt(MOTION.balls);
    expect(settled).toBeLessThanOrEqual(MOTION.seconds);
    expect(secondsOf(BREAK.events)).toBeGreaterThan(settled);
    for (const { rows } of MOTION.balls) {
      const placed = placeAt(rows, settled + 1e-6);
      if (placed) expect(Math.hypot(placed.vx, placed.vy)).toBeLessThan(1e-6);
    }
  });
});

describe('how balls turn', () => {
  it('a ball that rolls over the length of its rim is turned once', () => {
    const [speed, length] = [1, 2 * Math.PI * RADIUS];
    const rows: Row[] = [[0, 0, 0, speed, 0, 0, 0, 0, speed / RADIUS], [length / speed, length, 0]];
    const half = rolled(UPRIGHT, rows, 0, length / speed / 2);
    expect(inverse(half)[8]).toBeCloseTo(-1, 6);
    const whole = rolled(UPRIGHT, rows, 0, 10);
    expect(inverse(whole)[8]).toBeCloseTo(1, 6);
  });

  it('a ball that rolls towards the foot shows the side that was at the foot below', () => {
    // After a quarter of a turn about +y the number points towards +x.
    const quarter = turned(UPRIGHT, [0, 1, 0], Math.PI / 2);
    const m = inverse(quarter);
    expect(m[6]).toBeCloseTo(1);
    expect(m[8]).toBeCloseTo(0);
  });

  it('does not depend on the frames', () => {
    const rows = rowsOf(0);
    const once = rolled(UPRIGHT, rows, 0, 3);
    let often = UPRIGHT;
    for (let frame = 0; frame < 180; frame += 1) often = rolled(often, rows, frame / 60, (frame + 1) / 60);
    for (let part = 0; part < 4; part += 1) expect(often[part]).toBeCloseTo(once[part]!, 2);
  });

  it('vertical spin dies and stays dead', () => {
    const row: Row = [0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, -10];
    expect(along(row, 0.25).spin[2]).toBeCloseTo(2.5);
    expect(along(row, 2).spin[2]).toBe(0);
  });
});

describe('what is shown', () => {
  it('shows every ball before the strike and those left at the end', () => {
    const bed = bedOf('9-foot');
    const shown = new Shown();
    const shot = new Shot(BREAK.events, BREAK.before);
    shown.begin(shot);
    const pocketAt = (id: string) => bed.pockets.find((pocket) => pocket.id === id)!.at;
    expect(shown.during(-0.1, true, pocketAt)).toHaveLength(10);
    const end = shown.during(shot.settled + 1, true, pocketAt);
    expect(new Map(end.map(({ ball, at }) => [String(ball), at]))).toEqual(new Map(Object.entries(BREAK.after.balls)));
  });

  it('a plan is undone by its inverse, lengthwise and turned', () => {
    const bed = bedOf('9-foot');
    for (const isTall of [false, true]) {
      const plan = new Plan(bed, isTall ? 300 : 600, isTall ? 600 : 300, isTall, 2, [0.5, -0.2]);
      const [x, y] = plan.under(plan.at([0.3, -0.4]));
      expect(x).toBeCloseTo(0.3);
      expect(y).toBeCloseTo(-0.4);
    }
    const [px, py] = new Plan(bed, 300, 600, true).at([1.27, 0]);
    expect(px).toBeCloseTo(150);
    expect(py).toBeLessThan(100);
  });

  it('a straight line to a pocket is a cut of nothing', () => {
    const { aim, cut, ghost } = lineTo([-0.5, 0], [0, 0], [1, 0]);
    expect(aim).toBeCloseTo(0);
    expect(cut).toBeCloseTo(0);
    expect(ghost[0]).toBeCloseTo(-2 * RADIUS);
  });

  it('tables are drawn with the published noses', () => {
    const { cushions, pockets } = bedOf('9-foot');
    const points = cushions.flat();
    for (const [x, y] of [[0.0705049707, 0.635], [1.1808414994, 0.635], [1.27, -0.5458414994], [1.2530761978, 0.6858]]) {
      expect(points.some((point) => Math.hypot(point[0] - x!, point[1] - y!) < 1e-6)).toBe(true);
    }
    expect(pockets[4]!.at[0]).toBeCloseTo(1.2994863528, 6);
  });
});
