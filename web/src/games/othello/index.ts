/** Othello as the table page sees it. */
import type { Outcome, Problem } from '../../gen/protocol.ts';
import { paced, type GameFace, type Refusal, type ResultFace, type Scene } from '../contract.ts';
import Board from './Board.svelte';
import Chart from './Chart.svelte';
import { duration } from './motion.ts';
import Tray from './Tray.svelte';
import type { Action, Chosen, Details, Event, RefusalDetails, View } from './types.ts';
import { WORDS } from './words.ts';

function sentence(event: Event, { language, actor, you, sitters }: Scene<Chosen>): string | null {
  const words = WORDS[language];
  switch (event.type) {
    case 'PLACED': {
      const turned = event.flipped.length;
      if (actor !== null && actor === you) return words.placedYou(event.square, turned);
      return words.placed(sitters[actor ?? 0]?.called ?? '', event.square, turned);
    }
    case 'PASSED':
      return event.seat === you ? words.passedYou : words.passed(sitters[event.seat]?.called ?? '');
    case 'LEFT':
    case 'GAME_OVER':
      // Shown by the table page.
      return null;
  }
}

function refusal({ code, details, message }: Problem, { language }: Scene<Chosen>): Refusal | null {
  const words = WORDS[language];
  const told = details as RefusalDetails | null;
  const legal = told && 'legal' in told ? told.legal : [];
  const squares = legal.flatMap((action) => ('square' in action ? [action.square] : [])).join(' ');
  const square = /\b[a-h][1-8]\b/.exec(message)?.[0] ?? '';
  switch (code) {
    case 'othello.occupied':
      return { title: words.occupied(square) };
    case 'othello.illegal_move': {
      const tried = /on ([a-h][1-8])/.exec(message)?.[1] ?? square;
      return { title: words.illegal(tried, squares) };
    }
    case 'othello.pass_not_allowed':
      return { title: words.passNotAllowed(squares) };
    case 'othello.bad_square':
    case 'othello.out_of_range':
      return { title: words.notSquare };
    default:
      return null;
  }
}

/** Whether nobody passed in a whole game, from the start to a full board. */
function isWithoutPass(past: readonly Event[]): boolean {
  return past.filter(({ type }) => type === 'PLACED').length === 60 && past.every(({ type }) => type !== 'PASSED');
}

function result(outcome: Outcome, view: View, { language, you, sitters }: Scene<Chosen>, past: readonly Event[] = []): ResultFace {
  const words = WORDS[language];
  const [black = 0, white = 0] = outcome.scores;
  const [winner] = outcome.winners;
  const details = outcome.details as Details | null;
  const margin = details?.margin ?? Math.abs(black - white);
  const score: [number, number] = [black, white];
  if (outcome.reason === 'resign' || outcome.reason === 'timeout') {
    const gone = 1 - (winner ?? 0);
    const [own, others] = outcome.reason === 'resign' ? [words.resignedYou, words.resigned] : [words.timedOutYou, words.timedOut];
    const reason = gone === you ? own : others(sitters[gone]?.called ?? '');
    const name = sitters[winner ?? 0]?.called ?? '';
    return { reason, score, facts: [], sentence: winner === you ? words.resultLeftYou : words.resultLeft(name) };
  }
  const facts = [
    ...(winner === undefined ? [] : [words.margin(margin)]),
    ...(details?.perfect ? [words.perfect] : details?.wipeout ? [words.wipeout] : []),
    ...(isWithoutPass(past) ? [words.noPasses] : []),
  ];
  const [most, least] = [Math.max(black, white), Math.min(black, white)];
  const reason = view.board.includes('-') ? words.blocked(most, least) : words.full(most, least);
  const said =
    winner === undefined
      ? words.drawn(black)
      : winner === you
        ? words.resultYou(most, least, margin)
        : words.result(sitters[winner]?.called ?? '', most, least, margin);
  return { reason, score, facts, sentence: said };
}

export const face: GameFace<View, Action, Event, Chosen> = {
  Board,
  Chart,
  Tray,
  seat: (view, seat, language) => ({
    role: seat === 0 ? WORDS[language].black : WORDS[language].white,
    score: seat === 0 ? view.score.black : view.score.white,
  }),
  sentence,
  prompt: (view, _, language) => (view.legal.length > 0 ? WORDS[language].legal(view.legal.length) : WORDS[language].pass),
  refusal,
  result,
  duration: (events, _, __, { settings }) => paced(duration(events), settings),
  cue: (event) => (event.type === 'PLACED' ? 'disc' : null),
  isMilestone: (event) => event.type === 'PASSED',
  coach: (language) =>
    WORDS[language].coach.map((card, index) => ({
      ...card,
      about: index === 2 ? '[data-square=a1], [data-square=h1], [data-square=a8], [data-square=h8]' : '.cell.legal',
      isDue: (view, seat) => (view.toMove === 'black') === (seat === 0) && view.legal.length > 0,
      isDone: (own) => own.some(({ type }) => type === 'PLACED'),
    })),
  rarity: (events) => (events.some((event) => event.type === 'PLACED' && /^[ah][18]$/.test(event.square)) ? 'corner' : null),
  aspect: () => 1,
};
