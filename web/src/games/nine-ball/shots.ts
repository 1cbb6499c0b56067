/** The shots to choose from, as the server lists them: pots first, nothing that fouls. */
import type { Ball, PocketId, Stroke } from './types.ts';
import type { NineBallWords } from './words.ts';

/** One shot of the answer to `SHOTS`. */
export interface Candidate {
  kind: 'break' | 'pot' | 'combination' | 'safe' | 'kick';
  /** The ball that is hit first. */
  ball: Ball;
  drops?: Ball;
  pocket?: PocketId;
  side?: 'full' | 'left' | 'right';
  cushion?: 'head' | 'foot' | 'left' | 'right';
  /** How often it succeeds with the standard hand; absent where the table gives no help. */
  ease?: 'easy' | 'fair' | 'hard';
  shot: Omit<Stroke, 'pushOut'>;
}

/** The answer to `SHOTS`. */
export interface Listed {
  help: 'full' | 'contact' | 'none';
  shots: Candidate[];
}

/** What tells two shots of a list apart. */
export function idOf({ kind, ball, pocket, side, cushion }: Candidate): string {
  return [kind, ball, pocket ?? side ?? cushion].filter((part) => part !== undefined).join('-');
}

function deed({ kind, ball, pocket, side, cushion }: Candidate, words: NineBallWords): string {
  switch (kind) {
    case 'break':
      return words.shotBreak;
    case 'pot':
      return words.shotPot(ball, words.pockets[pocket!]);
    case 'combination':
      return words.shotCombination(ball, words.pockets[pocket!]);
    case 'safe':
      return words.shotSafe[side ?? 'full'](ball);
    case 'kick':
      return words.shotKick(ball, words.cushions[cushion!]);
  }
}

/** "Pot the 3, foot left · easy". */
export function shotText(candidate: Candidate, words: NineBallWords): string {
  const { ease } = candidate;
  return [deed(candidate, words), ease && words.eases[ease]].filter(Boolean).join(' · ');
}
