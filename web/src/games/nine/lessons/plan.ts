/** The contents of the page about Nine and of its tutorial. */
import type { Plan } from '../../../learn/types.ts';

export const plan: Plan = {
  minutes: 2,
  others: ['mina'],
  parts: [
    { id: 'high', lessons: ['high'] },
    { id: 'tie', lessons: ['tie'] },
    { id: 'waste', lessons: ['waste'] },
    { id: 'left', lessons: ['left'], figures: ['ninety'] },
  ],
  figures: { ninety: () => import('./Ninety.svelte') },
  tutorials: { usual: ['high', 'waste', 'tie', 'left'] },
  aspect: (_, width) => (width < 480 ? 0.6 : 0.92),
  width: 560,
};
