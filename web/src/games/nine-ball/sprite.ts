/**
 * A picture of a ball, shaded as a sphere and turned like the real one: every pixel looks up which point of the ball's
 * surface it shows. A ball 40 pixels wide has about 1,300 of them, so ten moving balls cost a fraction of a
 * millisecond.
 */
import { COLOURS } from './geometry.ts';
import { inverse, type Turn } from './turning.ts';
import type { Ball } from './types.ts';

/** Sines of the angles at which the white spot, the stripe and the dots of the cue ball are seen from the centre. */
const SPOT = 0.54;
const STRIPE = 0.6;
const DOT = 0.2;
const GLYPH = 40;

type Colour = [number, number, number];
const WHITE: Colour = [253, 250, 240];
const DARK: Colour = [17, 17, 17];
const RED: Colour = [200, 40, 30];

const rgb = (hex: string): Colour => [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16)) as Colour;
const PAINT = COLOURS.map(rgb);

/** Digits as squares of opacity values, made once. */
const glyphs = new Map<Ball, Uint8ClampedArray>();

function glyphOf(ball: Ball): Uint8ClampedArray {
  let glyph = glyphs.get(ball);
  if (!glyph) {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = GLYPH;
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.font = `700 ${GLYPH * 0.82}px Arial, Helvetica, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    context.fillText(String(ball), GLYPH / 2, GLYPH * 0.79);
    const { data } = context.getImageData(0, 0, GLYPH, GLYPH);
    glyph = new Uint8ClampedArray(GLYPH * GLYPH).map((_, index) => data[index * 4 + 3]!);
    glyphs.set(ball, glyph);
  }
  return glyph;
}

/** Data shared by all balls of one size: for each pixel the normal, the light on it and how much of it is ball. */
interface Dome {
  size: number;
  /** Per pixel: x, y, z of the normal as seen on the screen, light, shine, opacity. */
  cells: Float32Array;
}

const domes = new Map<number, Dome>();

function domeOf(radius: number): Dome {
  const size = Math.ceil(radius) * 2 + 2;
  const key = Math.round(radius * 8);
  let dome = domes.get(key);
  if (dome) return dome;
  const cells = new Float32Array(size * size * 6);
  const light = [-0.42, 0.5, 0.757] as const;
  for (let j = 0; j < size; j += 1) {
    for (let i = 0; i < size; i += 1) {
      const [px, py] = [i + 0.5 - size / 2, size / 2 - j - 0.5];
      const far = Math.hypot(px, py);
      const opacity = Math.max(0, Math.min(1, radius - far + 0.5));
      if (opacity === 0) continue;
      const shrink = Math.min(1, (radius * 0.9995) / Math.max(far, 1e-6)) / radius;
      const [x, y] = [px * shrink, py * shrink];
      const z = Math.sqrt(Math.max(0, 1 - x * x - y * y));
      const lit = Math.max(0, x * light[0] + y * light[1] + z * light[2]);
      const shine = Math.max(0, 2 * lit * z - light[2]) ** 24;
      cells.set([x, y, z, 0.5 + 0.56 * lit, 0.85 * shine, opacity], (j * size + i) * 6);
    }
  }
  if (domes.size > 12) domes.clear();
  dome = { size, cells };
  domes.set(key, dome);
  return dome;
}

export class Sprite {
  readonly ball: Ball;
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  #image: ImageData | null = null;
  #drawn = '';

  constructor(ball: Ball) {
    this.ball = ball;
    this.canvas = document.createElement('canvas');
    this.#context = this.canvas.getContext('2d', { willReadFrequently: true })!;
  }

  /** Draws the ball in device pixels, unless it is already drawn like this. */
  show(turn: Turn, radius: number, isTall: boolean): void {
    const drawn = `${radius.toFixed(2)} ${isTall} ${turn.map((part) => part.toFixed(4)).join(' ')}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const dome = domeOf(radius);
    if (this.canvas.width !== dome.size) {
      this.canvas.width = this.canvas.height = dome.size;
      this.#image = null;
    }
    this.#image ??= this.#context.createImageData(dome.size, dome.size);
    paint(this.#image.data, dome, this.ball, turn, isTall);
    this.#context.putImageData(this.#image, 0, 0);
  }
}

function paint(data: Uint8ClampedArray, { cells, size }: Dome, ball: Ball, turn: Turn, isTall: boolean): void {
  const m = inverse(turn);
  const colour = PAINT[ball]!;
  const glyph = ball === 0 ? null : glyphOf(ball);
  const edge = 1.6 / size;
  for (let index = 0, cell = 0; index < data.length; index += 4, cell += 6) {
    const opacity = cells[cell + 5]!;
    if (opacity === 0) {
      data[index + 3] = 0;
      continue;
    }
    const [sx, sy, z] = [cells[cell]!, cells[cell + 1]!, cells[cell + 2]!];
    const x = isTall ? sy : sx;
    const y = isTall ? -sx : sy;
    const lx = m[0] * x + m[1] * y + m[2] * z;
    const ly = m[3] * x + m[4] * y + m[5] * z;
    const lz = m[6] * x + m[7] * y + m[8] * z;
    let [r, g, b] = colour;
    if (glyph === null) {
      const dot = Math.max(Math.abs(lx), Math.abs(ly), Math.abs(lz));
      const share = soft(Math.sqrt(1 - DOT * DOT), dot, edge * 0.6);
      [r, g, b] = mix(colour, RED, share);
    } else {
      if (ball > 8) [r, g, b] = mix(colour, WHITE, soft(STRIPE, Math.abs(ly), edge));
      const far = Math.hypot(lx, ly);
      const share = soft(-SPOT, -far, edge);
      if (share > 0) {
        // The number is on both sides of the ball; the back is mirrored, so that it reads correctly from there.
        const side = lz < 0 ? -1 : 1;
        const ink = sample(glyph, (side * lx) / SPOT, ly / SPOT);
        const [wr, wg, wb] = mix(WHITE, DARK, ink);
        [r, g, b] = [r + (wr - r) * share, g + (wg - g) * share, b + (wb - b) * share];
      }
    }
    const light = cells[cell + 3]!;
    const shine = cells[cell + 4]! * 255;
    data[index] = r * light + shine;
    data[index + 1] = g * light + shine;
    data[index + 2] = b * light + shine;
    data[index + 3] = opacity * 255;
  }
}

/** 0 below an edge, 1 above it, soft in between. */
function soft(at: number, value: number, width: number): number {
  return Math.max(0, Math.min(1, (value - at) / width + 0.5));
}

function mix(a: Colour, b: Colour, share: number): Colour {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

/** The ink of a digit at a point of its square, from -1 to 1 on each axis. */
function sample(glyph: Uint8ClampedArray, x: number, y: number): number {
  const [u, v] = [((x + 1) / 2) * (GLYPH - 1), ((1 - y) / 2) * (GLYPH - 1)];
  const [i, j] = [Math.floor(u), Math.floor(v)];
  if (i < 0 || j < 0 || i >= GLYPH - 1 || j >= GLYPH - 1) return 0;
  const [p, q] = [u - i, v - j];
  const at = j * GLYPH + i;
  const top = glyph[at]! * (1 - p) + glyph[at + 1]! * p;
  const bottom = glyph[at + GLYPH]! * (1 - p) + glyph[at + GLYPH + 1]! * p;
  return (top * (1 - q) + bottom * q) / 255;
}
