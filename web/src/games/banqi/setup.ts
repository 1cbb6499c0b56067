/** What can be chosen before a game of Banqi. */
import type { Language } from '../../lib/language.svelte.ts';
import type { OptionField, Preset, SetupForm } from '../contract.ts';
import type { Options } from './types.ts';
import { WORDS } from './words.ts';

function presets(language: Language): Preset<Options>[] {
  const words = WORDS[language];
  return [
    { id: 'usual', label: words.usual, help: words.usualHelp, options: { mode: 'classic', noProgress: 60, repetition: 3 }, seats: 2 },
    { id: 'classic', label: words.classic, help: words.classicHelp, options: { mode: 'classic' }, seats: 2 },
    { id: 'olympiad', label: words.olympiad, help: words.olympiadHelp, options: { mode: 'classic', noProgress: 180, repetition: 3 }, seats: 2 },
    { id: 'three-kingdoms', label: words.kingdoms, help: words.kingdomsHelp, options: { mode: 'three-kingdoms' }, seats: 3 },
    { id: 'folk', label: words.folk, help: words.folkHelp, options: { mode: 'three-kingdoms', guard: 'diagonal', cannon: 'slide' }, seats: 3 },
  ];
}

function fields(language: Language): OptionField<Options>[] {
  const words = WORDS[language];
  const pairs = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }));
  const limits = (...numbers: number[]) => [{ value: 'off', label: words.off }, ...numbers.map((n) => ({ value: n, label: String(n) }))];
  const kingdoms = ({ mode }: Partial<Options>) => (mode === 'three-kingdoms' ? null : words.onlyKingdoms);
  const classic = ({ mode }: Partial<Options>) => (mode === 'three-kingdoms' ? words.onlyClassic : null);
  return [
    { name: 'noProgress', label: words.noProgress, values: limits(60, 180), disabled: classic },
    { name: 'repetition', label: words.repetition, values: limits(3) },
    { name: 'layout', label: words.layout, values: pairs(words.layoutValues), disabled: kingdoms },
    { name: 'guard', label: words.guard, values: pairs(words.guardValues), disabled: kingdoms },
    { name: 'cannon', label: words.cannon, values: pairs(words.cannonValues), disabled: kingdoms },
    { name: 'counter', label: words.counterOption, values: [{ value: 60, label: '60' }, { value: 120, label: '120' }, { value: 'off', label: words.off }], disabled: kingdoms },
  ];
}

export function setup(language: Language): SetupForm<Options> {
  return {
    presets: presets(language),
    fields: fields(language),
    seats: ({ mode }) => (mode === 'three-kingdoms' ? { from: 3, to: 3 } : { from: 2, to: 2 }),
  };
}
