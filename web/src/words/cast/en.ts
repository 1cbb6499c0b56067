/** What there is to say about the seven of the house, in English. */
import type { GameId } from '../../games/contract.ts';
import type { PersonaId } from '../../lib/cast.ts';

type Each = Record<PersonaId, string>;

export interface CastWords {
  /** How they play, in one word. */
  level: Each;
  temper: Each;
  /** How they play a game, in one short sentence. */
  style: Record<GameId, Each>;
  /** What they say before a game, in their own voice. */
  voice: Record<GameId, Each>;
}

export const words: CastWords = {
  level: { bruno: 'Gentle', mina: 'Easygoing', theo: 'Careful', amara: 'Bold', jun: 'Sharp', ines: 'Strong', vera: 'Merciless' },
  temper: {
    bruno: 'Plays what looks fun and cheers when you win.',
    mina: 'Quick and hopeful; often leaves a door open.',
    theo: 'Guards first, grabs later.',
    amara: 'Attacks first and never hesitates.',
    jun: 'Misses little and remembers the rest.',
    ines: 'Patient; you notice too late.',
    vera: 'Never in a hurry, never by chance.',
  },
  style: {
    othello: {
      bruno: 'Turns over whatever looks fun.',
      mina: 'Loves corners, forgets the rest.',
      theo: 'Keeps his discs safe.',
      amara: 'Grabs whole rows at once.',
      jun: 'Looks a few moves ahead.',
      ines: 'Quiet until the last ten.',
      vera: 'Counts to the very end.',
    },
    banqi: {
      bruno: 'Flips whatever is nearest.',
      mina: 'Takes whatever she can reach.',
      theo: 'Takes what is safe to take.',
      amara: 'Chases every piece she beats.',
      jun: 'Knows what is still face down.',
      ines: 'Waits for your mistake.',
      vera: 'Weighs every flip.',
    },
    nine: {
      bruno: 'Easy to read, and does not mind.',
      mina: 'Has habits. Find them.',
      theo: 'Leans low and saves the high.',
      amara: 'Leans high and early.',
      jun: 'Mixes it up; hard to read.',
      ines: 'Cannot be read at all.',
      vera: 'Reads you.',
    },
    'may-i': {
      bruno: 'Collects what looks pretty.',
      mina: 'Lays down when it happens.',
      theo: 'Lays down as soon as he can.',
      amara: 'Asks for everything useful.',
      jun: 'Keeps an eye on your melds.',
      ines: 'Gives you nothing you need.',
      vera: 'Remembers what everybody took.',
    },
    'nine-ball': {
      bruno: 'Hits it and hopes.',
      mina: 'Quick, and often close.',
      theo: 'Takes the easy one first.',
      amara: 'Goes for every pot.',
      jun: 'Rarely misses an easy ball.',
      ines: 'Thinks about the next ball.',
      vera: 'Runs the rack if you let her.',
    },
  },
  voice: {
    othello: {
      bruno: 'Oh, that corner looks nice. Is that corner nice?',
      mina: 'I never plan. It works more often than you think!',
      theo: 'Let us take it slowly. The edges are not going anywhere.',
      amara: 'I hope you like the look of my colour.',
      jun: 'I will be watching the corners. All four of them.',
      ines: 'Few discs now, many later. You will see.',
      vera: 'Sixty moves. Take all the time you need.',
    },
    banqi: {
      bruno: 'Flip, flip, flip! Who needs a plan?',
      mina: 'If it is next to me, it is mine.',
      theo: 'I would rather know what lies beside me first.',
      amara: 'My Rook is already looking for yours.',
      jun: 'Sixteen of yours, sixteen of mine. I keep count.',
      ines: 'I am in no hurry to turn anything over.',
      vera: 'Every face-down piece is a number to me.',
    },
    nine: {
      bruno: 'I always play what I feel like. You can tell, can you not?',
      mina: 'Nine cards, nine feelings. Go!',
      theo: 'Why spend a nine on a two?',
      amara: 'Big cards are for playing, not for keeping.',
      jun: 'Guess. I would.',
      ines: 'There is nothing to see here, on purpose.',
      vera: 'You have a favourite card. I will find it.',
    },
    'may-i': {
      bruno: 'Take the card if you want it. I only like the pictures.',
      mina: 'I have almost a set. Or almost a run. Almost!',
      theo: 'First my contract, then the rest.',
      amara: 'May I? May I? May I? Get used to it.',
      jun: 'You picked up the queen. I saw that.',
      ines: 'I will not throw you what you are waiting for.',
      vera: 'I know what you took in the second turn.',
    },
    'nine-ball': {
      bruno: 'If one goes in, I will look surprised. I will be.',
      mina: 'Somewhere over there. Roughly!',
      theo: 'The easy ball first, thank you.',
      amara: 'If there is a gap, I shoot.',
      jun: 'Leave me one and it goes down.',
      ines: 'I play this ball for the sake of the next.',
      vera: 'You may not get back to the table.',
    },
  },
};
