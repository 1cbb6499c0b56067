/** From the rules or a tutorial into a real game against the house. */
import { companions } from '../lib/choice.ts';
import { ownName } from '../lib/guest.ts';
import { start } from '../lib/start.ts';
import type { Plan } from './types.ts';

/** Opens a table with the usual opponents and goes there. */
export async function begin(game: string, plan: Plan, mode = 'usual'): Promise<void> {
  const options = plan.options?.[mode] ?? {};
  const others = plan.othersIn?.[mode] ?? plan.others;
  const sat = await companions(game, others, options);
  await start({ game, options, seats: others.length + 1, name: ownName(), others: { are: 'computer', companions: sat, seat: 0 } });
}
