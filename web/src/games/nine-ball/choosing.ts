/** Takes shots from the list: one after another, or a chosen one. */
import type { AtTable } from './at-table.svelte.ts';
import { shotText } from './shots.ts';
import type { Candidate, Props } from './types.ts';

export function chooseShots(props: Props, table: AtTable) {
  /** The shot taken last, and its position. */
  let last = { position: '', index: 0 };

  /** Aims at the next or the previous shot. */
  function next(step: 1 | -1): void {
    const all = table.isAiming ? (table.shots ?? []) : [];
    if (all.length === 0) return;
    // A new position is already aimed at the first one.
    const from = last.position === table.position ? last.index : 0;
    const index = (from + step + all.length) % all.length;
    take(all[index]!, index);
  }

  /** Aims as a candidate does. */
  function take(candidate: Candidate, index: number): void {
    last = { position: table.position, index };
    table.shot.take(candidate.shot);
    props.say(table.words.aimedAt(shotText(candidate, table.words)), 'now');
  }

  return { next, take };
}
