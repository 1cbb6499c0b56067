/** How to play __Title__, in English. */
import type { LessonWords } from '../../../../learn/types.ts';

export const words: LessonWords = {
  sentence: 'Take one, two or three. Whoever takes the last one wins.',
  lead: 'It takes a minute to learn.',
  parts: {
    take: { title: 'Take some', text: 'There are 21 counters. In turn you take **one, two or three** of them.' },
    most: { title: 'No more than there are', text: 'Near the end you can only take what is left.' },
    last: { title: 'The last one wins', text: 'Whoever takes **the last counter** has won.' },
    four: { title: 'Leave four', text: 'Whatever the other takes from four, you can take the rest.' },
  },
  ends: [
    { title: 'You win', text: 'when you take the last counter.' },
    { title: 'You lose', text: 'when the other side takes it.' },
  ],
  lessons: {
    take: [{ task: 'Take as many as you like.', done: 'Now it is the turn of the other side.', wrong: 'Take one, two or three.' }],
    most: [{ task: 'Two are left. Try to take three.', done: 'There are only two, so three are refused.', wrong: 'That would work. Try to take three.' }],
    last: [{ task: 'Three are left. Take them all.', done: 'You have taken the last counter and win.', wrong: 'That is allowed, but three wins at once.' }],
    four: [{ task: 'Six are left. Leave four.', done: 'Whatever comes now, you take the last one.', wrong: 'That is allowed, but does not leave four. Take two.' }],
  },
};
