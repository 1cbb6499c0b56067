/**
 * The public line of Banqi (docs/rules/banqi.md): eight fields, of which the editor changes the board, the seat and the
 * captured pieces.
 */
import type { Faction, Kind, Piece } from '../types.ts';
import { ALL, type RuleSet } from '../sets/index.ts';

/** The rule set of a line; the first one if no set has the letter. */
export function rulesAt(letter: string): RuleSet {
  return ALL.find((rules) => rules.letter === letter) ?? ALL[0]!;
}

/** The kinds in the order used in texts. */
const KINDS: Kind[] = ['King', 'Guard', 'Minister', 'Rook', 'Horse', 'Cannon', 'Pawn'];
const ORDER = 'KGMRHCPkgmrhcp';

export interface Line {
  mode: string;
  /** A letter, `?` for face-down, `.` for empty. */
  cells: string[];
  seat: number;
  owners: string;
  out: string;
  counter: string;
  /** The pieces each faction has taken. */
  taken: string[];
  ply: number;
}

export function emptyLine(mode: string): Line {
  const { letter, rows, columns, seats, options } = rulesAt(mode);
  return {
    mode: letter,
    cells: Array.from({ length: rows * columns }, () => '?'),
    seat: 1,
    owners: '-'.repeat(seats),
    out: '-',
    counter: options.includes('counter') ? '0' : '-',
    taken: Array.from({ length: seats }, () => ''),
    ply: 0,
  };
}

export function readLine(text: string): Line {
  const [mode = 'c', board = '', seat, owners, out, counter, taken, ply] = text.trim().split(/\s+/);
  const line = emptyLine(mode);
  const cells = board.replace(/~./g, '?').replaceAll('/', '').replace(/\d/g, (run) => '.'.repeat(Number(run)));
  if (cells.length !== line.cells.length) return line;
  return {
    ...line,
    cells: [...cells],
    seat: Math.max(1, Number(seat) || 1),
    owners: owners?.length === line.owners.length ? owners : line.owners,
    out: out ?? '-',
    counter: counter ?? line.counter,
    taken: line.taken.map((_, index) => (taken?.split(',')[index] ?? '-').replace('-', '')),
    ply: Number(ply) || 0,
  };
}

export function writeLine(line: Line): string {
  const { columns } = rulesAt(line.mode);
  const rows: string[] = [];
  for (let at = 0; at < line.cells.length; at += columns) {
    rows.push(line.cells.slice(at, at + columns).join('').replace(/\.+/g, (run) => String(run.length)));
  }
  const taken = line.taken.map((letters) => [...letters].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).join('') || '-').join(',');
  return [line.mode, rows.join('/'), line.seat, line.owners, line.out, line.counter, taken, line.ply].join(' ');
}

/** The letters of a set, each with how many are neither face-up nor taken; negative if there are too many. */
export function leftOver({ mode, cells, taken }: Line): { letter: string; count: number; all: number }[] {
  const used = (letter: string) => cells.filter((cell) => cell === letter).length + [...taken.join('')].filter((one) => one === letter).length;
  const { pieces } = rulesAt(mode);
  return [...ORDER].flatMap((letter, index) => {
    const all = pieces[index]!;
    return all > 0 ? [{ letter, count: all - used(letter), all }] : [];
  });
}

export function factionOf(letter: string, mode: string): Faction {
  return rulesAt(mode).factionOf(kindOf(letter), letter !== letter.toLowerCase());
}

/** The place of a faction among those of its mode. */
export function placeOf(faction: Faction): number {
  return { red: 0, black: 1, 'team-a': 0, 'team-b': 1, 'team-c': 2 }[faction];
}

const kindOf = (letter: string): Kind => KINDS[ORDER.indexOf(letter) % 7]!;

export function pieceOf(letter: string, mode: string): Piece {
  return { type: kindOf(letter), faction: factionOf(letter, mode), letter } as Piece;
}

/** Counts surplus pieces as taken by the next faction, until as many are left as there are face-down pieces. */
export function takeRest(line: Line): Line {
  const taken = [...line.taken];
  let excess = leftOver(line).reduce((sum, { count }) => sum + count, 0) - line.cells.filter((cell) => cell === '?').length;
  for (const { letter, count } of leftOver(line).reverse()) {
    for (let one = 0; one < count && excess > 0; one += 1, excess -= 1) {
      const taker = (placeOf(factionOf(letter, line.mode)) + 1) % taken.length;
      taken[taker] += letter;
    }
  }
  return { ...line, taken };
}

/** Puts face-down pieces on empty cells until none is left over. */
export function layRest(line: Line): Line {
  let missing = leftOver(line).reduce((sum, { count }) => sum + count, 0) - line.cells.filter((cell) => cell === '?').length;
  const cells = line.cells.map((cell) => (cell === '.' && missing > 0 ? ((missing -= 1), '?') : cell));
  return { ...line, cells };
}
