/** Two players, a different order of ranks, and a Cannon that takes like any other piece. */
import { BLACK, LONG, RED, redOrBlack, TWO_ARMIES, USUAL, type RuleSet } from './rule-set.ts';

const mode = 'hong-kong';

export const rules: RuleSet = {
  id: mode,
  letter: 'h',
  pieces: TWO_ARMIES,
  owners: 'rb',
  rows: 8,
  columns: 4,
  seats: 2,
  isPoints: false,
  ladder: ['King', 'Rook', 'Horse', 'Cannon', 'Guard', 'Minister', 'Pawn'],
  cannonsJump: false,
  factionOf: redOrBlack,
  hasTray: true,
  picture: [['俥', RED], ['馬', BLACK]],
  options: ['noProgress'],
  presets: [
    { id: 'hong-kong', options: { mode, ...USUAL } },
    { id: 'hong-kong-plain', options: { mode } },
    { id: 'hong-kong-long', options: { mode, ...LONG } },
  ],
};
