/** What the page about Banqi shows, and what its tutorials let one do. */
import type { Plan } from '../../../learn/types.ts';
import { rulesOf } from '../sets/index.ts';
import type { View } from '../types.ts';

/** Lessons in cells happen on the upper half of the board; the lower half is empty there and is not shown. */
const ROWS = 4;

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
  trim(given) {
    const view = given as View;
    if (rulesOf(view.mode).isPoints) return view;
    return { ...view, rows: ROWS, cells: view.cells.slice(0, ROWS * view.columns) };
  },
  aspect: (given) => (rulesOf((given as View).mode).isPoints ? 5.45 / 9.45 : 1),
  width: 400,
};
