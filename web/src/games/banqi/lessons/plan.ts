/** What the page about Banqi shows, and what its tutorials let one do. */
import type { Plan } from '../../../learn/types.ts';
import type { View } from '../types.ts';

/** Classic lessons happen on the upper half of the board; the lower half is empty there and is not shown. */
const ROWS = 4;

export const plan: Plan = {
  minutes: 3,
  others: ['bruno', 'mina'],
  othersIn: { usual: ['bruno'] },
  parts: [
    { id: 'flip', lessons: ['flip'] },
    { id: 'move', lessons: ['move'] },
    { id: 'rank', lessons: ['rank', 'pawn', 'king'] },
    { id: 'cannon', lessons: ['cannon', 'screens'] },
    { id: 'last', lessons: ['last'] },
    { id: 'kingdoms', lessons: ['sides', 'slide', 'kinds', 'counter'] },
  ],
  tutorials: {
    usual: ['begin', 'away', 'pawn', 'cannon', 'choice'],
    'three-kingdoms': ['sides', 'slide', 'counter'],
  },
  options: { usual: { mode: 'classic', noProgress: 60, repetition: 3 }, 'three-kingdoms': { mode: 'three-kingdoms' } },
  trim(given) {
    const view = given as View;
    if (view.mode !== 'classic') return view;
    return { ...view, rows: ROWS, cells: view.cells.slice(0, ROWS * view.columns) };
  },
  aspect: (given) => ((given as View).mode === 'classic' ? 1 : 5.45 / 9.45),
  width: 400,
};
