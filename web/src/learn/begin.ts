/** From the rules or a tutorial into a real game against the house. */
import { companions } from '../lib/choice.ts';
import { ownName } from '../lib/guest.ts';
import { start } from '../lib/start.ts';
import { answered, isFirst } from './first.ts';
import type { Plan } from './types.ts';

/** Opens a table with the usual opponents, from a given position if there is one, and goes there. */
export async function begin(game: string, plan: Plan, mode = 'usual', position?: string): Promise<void> {
  const options = plan.options?.[mode] ?? {};
  const others = plan.othersIn?.[mode] ?? plan.others;
  // A player who comes from here is not asked whether to learn the game first.
  if (isFirst(game)) answered(game);
  const sat = await companions(game, others, options);
  await start({ game, options, seats: others.length + 1, name: ownName(), position, others: { are: 'computer', companions: sat, seat: 0 } });
}
