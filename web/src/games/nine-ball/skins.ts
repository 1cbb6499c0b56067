/** The surfaces in the 3D view, all drawn here: balls, cloth, wood. */
import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three';
import { COLOURS } from './geometry.ts';
import type { Ball } from './types.ts';

function canvasOf(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  return [canvas, canvas.getContext('2d')!];
}

function coloured(canvas: HTMLCanvasElement): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

/** The texture of a ball for a sphere of three.js: its poles are on y, and a quarter of the way round it faces z. */
export function ballSkin(ball: Ball): CanvasTexture {
  const [canvas, ink] = canvasOf(512, 256);
  ink.fillStyle = ball > 8 ? '#FBF8EE' : COLOURS[ball]!;
  ink.fillRect(0, 0, 512, 256);
  if (ball > 8) {
    ink.fillStyle = COLOURS[ball]!;
    ink.fillRect(0, 256 * 0.295, 512, 256 * 0.41);
  }
  for (const x of [128, 384]) {
    if (ball === 0) {
      ink.fillStyle = '#C8281E';
      for (const dot of [x, x + 128]) {
        ink.beginPath();
        ink.arc(dot % 512, 128, 13, 0, 7);
        ink.fill();
      }
      continue;
    }
    ink.fillStyle = '#FFFDF5';
    ink.beginPath();
    ink.arc(x, 128, 46, 0, 7);
    ink.fill();
    ink.fillStyle = '#111';
    ink.font = '700 66px Arial, Helvetica, sans-serif';
    ink.textAlign = 'center';
    ink.textBaseline = 'middle';
    ink.fillText(String(ball), x, 132);
  }
  return coloured(canvas);
}

/** The weave of the cloth as a bump map: threads over and under. */
export function weave(): CanvasTexture {
  const [canvas, ink] = canvasOf(64, 64);
  const picture = ink.createImageData(64, 64);
  for (let y = 0; y < 64; y += 1) {
    for (let x = 0; x < 64; x += 1) {
      const over = (Math.floor(x / 4) + Math.floor(y / 4)) % 2 === 0;
      const thread = over ? Math.sin(((x % 4) + 0.5) * (Math.PI / 4)) : Math.sin(((y % 4) + 0.5) * (Math.PI / 4));
      const value = 120 + 90 * thread + 30 * Math.sin(x * 12.9 + y * 78.2);
      picture.data.set([value, value, value, 255], (y * 64 + x) * 4);
    }
  }
  ink.putImageData(picture, 0, 0);
  const texture = new CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(90, 45);
  return texture;
}

/** The colour of the cloth: worn slightly lighter where balls are broken and racked. */
export function clothColour(): CanvasTexture {
  const [canvas, ink] = canvasOf(512, 256);
  ink.fillStyle = '#1c7287';
  ink.fillRect(0, 0, 512, 256);
  for (const [x, y, size] of [[128, 128, 46], [384, 128, 60], [256, 128, 150]] as const) {
    const worn = ink.createRadialGradient(x, y, 0, x, y, size);
    worn.addColorStop(0, 'rgb(120 200 210 / 0.16)');
    worn.addColorStop(1, 'rgb(120 200 210 / 0)');
    ink.fillStyle = worn;
    ink.fillRect(0, 0, 512, 256);
  }
  return coloured(canvas);
}

/** Walnut: dark veins along the rail. */
export function walnut(): CanvasTexture {
  const [canvas, ink] = canvasOf(256, 256);
  ink.fillStyle = '#5a3520';
  ink.fillRect(0, 0, 256, 256);
  for (let line = 0; line < 90; line += 1) {
    const y = (line * 97) % 256;
    ink.strokeStyle = `rgb(${line % 3 === 0 ? '120 76 46' : '38 18 8'} / ${0.12 + (line % 5) * 0.05})`;
    ink.lineWidth = 1 + (line % 4);
    ink.beginPath();
    ink.moveTo(0, y);
    ink.bezierCurveTo(80, y + ((line * 13) % 17) - 8, 170, y - ((line * 7) % 13) + 6, 256, y);
    ink.stroke();
  }
  const texture = coloured(canvas);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(1.2, 1.2);
  return texture;
}

/** The soft shadow under a ball. */
export function contact(): CanvasTexture {
  const [canvas, ink] = canvasOf(64, 64);
  const soft = ink.createRadialGradient(32, 32, 4, 32, 32, 32);
  soft.addColorStop(0, 'rgb(0 0 0 / 0.75)');
  soft.addColorStop(0.5, 'rgb(0 0 0 / 0.35)');
  soft.addColorStop(1, 'rgb(0 0 0 / 0)');
  ink.fillStyle = soft;
  ink.fillRect(0, 0, 64, 64);
  return new CanvasTexture(canvas);
}
