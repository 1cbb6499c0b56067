/** How the table is placed on the screen: lengthwise, or turned a quarter with the head at the bottom; possibly enlarged. */
import { RIM, type Bed } from './geometry.ts';
import type { Point } from './types.ts';

export class Plan {
  readonly scale: number;
  readonly isTall: boolean;
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  /** The point in the middle of the picture. */
  readonly middle: Point;

  constructor(bed: Bed, width: number, height: number, isTall: boolean, zoom = 1, focus: Point = [0, 0]) {
    const [long, short] = [bed.length + 2 * RIM, bed.width + 2 * RIM];
    const fit = isTall ? Math.min(height / long, width / short) : Math.min(width / long, height / short);
    this.scale = fit * zoom;
    this.isTall = isTall;
    this.width = width;
    this.height = height;
    this.zoom = zoom;
    const [sx, sy] = isTall ? [height, width] : [width, height];
    const reach = (size: number, shown: number) => Math.max(0, (size - shown / this.scale) / 2);
    const within = (x: number, most: number) => Math.max(-most, Math.min(most, x));
    this.middle = zoom === 1 ? [0, 0] : [within(focus[0], reach(long, sx)), within(focus[1], reach(short, sy))];
  }

  /** A place of the table on the screen, in CSS pixels. */
  at([x, y]: Point): Point {
    const [dx, dy] = [(x - this.middle[0]) * this.scale, (y - this.middle[1]) * this.scale];
    const [cx, cy] = [this.width / 2, this.height / 2];
    return this.isTall ? [cx - dy, cy - dx] : [cx + dx, cy - dy];
  }

  /** The place of the table under a point of the screen. */
  under([px, py]: Point): Point {
    const [dx, dy] = [(px - this.width / 2) / this.scale, (py - this.height / 2) / this.scale];
    const [x, y] = this.isTall ? [-dy, -dx] : [dx, -dy];
    return [x + this.middle[0], y + this.middle[1]];
  }

  /** Sets a canvas up for drawing in metres of the table. */
  enter(context: CanvasRenderingContext2D): void {
    const [x, y] = this.at([0, 0]);
    context.translate(x, y);
    if (this.isTall) context.rotate(-Math.PI / 2);
    context.scale(this.scale, -this.scale);
  }
}
