/** What the page about __Title__ shows, and what its tutorial lets one do. */
import type { Plan } from '../../../learn/types.ts';

export const plan: Plan = {
  minutes: 1,
  others: ['bruno'],
  parts: [
    { id: 'take', lessons: ['take'] },
    { id: 'most', lessons: ['most'] },
    { id: 'last', lessons: ['last'] },
    { id: 'four', lessons: ['four'] },
  ],
  tutorials: { usual: ['take', 'last', 'four'] },
  width: 420,
};
