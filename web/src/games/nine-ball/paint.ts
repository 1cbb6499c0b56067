/** The top view: the table, the balls and the aim, each on its own canvas. */
import { CUSHION_DEPTH, RADIUS, RIM, type Bed } from './geometry.ts';
import { pointsOf } from './motion.ts';
import type { Frame } from './frame.ts';
import type { Plan } from './plan.ts';
import type { Shot, ShownBall } from './shown.ts';
import { Sprite } from './sprite.ts';
import { isLegible } from './turning.ts';
import type { AimAnswer, Ball, Path, Point } from './types.ts';

export type Ink = CanvasRenderingContext2D;

/** Flat colours for high contrast. */
export interface Look {
  isFlat: boolean;
  ground: string;
  line: string;
  bad: string;
}

/** Prepares a canvas of `plan`'s size for drawing in CSS pixels. */
export function fresh(canvas: HTMLCanvasElement, { width, height }: Plan, ratio: number): Ink {
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const ink = canvas.getContext('2d')!;
  ink.setTransform(ratio, 0, 0, ratio, 0, 0);
  ink.clearRect(0, 0, width, height);
  return ink;
}

function outline(ink: Ink, points: Point[]): void {
  ink.beginPath();
  points.forEach(([x, y], index) => (index === 0 ? ink.moveTo(x, y) : ink.lineTo(x, y)));
}

function disc(ink: Ink, [x, y]: Point, radius: number): void {
  ink.beginPath();
  ink.arc(x, y, radius, 0, 2 * Math.PI);
}

/** Wood, cloth, cushions, pockets and sights. */
export function drawTable(ink: Ink, bed: Bed, plan: Plan, look: Look): void {
  const [x, y] = [bed.length / 2, bed.width / 2];
  ink.save();
  plan.enter(ink);
  const pixel = 1 / plan.scale;
  ink.beginPath();
  ink.roundRect(-x - RIM, -y - RIM, 2 * (x + RIM), 2 * (y + RIM), 0.075);
  if (look.isFlat) ink.fillStyle = look.ground;
  else {
    const wood = ink.createLinearGradient(0, y + RIM, 0, -y - RIM);
    wood.addColorStop(0, '#6B432A');
    wood.addColorStop(0.5, '#4A2C19');
    wood.addColorStop(1, '#38200F');
    ink.fillStyle = wood;
  }
  ink.fill();
  ink.lineWidth = look.isFlat ? 2 * pixel : 1.5 * pixel;
  ink.strokeStyle = look.isFlat ? look.line : 'rgb(168 123 82 / 0.55)';
  ink.stroke();
  drawBed(ink, bed, look);
  drawCushions(ink, bed, look, pixel);
  for (const { at, radius } of bed.pockets) {
    disc(ink, at, radius * 1.2);
    ink.fillStyle = look.isFlat ? look.line : '#1B120C';
    ink.fill();
    if (!look.isFlat) {
      const hole = ink.createRadialGradient(at[0], at[1], radius * 0.2, at[0], at[1], radius);
      hole.addColorStop(0, '#000');
      hole.addColorStop(0.85, '#070504');
      hole.addColorStop(1, '#15100B');
      disc(ink, at, radius);
      ink.fillStyle = hole;
      ink.fill();
    }
  }
  ink.fillStyle = look.isFlat ? look.line : '#EAD9BE';
  for (const at of bed.diamonds) {
    ink.beginPath();
    const r = 0.0085;
    ink.moveTo(at[0] - r, at[1]);
    ink.lineTo(at[0], at[1] + r);
    ink.lineTo(at[0] + r, at[1]);
    ink.lineTo(at[0], at[1] - r);
    ink.fill();
  }
  ink.restore();
}

