/** The contents of the page about May I? and of its tutorial. */
import type { Plan } from '../../../learn/types.ts';
import type { View } from '../types.ts';

/** Normalises an attempt, so that the order in which cards were tapped does not matter. */
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
  // The points are kept; the next round is dealt anew.
  goesOn: {
    usual(given) {
      const { round, dealer, current, totals } = given as View;
      return `mi1 round:${round} dealer:${dealer} turn:1 current:${current} phase:draw hands:${totals.map(() => '+11').join('/')} discard:+1 totals:${totals.join('/')}`;
    },
  },
  match: (tried, scripted) => scripted.findIndex((one) => JSON.stringify(meant(tried)) === JSON.stringify(meant(one))),
  // A group of cards from the hand that is of no use here.
  isTry(query, view) {
    return query.type === 'CHECK_MELD' && query.cards.every((card) => (view as View).hand?.includes(card));
  },
  // The board sorts the hand by itself; a lesson need not store the order.
  isIdle: (action) => action.type === 'REORDER_HAND',
  aspect: (_, width, room) => (width > 600 ? 2.5 : width / Math.max(430, Math.min(room, width < 480 ? width / 0.6 : width / 0.9))),
  width: 574,
  lowWidth: 800,
};
