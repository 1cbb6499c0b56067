/** The choices before a game of May I? */
import type { Language } from '../../lib/language.svelte.ts';
import type { SetupForm } from '../contract.ts';
import type { Options } from './types.ts';
import { WORDS } from './words.ts';

/** Random, because nobody likes to be the one who always deals. */
const DEALER = { firstDealer: 'random' } as const;
/** How long players can ask for a discard, in seconds. */
const ASKING = [3, 5, 10];

export function setup(language: Language): SetupForm<Options> {
  const words = WORDS[language];
  const { presets, fields } = words;
  return {
    presets: [
      { id: 'standard', ...presets.standard, options: { ...DEALER } },
      { id: 'short', ...presets.short, options: { ...DEALER, lastRound: 3 } },
      { id: 'late', ...presets.late, options: { ...DEALER, startRound: 4 } },
      { id: 'strict', ...presets.strict, options: { ...DEALER, exactContract: true } },
      { id: 'last', ...presets.last, options: { ...DEALER, startRound: 6 } },
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
        // The whole game comes first because it is the default.
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
          { value: 'random', label: fields.random },
          { value: 0, label: fields.you },
          { value: 1, label: fields.next },
        ],
      },
      {
        name: 'maxTurns',
        label: fields.maxTurns,
        values: [{ value: null, label: fields.never }, ...[20, 40, 80].map((n) => ({ value: n, label: fields.turns(n) }))],
      },
    ],
    asking: {
      label: fields.asking,
      values: [
        { value: null, label: fields.askingUsual },
        { value: 0, label: fields.askingNone },
        ...ASKING.map((seconds) => ({ value: seconds, label: fields.askingSeconds(seconds) })),
        { value: 'everybody', label: fields.askingAll },
      ],
    },
    seats: () => ({ from: 3, to: 8 }),
    // The newcomer begins, so that the first thing to happen is their own move.
    firstGame: (seat, seats) => ({ firstDealer: (seat + seats - 1) % seats }),
  };
}
