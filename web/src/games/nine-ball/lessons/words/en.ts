/** How to play Nine-ball, in English. */
import type { LessonWords } from '../../../../learn/types.ts';

export const words: LessonWords = {
  sentence: 'Pool. Hit the lowest ball first, sink the 9 to win.',
  lead: 'Nine balls, one white cue ball, and real physics.',
  parts: {
    lowest: {
      title: 'Lowest ball first',
      text: 'The cue ball must touch **the lowest ball on the table** before any other. Which ball goes into a pocket after that does not matter. The aim line shows what you will hit.',
    },
    goOn: {
      title: 'Pot and go on',
      text: 'If a ball drops and there was no foul, **you shoot again**. If nothing drops, it is the other player\'s turn, from where the cue ball lies.',
    },
    nine: {
      title: 'The 9 wins, at any time',
      text: 'You need not clear the table: hit the lowest ball first and let it, or the cue ball, knock **the 9 into a pocket**. That wins the rack at once.',
      note: 'If the 9 drops on a foul, it comes back onto the table.',
    },
    fouls: {
      title: 'Fouls',
      text: 'It is a **foul** if the cue ball drops into a pocket, touches no ball, or touches another ball before the lowest. And after the contact something must happen: a ball drops, or at least one ball reaches a cushion.',
    },
    hand: {
      title: 'Ball in hand',
      text: 'After a foul the other player may put the cue ball **anywhere on the table**. That is worth a lot, so a safe shot is often better than a wild one.',
    },
    break: {
      title: 'The break',
      text: 'The balls start in a diamond, the 1 in front and the 9 in the middle. Place the cue ball behind the line near you and **hit the 1 hard**.',
      note: 'With the push-out option, the first shot after the break may be a free one; the other player then chooses who goes on.',
    },
  },
  ends: [
    { title: 'A rack is won', text: 'by whoever pots the 9 without a foul.' },
    { title: 'You win', text: 'by being the first to the number of racks agreed on: usually three.' },
    { title: 'Three fouls?', text: 'If the table has that rule, three fouls in a row lose the rack.' },
  ],
  lessons: {
    lowest: [
      { task: 'You hold the white ball. Turn the line until it touches the 1: drag on the table, or use the arrows.', done: 'It touches the 1, the lowest ball here. The dashed lines show where both balls go.', wrong: 'First turn the line onto the 1.' },
      { task: 'Now strike: press Shoot, or pull the track and let go.', done: 'You hit the 1 first, so the shot is good.', wrong: 'Turn the line back onto the 1, then shoot.' },
    ],
    pot: [{ task: 'Pot the 1: turn the line until the 1 runs into the corner, then shoot.', done: 'The 1 is down, so you shoot again. The 2 is next.', wrong: 'Aim until the 1\'s dashed line ends in the corner pocket.' }],
    combination: [{ task: 'Hit the 1 so that it knocks the 9 into the corner.', done: 'The 1 was hit first and the 9 is down: you win the rack.', wrong: 'Aim through the middle of the 1, straight at the 9.' }],
    wrong: [{ task: 'See what a foul is: hit the 3 before the 1.', done: 'The 1 is still there, so the 3 was the wrong ball. Bruno gets ball in hand.', wrong: 'This once do it wrong: turn the line onto the 3 and shoot.' }],
    cushion: [{ task: 'Now touch the 1 so softly that nothing reaches a cushion. Set the speed to soft first.', done: 'No ball dropped and none reached a cushion: a foul.', wrong: 'Aim at the 1 and set the speed to soft.' }],
    place: [{ task: 'Bruno has fouled: put the cue ball wherever you like, then press Done.', done: 'Anywhere on the table will do. Best is behind the 1, in line with a pocket.', wrong: 'Drag the cue ball to a free place, then press Done.' }],
    push: [{ task: 'The 1 is hidden. Tick Push-out and roll the cue ball where you like.', done: 'Nobody had to be hit. Bruno may now play from here himself, or say: you go on. He says you go on.', wrong: 'Tick Push-out first, and keep the cue ball out of the pockets.' }],
    cut: [{ task: 'The 2 must go to the left. Turn the line in small steps with the arrows, then shoot.', done: 'A cut: hit a ball on one side, and it goes to the other.', wrong: 'Watch the dashed line of the 2: it must end in the corner.' }],
    spin: [{ task: 'Put the dot on the white ball low, then pot the 1.', done: 'Struck low, the cue ball came back. Struck high, it runs on.', wrong: 'The dot must be low, and the line must lead the 1 into the corner.' }],
    past: [
      { task: 'The 3 is the lowest, but the 5 is in the way. Turn the line past the 5 until the warning is gone.', done: 'The line touches the 3 first: no foul.', wrong: 'The warning says what you would hit. Turn on.' },
      { task: 'Now shoot.', done: 'The 3 was hit first.', wrong: 'Past the 5, onto the 3.' },
    ],
  },
};
