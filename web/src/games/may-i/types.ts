/** May I?: payload types. */
import type { Action } from '../../gen/may-i.ts';

export type * from '../../gen/may-i.ts';

export type Verb = Action['type'];
