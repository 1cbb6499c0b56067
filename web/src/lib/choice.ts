/** The last choices for a game on this device: the opponents, the rules, and the side. */
import type { CallWindow } from '../gen/protocol.ts';
import type { Json } from '../gen/games.ts';
import { loadSetup } from '../games/index.ts';
import { about, GAME_IDS, isGame } from '../games/list.ts';
import { CAST, isPersona, type PersonaId } from './cast.ts';
import { ownName } from './guest.ts';
import { houseOf } from './house.ts';
import { language } from './language.svelte.ts';
import { settings } from './settings.svelte.ts';
import { start, type Companion } from './start.ts';
import { isObject, keep, recall } from './storage.ts';

/** The chosen options by name; those not chosen are absent. */
export type Chosen = Record<string, Json | undefined>;

export type Who = 'house' | 'link' | 'local' | 'public';
export type Side = number | 'either';

export interface SetupChoice {
  who?: Who;
  personas?: PersonaId[];
  isSurprise?: boolean;
  preset?: string;
  options?: Chosen;
  seats?: number;
  side?: Side;
  time?: string;
  asking?: CallWindow | null;
}

/** The opponents a newcomer meets first: those the game names, or the gentlest. */
export function usualOpponents(game: string, seats: number): PersonaId[] {
  return about(game).opponents ?? CAST.slice(0, Math.max(1, seats - 1));
}

/** The last choice for a game. */
export function chosen(game: string): SetupChoice {
  const kept = recall('setup', isObject)?.[game];
  if (!isObject(kept)) return {};
  const personas = Array.isArray(kept.personas) ? kept.personas.filter(isPersona) : undefined;
  return { ...(kept as SetupChoice), personas: personas?.length ? personas : undefined, options: isObject(kept.options) ? (kept.options as Chosen) : undefined };
}

export function keepChoice(game: string, choice: SetupChoice): void {
  keep('setup', { ...recall('setup', isObject), [game]: choice });
  keep('last-game', game);
}

/** The game that was played last; for newcomers, the first one. */
export function lastGame(): string {
  const kept = recall('last-game', (value): value is string => typeof value === 'string');
  return kept && isGame(kept) ? kept : GAME_IDS[0]!;
}

/** How many seats the table has that a game's card opens. */
export function usualSeats(game: string): number {
  const { seats, options } = chosen(game);
  if (seats) return seats;
  const { modeSeats, seats: usual } = about(game);
  return modeSeats?.[String(options?.mode)] ?? usual ?? 2;
}

/** The opponents in the game that a game's card starts. */
export function nextOpponents(game: string): PersonaId[] {
  const seats = usualSeats(game);
  const { personas } = chosen(game);
  return personas?.length === seats - 1 ? personas : usualOpponents(game, seats);
}

/** Where the player sits. */
export function seatFor(side: Side | undefined, seats: number): number {
  if (side === 'either') return Math.floor(Math.random() * seats);
  return side !== undefined && side < seats ? side : 0;
}

/** The opponents who sit down, with the computer players that move for them. */
export async function companions(game: string, personas: readonly string[], options: Chosen): Promise<Companion[]> {
  const house = await houseOf(game, options);
  return personas.flatMap((persona) => {
    const found = house.find((member) => member.persona === persona);
    return found ? [{ player: found.player, persona: found.persona }] : [];
  });
}

/** Starts a game at once, with the rules and opponents of last time, or the usual ones. */
export async function startAtOnce(game: string, personas: PersonaId[] = nextOpponents(game)): Promise<void> {
  if (!isGame(game)) throw new Error(`there is no game ${game}`);
  const kept = chosen(game);
  const form = (await loadSetup(game))(language());
  const seats = personas.length + 1;
  const seat = seatFor(kept.side, seats);
  const first = settings.coached.includes(game) ? {} : form.firstGame?.(seat, seats);
  const options = kept.options ?? { ...form.presets[0]?.options, ...first };
  const others = await companions(game, personas, options);
  keepChoice(game, { ...kept, who: 'house', personas, seats });
  await start({ game, options, seats, name: ownName(), others: { are: 'computer', companions: others, seat } });
}
