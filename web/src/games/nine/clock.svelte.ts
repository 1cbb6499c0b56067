/** The current stage of the reveal. When a beat ends or is replaced, its timers are cancelled. */
import type { BoardProps } from '../contract.ts';
import { fitted, planOf, stageAt, type Stage } from './reveal.ts';
import type { Action, Event, Chosen, View } from './types.ts';

/** How early a timer may fire. */
const EARLY = 2;

type Props = BoardProps<View, Action, Event, Chosen>;

export function followReveal(get: () => Props): { readonly stage: Stage | null } {
  let tick = $state(0);
  const plan = $derived.by(() => {
    const { beat, settings, sitters, isLive } = get();
    if (!beat || beat.duration === 0) return null;
    const found = planOf(beat.events, { settings, sitters, isLive });
    return found && fitted(found, beat.duration);
  });
  const now = $derived.by(() => {
    void tick;
    const { beat } = get();
    return plan && beat ? stageAt(plan, performance.now() - beat.began + EARLY) : null;
  });
  $effect(() => {
    if (!now || now.left === 0) return;
    const timer = setTimeout(() => (tick += 1), now.left + EARLY);
    return () => clearTimeout(timer);
  });
  return {
    get stage() {
      return now?.stage ?? null;
    },
  };
}
