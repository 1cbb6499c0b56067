/** The contents of the page about Nine-ball and of its tutorial. */
import type { Plan } from '../../../learn/types.ts';
import type { Action, Query, Stroke } from '../types.ts';
import { knownFrom } from './known.ts';

type Aim = Extract<Query, { type: 'AIM' }>;

const FIELDS = ['speedMmS', 'sideMilli', 'topMilli', 'pushOut'] as const;

/** The nearest recorded line: lines were recorded at one speed and without spin, which hardly bend them. */
function nearestAim({ aimUrad }: Stroke, scripted: Aim[]): number {
  const far = (at: number) => Math.abs(scripted[at]!.shot.aimUrad - aimUrad);
  return scripted.reduce((best, _, at) => (far(at) < far(best) ? at : best), 0);
}

export const plan: Plan = {
  minutes: 3,
  others: ['bruno'],
  parts: [
    { id: 'lowest', lessons: ['lowest'] },
    { id: 'goOn', lessons: ['pot'] },
    { id: 'nine', lessons: ['combination'] },
    { id: 'fouls', lessons: ['wrong', 'cushion'] },
    { id: 'hand', lessons: ['place'] },
    { id: 'break', lessons: ['push'], only: 'pushOut' },
  ],
  tutorials: { usual: ['lowest', 'pot', 'cut', 'spin', 'past', 'wrong', 'place', 'combination'] },
  options: { usual: { raceTo: 3, aimHelp: 'full', table: '9-foot' } },
  match(tried, scripted) {
    const action = tried as Action | Query;
    if (action.type === 'AIM') return scripted.length > 0 ? nearestAim(action.shot as Stroke, scripted as Aim[]) : -1;
    if (action.type === 'SHOOT') {
      return (scripted as (Stroke & { type: string })[]).findIndex((one) => one.aimUrad === action.aimUrad && FIELDS.every((name) => one[name] === action[name]));
    }
    return scripted.findIndex((one) => JSON.stringify(Object.entries(one as object).sort()) === JSON.stringify(Object.entries(action).sort()));
  },
  known: knownFrom,
  // There is no bar of buttons under the table.
  aspect: (_, width, room) => (width < 480 ? width / Math.max(430, Math.min(room + 56, width / 0.6)) : width > 600 ? 2.4 : 1.2),
  width: 574,
  lowWidth: 780,
};
