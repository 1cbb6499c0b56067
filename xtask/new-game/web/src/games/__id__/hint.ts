/** A hint of __Title__ in words. */
import type { Hinter } from '../contract.ts';
import type { Action, View } from './types.ts';
import { WORDS } from './words.ts';

export const hint: Hinter<View, Action> = ({ count }, _, language) => ({
  where: WORDS[language].lookAtHeap,
  what: WORDS[language].hint(count),
  region: ['.counters'],
  exact: [`[data-take="${count}"]`],
});
