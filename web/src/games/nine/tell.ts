/** What has happened, in sentences. */
import type { Outcome, Problem } from '../../gen/protocol.ts';
import type { Refusal, ResultFace, Scene, Sitter } from '../contract.ts';
import type { Tableau } from './reveal.ts';
import { turnsOfGame, type Event, type GameEnded, type Helper, type Chosen, type Revealed, type View } from './types.ts';
import { WORDS, type NineWords } from './words.ts';

/** Who speaks to whom: all that sentences need. */
export interface Company {
  words: NineWords;
  /** The reader's seat; null for spectators and on a shared device. */
  you: number | null;
  sitters: Sitter[];
}

/** Whether the seat is a computer playing against a person. */
export function isHouse(seat: number, sitters: Sitter[]): boolean {
  return (sitters[seat]?.isComputer ?? false) && !sitters[1 - seat]?.isComputer;
}

/** Whether the seat is called "CPU", having no name of its own. */
export function isCpu(seat: number, sitters: Sitter[]): boolean {
  return isHouse(seat, sitters) && sitters[seat]?.persona === undefined;
}

/** "CPU is thinking…" */
export function thinking(seat: number, company: Company): string {
  return isCpu(seat, company.sitters) ? company.words.thinking : company.words.thinkingOf(called(seat, company));
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
export function turnLine({ turn, turns, leader, isOver }: Pick<Tableau, 'turn' | 'turns' | 'leader' | 'isOver'>, company: Company): string {
  const { words, you, sitters } = company;
  if (isOver) return words.turnOver(turns);
  if (leader === you) return words.turnYou(turn, turns);
  if (isCpu(leader, sitters)) return words.turnCpu(turn, turns);
  return words.turnOther(turn, called(leader, company), turns);
}

/** Whether the loser's shield keeps the points from the winner. */
export function isShielded({ winner, helpers }: Revealed): boolean {
  return winner !== null && helpers?.[1 - winner] === 'shield';
}

/** "5", or "5 with double". */
function bid(card: number, helper: Helper | null | undefined, words: NineWords): string {
  return helper ? words.withHelper(card, words.helperNames[helper]) : String(card);
}

/** "You win 9 points!". */
export function verdict(turn: Revealed, company: Company): string {
  const { words, you, sitters } = company;
  const { winner, points, carried } = turn;
  if (winner !== null && isShielded(turn)) return 1 - winner === you ? words.shieldYou : words.shieldOther(called(1 - winner, company));
  if (winner === null) {
    if (points[0] > 0) return words.tieSplit(points[0]);
    if (carried > 0) return turn.turn === 9 ? words.tieLost(carried) : words.tieCarried(carried);
    return words.tie;
  }
  const won = points[winner]!;
  if (winner === you) return words.winYou(won);
  return isCpu(winner, sitters) ? words.winCpu(won) : words.winOther(called(winner, company), won);
}

/** "6 beats 3". */
export function reason({ winner, cards, helpers }: Revealed, words: NineWords): string {
  if (winner === null) return words.equal(cards[0]);
  const beats = words.beats(cards[winner]!, cards[1 - winner]!);
  const isReversed = helpers?.filter((helper) => helper === 'reverse').length === 1;
  return isReversed ? words.reversed(beats) : beats;
}

/** "You played 6, CPU played 3."; the leader is named first. */
function played({ leader, cards, helpers }: Revealed, company: Company): string {
  const { words, you } = company;
  const follower = 1 - leader;
  const what = (seat: number) => bid(cards[seat]!, helpers?.[seat], words);
  if (you === null) return words.playedBoth(called(leader, company), what(leader), called(follower, company), what(follower));
  const other = called(1 - you, company);
  return leader === you ? words.playedYou(what(you), other, what(1 - you)) : words.playedOtherFirst(other, what(1 - you), what(you));
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

/** A pair of points with the reader's first. */
function ordered<T>(pair: readonly [T, T], you: number | null): [T, T] {
  return you === 1 ? [pair[1], pair[0]] : [pair[0], pair[1]];
}

export function sentence(event: Event, scene: Scene<Chosen>): string | null {
  const words = WORDS[scene.language];
  const company = { words, you: scene.you, sitters: scene.sitters };
  const join = (...parts: string[]) => parts.join(scene.language === 'en' ? ' ' : '');
  switch (event.type) {
    case 'COMMITTED': {
      const { seat, card, helper } = event;
      if (card !== undefined) {
        const led = bid(card, helper, words);
        return seat === scene.you ? words.leadYou(led) : words.leads(called(seat, company), led);
      }
      // The second choice is told along with both cards.
      if (scene.events?.some((other) => (other as Event).type === 'REVEALED')) return null;
      // The computer is shown thinking after the person's choice, even if it chose long ago.
      if (isHouse(seat, scene.sitters)) return null;
      return seat === scene.you ? words.youHaveChosen : words.hasChosen(called(seat, company));
    }
    case 'REVEALED':
      return join(played(event, company), verdict(event, company), words.scoreSaid(...ordered(event.scores, scene.you)));
    case 'BONUS_DEALT':
      return words.bonusDealt(event.cards.join(' '));
    case 'GAME_ENDED':
      return join(gameEnd(event, company), words.gamesSaid(...ordered(event.wins, scene.you)));
    case 'GAME_OVER':
      return overall(event.winner, event.scores, company);
    case 'LEFT':
      // Shown by the table page.
      return null;
  }
}

export function refusal({ code }: Problem, { language }: Scene<Chosen>): Refusal | null {
  const [game, name] = code.split('.');
  const title = game === 'nine' && name ? WORDS[language].refusals[name] : undefined;
  return title ? { title } : null;
}

export function result(outcome: Outcome, view: View, scene: Scene<Chosen>): ResultFace {
  const words = WORDS[scene.language];
  const { scores, winners } = outcome;
  const company = { words, you: scene.you, sitters: scene.sitters };
  const winner = winners[0] ?? null;
  const [first = 0, second = 0] = scores;
  const gone = winner === null ? null : 1 - winner;
  const isYou = gone !== null && gone === scene.you;
  const name = gone === null ? '' : called(gone, company);
  const reasons: Record<string, string> = {
    resign: isYou ? words.resignedYou : words.resigned(name),
    timeout: isYou ? words.timedOutYou : words.timedOut(name),
    match: words.byMatch,
  };
  const isPlayed = view.left === null || view.left === undefined;
  return {
    reason: reasons[outcome.reason] ?? words.byPoints(turnsOfGame(view)),
    score: [first, second],
    facts: winner === null || !isPlayed ? [] : [words.margin(Math.abs(first - second))],
    sentence: overall(winner, scores, company),
  };
}
