/** What the page about May I? shows, and what its tutorial lets one do. */
import type { Plan } from '../../../learn/types.ts';
import type { View } from '../types.ts';

/** What was meant, whatever the order in which cards were tapped. */
function meant(value: unknown): unknown {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? [...value].sort() : value.map(meant);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, meant(one)]);
}

export const plan: Plan = {
  minutes: 4,
  others: ['bruno', 'mina'],
  parts: [
    { id: 'melds', lessons: ['set', 'run'] },
    { id: 'contracts', lessons: [], figures: ['contracts'] },
    { id: 'turn', lessons: ['turn'] },
    { id: 'call', lessons: ['call', 'nearer'] },
    { id: 'layoff', lessons: ['layoff', 'swap'] },
    { id: 'points', lessons: ['points'] },
  ],
  figures: { contracts: () => import('./Contracts.svelte') },
  tutorials: { usual: ['whole'] },
  // The tutorial is round 2.
  options: { usual: { startRound: 3 } },
  // The points stay; the round that follows is dealt anew.
  goesOn: {
    usual(given) {
      const { round, dealer, current, totals } = given as View;
      return `mi1 round:${round} dealer:${dealer} turn:1 current:${current} phase:draw hands:${totals.map(() => '+11').join('/')} discard:+1 totals:${totals.join('/')}`;
    },
  },
  match: (tried, scripted) => scripted.findIndex((one) => JSON.stringify(meant(tried)) === JSON.stringify(meant(one))),
  // Cards of the hand that were put together and make no sense here.
  isTry(query, view) {
    return query.type === 'CHECK_MELD' && query.cards.every((card) => (view as View).hand?.includes(card));
  },
  // The hand is sorted by the board itself; a lesson has no order to keep.
  isIdle: (action) => action.type === 'REORDER_HAND',
  aspect: (_, width, room) => (width > 600 ? 2.5 : width / Math.max(430, Math.min(room, width < 480 ? width / 0.6 : width / 0.9))),
  width: 574,
  lowWidth: 800,
};
