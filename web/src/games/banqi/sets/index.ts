/** All rule sets, in the engine's order. A new one needs a file here, named after its mode, and its words. */
import { CHOICES } from '../../../gen/banqi.ts';
import type { Mode } from '../types.ts';
import type { RuleSet } from './rule-set.ts';

export type { RuleSet };

const FILES = import.meta.glob<RuleSet>(['./*.ts', '!./index.ts', '!./rule-set.ts', '!./*.test.ts'], { eager: true, import: 'rules' });

/** All rule sets. */
export const ALL: readonly RuleSet[] = CHOICES.mode.map((mode) => FILES[`./${mode}.ts`]!);

/** The rule set of a mode; by default the first. */
export function rulesOf(mode: Mode | undefined): RuleSet {
  return ALL.find(({ id }) => id === mode) ?? ALL[0]!;
}
