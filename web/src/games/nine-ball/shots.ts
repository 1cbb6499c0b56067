/** The shots to choose from, as listed by the server: pots first, no fouls. */
import type { Candidate } from './types.ts';
import type { NineBallWords } from './words.ts';

/** Identifies a shot within a list. */
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
