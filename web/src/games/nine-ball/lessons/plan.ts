/** What the page about Nine-ball shows. */
import type { Plan } from '../../../learn/types.ts';

export const plan: Plan = {
  minutes: 3,
  others: ['bruno'],
  parts: [
    { id: 'lowest', lessons: [] },
    { id: 'goOn', lessons: [] },
    { id: 'nine', lessons: [] },
    { id: 'fouls', lessons: [] },
    { id: 'hand', lessons: [] },
    { id: 'break', lessons: [] },
  ],
  tutorials: {},
  options: { usual: { raceTo: 3, aimHelp: 'full', table: '9-foot' } },
};
