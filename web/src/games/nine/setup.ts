/** What can be chosen before a game of Nine. */
import type { Language } from '../../lib/language.svelte.ts';
import type { SetupForm } from '../contract.ts';
import type { Options } from './types.ts';
import { WORDS } from './words.ts';

/** What turns can count, by name. */
const WEIGHTS: Record<string, number[]> = {
  plain: [1, 1, 1, 1, 1, 1, 1, 1, 1],
  last: [1, 1, 1, 1, 1, 1, 1, 1, 2],
  fifth: [1, 1, 1, 1, 2, 1, 1, 1, 1],
  first: [2, 1, 1, 1, 1, 1, 1, 1, 1],
  three: [1, 1, 1, 1, 1, 1, 2, 2, 2],
  rising: [1, 2, 3, 4, 5, 6, 7, 8, 9],
};

const PRESETS: Record<string, Partial<Options>> = {
  standard: {},
  best3: { raceTo: 2 },
  best5: { raceTo: 3 },
  finish: { turnWeights: WEIGHTS.last },
  bonus: { turnWeights: WEIGHTS.fifth },
  rising: { turnWeights: WEIGHTS.rising },
  carry: { ties: 'carry' },
  open: { openLead: true },
};

export function setup(language: Language): SetupForm<Options> {
  const { presets, fields, levelHelp } = WORDS[language];
  return {
    presets: Object.entries(PRESETS).map(([id, options]) => ({ id, label: presets[id]![0], help: presets[id]![1], options })),
    fields: [
      { name: 'ties', label: fields.ties, values: ['none', 'split', 'carry'].map((value) => ({ value, label: fields.tieValues[value]! })) },
      {
        name: 'turnWeights',
        label: fields.weights,
        values: Object.entries(WEIGHTS).map(([id, value]) => ({ value, label: fields.weightValues[id]! })),
      },
      { name: 'raceTo', label: fields.race, values: [1, 2, 3, 4, 5].map((value) => ({ value, label: fields.raceValue(value) })) },
      {
        name: 'coverOpponent',
        label: fields.cover,
        help: fields.coverHelp,
        values: [
          { value: false, label: fields.coverValues.up },
          { value: true, label: fields.coverValues.down },
        ],
      },
      {
        name: 'openLead',
        label: fields.open,
        help: fields.openHelp,
        values: [
          { value: false, label: fields.openValues.hidden },
          { value: true, label: fields.openValues.open },
        ],
      },
    ],
    level: 'medium',
    levelHelp: (level) => levelHelp[level],
    seats: () => ({ from: 2, to: 2 }),
  };
}
