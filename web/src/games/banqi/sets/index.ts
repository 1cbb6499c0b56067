/** The rule sets there are, in the order in which they are shown. A new one is a file here, a line in each list, and its words. */
import { classic } from './classic.ts';
import { hongKong } from './hong-kong.ts';
import type { RuleSet } from './rule-set.ts';
import { threeKingdoms } from './three-kingdoms.ts';

export type { RuleSet };

export const MODES = ['classic', 'three-kingdoms', 'hong-kong'] as const;
export type ModeId = (typeof MODES)[number];

const SETS: Record<ModeId, RuleSet> = { classic, 'three-kingdoms': threeKingdoms, 'hong-kong': hongKong };

/** All rule sets. */
export const ALL: readonly RuleSet[] = MODES.map((mode) => SETS[mode]);

/** The rule set of a mode; the first where nothing was said. */
export function rulesOf(mode: ModeId | undefined): RuleSet {
  return SETS[mode ?? MODES[0]] ?? SETS[MODES[0]];
}
