/** May I? as the table page sees it. */
import type { Outcome, Problem } from '../../gen/protocol.ts';
import { list } from '../../words/plural.ts';
import { paced, type CoachCard, type GameFace, type Refusal, type ResultFace, type Scene } from '../contract.ts';
import Board from './Board.svelte';
import Card from './Card.svelte';
import { takesScreen } from './layout.ts';
import { dealing, duration, isDeal } from './motion.ts';
import { contractName, contractSaid, kindName, short } from './naming.ts';
import { meldNumber } from './staging.ts';
import type { Action, Event, Chosen, RefusalDetails, View } from './types.ts';
import { WORDS } from './words.ts';

function sentence(event: Event, { language, you, sitters }: Scene<Chosen>): string | null {
  const words = WORDS[language];
  const name = (seat: number) => sitters[seat]?.called ?? '';
  const card = (id: string) => short(id, words);
  switch (event.type) {
    case 'DREW': {
      const isYou = event.seat === you;
      if (event.source === 'discard' && event.card) {
        return isYou ? words.drewDiscardYou(card(event.card)) : words.drewDiscard(name(event.seat), card(event.card));
      }
      return isYou && event.card ? words.drewYou(card(event.card)) : words.drewStock(name(event.seat));
    }
    case 'LAID_DOWN': {
      const melds = event.melds.map(({ type, cards }) => `${kindName(type, words)} ${cards.map(card).join(' ')}`).join('; ');
      return event.seat === you ? words.laidDownYou(melds) : words.laidDown(name(event.seat), melds);
    }
    case 'LAID_OFF': {
      const { seat, position, actsAs } = event;
      const [what, number] = [card(event.card), meldNumber(event.meld)];
      if (actsAs !== null && position !== null) {
        const as = card(actsAs);
        if (seat === you) return words.laidOffEndYou(what, number, as, position);
        return words.laidOffEnd(name(seat), what, number, as, position);
      }
      return seat === you ? words.laidOffYou(what, number) : words.laidOff(name(seat), what, number);
    }
    case 'SWAPPED': {
      const number = meldNumber(event.meld);
      if (event.seat === you) return words.swappedYou(card(event.card), number);
      return words.swapped(name(event.seat), card(event.card), number);
    }
    case 'DISCARDED':
      return event.seat === you ? words.discardedYou(card(event.card)) : words.discarded(name(event.seat), card(event.card));
    case 'MAY_I_CALLED':
      return event.seat === you ? words.calledYou(card(event.card)) : words.called(name(event.seat), card(event.card));
    case 'MAY_I_ALLOWED':
      return event.seat === you ? words.allowedYou : words.allowed(name(event.seat));
    case 'MAY_I_CLAIMED':
      return event.seat === you ? words.claimedYou(card(event.card)) : words.claimed(name(event.seat), card(event.card));
    case 'MAY_I_GRANTED': {
      const { seat, penalty, penaltyCard } = event;
      const what = card(event.card);
      if (seat === you) return penaltyCard ? words.grantedPenaltyYou(what, card(penaltyCard)) : words.grantedYou(what);
      return penalty ? words.grantedPenalty(name(seat), what) : words.granted(name(seat), what);
    }
    case 'MAY_I_WITHDRAWN':
      return words.withdrawn(name(event.seat));
    case 'STOCK_REFILLED':
      return words.refilled(event.count);
    case 'WENT_OUT':
      return event.seat === you ? words.outYou : words.out(name(event.seat));
    case 'ROUND_ENDED': {
      const scores = event.scores.map((points, seat) => words.score(name(seat), points));
      const end = words.roundEnd(event.round, scores.join(language === 'en' ? ', ' : '、'));
      return event.winner === null ? `${words.noWinner}${language === 'en' ? ' ' : ''}${end}` : end;
    }
    case 'ROUND_DEALT':
      return words.dealt(event.round, contractName(event.contract, words));
    case 'GAME_ENDED':
    case 'HAND_REORDERED':
    case 'LEFT':
      // The table page shows the end and who leaves; sorting concerns nobody else.
      return null;
  }
}

