/** Banqi: payload types, and names of cells. */
import type { Faction, Mode } from '../../gen/banqi.ts';
import { rulesOf } from './sets/index.ts';

export type * from '../../gen/banqi.ts';

export type Colour = 'red' | 'black' | 'green';

export function colourOf(faction: Faction): Colour {
  return ({ red: 'red', black: 'black', 'team-a': 'green', 'team-b': 'red', 'team-c': 'black' } as const)[faction];
}

/** The name of a cell: a file letter from the left, a rank from the bottom. */
export function cellName(index: number, mode: Mode | undefined): string {
  const { columns, rows } = rulesOf(mode);
  return 'abcde'[index % columns]! + (rows - Math.floor(index / columns));
}
