/** The choices before a game of Othello: none so far. */
import type { Language } from '../../lib/language.svelte.ts';
import type { SetupForm } from '../contract.ts';
import type { Options } from './types.ts';
import { WORDS } from './words.ts';

export function setup(language: Language): SetupForm<Options> {
  return {
    presets: [{ id: 'standard', label: WORDS[language].standard, help: WORDS[language].standardHelp, options: {} }],
    fields: [],
    sides: () => WORDS[language].sides,
    hasDiscs: true,
    seats: () => ({ from: 2, to: 2 }),
  };
}
