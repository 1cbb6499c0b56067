/** What the page about May I? shows, and what its tutorial lets one do. */
import type { Plan } from '../../../learn/types.ts';

export const plan: Plan = {
  minutes: 4,
  others: ['bruno', 'mina'],
  parts: [
    { id: 'melds', lessons: [] },
    { id: 'contracts', lessons: [] },
    { id: 'turn', lessons: ['turn'] },
    { id: 'call', lessons: ['call', 'nearer'] },
    { id: 'layoff', lessons: [] },
    { id: 'points', lessons: [] },
  ],
  tutorials: { usual: ['turn', 'call', 'nearer'] },
  // The hand is sorted by the board itself; a lesson has no order to keep.
  isIdle: (action) => (action as { type: string }).type === 'REORDER_HAND',
  aspect: (_, width) => (width < 480 ? 0.6 : 0.9),
  width: 574,
};
