/** What can be chosen before a game of May I? */
import type { Language } from '../../lib/language.svelte.ts';
import type { SetupForm } from '../contract.ts';
import type { Options } from './types.ts';
import { WORDS } from './words.ts';

export function setup(language: Language): SetupForm<Options> {
  const words = WORDS[language];
  const { presets, fields } = words;
  return {
    presets: [
      { id: 'standard', ...presets.standard, options: {} },
      { id: 'short', ...presets.short, options: { lastRound: 3 } },
      { id: 'late', ...presets.late, options: { startRound: 4 } },
      { id: 'strict', ...presets.strict, options: { exactContract: true } },
      { id: 'last', ...presets.last, options: { startRound: 6 } },
    ],
    fields: [
      {
        name: 'startRound',
        label: fields.startRound,
        help: fields.startRoundHelp,
        values: words.contracts.map((contract, index) => ({ value: index + 1, label: words.roundShort(index + 1, contract) })),
      },
      {
        name: 'lastRound',
        label: fields.lastRound,
        help: fields.lastRoundHelp,
        // The whole game stands first: it is what is played unless somebody chooses.
        values: words.contracts.map((contract, index) => ({ value: index + 1, label: words.roundShort(index + 1, contract) })).reverse(),
      },
      {
        name: 'exactContract',
        label: fields.exactContract,
        values: [
          { value: false, label: fields.anySize },
          { value: true, label: fields.exactSize },
        ],
      },
      {
        name: 'firstDealer',
        label: fields.firstDealer,
        values: [
          ...[0, 1, 2].map((seat) => ({ value: seat, label: fields.seat(seat + 1) })),
          { value: 'random', label: fields.random },
        ],
      },
      {
        name: 'maxTurns',
        label: fields.maxTurns,
        values: [{ value: null, label: fields.never }, ...[20, 40, 80].map((n) => ({ value: n, label: fields.turns(n) }))],
      },
    ],
    seats: () => ({ from: 3, to: 8 }),
    // Who is new begins, so that the first thing that happens is their own.
    firstGame: (seat, seats) => ({ firstDealer: (seat + seats - 1) % seats }),
  };
}