function refusal({ code, details, message }: Problem, { language, sitters }: Scene<Chosen>): Refusal | null {
  if (!code.startsWith('may-i.')) return null;
  const words = WORDS[language];
  const told = (details ?? {}) as RefusalDetails;
  const word = code.slice('may-i.'.length);
  switch (word) {
    case 'wrong_contract':
      return 'contract' in told ? { title: words.wrongContract(contractName(told.contract, words)) } : null;
    case 'invalid_set':
    case 'invalid_run':
      return 'reason' in told ? { title: words.invalidMeld(told.index + 1, words.flaws[told.reason]) } : null;
    case 'cards_left_over':
      return 'count' in told ? { title: words.leftOver(told.count) } : null;
    case 'wrong_swap_card':
      return 'standsFor' in told ? { title: words.wrongSwap(short(told.standsFor, words)) } : null;
    case 'not_your_turn': {
      const seat = /seat (\d)/.exec(message)?.[1];
      const name = seat === undefined ? undefined : sitters[Number(seat)]?.called;
      return name ? { title: words.notYourTurn(name) } : null;
    }
    default: {
      const known = words.refusals[word];
      return known === undefined ? null : { title: known };
    }
  }
}

function result(outcome: Outcome, view: View, { language, you, sitters }: Scene<Chosen>): ResultFace {
  const words = WORDS[language];
  const { winners, scores, reason } = outcome;
  const [winner = 0] = winners;
  const points = Number(scores[winner] ?? 0);
  const won = view.rounds.filter((record) => record.winner === winner).length;
  const next = Math.min(...scores.map(Number).filter((_, seat) => !winners.includes(seat)));
  const facts = winners.length === 1 && Number.isFinite(next) && reason === 'points' ? [words.ahead(next - points)] : [];
  if (winners.length === 1 && won > 0) facts.push(words.roundsWon(won));
  const names = list(winners.map((seat) => sitters[seat]?.called ?? ''), language);
  const said =
    winners.length > 1
      ? words.resultShared(names, points)
      : winner === you
        ? words.resultYou(points)
        : words.resultWins(names, points);
  const whys: Partial<Record<typeof reason, string>> = { resign: words.resultResign, timeout: words.resultTime };
  const left = winner === you ? whys[reason] : words.resultAlone(names);
  const why = reason in whys ? left! : words.resultPoints;
  return { reason: why, facts, sentence: said };
}

/** For each card of the coach: when it is due, what it speaks of, and when it is done. */
const COACH: Pick<CoachCard<View, Event>, 'about' | 'isDue' | 'isDone'>[] = [
  { about: '[data-part="plan"]', isDone: () => true },
  {
    about: '[data-part="plan"]',
    isDue: (view, seat) => view.current === seat && view.phase === 'act' && !view.down[seat],
    isDone: (own) => own.some(({ type }) => type === 'LAID_DOWN' || type === 'DISCARDED'),
  },
  {
    about: '.panel',
    isDue: (view, seat) => view.current !== seat && !view.down[seat] && !view.discardTaken && view.discardedBy !== seat,
    isDone: (own) => own.some(({ type }) => type === 'MAY_I_CALLED'),
  },
];

// For the lessons: exported with the face so that a table's code still comes as one file.
export { Card, contractSaid, WORDS };

export const face: GameFace<View, Action, Event, Chosen> = {
  Board,
  Facts: () => import('./Facts.svelte'),
  draws: ['seats'],
  seat: (view, seat, language) => {
    const words = WORDS[language];
    return { role: view.down[seat] ? words.down : undefined, note: words.cards(view.held[seat] ?? 0), score: view.totals[seat] };
  },
  sentence,
  prompt: (view, _, language) => WORDS[language].prompt[view.phase] ?? '',
  refusal,
  result,
  duration: (events, before, after, { settings, isLive }) => {
    const isFirst = isLive && events.length === 0 && isDeal(events, before);
    return paced(isFirst ? dealing(after.held) : duration(events, after.held), settings);
  },
  cue: (event) => {
    switch (event.type) {
      case 'DREW':
      case 'MAY_I_GRANTED':
      case 'ROUND_DEALT':
        return 'card-slide';
      case 'DISCARDED':
      case 'LAID_OFF':
      case 'LAID_DOWN':
      case 'SWAPPED':
        return 'card-snap';
      case 'MAY_I_CALLED':
        return 'question';
      case 'WENT_OUT':
        return 'win';
      default:
        return null;
    }
  },
  isMilestone: (event) => event.type === 'ROUND_ENDED' || event.type === 'LAID_DOWN',
  rarity: (events) => (events.some(({ type }) => type === 'MAY_I_GRANTED') ? 'granted' : null),
  coach: (language) => WORDS[language].coach.map((card, index) => ({ ...card, ...COACH[index] })),
  aside: ({ discard, discardTaken, pending }, language) => {
    if (discard === null || discardTaken || pending) return null;
    return { label: `${WORDS[language].mayI} ${short(discard, WORDS[language])}`, action: { type: 'CALL_MAY_I' } };
  },
  aspect: () => null,
  takesScreen,
};
