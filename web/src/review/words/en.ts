import { plural } from '../../words/plural.ts';
import type { Mark, Unit } from '../../gen/review.ts';

export const words = {
  review: 'Review',
  working: 'Reviewing …',
  progress: (done: number, of: number) => `Reviewing: ${done} of ${of}`,
  ready: (accuracy: string) => `Review ready. Accuracy ${accuracy}.`,
  readyPlain: 'Review ready.',
  stop: 'Stop',
  goOn: 'Go on',
  stopped: 'The review was stopped.',
  again: 'Try again',
  accuracy: 'Accuracy',
  noAccuracy: 'Too few decisions for a number.',
  marks: { inaccuracy: 'Inaccuracy', mistake: 'Mistake', blunder: 'Blunder', onlyMove: 'Only move' } satisfies Record<Mark, string>,
  verdict: (n: number, move: string, mark: Mark) =>
    `${n}. ${move} is ${{ inaccuracy: 'an inaccuracy', mistake: 'a mistake', blunder: 'a blunder', onlyMove: 'the only move' }[mark]}`,
  plainVerdict: (n: number, move: string) => `${n}. ${move}`,
  loss: (amount: string, unit: Unit) =>
    ({ discs: `Gives away ${amount} discs.`, points: `Loses ${amount} points.`, chance: `Loses ${amount} points of winning chance.` })[unit],
  best: (move: string) => `Best was ${move}.`,
  wasBest: 'The best there was.',
  noChoice: 'There was no other choice of another worth.',
  exact: 'exact',
  giveOrTake: (n: string) => `give or take ${n}`,
  exactFrom: (n: number) => `exact from move ${n}`,
  lostAMove: (amount: string, unit: Unit) =>
    ({ discs: `${amount} discs lost a move`, points: `${amount} points lost a move`, chance: `${amount} points of chance lost a move` })[unit],
  opening: 'Opening:',
  leftAt: (n: number) => `, left at move ${n}.`,
  bestMove: (n: number, move: string) => `Best move: ${n}. ${move}`,
  turningPoint: (n: number, move: string) => `Turning point: ${n}. ${move}`,
  nobodyLetGo: 'Nobody let go.',
  next: 'Next mistake',
  previous: 'Previous mistake',
  ahead: (name: string) => `${name} ahead`,
  lane: 'Move',
  graph: (changes: number, blunders: number) =>
    `Who was ahead, move by move: ${plural(changes, 'the lead changed once', `the lead changed ${changes} times`)}, ${plural(blunders, '1 blunder', `${blunders} blunders`)}.`,
  choices: 'Choices',
  luck: (amount: string) => `Luck: ${amount}`,
  readable: (times: string) => `Readable ×${times}`,
  spoken: (n: number, of: number, name: string, move: string, rest: string) => `Move ${n} of ${of}. ${name} ${move}. ${rest}`,
  myMistakes: (n: number) => `My mistakes (${n})`,
  findBetter: (move: string) => `Find a better move than ${move}.`,
  found: (move: string) => `${move} is good.`,
  notFound: (move: string) => `Not ${move}. Try another.`,
  nextOne: 'Next',
  ownLine: (n: number) => `Own line, move ${n}`,
  backToGame: 'Back to the game',
  whatIf: 'What if? Play any other move on the board.',
  lineOver: 'The game is over here.',
  shotLink: 'Link to this shot',
  copied: 'Copied',
};

export type ReviewWords = typeof words;