function drawBed(ink: Ink, bed: Bed, look: Look): void {
  const [x, y] = [bed.length / 2, bed.width / 2];
  const deep = CUSHION_DEPTH;
  ink.fillStyle = look.isFlat ? look.ground : '#12495A';
  ink.fillRect(-x - deep, -y - deep, 2 * (x + deep), 2 * (y + deep));
  if (!look.isFlat) {
    const cloth = ink.createRadialGradient(0, y * 0.1, 0.1, 0, 0, x * 1.15);
    cloth.addColorStop(0, '#27798B');
    cloth.addColorStop(0.6, '#1F7285');
    cloth.addColorStop(1, '#155567');
    ink.fillStyle = cloth;
    ink.fillRect(-x, -y, 2 * x, 2 * y);
  }
  ink.strokeStyle = look.isFlat ? look.line : 'rgb(255 255 255 / 0.2)';
  ink.lineWidth = 0.0035;
  ink.beginPath();
  ink.moveTo(bed.headString, -y);
  ink.lineTo(bed.headString, y);
  ink.stroke();
  disc(ink, [-bed.headString, 0], 0.006);
  ink.fillStyle = look.isFlat ? look.line : 'rgb(255 255 255 / 0.45)';
  ink.fill();
}

/** Light comes from above, so the near cushions are brighter. */
const CUSHION_TONES = ['#1B6577', '#1B6577', '#2A8496', '#2A8496', '#237A8C', '#237A8C'];

function drawCushions(ink: Ink, bed: Bed, look: Look, pixel: number): void {
  bed.cushions.forEach((points, index) => {
    outline(ink, points);
    ink.closePath();
    if (!look.isFlat) {
      ink.save();
      ink.shadowColor = 'rgb(3 24 30 / 0.55)';
      ink.shadowBlur = 5;
      ink.fillStyle = CUSHION_TONES[index]!;
      ink.fill();
      ink.restore();
    } else {
      ink.fillStyle = look.ground;
      ink.fill();
    }
    outline(ink, points);
    ink.strokeStyle = look.isFlat ? look.line : 'rgb(8 46 58 / 0.8)';
    ink.lineWidth = look.isFlat ? 2 * pixel : 1.2 * pixel;
    ink.stroke();
  });
}

/** Draws balls, caching their pictures. */
export class BallPainter {
  #sprites = new Map<Ball, Sprite>();

  draw(ink: Ink, balls: ShownBall[], plan: Plan, ratio: number, marks: Marks): void {
    const radius = RADIUS * plan.scale;
    for (const { at, sunk } of balls) {
      if (sunk > 0 || marks.look.isFlat) continue;
      const [x, y] = plan.at(at);
      disc(ink, [x + radius * 0.13, y + radius * 0.25], radius * 1.04);
      ink.fillStyle = 'rgb(0 0 0 / 0.33)';
      ink.fill();
    }
    for (const { ball, at, turn, sunk } of balls) {
      const [x, y] = plan.at(at);
      let sprite = this.#sprites.get(ball);
      if (!sprite) this.#sprites.set(ball, (sprite = new Sprite(ball)));
      sprite.show(turn, radius * ratio, plan.isTall);
      const size = (sprite.canvas.width / ratio) * (1 - 0.25 * sunk);
      ink.globalAlpha = 1 - sunk * 0.8;
      ink.drawImage(sprite.canvas, x - size / 2, y - size / 2, size, size);
      ink.globalAlpha = 1;
      if (marks.look.isFlat) {
        disc(ink, [x, y], radius + 1);
        ink.strokeStyle = marks.look.line;
        ink.lineWidth = 1.5;
        ink.stroke();
      }
    }
    this.#marks(ink, balls, plan, radius, marks);
  }

