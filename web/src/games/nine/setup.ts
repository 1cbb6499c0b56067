/** The choices before a game of Nine. */
import type { Language } from '../../lib/language.svelte.ts';
import type { SetupForm } from '../contract.ts';
import { CARDS, HELPERS, type Helper, type Options } from './types.ts';
import { WORDS } from './words.ts';

/** The weights of turns, by name. */
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
  special: { special: [...HELPERS] },
  again: { bonus: true },
};

/** Every set of special cards, smaller sets first. */
const SPECIALS: Helper[][] = [[], ...HELPERS.map((one) => [one]), ...HELPERS.map((out) => HELPERS.filter((one) => one !== out)).reverse(), [...HELPERS]];

export function setup(language: Language): SetupForm<Options> {
  const { presets, fields, levelHelp, helperNames } = WORDS[language];
  const named = (special: Helper[]) => special.map((one) => helperNames[one]).join(language === 'en' ? ', ' : '、');
  return {
    presets: Object.entries(PRESETS).map(([id, options]) => ({ id, label: presets[id]![0], help: presets[id]![1], options })),
    fields: [
      { name: 'ties', label: fields.ties, values: (['none', 'split', 'carry'] as const).map((value) => ({ value, label: fields.tieValues[value]! })) },
      {
        name: 'turnWeights',
        label: fields.weights,
        values: Object.entries(WEIGHTS).map(([id, value]) => ({ value, label: fields.weightValues[id]! })),
        numbers: { label: fields.weightOwn, names: CARDS.map(fields.weightTurn), from: 0, to: 100, decimals: 3, error: fields.weightError },
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
      { name: 'special', label: fields.special, help: fields.specialHelp, values: SPECIALS.map((value) => ({ value, label: named(value) || fields.specialNone })) },
      {
        name: 'bonus',
        label: fields.bonus,
        help: fields.bonusHelp,
        values: [
          { value: false, label: fields.bonusValues.off },
          { value: true, label: fields.bonusValues.on },
        ],
        disabled: ({ ties }) => (ties === 'carry' ? fields.bonusCarry : null),
      },
    ],
    level: 'medium',
    levelHelp: (level) => levelHelp[level],
    note: WORDS[language].aboutHouse,
    seats: () => ({ from: 2, to: 2 }),
  };
}
