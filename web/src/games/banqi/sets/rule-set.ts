/** What the page must know about one way of playing Banqi. Each rule set has its own file; all other code asks this value. */
import type { Faction, Kind, Mode, Options } from '../types.ts';

export interface RuleSet {
  id: Mode;
  /** The first letter of a position's line. */
  letter: string;
  /** How many pieces there are of each letter in a line: `KGMRHCPkgmrhcp`. */
  pieces: readonly number[];
  /** The sides of the seats in a line, in order. */
  owners: string;
  rows: number;
  columns: number;
  seats: number;
  /** Whether pieces are on the points of a grid rather than in cells. */
  isPoints: boolean;
  /** The ranks, highest first; null if any piece can take any other. */
  ladder: readonly Kind[] | null;
  /** Whether the Cannon takes by jumping over one piece. */
  cannonsJump: boolean;
  /** The faction whose piece of a kind is drawn when one side faces another. */
  factionOf(kind: Kind, isFirst: boolean): Faction;
  /** Whether a seat's captured pieces are shown beside its name. */
  hasTray: boolean;
  /** Two or three pieces for its picture: the glyph and its colour. */
  picture: readonly (readonly [glyph: string, colour: string])[];
  /** The options that exist here, besides the one that all sets have. */
  options: readonly (keyof Options & string)[];
  /** Named choices, the usual one first; their names are in the words. */
  presets: readonly { id: string; options: Partial<Options> }[];
}

export const RED = '#a8261d';
export const BLACK = '#1c2420';
export const GREEN = '#176b3a';

/** How many of each letter two players have. */
export const TWO_ARMIES = [1, 2, 2, 2, 2, 2, 5, 1, 2, 2, 2, 2, 2, 5];

/** Red against black. */
export const redOrBlack: RuleSet['factionOf'] = (_, isFirst) => (isFirst ? 'red' : 'black');

/** Draw rules for two players. */
export const USUAL: Partial<Options> = { noProgress: 60, repetition: 3 };
export const LONG: Partial<Options> = { noProgress: 180, repetition: 3 };
