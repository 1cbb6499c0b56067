/** What there is to say about the seven of the house, in English. */
import type { PersonaId } from '../../lib/cast.ts';

type Each = Record<PersonaId, string>;

export interface CastWords {
  /** How they play, in one word. */
  level: Each;
  temper: Each;
  /** What a game says about them as well, by the path of its file. */
  games: Record<string, GameCastWords>;
}

/** The seven in one game, from `house` in the game's folder. */
export interface GameCastWords {
  /** How they play it, in one short sentence. */
  style: Each;
  /** What they say before it, in their own voice. */
  voice: Each;
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
  games: import.meta.glob<GameCastWords>('../../games/*/house/en.json', { eager: true, import: 'default' }),
};
