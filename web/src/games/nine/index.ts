/** Nine as the table page sees it. */
import type { GameFace } from '../contract.ts';
import Board from './Board.svelte';
import { lengthOf, planOf, suspense } from './reveal.ts';
import { refusal, result, sentence } from './tell.ts';
import { turnsOfGame, type Action, type Event, type Chosen, type View } from './types.ts';
import { WORDS } from './words.ts';

export const face: GameFace<View, Action, Event, Chosen> = {
  Board,
  Facts: () => import('./Facts.svelte'),
  Result: () => import('./Result.svelte'),
  Tutorial: () => import('./Tutorial.svelte'),
  seat: (view, seat) => ({ score: view.scores[seat] }),
  sentence,
  prompt: (view, _, language) =>
    view.you === null ? '' : WORDS[language].prompt(view.turn, view.hands[view.you]!.join(' '), turnsOfGame(view)),
  refusal,
  result,
  duration: (events, _, __, pace) => lengthOf(planOf(events, pace)),
  suspense,
  // The board times its own sounds: cards turn long after they were chosen.
  cue: () => null,
  isMilestone: (event) => event.type === 'REVEALED',
  coach: (language) =>
    WORDS[language].coach.map((card) => ({ ...card, about: '[data-row=own]', isDone: (own) => own.some(({ type }) => type === 'COMMITTED') })),
  aspect: () => null,
  draws: ['seats', 'stage'],
};
