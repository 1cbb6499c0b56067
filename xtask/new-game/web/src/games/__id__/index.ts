/** __Title__ as the table page sees it. */
import type { Outcome, Problem } from '../../gen/protocol.ts';
import { paced, type GameFace, type Refusal, type ResultFace, type Scene } from '../contract.ts';
import Board from './Board.svelte';
import type { Action, Chosen, Event, RefusalDetails, View } from './types.ts';
import { WORDS } from './words.ts';

function sentence(event: Event, { language, you, sitters }: Scene<Chosen>): string | null {
  // Who leaves is told by the table page.
  if (event.type === 'LEFT') return null;
  const { count, rest, seat } = event;
  return seat === you ? WORDS[language].takenYou(count, rest) : WORDS[language].taken(sitters[seat]?.called ?? '', count, rest);
}

function refusal({ code, details }: Problem, { language }: Scene<Chosen>): Refusal | null {
  if (code !== '__id__.bad_count') return null;
  return { title: WORDS[language].badCount((details as RefusalDetails).most) };
}

function result({ reason, winners: [winner] }: Outcome, _: View, { language, you, sitters }: Scene<Chosen>): ResultFace {
  const words = WORDS[language];
  return {
    reason: reason === 'resign' ? words.byResign : reason === 'timeout' ? words.byTime : words.byLast,
    facts: [],
    sentence: winner === you ? words.winsYou : words.wins(sitters[winner ?? 0]?.called ?? ''),
  };
}

export const face: GameFace<View, Action, Event, Chosen> = {
  Board,
  seat: (_, seat, language) => ({ role: WORDS[language].sides[seat]! }),
  sentence,
  prompt: ({ most }, _, language) => WORDS[language].choices(most),
  refusal,
  result,
  duration: (events, _, __, { settings }) => paced(events.some(({ type }) => type === 'TAKEN') ? 300 : 0, settings),
  cue: (event) => (event.type === 'TAKEN' ? 'disc' : null),
  coach: (language) =>
    WORDS[language].coach.map((card) => ({
      ...card,
      about: '.takes',
      isDue: (view, seat) => view.toMove === seat,
      isDone: (own) => own.some(({ type }) => type === 'TAKEN'),
    })),
  aspect: () => 1,
};
