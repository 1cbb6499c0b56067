/** How to play Nine, in English. */
import type { LessonWords } from '../../../../learn/types.ts';

export const words: LessonWords = {
  sentence: 'You each play a card in secret. The higher one takes both.',
  lead: 'Nine turns, no luck of the draw: only guessing what the other one thinks.',
  parts: {
    high: {
      title: 'The higher card takes both',
      text: 'Both have the cards 1 to 9, and everybody sees what is left. Choose one in secret and confirm. Both cards turn over at once: **the higher one wins**, and its owner gets **the sum of the two** as points.',
    },
    tie: {
      title: 'Equal cards: nothing',
      text: 'If both play the same card, **nobody gets points**. Both cards are gone all the same.',
    },
    waste: {
      title: 'Do not waste the nine',
      text: 'A 9 never loses, but against a 1 it **wins only 10 points**. A 5 that beats a 4 wins almost as much, and you keep your 9.',
    },
    left: {
      title: 'Look at what is left',
      text: 'Every card is played once, so you can count. All 18 cards together are worth **90 points**, and ties take some of them away for good.',
      note: 'The last cards decide most games: keep something strong.',
    },
  },
  ends: [
    { title: 'You win', text: 'if you have more points after nine turns.' },
    { title: 'Draw', text: 'with equal points.' },
    { title: 'The perfect game', text: 'is 80 to 10: beat every card by one, and lose only your 1 to the 9.' },
  ],
  figures: {
    ninety: {
      task: 'Nine turns, 90 points. Play them one by one.',
      turn: 'Turn {n}',
      again: 'Again',
      yours: '{a} beats {b}: {n} points for you.',
      theirs: '{b} beats {a}: {n} points for Mina.',
      tie: '{a} against {b}: nothing. Those points are gone.',
      end: 'You {you}, Mina {other}, lost in ties {lost}: together always {all}.',
      bar: 'You {you}, Mina {other}, lost {lost}, of {all} points',
      you: 'You',
      other: 'Mina',
      lost: 'Lost in ties',
    },
  },
  lessons: {
    high: [{ task: 'Choose the 6 and confirm. Mina will play a 3.', done: '6 beats 3: you get 6 + 3 = 9 points.', wrong: 'For this lesson choose the 6.' }],
    tie: [{ task: 'Mina has a 5 in mind. Play your 5 too.', done: 'A tie: no points, and both fives are gone.', wrong: 'For this lesson choose the 5.' }],
    waste: [{ task: 'Play your 9 and see what Mina gives up.', done: 'Only her 1: ten points for your best card.', wrong: 'For this lesson choose the 9.' }],
    left: [{ task: 'Three cards each. Mina has 4, 6 and 7. Which of yours cannot lose?', done: 'Right: nothing beats your 8 now. 8 and 7 make 15 points.', wrong: 'Mina might have something higher. Which card cannot lose?' }],
  },
};
