/** How to play May I?, in English. */
import type { LessonWords } from '../../../../learn/types.ts';

export const words: LessonWords = {
  sentence: 'Rummy with one big question: may I have that card?',
  lead: 'Collect sets and runs over six rounds, get rid of your cards, and keep your points low.',
  parts: {
    melds: {
      title: 'Sets and runs',
      text: 'A set is three or more cards of one rank, in any suits. A run is four or more in a row in one suit, from 3 up to ace. 2s and Jokers are wild and stand for any card, but never for more than half of what you lay down.',
    },
    contracts: {
      title: 'Six rounds, six contracts',
      text: 'Everybody wants the same in a round. 1: two sets. 2: a set and a run. 3: two runs. 4: three sets. 5: two sets and a run. 6: a set and two runs, and there every card must be used.',
      note: 'Two runs in one suit need at least two ranks between them.',
    },
    turn: {
      title: 'Your turn',
      text: 'You hold eleven cards. Draw one: from the stock, or the card face up on the pile. If you have the contract, lay it down. Then discard one card, and the next player goes on.',
      note: 'Once you are down, you draw from the stock only.',
    },
    call: {
      title: 'May I?',
      text: 'It is not your turn, but you want the card on the pile? Ask! You get it with one extra card from the stock. Players before you in turn are asked first, and one of them may take it instead.',
      note: 'Whoever is down can neither ask nor is asked.',
    },
    layoff: {
      title: 'Laying off',
      text: 'From your next turn after laying down you may add cards to any meld on the table, yours or another\'s. A wild at the end of a run can go to either end. Before you are down, you may swap the card a Joker stands for into a run and take the Joker. Neither in round 6.',
    },
    points: {
      title: 'Few points are good',
      text: 'Who has no card left ends the round with 0. The others count what they hold: 3 to 10 as printed, jack, queen and king 10, ace 15, a 2 is 20, a Joker 50.',
    },
  },
  ends: [
    { title: 'A round ends', text: 'when somebody has no card left, or when nothing is left to draw.' },
    { title: 'You win', text: 'with the fewest points after six rounds.' },
    { title: 'How many?', text: '3 to 8 players; from six on there is a third pack.' },
  ],
  lessons: {
    turn: [
      { task: 'It is your turn. Tap the stock to draw.', done: 'A king! With your other two it is a set.', wrong: 'First draw from the stock, the pile of face-down cards.' },
      { task: 'Now discard a card you do not need, such as the 3♥.', done: 'Your turn is over. You keep your eights and kings.', wrong: 'You need the eights and kings. Discard something else.' },
    ],
    call: [{ task: 'Bruno has discarded 8♣, and you collect eights. It is Mina\'s turn. Ask: May I?', done: 'Mina does not want it. You get 8♣ and one extra card.', wrong: 'It is not your turn, but you can ask. Press May I?' }],
    nearer: [{ task: 'The same again: ask for 8♣.', done: 'This time Mina wants it herself. She comes before you, so it is hers, and you get nothing.', wrong: 'Press May I?' }],
  },
};
