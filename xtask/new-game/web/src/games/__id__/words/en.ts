/** The words of __Title__ in English. */
import { plural } from '../../../words/plural.ts';

export const words = {
  sides: ['First', 'Second'],
  board: 'The heap',
  heap: (n: number) => plural(n, '1 counter left', `${n} counters left`),
  take: (n: number) => `Take ${n}`,
  taken: (name: string, n: number, rest: number) => `${name} takes ${n}, ${rest} left.`,
  takenYou: (n: number, rest: number) => `You take ${n}, ${rest} left.`,
  choices: (n: number) => plural(n, 'Take 1', `Take 1 to ${n}`),
  badCount: (n: number) => plural(n, 'Only 1 can be taken.', `Take 1 to ${n}.`),
  byLast: 'The last counter was taken',
  byResign: 'The other side resigned',
  byTime: 'Out of time',
  wins: (name: string) => `${name} wins.`,
  winsYou: 'You win.',
  standard: 'Usual rules',
  standardHelp: '21 counters, one to three at a time.',
  lookAtHeap: 'Look at the heap.',
  hint: (n: number) => `Take ${n}: the best number now.`,
  coach: [
    { title: 'Take some', text: 'Take one, two or three counters from the heap.' },
    { title: 'The last one wins', text: 'Whoever takes the last counter wins, so think about what you leave.' },
  ],
};

export type __Type__Words = typeof words;
