/** May I? as it comes over the wire. */
import type { Action } from '../../gen/may-i.ts';

export type * from '../../gen/may-i.ts';

export type Verb = Action['type'];
