/** Why nobody acts at a table just now. */
import type { Moment } from '../gen/protocol.ts';

export interface Waiting {
  /**
   * `move`: a computer takes its time. `call`: those in `seats` may still ask for the card. `summary`: those in `seats`
   * have not closed it yet. `held`: the only person at the table reads.
   */
  why: 'move' | 'call' | 'summary' | 'held';
  seats: number[];
  since: Moment;
  /** When it ends at the latest, as far as it is known. */
  until?: Moment;
}

/** How long the computers of a table take. */
export type Pace = 'slow' | 'normal' | 'fast' | 'instant';

/** What can be asked for besides the game. */
export type Asked =
  | { op: 'pace'; pace: Pace }
  | { op: 'hold'; isHeld: boolean }
  | { op: 'hurry' }
  | { op: 'pass'; isForRound?: boolean }
  | { op: 'seen' }
  | { op: 'hint' }
  | { op: 'propose'; what: { type: 'DRAW' } };

/** What is heard besides the game. */
export type Heard =
  | { op: 'hinted'; id: string; action: unknown; info?: unknown }
  | { op: 'shown'; seat: number; what: unknown }
  | { op: 'pong'; id: string };
