/** What a table of May I? says about itself in a list. */
import type { Chosen } from '../../gen/may-i.ts';
import type { Lister } from '../contract.ts';

export const listed: Lister<Chosen> = ({ startRound = 1, lastRound = 6 }, hall) => [hall.rounds(startRound, lastRound)];
