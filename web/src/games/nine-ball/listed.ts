/** What a table of Nine-ball says about itself in a list. */
import type { Chosen } from '../../gen/nine-ball.ts';
import type { Lister } from '../contract.ts';

export const listed: Lister<Chosen> = ({ raceTo }, hall) => (raceTo ? [hall.raceTo(raceTo)] : []);
