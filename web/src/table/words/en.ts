/** The words of the table page in English. */
import { plural } from '../../words/plural.ts';

export const words = {
  slow: 'Slow connection. Your move is on its way.',
  noConnection: 'No connection. Trying again…',
  sending: 'On its way',

  sitsDown: 'Sits down',
  stillThinking: 'Still thinking',
  waitsForYou: 'Waits for you',
  tapToHurry: 'Tap the table to hurry',
  pace: 'Speed of opponents',
  paceValues: { slow: 'Slow', normal: 'Normal', fast: 'Fast', instant: 'Instant' },
  talk: 'Opponents talk',

  hint: 'Hint',
  hintOffer: 'Need a hint?',
  hintMore: 'Show me the move',
  hintNotNow: 'There is a hint only when it is your move.',
  hintsUsed: (n: number) => plural(n, '1 hint', `${n} hints`),

  coach: 'Coach',
  coachOff: 'No more tips',

  leaveTo: (name: string) => `Leave? ${name} keeps the table for you.`,
  playAgain: 'Play again',
  playNext: (name: string) => `Play ${name} next`,
  nextGame: 'Next game',
  watchAnother: 'Watch another',
  result: 'Result',
  movesMade: (n: number) => plural(n, '1 move', `${n} moves`),
  agreedTo: (names: string) => `${names} would like a rematch.`,
  waitsFor: (names: string) => `Waiting for ${names}.`,
  firstWin: (names: string) => `First win against ${names}`,
  wouldPlay: (name: string) => `${name} would like a game.`,
  resignedYou: 'You resigned.',
  resignedOther: (name: string) => `${name} resigned.`,
  tableFull: 'This table is closed. The game is abandoned; nobody wins.',
  timeYou: 'You ran out of time.',
  timeOther: (name: string) => `${name} ran out of time.`,

  lookingAt: (n: number, of: number) => `You are looking at move ${n} of ${of}`,
  backToGame: 'Back to the game',
  newMoves: (n: number) => plural(n, '1 new move', `${n} new moves`),
  reviewing: (n: number, of: number) => `Review: move ${n} of ${of}`,
  firstMove: 'First move',
  backOne: 'Back one move',
  onOne: 'Forward one move',
  lastMove: 'Last move',
  leaveReview: 'Close the review',
  playOn: 'Play on here',
  fromMove: (n: number) => `From move ${n}`,
  setUp: 'Set up',
  drillTry: (n: number) => `Try ${n}`,
  putBack: 'Put back, try again',

  offerDraw: 'Offer a draw',
  drawAsk: (name: string) => `${name} offers a draw.`,
  drawAskYou: 'You offered a draw.',
  fillInBy: (name: string, absent: string, sub: string) => `${name} would like ${sub} to play for ${absent}.`,
  whoPlays: 'Who should play?',
  readsRules: 'Reading the rules',
  readRules: (names: string[]) => `${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} reading the rules`,
  letPlay: (sub: string) => `Let ${sub} play`,
};

export type TableWords = typeof words;
