/** Nine-ball: payload types. */
import type { Action, Event, Chosen, View } from '../../gen/nine-ball.ts';
import type { BoardProps } from '../contract.ts';

export type * from '../../gen/nine-ball.ts';

/** How the cue strikes; a query may leave out the usual values. */
export type Stroke = Omit<Extract<Action, { type: 'SHOOT' }>, 'type'>;

export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;

/** The props of the board. */
export type Props = BoardProps<View, Action, Event, Chosen>;

/** The first event of a kind. */
export function first<T extends Event['type']>(events: Event[], type: T): EventOf<T> | undefined {
  return events.find((event): event is EventOf<T> => event.type === type);
}
