/** The contents of the page about Banqi and of its tutorials. */
import type { Plan } from '../../../learn/types.ts';
import { rulesOf } from '../sets/index.ts';
import type { View } from '../types.ts';

/** Lessons in cells show only the part of the board in use: these rows and columns, counted from the first. */
const PARTS: Record<string, [rows: number, columns: number]> = {
  flip: [2, 4],
  move: [3, 4],
  rank: [3, 4],
  pawn: [2, 4],
  king: [2, 4],
  cannon: [6, 1],
  screens: [6, 1],
  last: [2, 4],
};
const USUAL = [4, 4] as const;
/** The rims of such a board, including the border, in pixels. */
const RIMS = 28;

export const plan: Plan = {
  minutes: 3,
  others: ['bruno', 'mina'],
  othersIn: { usual: ['bruno'] },
  parts: [
    { id: 'flip', lessons: ['flip'] },
    { id: 'move', lessons: ['move'] },
    { id: 'rank', lessons: ['rank', 'pawn', 'king'], figures: ['ranks'] },
    { id: 'cannon', lessons: ['cannon', 'screens'] },
    { id: 'last', lessons: ['last'] },
    { id: 'kingdoms', lessons: ['sides', 'slide', 'kinds', 'counter'] },
  ],
  figures: { ranks: () => import('./Ranks.svelte') },
  under: { begin: 'ranks' },
  tutorials: {
    usual: ['begin', 'away', 'pawn', 'cannon', 'choice'],
    'three-kingdoms': ['sides', 'slide', 'counter'],
  },
  options: { usual: { mode: 'classic', noProgress: 60, repetition: 3 }, 'three-kingdoms': { mode: 'three-kingdoms' } },
  // Revealed pieces stay, face-down ones are dealt anew. Three Kingdoms ends with a drawn match.
  goesOn: { usual: (view) => (view as View).public },
  trim(given, lesson) {
    const view = given as View;
    const board = rulesOf(view.mode);
    if (board.isPoints) return view;
    const [rows, columns] = PARTS[lesson] ?? USUAL;
    return { ...view, rows, columns, cells: view.cells.slice(0, rows * board.columns) };
  },
  aspect(given, width) {
    const { mode, rows, columns } = given as View;
    if (rulesOf(mode).isPoints) return 5.45 / 9.45;
    const [long, short] = [Math.max(rows, columns), Math.min(rows, columns)];
    return width / ((short * (width - RIMS)) / long + RIMS);
  },
  width: 400,
};
