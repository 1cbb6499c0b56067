/** The text of a board: 64 squares from a1 to h8, then the side to move. */
export type Cell = 'X' | 'O' | '-';

export interface Board {
  cells: Cell[];
  toMove: 'X' | 'O';
}

export const START = `${'-'.repeat(27)}OX------XO${'-'.repeat(27)} X`;

/** Reads a board's text; any other character counts as an empty square. */
export function readBoard(text: string): Board {
  const [squares = '', side] = text.trim().split(/\s+/);
  const cells = Array.from({ length: 64 }, (_, index) => (squares[index] === 'X' || squares[index] === 'O' ? (squares[index] as Cell) : '-'));
  return { cells, toMove: side === 'O' ? 'O' : 'X' };
}

export function writeBoard({ cells, toMove }: Board): string {
  return `${cells.join('')} ${toMove}`;
}
