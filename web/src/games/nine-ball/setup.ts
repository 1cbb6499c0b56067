/** The choices before a game of Nine-ball. */
import type { Language } from '../../lib/language.svelte.ts';
import type { OptionField, SetupForm } from '../contract.ts';
import type { Options } from './types.ts';
import { WORDS } from './words.ts';

export function setup(language: Language): SetupForm<Options> {
  const words = WORDS[language];
  const own = words.options;
  const flag = (name: keyof Options & ('legalBreak' | 'pushOut' | 'threeFouls' | 'frozenCushion' | 'practice' | 'fixedRack')): OptionField<Options> => ({
    name,
    label: own[name],
    values: [{ value: false, label: own.no }, { value: true, label: own.yes }],
  });
  const choice = <T extends string>(labels: Record<T, string>, order: NoInfer<T>[]) => order.map((value) => ({ value, label: labels[value] }));
  return {
    presets: [
      { id: 'club', ...words.presets.club, options: { raceTo: 3, aimHelp: 'full', table: '9-foot' }, seats: 2 },
      { id: 'rack', ...words.presets.rack, options: { raceTo: 1, aimHelp: 'full', table: '9-foot' }, seats: 2 },
      { id: 'wpa', ...words.presets.wpa, options: { legalBreak: true, pushOut: true, threeFouls: true }, seats: 2 },
      { id: 'practice', ...words.presets.practice, options: { practice: true }, seats: 1 },
    ],
    fields: [
      { name: 'raceTo', label: own.raceTo, values: [1, 2, 3, 5, 7, 9].map((value) => ({ value, label: words.raceTo(value) })) },
      { name: 'table', label: own.table, values: choice(own.tables, ['9-foot', '8-foot', '7-foot']) },
      { name: 'aimHelp', label: own.aimHelp, help: own.aimHelpHelp, values: choice(own.aimHelps, ['full', 'contact', 'none']) },
      flag('legalBreak'),
      flag('pushOut'),
      flag('threeFouls'),
      { name: 'breakOrder', label: own.breakOrder, values: choice(own.breakOrders, ['winner', 'alternate']) },
      flag('frozenCushion'),
      flag('fixedRack'),
      flag('practice'),
    ],
    sides: (seats, opponent) => (seats === 2 ? words.breakSides(opponent) : []),
    seats: (options) => (options.practice ? { from: 1, to: 2 } : { from: 2, to: 2 }),
  };
}
