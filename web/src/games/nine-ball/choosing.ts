/** Taking a shot from the list: one after another, or the one that was chosen. */
import type { AtTable } from './at-table.svelte.ts';
import { candidatesOf, corrected, shotText, type Candidate } from './shots.ts';
import type { Props } from './types.ts';

export function chooseShots(props: Props, table: AtTable) {
  /** Which one was taken last, and in which position. */
  let last = { position: '', index: -1 };

  /** Aims at the next or the previous shot. */
  async function next(step: 1 | -1): Promise<void> {
    const all = table.isAiming ? candidatesOf(table.view, table.bed) : [];
    if (all.length === 0) return;
    const from = last.position === table.position ? last.index : -1;
    const index = (from + step + all.length) % all.length;
    await take(all[index]!, index);
  }

  /** Aims as a candidate says, corrected so that the ball drops. */
  async function take(candidate: Candidate, index: number): Promise<void> {
    last = { position: table.position, index };
    const better = await corrected(candidate, table.shot.stroke, table.ask).catch(() => candidate);
    table.shot.aim = better.aim;
    props.say(table.words.aimedAt(shotText(better, table.words)), 'now');
  }

  return { next, take };
}
