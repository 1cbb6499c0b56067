/** The choices before a game of Banqi. */
import type { Language } from '../../lib/language.svelte.ts';
import type { OptionField, Preset, SetupForm } from '../contract.ts';
import { ALL, rulesOf } from './sets/index.ts';
import type { Limit, Options } from './types.ts';
import { WORDS } from './words.ts';

function presets(language: Language): Preset<Options>[] {
  const { sets } = WORDS[language];
  return ALL.flatMap(({ id: mode, presets, seats }) =>
    presets.map(({ id, options }) => ({ id, ...sets[mode].presets[id]!, options, seats })),
  );
}

function fields(language: Language): OptionField<Options>[] {
  const words = WORDS[language];
  const pairs = <V extends string>(labels: Record<V, string>) => (Object.entries(labels) as [V, string][]).map(([value, label]) => ({ value, label }));
  const limits = (...numbers: number[]): { value: Limit; label: string }[] => [{ value: 'off', label: words.off }, ...numbers.map((n) => ({ value: n, label: String(n) }))];
  /** Why an option cannot be chosen; names the rule sets that have it. */
  const only = (name: keyof Options & string) => ({ mode }: Partial<Options>) => {
    if (rulesOf(mode).options.includes(name)) return null;
    return words.only(ALL.filter(({ options }) => options.includes(name)).map(({ id }) => words.sets[id].called));
  };
  return [
    { name: 'noProgress', label: words.noProgress, values: limits(60, 180), disabled: only('noProgress') },
    { name: 'repetition', label: words.repetition, values: limits(3) },
    { name: 'layout', label: words.layout, values: pairs(words.layoutValues), disabled: only('layout') },
    { name: 'guard', label: words.guard, values: pairs(words.guardValues), disabled: only('guard') },
    { name: 'cannon', label: words.cannon, values: pairs(words.cannonValues), disabled: only('cannon') },
    { name: 'counter', label: words.counterOption, values: [{ value: 60, label: '60' }, { value: 120, label: '120' }, { value: 'off', label: words.off }], disabled: only('counter') },
  ];
}

export function setup(language: Language): SetupForm<Options> {
  return {
    presets: presets(language),
    fields: fields(language),
    modes: ALL.map(({ id, picture, seats }) => ({ id, name: WORDS[language].sets[id].name, picture, players: seats })),
    sides: (seats) => (seats === 2 ? WORDS[language].sidesOfTwo : WORDS[language].sides),
    seats: ({ mode }) => ({ from: rulesOf(mode).seats, to: rulesOf(mode).seats }),
  };
}