  #marks(ink: Ink, balls: ShownBall[], plan: Plan, radius: number, { target, look, isStill }: Marks): void {
    for (const { ball, at } of balls) {
      if (!isStill || ball !== target) continue;
      disc(ink, plan.at(at), radius * 1.5);
      ink.strokeStyle = look.isFlat ? look.line : '#FFD766';
      ink.lineWidth = Math.max(1.6, radius * 0.2);
      ink.stroke();
    }
    if (!isStill) return;
    const text = Math.max(11, Math.min(15, radius * 1.3));
    ink.font = `700 ${text}px system-ui, sans-serif`;
    ink.textAlign = 'left';
    ink.textBaseline = 'middle';
    ink.lineJoin = 'round';
    for (const { ball, at, turn } of balls) {
      if (ball === 0) continue;
      // A number that is turned away, upside down or too small to read is written beside its ball.
      const isReadable = radius >= 9 && isLegible(turn, plan.isTall);
      // In a cluster, numbers would only cover each other and the balls.
      const isCrowded = balls.filter((other) => Math.hypot(other.at[0] - at[0], other.at[1] - at[1]) < 2.4 * RADIUS).length > 3;
      if (isReadable || isCrowded) continue;
      const [x, y] = plan.at(at);
      const gap = radius * (ball === target ? 1.5 : 1.05) * 0.75 + 2;
      ink.strokeStyle = look.isFlat ? look.ground : 'rgb(4 28 36 / 0.85)';
      ink.lineWidth = 3;
      const [tx, ty] = [x + gap > plan.width - text ? x - gap - text * 0.6 : x + gap, y - gap < text / 2 ? y + gap : y - gap];
      ink.strokeText(String(ball), tx, ty);
      ink.fillStyle = look.isFlat ? look.line : '#fff';
      ink.fillText(String(ball), tx, ty);
    }
  }
}

export interface Marks {
  look: Look;
  /** The ball to hit first, ringed while nothing moves. */
  target: Ball | null;
  isStill: boolean;
}

/** Draws the pockets that have just swallowed a ball. */
export function drawFlashes(ink: Ink, bed: Bed, plan: Plan, shot: Shot, t: number): void {
  for (const { pocket, ago } of shot.flashes(t)) {
    const { at, radius } = bed.pockets.find(({ id }) => id === pocket)!;
    disc(ink, plan.at(at), radius * plan.scale * (0.9 + ago));
    ink.strokeStyle = `rgb(255 215 102 / ${(1 - ago / 0.7).toFixed(2)})`;
    ink.lineWidth = 3;
    ink.stroke();
  }
}

/** Draws the cue behind the cue ball; `back` is the distance from the tip to the ball, in metres. */
export function drawCue(ink: Ink, plan: Plan, ball: Point, direction: number, elevation: number, back: number): void {
  ink.save();
  plan.enter(ink);
  ink.translate(ball[0], ball[1]);
  ink.rotate(direction + Math.PI);
  const length = 1.2 * Math.cos(elevation);
  const tip = RADIUS + back;
  for (const pass of ['shadow', 'wood'] as const) {
    ink.save();
    if (pass === 'shadow') ink.translate(0.01, -0.012);
    ink.beginPath();
    ink.moveTo(tip, -0.0062);
    ink.lineTo(tip + length, -0.0135);
    ink.lineTo(tip + length, 0.0135);
    ink.lineTo(tip, 0.0062);
    ink.closePath();
    if (pass === 'shadow') ink.fillStyle = 'rgb(0 0 0 / 0.28)';
    else {
      const wood = ink.createLinearGradient(tip, 0, tip + length, 0);
      wood.addColorStop(0, '#EBD2A2');
      wood.addColorStop(0.55, '#D9B272');
      wood.addColorStop(0.6, '#5A2F1A');
      wood.addColorStop(1, '#2B160B');
      ink.fillStyle = wood;
    }
    ink.fill();
    ink.restore();
  }
  ink.fillStyle = '#2F6FB0';
  ink.fillRect(tip, -0.0062, 0.012, 0.0124);
  ink.fillStyle = '#FBF8EE';
  ink.fillRect(tip + 0.012, -0.0064, 0.02, 0.0128);
  ink.restore();
}

