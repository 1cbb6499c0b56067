/** Deeds: what is done in the game itself, as opposed to talk and arrangements at its table. */
import type { StepFact } from '../gen/protocol.ts';

/** Whether an event is something done in the game. Such events carry what the game tells of them. */
export function isDeed(event: StepFact): event is Extract<StepFact, { type: 'ACTED' | 'LEFT' | 'DRAWN' }> {
  return event.type === 'ACTED' || event.type === 'LEFT' || event.type === 'DRAWN';
}
