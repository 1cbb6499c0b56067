/** How to play Banqi, in English. */
import type { LessonWords } from '../../../../learn/types.ts';

export const words: LessonWords = {
  sentence: 'Chinese chess, face down. Flip a piece, find your army.',
  lead: 'Every piece lies hidden at first, so luck and courage count as much as skill.',
  parts: {
    flip: {
      title: 'Flip',
      text: 'All 32 pieces lie face down, well mixed. Whoever begins flips one: **its colour is your army**, the other colour is your opponent\'s.',
      note: 'Later you may flip any piece instead of moving. It may be a friend or an enemy.',
    },
    move: {
      title: 'Move and take',
      text: 'Each turn do one thing: **flip** a piece, **move** one of yours one step, or **take** an enemy right next to it. Up, down, left or right, never diagonally.',
      note: 'Pieces that lie face down cannot move and cannot be taken.',
    },
    rank: {
      title: 'Who takes whom',
      text: 'The ranks: King, Guard, Minister, Rook, Horse, Cannon, Pawn. A piece takes **its equals and everything below it**. One exception makes the game: **the Pawn takes the King**, and the King cannot take a Pawn.',
      note: 'By Hong Kong rules the order is King, Rook, Horse, Cannon, Guard, Minister, Pawn, and the Cannon never jumps.',
    },
    cannon: {
      title: 'The Cannon jumps',
      text: 'A Cannon moves like the others, but it takes by jumping: in a straight line **over exactly one piece**, of any colour, face up or down. It takes anything, even the King, but never its neighbour.',
    },
    last: {
      title: 'The last piece',
      text: 'Take **every enemy piece** and you win. If your opponent cannot do anything at all, you win too.',
    },
    kingdoms: {
      title: 'Three Kingdoms',
      text: 'Three players, three armies: both Kings with all Pawns (green), the other reds, the other blacks. There are no ranks: **everything takes everything**. Kings and Rooks slide, Ministers go two steps diagonally, Horses leap. The rest go one step; Cannons take by jumping.',
    },
  },
  ends: [
    { title: 'You win', text: 'when you have taken every enemy piece, or your opponent cannot do anything.' },
    { title: 'Draw', text: 'with the usual rules after 60 turns without a flip or a capture, or when a position comes up for the third time.' },
    { title: 'Three at the table?', text: 'The last army standing wins. 60 turns in a row without a capture are a draw.' },
  ],
  figures: {
    ranks: {
      label: 'Tap a piece to see what it takes',
      modes: 'Which rules',
      taken: 'can be taken',
      takes: '{by} takes: {of}.',
      all: '{by} takes everything.',
      jump: ' But only by jumping.',
    },
  },
  lessons: {
    flip: [{ task: 'Tap a piece to flip it.', done: 'That is your colour for the whole game.', wrong: 'Tap a piece that lies face down.' }],
    move: [{ task: 'Your red Rook can do four things. Tap it, then try one.', done: 'One step to an empty place, or onto an enemy it may take.', wrong: 'Use the red Rook: tap it, then a dot or a frame.' }],
    rank: [{ task: 'Your Horse is surrounded. Take one that ranks below it.', done: 'The Horse takes Cannon and Pawn. Guard and Rook are too strong.', wrong: 'Moving away is allowed, but here: take something.' }],
    pawn: [{ task: 'Your Pawn stands beside the King. Take the King!', done: 'The smallest piece takes the greatest.', wrong: 'Tap the Pawn, then the King.' }],
    king: [{ task: 'Now the other way round: let your King try to take the Pawn.', done: 'That is why Kings run from Pawns.', wrong: 'Tap the King, then the Pawn.' }],
    cannon: [{ task: 'Jump with the Cannon over the face-down piece and take the King.', done: 'One piece in between, at any distance: that is a jump.', wrong: 'Tap the Cannon, then the King.' }],
    screens: [{ task: 'Here are two pieces in between. Try to jump.', done: 'Two are too many: it must be exactly one.', wrong: 'Tap the Cannon, then the King.' }],
    last: [{ task: 'One enemy is left. Take it.', done: 'Nothing is left of the black army: you win.', wrong: 'Tap the Rook, then the Horse.' }],
    sides: [{ task: 'You begin. Flip the marked piece.', done: 'A Pawn: you are Green. Bruno flipped a black Guard and is Black, so Mina gets Red.', wrong: 'Flip the piece in the blue ring.' }],
    slide: [{ task: 'Slide your King down onto the Horse.', done: 'The King goes as far as it likes, up to the first piece in its way.', wrong: 'Tap the King, then the Horse below it.' }],
    kinds: [
      { task: 'You are Red. The Minister goes two steps diagonally: take the Pawn.', done: 'Whatever stands in the middle does not matter.', wrong: 'Tap the Minister, then the Pawn that is two steps off diagonally.' },
      { task: 'The Horse leaps two and one: take the Pawn.', done: 'Nothing can block a Horse here.', wrong: 'Tap the Horse, then the Pawn.' },
      { task: 'The Rook slides like the King: take the Pawn.', done: 'As far as it likes, if the way is free.', wrong: 'Tap the Rook, then the Pawn.' },
    ],
    counter: [{ task: 'The counter stands at 3. Move your King without taking anything.', done: 'Three moves without a capture: the counter is at 0, a draw. Every capture would have set it back to 60.', wrong: 'Move the King.' }],
    begin: [
      { task: 'Everything lies face down. Flip the marked piece.', done: 'A red Horse: you are Red. Bruno flips a black Cannon right beside it.', wrong: 'Flip the piece in the blue ring.' },
      { task: 'A Horse ranks above a Cannon. Tap the Horse, then take the Cannon.', done: 'Taken. Dots are free places, frames are enemies you can take.', wrong: 'Flipping is allowed, but the Cannon is right there. Take it with the Horse.' },
    ],
    away: [{ task: 'Bruno\'s Pawn stands beside your King. The King cannot take it: move the King away.', done: 'Safe. A Pawn is what a King must fear.', wrong: 'Move the King first: the Pawn would take it.' }],
    choice: [{ task: 'Flip or move: your choice.', done: 'Unknown pieces are a risk: the next one may be stronger.', wrong: 'Flip a piece, or move your Rook.' }],
  },
};
