/** What the page has to know about one way of playing Banqi. Each stands in a file of its own; everything else asks the value. */
import type { Faction, Kind, Mode, Options } from '../types.ts';

export interface RuleSet {
  id: Mode;
  /** With what the line of a position begins. */
  letter: string;
  /** How many there are of each letter of a line: `KGMRHCPkgmrhcp`. */
  pieces: readonly number[];
  /** The sides of the seats in a line, in their order. */
  owners: string;
  rows: number;
  columns: number;
  seats: number;
  /** Whether pieces stand on the points of a grid rather than in cells. */
  isPoints: boolean;
  /** The ranks, the highest first; null where everything takes everything. */
  ladder: readonly Kind[] | null;
  /** Whether the Cannon takes by jumping over one piece. */
  cannonsJump: boolean;
  /** Whose piece of a kind is drawn where one side stands against another. */
  factionOf(kind: Kind, isFirst: boolean): Faction;
  /** Whether what a seat has taken is laid beside its name. */
  hasTray: boolean;
  /** Two or three pieces for the picture it is chosen by: what is printed, and its colour. */
  picture: readonly (readonly [glyph: string, colour: string])[];
  /** The options that exist here, beside the one that all have. */
  options: readonly (keyof Options & string)[];
  /** Choices with a name, the usual one first; what they are called stands in the words. */
  presets: readonly { id: string; options: Partial<Options> }[];
}

export const RED = '#a8261d';
export const BLACK = '#1c2420';
export const GREEN = '#176b3a';

/** What two players have of each letter. */
export const TWO_ARMIES = [1, 2, 2, 2, 2, 2, 5, 1, 2, 2, 2, 2, 2, 5];

/** Red against black. */
export const redOrBlack: RuleSet['factionOf'] = (_, isFirst) => (isFirst ? 'red' : 'black');

/** Draws that the rules of two players offer. */
export const USUAL: Partial<Options> = { noProgress: 60, repetition: 3 };
export const LONG: Partial<Options> = { noProgress: 180, repetition: 3 };
