/** What has happened, in sentences. */
import type { Outcome, Problem } from '../../gen/protocol.ts';
import type { Refusal, ResultFace, Scene, Sitter } from '../contract.ts';
import type { Tableau } from './reveal.ts';
import type { Event, GameEnded, Options, Revealed, View } from './types.ts';
import { WORDS, type NineWords } from './words.ts';

/** Who speaks to whom: enough for every sentence. */
export interface Company {
  words: NineWords;
  /** The reader's seat; null for those who watch or share a device. */
  you: number | null;
  sitters: Sitter[];
}

/** Whether the seat is "CPU": the computer against a person. */
export function isCpu(seat: number, sitters: Sitter[]): boolean {
  return (sitters[seat]?.isComputer ?? false) && !sitters[1 - seat]?.isComputer;
}

/** A name for the middle of a sentence. */
export function called(seat: number, { words, sitters }: Company): string {
  return isCpu(seat, sitters) ? words.cpu : (sitters[seat]?.called ?? '');
}

/** A name for a label: the reader is "You". */
export function label(seat: number, company: Company): string {
  return seat === company.you ? company.words.you : called(seat, company);
}

/** "Turn 5/9 - Your turn". */
export function turnLine({ turn, leader, isOver }: Pick<Tableau, 'turn' | 'leader' | 'isOver'>, company: Company): string {
  const { words, you, sitters } = company;
  if (isOver) return words.turnOver;
  if (leader === you) return words.turnYou(turn);
  if (isCpu(leader, sitters)) return words.turnCpu(turn);
  return words.turnOther(turn, called(leader, company));
}

/** "You win 9 points!". */
export function verdict({ winner, points, carried, turn }: Revealed, company: Company): string {
  const { words, you, sitters } = company;
  if (winner === null) {
    if (points[0] > 0) return words.tieSplit(points[0]);
    if (carried > 0) return turn === 9 ? words.tieLost(carried) : words.tieCarried(carried);
    return words.tie;
  }
  const won = points[winner]!;
  if (winner === you) return words.winYou(won);
  return isCpu(winner, sitters) ? words.winCpu(won) : words.winOther(called(winner, company), won);
}

/** "6 beats 3". */
export function reason({ winner, cards }: Revealed, words: NineWords): string {
  return winner === null ? words.equal(cards[0]) : words.beats(cards[winner]!, cards[1 - winner]!);
}

/** "You played 6, CPU played 3."; the leader is named first. */
function played({ leader, cards }: Revealed, company: Company): string {
  const { words, you } = company;
  const follower = 1 - leader;
  if (you === null) {
    return words.playedBoth(called(leader, company), cards[leader]!, called(follower, company), cards[follower]!);
  }
  const other = called(1 - you, company);
  return leader === you
    ? words.playedYou(cards[you]!, other, cards[1 - you]!)
    : words.playedOtherFirst(other, cards[1 - you]!, cards[you]!);
}

/** "Game 1: you win 49 to 27." */
export function gameEnd({ game, winner, scores }: GameEnded, company: Company): string {
  const { words, you } = company;
  if (winner === null) return words.gameDrawn(game, scores[0]);
  const [most, least] = [scores[winner]!, scores[1 - winner]!];
  if (winner === you) return words.gameWonYou(game, most, least);
  if (you !== null) return words.gameLostYou(game, least, most);
  return words.gameWon(game, called(winner, company), most, least);
}

function overall(winner: number | null, scores: readonly number[], company: Company): string {
  const { words, you } = company;
  if (winner === null) return words.resultDraw(scores[0] ?? 0);
  const [most, least] = [scores[winner] ?? 0, scores[1 - winner] ?? 0];
  if (winner === you) return words.resultYou(most, least);
  if (you !== null) return words.resultLose(least, most);
  return words.result(called(winner, company), most, least);
}

/** The points in the reader's order. */
function ordered<T>(pair: readonly [T, T], you: number | null): [T, T] {
  return you === 1 ? [pair[1], pair[0]] : [pair[0], pair[1]];
}

export function sentence(event: Event, scene: Scene<Options>): string | null {
  const words = WORDS[scene.language];
  const company = { words, you: scene.you, sitters: scene.sitters };
  const join = (...parts: string[]) => parts.join(scene.language === 'en' ? ' ' : '');
  switch (event.type) {
    case 'COMMITTED': {
      const { seat, card } = event;
      if (card !== undefined) return seat === scene.you ? words.leadYou(card) : words.leads(called(seat, company), card);
      // Who chooses last is told with both cards.
      if (scene.events?.some((other) => (other as Event).type === 'REVEALED')) return null;
      // The computer is to be seen thinking after the person's choice, even if it has chosen long ago.
      if (isCpu(seat, scene.sitters)) return null;
      return seat === scene.you ? words.youHaveChosen : words.hasChosen(called(seat, company));
    }
    case 'REVEALED':
      return join(played(event, company), verdict(event, company), words.scoreSaid(...ordered(event.scores, scene.you)));
    case 'GAME_ENDED':
      return join(gameEnd(event, company), words.gamesSaid(...ordered(event.wins, scene.you)));
    case 'GAME_OVER':
      return overall(event.winner, event.scores, company);
    case 'LEFT':
      // Told by the table page.
      return null;
  }
}

export function refusal({ code }: Problem, { language }: Scene<Options>): Refusal | null {
  const [game, name] = code.split('.');
  const title = game === 'nine' && name ? WORDS[language].refusals[name] : undefined;
  return title ? { title } : null;
}

export function result(outcome: Outcome, view: View, scene: Scene<Options>): ResultFace {
  const words = WORDS[scene.language];
  const { scores, winners } = outcome;
  const company = { words, you: scene.you, sitters: scene.sitters };
  const winner = winners[0] ?? null;
  const [mine = 0, theirs = 0] = ordered([scores[0] ?? 0, scores[1] ?? 0], scene.you);
  const reasons: Record<string, string> = { resign: words.byResign, timeout: words.byTime, match: words.byMatch };
  const isPlayed = view.left === null || view.left === undefined;
  return {
    reason: reasons[outcome.reason] ?? words.byPoints,
    score: `${mine} – ${theirs}`,
    facts: winner === null || !isPlayed ? [] : [words.margin(Math.abs(mine - theirs))],
    sentence: overall(winner, scores, company),
  };
}
