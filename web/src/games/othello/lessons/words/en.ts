/** How to play Othello, in English. */
import type { LessonWords } from '../../../../learn/types.ts';

export const words: LessonWords = {
  sentence: 'Trap their discs between yours and turn them over.',
  lead: 'It takes a minute to learn, and the lead can change hands until the very last disc.',
  parts: {
    trap: {
      title: 'Trap and turn',
      text: 'Black begins, with four discs in the middle. Put a disc of yours so that a straight line of theirs lies between it and another disc of yours. **Everything in between turns to your colour**.',
      note: 'You are Black here. Rings show the squares you can use.',
    },
    lines: {
      title: 'All lines count',
      text: 'Across, up and down, and corner to corner: one disc may close several lines. **All of them turn at once**.',
    },
    nothing: {
      title: 'Something must turn',
      text: 'You may only use an empty square where you turn **at least one disc**.',
    },
    pass: {
      title: 'No square, no turn',
      text: 'If you cannot turn anything, **you pass** and the other side plays again. It happens by itself. While you can play, you must.',
    },
    corner: {
      title: 'Corners stay',
      text: 'A disc in a corner can never be trapped, so it **never turns back**. Try to get corners, and think twice before you play next to an empty one.',
    },
    count: {
      title: 'Most discs win',
      text: 'Being ahead early means little: one good move near the end turns whole rows.',
    },
  },
  ends: [
    { title: 'You win', text: 'when neither side can play and more discs show your colour. Usually the board is full by then.' },
    { title: 'Draw', text: 'when both have the same number of discs.' },
    { title: 'No discs left?', text: 'If one side has no disc left, the game is over at once.' },
  ],
  lessons: {
    trap: [{ task: 'Tap a ring: you trap one white disc.', done: 'The white disc was between two of yours, so it turned black.', wrong: 'Tap one of the rings.' }],
    lines: [{ task: 'Tap e3: it closes three lines.', done: 'Three lines closed, and all of them turned.', wrong: 'That is allowed, but it turns fewer lines. Try e3.' }],
    nothing: [{ task: 'Tap f5, which traps nothing.', done: 'No white disc would be trapped, so f5 is refused. Each ring traps one.', wrong: 'That one would work. Tap f5, the square in the blue ring.' }],
    pass: [{ task: 'Tap a5. White will have no square left.', done: 'White cannot turn anything and passes: it is your turn again.', wrong: 'Tap a5.' }],
    corner: [{ task: 'The corner a1 is free. Take it.', done: 'Nobody can trap a corner: this disc stays black to the end.', wrong: 'That is allowed, but the corner is better. Tap a1.' }],
    count: [{ task: 'White leads 34 to 29. Play the last square, a6.', done: 'Now it is 37 to 27: Black wins.', wrong: 'Only a6 is left.' }],
  },
};
