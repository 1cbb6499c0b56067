/** How to play May I?, in English. */
import type { LessonWords } from '../../../../learn/types.ts';

export const words: LessonWords = {
  sentence: 'Rummy with one big question: may I have that card?',
  lead: 'Collect sets and runs over six rounds, get rid of your cards, and keep your points low.',
  parts: {
    melds: {
      title: 'Sets and runs',
      text: 'A **set** is three or more cards of one rank, in any suits. A **run** is four or more in a row in one suit, from 3 up to ace. 2s and Jokers are **wild** and stand for any card, but never for more than half of what you lay down.',
    },
    contracts: {
      title: 'Six rounds, six contracts',
      text: 'Everybody wants **the same** in a round. 1: two sets. 2: a set and a run. 3: two runs. 4: three sets. 5: two sets and a run. 6: a set and two runs, and there every card must be used.',
      note: 'Two runs in one suit need at least two ranks between them.',
    },
    turn: {
      title: 'Your turn',
      text: 'You hold eleven cards. **Draw one**: from the stock, or the card face up on the pile. If you have the contract, **lay it down**. Then **discard one card**, and the next player goes on.',
      note: 'Once you are down, you draw from the stock only.',
    },
    call: {
      title: 'May I?',
      text: 'It is not your turn, but you want the card on the pile? **Ask!** You get it with **one extra card** from the stock. Players before you in turn are asked first, and one of them may take it instead.',
      note: 'Whoever is down can neither ask nor is asked.',
    },
    layoff: {
      title: 'Laying off',
      text: 'From your next turn after laying down you may add cards to **any meld on the table**, yours or another\'s. A wild at the end of a run can go to either end. Before you are down, you may swap the card a Joker stands for into a run and take the Joker. Neither in round 6.',
    },
    points: {
      title: 'Few points are good',
      text: '**Who has no card left** ends the round with 0. The others count what they hold: 3 to 10 as printed, jack, queen and king 10, ace 15, a 2 is 20, a Joker 50.',
    },
  },
  ends: [
    { title: 'A round ends', text: 'when somebody has no card left, or when nothing is left to draw.' },
    { title: 'You win', text: 'with the fewest points after six rounds.' },
    { title: 'How many?', text: '3 to 8 players; from six on there is a third pack.' },
  ],
  figures: {
    contracts: {
      label: 'Tap a round',
      round: 'Round {n}: {what}.',
      last: 'And no card may be left over.',
    },
  },
  goesOn: 'Go on with round 3',
  lessons: {
    set: [{ task: 'Tap the three eights, then the first place of the plan.', done: 'Three eights: a set. The suits do not matter.', wrong: 'A set is cards of one rank: the three eights, nothing else.' }],
    run: [{ task: 'Tap 4♣, 5♣, 7♣ and the 2♦, then the first place of the plan.', done: 'A run: the 2 is wild and stands for the missing 6♣. The tag says so.', wrong: 'A run is one suit in a row: 4♣, 5♣, 7♣, and the 2♦ for the gap.' }],
    layoff: [{ task: 'You are down. Tap the 2♠, choose an end of Bruno\'s run of diamonds, then press Lay off.', done: 'The wild lies there now, and you have a card less.', wrong: 'Here it is about the run of diamonds: tap the 2♠, then one of its two ends.' }],
    swap: [{ task: 'Bruno\'s Joker stands for the 7♦, and you have it. Tap your 7♦, then the Joker.', done: 'Your 7♦ lies in the run, and the Joker is yours.', wrong: 'Tap the 7♦ in your hand, then Bruno\'s run of diamonds.' }],
    points: [{ task: 'Bruno has one card left. Discard your queen before it is too late.', done: 'Bruno is out with 0. What you still hold counts against you: whoever has the fewest points after six rounds wins.', wrong: 'Tap the card you want to discard, then Discard.' }],
    whole: [
      { task: 'These are yours, sorted. Tap the four kings, then Set in the plan.', done: 'Four of one rank are a set. The plan is only yours.', wrong: 'Tap all four kings, then Set.' },
      { task: 'This round wants one set and one run. Put your five clubs into Run.', done: '4 5 6 8 9♣: the 7 is missing.', wrong: 'Tap 4♣, 5♣, 6♣, 8♣ and 9♣, then Run.' },
      { task: 'Your turn: draw from the stock.', done: '4♦: you do not need it.', wrong: 'Every turn begins with drawing: tap the stock.' },
      { task: 'Discard the 4♦: tap it, then Discard.', done: 'Bruno lays down a set and a run and discards the 7♣. It is Mina\'s turn, but you want that card!', wrong: 'You need your kings and clubs. Discard the 4♦.' },
      { task: 'Ask for the 7♣: press May I?', done: 'Mina comes before you and could have taken it, but she allows it. You get the 7♣ and one extra card, the 2♠.', wrong: 'Press May I? before Mina\'s turn is over.' },
      { task: 'Your turn again: draw.', done: 'Q♠. You have what you need anyway.', wrong: 'First draw from the stock.' },
      { task: 'Put the 7♣ into Run and lay down.', done: 'Your melds are on the table: you are down.', wrong: 'Four kings into Set, 4 to 9♣ into Run, then Lay down.' },
      { task: 'Discard the Q♠.', done: 'The others have their turns.', wrong: 'Keep the others for later: discard the Q♠.' },
      { task: 'Draw again.', done: '10♣: it fits your run.', wrong: 'First draw from the stock.' },
      { task: 'Lay the 10♣ off on your run: tap it, tap the run, then press Lay off.', done: 'One card less.', wrong: 'Tap the 10♣, then your run of clubs.' },
      { task: 'Other people\'s melds are open to you, too. Lay the 10♥ off on Bruno\'s run and press Lay off.', done: 'It does not matter whose meld it is.', wrong: 'Tap the 10♥, then Bruno\'s run of hearts.' },
      { task: 'The 2♠ is wild. Tap it, choose an end of Bruno\'s run, and press Lay off.', done: 'One card is left.', wrong: 'Tap the 2♠, then one end of the run of hearts.' },
      { task: 'Discard your last card.', done: 'You are out and score 0. The others count what they hold.', wrong: 'Tap the 3♦, then Discard.' },
    ],
    turn: [
      { task: 'It is your turn. Tap the stock to draw.', done: 'A king! With your other two it is a set.', wrong: 'First draw from the stock, the pile of face-down cards.' },
      { task: 'Now discard a card you do not need, such as the 3♥.', done: 'Your turn is over. You keep your eights and kings.', wrong: 'You need the eights and kings. Discard something else.' },
    ],
    call: [{ task: 'Bruno has discarded 8♣, and you collect eights. It is Mina\'s turn. Ask: May I?', done: 'Mina does not want it. You get 8♣ and one extra card.', wrong: 'It is not your turn, but you can ask. Press May I?' }],
    nearer: [{ task: 'The same again: ask for 8♣.', done: 'This time Mina wants it herself. She comes before you, so it is hers, and you get nothing.', wrong: 'Press May I?' }],
  },
};
