/** From the rules or a tutorial into a real game against the house. */
import type { GameId } from '../games/contract.ts';
import { settings } from '../lib/settings.svelte.ts';
import { start } from '../lib/start.ts';
import { words } from '../lib/language.svelte.ts';
import type { Plan } from './types.ts';

/** Which computer player the gentlest of the house is. */
const GENTLEST: Record<GameId, string> = { othello: 'random', banqi: 'random', nine: 'medium', 'may-i': 'beginner', 'nine-ball': 'beginner' };

/** Opens a table with the usual opponents and goes there. */
export async function begin(game: GameId, plan: Plan, mode = 'usual'): Promise<void> {
  const options = plan.options?.[mode] ?? {};
  const others = plan.othersIn?.[mode] ?? plan.others;
  await start({ game, options, seats: others.length + 1, name: settings.name || words().guest, others: { are: 'computer', player: GENTLEST[game], seat: 0 } });
}
