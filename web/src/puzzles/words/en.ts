/** The words of puzzles in English. */
import { plural } from '../../words/plural.ts';

export const words = {
  puzzles: 'Puzzles',
  daily: 'Daily puzzle',
  tasks: {
    othello: 'Only one move wins. Find it.',
    banqi: 'One action is clearly the best. Find it.',
    nine: 'The leader’s card lies open, and the lead changes every turn. Only one card wins whatever the other plays. Find it.',
    'may-i': 'This hand meets the contract of its round. Which way to lay it down leaves the fewest points?',
    'nine-ball': 'One of these shots is clearly the best. Find it.',
  } as Record<string, string>,
  rated: (n: number, level: string) => `rated ${n}, ${level}`,
  levels: { easy: 'easy', medium: 'medium', hard: 'hard', veryHard: 'very hard' },
  choices: 'Choices',
  right: 'Right.',
  shown: 'The solution:',
  wrong: 'Not this one.',
  tryAgain: 'Try again: only the first try counts.',
  hint: 'Hint',
  solution: 'Show the solution',
  next: 'Next puzzle',
  playOn: 'Play on here',
  streak: (n: number) => plural(n, '1 day in a row', `${n} days in a row`),
  restDay: 'One day of rest a week is free.',
  solved: (n: number, of: number) => `${n} of ${of} solved at the first try`,
  all: 'You have solved them all.',
  none: 'There are no puzzles of this game yet.',
};

export type PuzzleWords = typeof words;
