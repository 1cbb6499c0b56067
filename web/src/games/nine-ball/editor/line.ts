/** The line of Nine-ball: the balls in millimetres, and who is to do what (docs/protocol.md). */
export const PHASES = ['aim', 'hand', 'break', 'choice'] as const;
export type LinePhase = (typeof PHASES)[number];

/** Millimetres from the centre of the bed. */
export type Spot = [x: number, y: number];

export interface Line {
  balls: Map<number, Spot>;
  phase: LinePhase;
  seat: number;
  rest: string[];
}

/** Half of a nine-foot table's bed; below, the radius of a ball and how far its centre can be. */
export const HALF: Spot = [1270, 635];
export const RADIUS = 28.575;
export const REACH: Spot = [HALF[0] - RADIUS, HALF[1] - RADIUS];
/** The head and the foot spot. */
export const HEAD: Spot = [-635, 0];
export const FOOT: Spot = [635, 0];

export const START = '9b1 0:-635,0 1:635,0 9:900,200 aim:0';

const isPhase = (word: string): word is LinePhase => (PHASES as readonly string[]).includes(word);

export function readLine(text: string): Line {
  const line: Line = { balls: new Map(), phase: 'aim', seat: 0, rest: [] };
  let words = text.trim().split(/\s+/).slice(1);
  const unit = words[0] === 'u' ? 1000 : 1;
  if (unit > 1) words = words.slice(1);
  for (const word of words) {
    const [key = '', value = ''] = word.split(':');
    const [x, y] = value.split(',').map(Number);
    if (/^\d$/.test(key) && Number.isFinite(x) && Number.isFinite(y)) line.balls.set(Number(key), [x! / unit, y! / unit]);
    else if (isPhase(key)) [line.phase, line.seat] = [key, Number(value) || 0];
    else line.rest.push(word);
  }
  return line;
}

export function writeLine({ balls, phase, seat, rest }: Line): string {
  const sorted = [...balls].sort(([one], [other]) => one - other);
  const isWhole = sorted.every(([, [x, y]]) => Number.isInteger(x) && Number.isInteger(y));
  const places = sorted.map(([ball, [x, y]]) => (isWhole ? `${ball}:${x},${y}` : `${ball}:${Math.round(x * 1000)},${Math.round(y * 1000)}`));
  return ['9b1', ...(isWhole ? [] : ['u']), ...places, `${phase}:${seat}`, ...rest].join(' ');
}

const without = (rest: string[], ...keys: string[]) => rest.filter((word) => !keys.includes(word.split(':')[0]!));

/** The line in another phase; facts that were true only of the previous shot are removed. */
export function inPhase(line: Line, phase: LinePhase): Line {
  return { ...line, phase, rest: without(line.rest, 'push', 'place', ...(phase === 'break' ? ['shot'] : [])) };
}

/** The line for one player alone: nothing is counted for a second player, and there was no push-out. */
export function alone(line: Line): Line {
  const { rest, ...all } = line.phase === 'choice' ? inPhase(line, 'aim') : line;
  return { ...all, seat: 0, rest: [...without(rest, 'fouls', 'potted', 'racks', 'breaker', 'push'), 'fouls:0'] };
}

/** The line with a ball moved, or taken off the table. */
export function place(line: Line, ball: number, spot: Spot | null): Line {
  const balls = new Map(line.balls);
  if (spot) balls.set(ball, [Math.round(spot[0]), Math.round(spot[1])]);
  else balls.delete(ball);
  return { ...line, balls };
}

const between = (a: Spot, b: Spot) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Two overlapping balls, and by how many millimetres. */
export function overlap({ balls }: Line): { one: number; other: number; by: number } | null {
  const all = [...balls];
  for (const [index, [one, spot]] of all.entries()) {
    for (const [other, there] of all.slice(index + 1)) {
      const by = 2 * RADIUS - between(spot, there);
      if (by > 0.001) return { one, other, by };
    }
  }
  return null;
}

export function within([x, y]: Spot): Spot {
  const bound = (value: number, most: number) => Math.max(-Math.floor(most), Math.min(Math.floor(most), value));
  return [bound(x, REACH[0]), bound(y, REACH[1])];
}

/** How near to a corner of the bed, or to the middle of a side, a ball may be between the jaws of a pocket. */
const JAWS = 80;

/** Whether a ball is outside the bed, as far as can be seen without the rules. */
export function isOutside(spot: Spot): boolean {
  const inside = within(spot);
  if (Math.abs(inside[0] - spot[0]) + Math.abs(inside[1] - spot[1]) < 1) return false;
  const [x, y] = [Math.abs(spot[0]), Math.abs(spot[1])];
  return ![HALF[0], 0].some((pocket) => between([x, y], [pocket, HALF[1]]) < JAWS);
}

/** A free place for a ball beside another one, found by circling it in steps. */
export function beside(line: Line, ball: number, [x, y]: Spot): Spot {
  for (let far = 0; far < 40; far += 1) {
    for (let turn = 0; turn < 12; turn += 1) {
      const angle = (turn * Math.PI) / 6;
      const spot = within([Math.round(x + far * 12 * Math.cos(angle)), Math.round(y + far * 12 * Math.sin(angle))]);
      const isFree = [...line.balls].every(([other, there]) => other === ball || between(spot, there) >= 2 * RADIUS);
      if (isFree) return spot;
    }
  }
  return [x, y];
}
