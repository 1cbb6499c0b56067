/** What is done in a game, as against what is said and arranged at its table. */
import type { StepFact } from '../gen/protocol.ts';

/** Whether it is something done in the game, with what the game tells of it. */
export function isDeed(event: StepFact): event is Extract<StepFact, { type: 'ACTED' | 'LEFT' | 'DRAWN' }> {
  return event.type === 'ACTED' || event.type === 'LEFT' || event.type === 'DRAWN';
}
