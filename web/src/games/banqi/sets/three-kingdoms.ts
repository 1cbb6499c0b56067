/** Three players on points; every piece takes every other, and each kind moves in its own way. */
import { BLACK, GREEN, RED, type RuleSet } from './rule-set.ts';

const mode = 'three-kingdoms';

export const rules: RuleSet = {
  id: mode,
  letter: 't',
  pieces: [2, 2, 2, 2, 2, 2, 10, 0, 2, 2, 2, 2, 2, 0],
  owners: 'grb',
  rows: 9,
  columns: 5,
  seats: 3,
  isPoints: true,
  ladder: null,
  cannonsJump: true,
  // Kings and Pawns form an army of their own.
  factionOf: (kind, isFirst) => (kind === 'King' || kind === 'Pawn' ? 'team-a' : isFirst ? 'team-b' : 'team-c'),
  hasTray: false,
  picture: [['帥', RED], ['將', BLACK], ['王', GREEN]],
  options: ['layout', 'guard', 'cannon', 'counter'],
  presets: [
    { id: 'three-kingdoms', options: { mode } },
    { id: 'folk', options: { mode, guard: 'diagonal', cannon: 'slide' } },
  ],
};
