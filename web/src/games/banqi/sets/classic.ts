/** Two players, ranks decide, the Cannon jumps. */
import { BLACK, LONG, RED, redOrBlack, TWO_ARMIES, USUAL, type RuleSet } from './rule-set.ts';

const mode = 'classic';

export const rules: RuleSet = {
  id: mode,
  letter: 'c',
  pieces: TWO_ARMIES,
  owners: 'rb',
  rows: 8,
  columns: 4,
  seats: 2,
  isPoints: false,
  ladder: ['King', 'Guard', 'Minister', 'Rook', 'Horse', 'Cannon', 'Pawn'],
  cannonsJump: true,
  factionOf: redOrBlack,
  hasTray: true,
  picture: [['帥', RED], ['將', BLACK]],
  options: ['noProgress'],
  presets: [
    { id: 'usual', options: { mode, ...USUAL } },
    { id: 'classic', options: { mode } },
    { id: 'olympiad', options: { mode, ...LONG } },
  ],
};
