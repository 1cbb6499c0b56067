/** How to play Nine-ball, in English. */
import type { LessonWords } from '../../../../learn/types.ts';

export const words: LessonWords = {
  sentence: 'Pool. Hit the lowest ball first, sink the 9 to win.',
  lead: 'Nine balls, one white cue ball, and real physics.',
  parts: {
    lowest: {
      title: 'Lowest ball first',
      text: 'The cue ball must touch the lowest ball on the table before any other. Which ball goes into a pocket after that does not matter. The aim line shows what you will hit.',
    },
    goOn: {
      title: 'Pot and go on',
      text: 'If a ball drops and there was no foul, you shoot again. If nothing drops, it is the other player\'s turn, from where the cue ball lies.',
    },
    nine: {
      title: 'The 9 wins, at any time',
      text: 'You need not clear the table: hit the lowest ball first and let it, or the cue ball, knock the 9 into a pocket. That wins the rack at once.',
      note: 'If the 9 drops on a foul, it comes back onto the table.',
    },
    fouls: {
      title: 'Fouls',
      text: 'It is a foul if the cue ball drops into a pocket, touches no ball, or touches another ball before the lowest. And after the contact something must happen: a ball drops, or at least one ball reaches a cushion.',
    },
    hand: {
      title: 'Ball in hand',
      text: 'After a foul the other player may put the cue ball anywhere on the table. That is worth a lot, so a safe shot is often better than a wild one.',
    },
    break: {
      title: 'The break',
      text: 'The balls start in a diamond, the 1 in front and the 9 in the middle. Place the cue ball behind the line near you and hit the 1 hard.',
      note: 'With the push-out option, the first shot after the break may be a free one; the other player then chooses who goes on.',
    },
  },
  ends: [
    { title: 'A rack is won', text: 'by whoever pots the 9 without a foul.' },
    { title: 'You win', text: 'by being the first to the number of racks agreed on: usually three.' },
    { title: 'Three fouls?', text: 'If the table has that rule, three fouls in a row lose the rack.' },
  ],
  lessons: {},
};
