/**
 * QR codes after ISO/IEC 18004: byte mode, error level M, versions 1 to 10 (up to 213 bytes).
 * The result is a square of modules; true is dark.
 */

/** For each version from 1: the number of check codewords in each block, and the number of data codewords of each block. */
const BLOCKS: { check: number; data: number[] }[] = [
  { check: 10, data: [16] },
  { check: 16, data: [28] },
  { check: 26, data: [44] },
  { check: 18, data: [32, 32] },
  { check: 24, data: [43, 43] },
  { check: 16, data: [27, 27, 27, 27] },
  { check: 18, data: [31, 31, 31, 31] },
  { check: 22, data: [38, 38, 39, 39] },
  { check: 22, data: [36, 36, 36, 37, 37] },
  { check: 26, data: [43, 43, 43, 43, 44] },
];

/** The centres of the alignment patterns, by version. */
const ALIGNMENT: number[][] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

/** Powers of 2 in the field of 256 elements, and logarithms to base 2. */
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i += 1) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}

/** The remainder that makes a block a multiple of the generator. */
export function checkwords(data: number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i += 1) {
    const next = new Array<number>(generator.length + 1).fill(0);
    generator.forEach((factor, at) => {
      next[at]! ^= factor;
      if (factor) next[at + 1]! ^= EXP[LOG[factor]! + i]!;
    });
    generator = next;
  }
  const rest = [...data, ...new Array<number>(count).fill(0)];
  for (let at = 0; at < data.length; at += 1) {
    const lead = rest[at]!;
    if (lead === 0) continue;
    generator.forEach((factor, i) => {
      if (factor) rest[at + i]! ^= EXP[LOG[factor]! + LOG[lead]!]!;
    });
  }
  return rest.slice(data.length);
}

/** Data and check codewords of a text, interleaved as they are drawn. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const { check, data } = BLOCKS[version - 1]!;
  const room = data.reduce((sum, each) => sum + each, 0);
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >> bit) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words: number[] = [];
  for (let i = 0; i < bits.length; i += 8) words.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad);
  let from = 0;
  const blocks = data.map((length) => words.slice(from, (from += length)));
  const checks = blocks.map((block) => checkwords(block, check));
  const drawn: number[] = [];
  for (let i = 0; i < Math.max(...data); i += 1) for (const block of blocks) if (i < block.length) drawn.push(block[i]!);
  for (let i = 0; i < check; i += 1) for (const block of checks) drawn.push(block[i]!);
  return drawn;
}

const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** A BCH code: the value followed by its remainder. */
function protect(value: number, generator: number, length: number): number {
  let rest = value << length;
  const top = 31 - Math.clz32(generator);
  while (rest && 31 - Math.clz32(rest) >= top) rest ^= generator << (31 - Math.clz32(rest) - top);
  return (value << length) | rest;
}

/** A square of modules, and which of them belong to fixed patterns. */
interface Square {
  size: number;
  dark: boolean[][];
  fixed: boolean[][];
}

function patterns(version: number): Square {
  const size = 17 + 4 * version;
  const grid = () => Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const square = { size, dark: grid(), fixed: grid() };
  const set = (row: number, column: number, isDark: boolean) => {
    if (row < 0 || column < 0 || row >= size || column >= size) return;
    square.dark[row]![column] = isDark;
    square.fixed[row]![column] = true;
  };
  for (let i = 0; i < size; i += 1) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  const centres = ALIGNMENT[version - 1]!;
  for (const row of centres) {
    for (const column of centres) {
      const isCorner = (row === 6 && (column === 6 || column === size - 7)) || (column === 6 && row === size - 7);
      if (isCorner) continue;
      for (let r = -2; r <= 2; r += 1)
        for (let c = -2; c <= 2; c += 1) set(row + r, column + c, Math.max(Math.abs(r), Math.abs(c)) !== 1);
    }
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) {
    for (let r = -4; r <= 4; r += 1)
      for (let c = -4; c <= 4; c += 1) {
        const ring = Math.max(Math.abs(r), Math.abs(c));
        set(row + r, column + c, ring !== 2 && ring !== 4);
      }
  }
  if (version >= 7) {
    const bits = protect(version, 0x1f25, 12);
    for (let i = 0; i < 18; i += 1) {
      const [a, b, isDark] = [Math.floor(i / 3), size - 11 + (i % 3), ((bits >> i) & 1) === 1];
      set(a, b, isDark);
      set(b, a, isDark);
    }
  }
  return square;
}

/** Writes error level and mask, twice. */
function writeFormat({ size, dark, fixed }: Square, mask: number): void {
  const bits = protect(mask, 0x537, 10) ^ 0x5412;
  const set = (row: number, column: number, i: number) => {
    dark[row]![column] = ((bits >> i) & 1) === 1;
    fixed[row]![column] = true;
  };
  for (let i = 0; i < 15; i += 1) {
    if (i < 6) set(i, 8, i);
    else if (i < 8) set(i + 1, 8, i);
    else if (i === 8) set(8, 7, i);
    else set(8, 14 - i, i);
    if (i < 8) set(8, size - 1 - i, i);
    else set(size - 15 + i, 8, i);
  }
  dark[size - 8]![8] = true;
  fixed[size - 8]![8] = true;
}

/** The places of the data modules, in the order in which they are filled. */
export function* places(size: number, fixed: boolean[][]): Generator<[number, number]> {
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i += 1) {
      const row = isUp ? size - 1 - i : i;
      for (const column of [right, right - 1]) if (!fixed[row]![column]) yield [row, column];
    }
    isUp = !isUp;
  }
}

/** The penalty of a square: how hard it is to read. */
function penalty({ size, dark }: Square): number {
  let sum = 0;
  const lines = [...dark, ...Array.from({ length: size }, (_, column) => dark.map((row) => row[column]!))];
  for (const line of lines) {
    let run = 1;
    for (let i = 1; i <= size; i += 1) {
      if (i < size && line[i] === line[i - 1]) run += 1;
      else {
        if (run >= 5) sum += run - 2;
        run = 1;
      }
    }
    const text = line.map((isDark) => (isDark ? '1' : '0')).join('');
    for (let i = 0; i + 11 <= size; i += 1) {
      const part = text.slice(i, i + 11);
      if (part === '10111010000' || part === '00001011101') sum += 40;
    }
  }
  for (let r = 1; r < size; r += 1)
    for (let c = 1; c < size; c += 1) {
      const isDark = dark[r]![c];
      if (dark[r - 1]![c] === isDark && dark[r]![c - 1] === isDark && dark[r - 1]![c - 1] === isDark) sum += 3;
    }
  const share = dark.flat().filter(Boolean).length / (size * size);
  return sum + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

/** The QR code of a text; null if it is too long. */
export function encode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(({ data }, index) => {
    const room = data.reduce((sum, each) => sum + each, 0);
    return bytes.length <= room - (index + 1 < 10 ? 2 : 3);
  }) + 1;
  if (version === 0) return null;
  const words = codewords(bytes, version);
  let best: { square: Square; cost: number } | null = null;
  for (const [mask, isFlipped] of MASKS.entries()) {
    const square = patterns(version);
    writeFormat(square, mask);
    let at = 0;
    for (const [row, column] of places(square.size, square.fixed)) {
      const bit = at < words.length * 8 && ((words[at >> 3]! >> (7 - (at & 7))) & 1) === 1;
      square.dark[row]![column] = bit !== isFlipped(row, column);
      at += 1;
    }
    const cost = penalty(square);
    if (best === null || cost < best.cost) best = { square, cost };
  }
  return best!.square.dark;
}
