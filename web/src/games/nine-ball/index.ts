/** Nine-ball as the table page sees it. */
import type { Outcome, Problem } from '../../gen/protocol.ts';
import { paced, type GameFace, type Refusal, type ResultFace, type Scene } from '../contract.ts';
import Board from './Board.svelte';
import { secondsOf } from './motion.ts';
import { sentence, story } from './sentences.ts';
import type { Action, Event, Chosen, RefusalDetails, View } from './types.ts';
import { WORDS, type NineBallWords } from './words.ts';

function refusal({ code, details, message }: Problem, { language }: Scene<Chosen>): Refusal | null {
  const words = WORDS[language];
  const given = (details ?? {}) as RefusalDetails;
  switch (code) {
    case 'nine-ball.outside':
      return { title: words.outside };
    case 'nine-ball.too_close':
      return 'ball' in given ? { title: words.tooClose(given.ball) } : null;
    case 'nine-ball.behind_line':
      return { title: words.behindLine };
    case 'nine-ball.not_finite':
    case 'nine-ball.not_whole':
      return { title: words.notPlace };
    case 'nine-ball.shot_range': {
      if (!('min' in given)) return null;
      const field = { speedMmS: words.speed, aimUrad: words.aim, elevationUrad: words.elevation }[given.field];
      if (!field) return { title: words.miscue };
      const shown = (value: number) =>
        given.field === 'speedMmS' ? words.metresPerSecond((value / 1e3).toFixed(1)) : words.degrees(((value / 1e6) * (180 / Math.PI)).toFixed(0));
      return { title: words.shotRange(field, shown(given.min), shown(given.max)) };
    }
    case 'nine-ball.push_not_allowed':
      return { title: words.pushNotAllowed };
    case 'nine-ball.wrong_phase':
      return { title: message.includes('cue ball') ? words.placeFirst : words.wrongPhase };
    default:
      return null;
  }
}

/** Why it ended, from each reader's side. */
function reasonOf({ reason, winners }: Outcome, sitters: Scene<Chosen>['sitters'], you: number | null, words: NineBallWords): string {
  const isOfWinner = reason === 'nine_potted';
  const doer = sitters.find(({ seat }) => winners.includes(seat) === isOfWinner);
  const said = words.reasons[reason as keyof typeof words.reasons];
  if (!doer || !said) return '';
  return doer.seat === you ? said.you : said.other(doer.called);
}

function result(outcome: Outcome, view: View, { language, you, sitters }: Scene<Chosen>): ResultFace {
  const words = WORDS[language];
  const [winner] = outcome.winners;
  const reason = reasonOf(outcome, sitters, you, words);
  const [a = 0, b = 0] = view.racks;
  const score: [number, number] | undefined = view.racks.length > 1 ? [a, b] : undefined;
  const facts = sitters.map(({ name, seat }) => words.factPotted(name, view.potted[seat] ?? 0));
  if (winner === undefined) return { reason, score, facts, sentence: words.resultNobody };
  const name = sitters[winner]?.called ?? '';
  if (view.options.raceTo === 1 && outcome.reason === 'nine_potted') {
    return { reason, score, facts, sentence: winner === you ? words.winsRackYou : words.winsRack(name) };
  }
  const said = words.race(view.racks[winner] ?? 0, view.racks[1 - winner] ?? 0, view.options.raceTo);
  return { reason, score, facts, sentence: winner === you ? words.resultYou(said) : words.result(name, said) };
}

export const face: GameFace<View, Action, Event, Chosen> = {
  Board,
  Study: () => import('./Study.svelte'),
  Facts: () => import('./Facts.svelte'),
  seat: (view, seat, language) => ({
    note: WORDS[language].potted(view.potted[seat] ?? 0),
    score: view.racks[seat],
  }),
  sentence,
  story,
  prompt: (view, _, language) => {
    const words = WORDS[language];
    if (view.phase.name === 'push_out_choice') return words.promptChoose;
    if (view.phase.name !== 'aim') return words.promptPlace;
    return view.target === null ? words.hitAny : words.promptAim(view.target);
  },
  refusal,
  result,
  duration: (events, _, __, { settings }) => paced(1000 * secondsOf(events), settings),
  // The outcome of a shot is secret until the shot has been seen.
  suspense: () => Infinity,
  // The board times its own sounds.
  cue: () => null,
  isMilestone: (event) => event.type === 'POT' && event.a !== 0,
  rarity: (events, before) => {
    const isBreak = before?.shotNo === 0 && !events.some(({ type }) => type === 'FOUL');
    return isBreak && events.some((event) => event.type === 'POT' && event.a === 9) ? 'break9' : null;
  },
  coach: (language) => {
    const { aim, pull, lowest, hand } = WORDS[language].coach;
    // Upright and low screens have a track to pull instead of a button.
    const { innerWidth: width = 1200, innerHeight: height = 900 } = globalThis;
    const isPulled = height > width * 1.1 || (height < 480 && width > height);
    const isAim = (view: View) => view.phase.name === 'aim';
    const hasShot = (own: readonly Event[]) => own.some(({ type }) => type === 'MOTION');
    return [
      { ...(isPulled ? pull : aim), about: isPulled ? '.track' : '[data-main=shoot]', isDue: isAim, isDone: hasShot },
      { ...lowest, about: '.seats .target', isDue: (view: View) => view.shotNo > 0 && isAim(view), isDone: hasShot },
      { ...hand, about: '[data-main=place]', isDue: (view: View, seat: number) => view.phase.name === 'ball_in_hand' && view.phase.seat === seat, isDone: (own: readonly Event[]) => own.some(({ type }) => type === 'PLACED') },
    ];
  },
  aspect: () => null,
  draws: ['seats', 'bar'],
  // A phone held sideways, or another low screen.
  takesScreen: (width, height) => height < 480 && width > height,
};
