/** The contents of the page about Othello and of its tutorial. */
import type { Plan } from '../../../learn/types.ts';

export const plan: Plan = {
  minutes: 2,
  others: ['bruno'],
  parts: [
    { id: 'trap', lessons: ['trap'] },
    { id: 'lines', lessons: ['lines'] },
    { id: 'nothing', lessons: ['nothing'] },
    { id: 'pass', lessons: ['pass'] },
    { id: 'corner', lessons: ['corner'] },
    { id: 'count', lessons: ['count'] },
  ],
  tutorials: { usual: ['trap', 'lines', 'pass', 'corner', 'count'] },
  width: 420,
};
