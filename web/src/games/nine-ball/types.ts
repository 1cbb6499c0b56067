/** Nine-ball as it comes over the wire. */
import type { Action, Event, Chosen, View } from '../../gen/nine-ball.ts';
import type { BoardProps } from '../contract.ts';

export type * from '../../gen/nine-ball.ts';

/** How the cue strikes; what is asked may leave out what is usual. */
export type Stroke = Omit<Extract<Action, { type: 'SHOOT' }>, 'type'>;

export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;

/** What the board is given. */
export type Props = BoardProps<View, Action, Event, Chosen>;

/** The first event of a kind. */
export function first<T extends Event['type']>(events: Event[], type: T): EventOf<T> | undefined {
  return events.find((event): event is EventOf<T> => event.type === type);
}
