/** What can be chosen before a game of __Title__: nothing, so far. */
import type { Language } from '../../lib/language.svelte.ts';
import type { SetupForm } from '../contract.ts';
import type { Options } from './types.ts';
import { WORDS } from './words.ts';

export function setup(language: Language): SetupForm<Options> {
  const { standard, standardHelp, sides } = WORDS[language];
  return {
    presets: [{ id: 'standard', label: standard, help: standardHelp, options: {} }],
    fields: [],
    sides: () => sides,
    seats: () => ({ from: 2, to: 2 }),
  };
}