/** Draws the server's prediction: the path to the contact, the ghost ball, and the first paths after it. */
export function drawAim(ink: Ink, plan: Plan, aimed: AimAnswer, { look, isOld }: { look: Look; isOld: boolean }): void {
  const radius = RADIUS * plan.scale;
  const isFoul = aimed.contact?.kind === 'ball' && !aimed.contact.legal;
  const white = look.isFlat ? look.line : '#fff';
  const first = isFoul ? (look.isFlat ? look.bad : '#FF9A90') : white;
  ink.save();
  ink.globalAlpha = isOld ? 0.5 : 1;
  ink.lineCap = 'round';
  if (aimed.cue) way(ink, plan, aimed.cue, first, 2, []);
  const end = aimed.ghost ?? aimed.cue?.to;
  if (end) {
    ring(ink, plan.at(end), radius, first, [4, 3]);
    if (isFoul) {
      const [x, y] = plan.at(end);
      ink.beginPath();
      ink.moveTo(x - radius * 0.5, y - radius * 0.5);
      ink.lineTo(x + radius * 0.5, y + radius * 0.5);
      ink.moveTo(x + radius * 0.5, y - radius * 0.5);
      ink.lineTo(x - radius * 0.5, y + radius * 0.5);
      ink.stroke();
    }
  }
  if (aimed.cueAfter) {
    way(ink, plan, aimed.cueAfter, white, 2, [0.5, 5]);
    ring(ink, plan.at(aimed.cueAfter.to), radius, white, [2, 4]);
  }
  if (aimed.object) {
    const brass = look.isFlat ? look.line : '#FFD766';
    way(ink, plan, aimed.object, brass, 2.4, [9, 6]);
    ring(ink, plan.at(aimed.object.to), radius, brass, []);
  }
  ink.restore();
}

function way(ink: Ink, plan: Plan, path: Path, colour: string, width: number, dash: number[]): void {
  outline(ink, pointsOf(path).map((point) => plan.at(point)));
  ink.strokeStyle = colour;
  ink.lineWidth = width;
  ink.setLineDash(dash);
  ink.stroke();
  ink.setLineDash([]);
}

function ring(ink: Ink, at: Point, radius: number, colour: string, dash: number[]): void {
  disc(ink, at, radius);
  ink.fillStyle = 'rgb(255 255 255 / 0.14)';
  ink.fill();
  ink.strokeStyle = colour;
  ink.lineWidth = 1.6;
  ink.setLineDash(dash);
  ink.stroke();
  ink.setLineDash([]);
}

/** Draws a direction without a prediction: a short line from the ball; for somebody else's aim, a thin one across the table. */
export function drawDirection(ink: Ink, plan: Plan, { at, direction, isTheirs }: NonNullable<Frame['cue']>, look: Look): void {
  const far = isTheirs ? 1.4 : 0.28;
  const along = (distance: number): Point => plan.at([at[0] + distance * Math.cos(direction), at[1] + distance * Math.sin(direction)]);
  ink.beginPath();
  ink.moveTo(...along(RADIUS * 1.4));
  ink.lineTo(...along(far));
  ink.globalAlpha = isTheirs ? 0.6 : 1;
  ink.strokeStyle = look.isFlat ? look.line : '#fff';
  ink.lineWidth = isTheirs ? 1 : 2;
  ink.stroke();
  ink.globalAlpha = 1;
}

/** Draws the cue ball in hand: plain, or crossed out where it is not allowed. */
export function drawHeld(ink: Ink, plan: Plan, at: Point, isFree: boolean, look: Look): void {
  const radius = RADIUS * plan.scale;
  const [x, y] = plan.at(at);
  disc(ink, [x, y], radius * 1.75);
  ink.strokeStyle = isFree ? (look.isFlat ? look.line : '#fff') : look.isFlat ? look.bad : '#FF9A90';
  ink.lineWidth = 2;
  ink.setLineDash(isFree ? [] : [5, 4]);
  ink.stroke();
  ink.setLineDash([]);
  disc(ink, [x, y], radius);
  ink.fillStyle = isFree ? '#FBF8EE' : 'rgb(251 248 238 / 0.45)';
  ink.fill();
  if (look.isFlat) ink.stroke();
  if (isFree) return;
  const arm = radius * 0.85;
  ink.beginPath();
  ink.moveTo(x - arm, y - arm);
  ink.lineTo(x + arm, y + arm);
  ink.moveTo(x + arm, y - arm);
  ink.lineTo(x - arm, y + arm);
  ink.strokeStyle = look.isFlat ? look.bad : '#B3170C';
  ink.lineWidth = Math.max(2.5, radius * 0.3);
  ink.stroke();
}
