/** What was chosen for a game on this device: against whom, by which rules, on which side. */
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

/** Options by their names, as far as somebody has chosen them; a form knows them by its fields. */
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

/** Whoever a newcomer meets first: those the game names, or the gentlest. */
export function usualOpponents(game: string, seats: number): PersonaId[] {
  return about(game).opponents ?? CAST.slice(0, Math.max(1, seats - 1));
}

/** What was chosen last. */
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

/** The game played last; the first one for newcomers. */
export function lastGame(): string {
  const kept = recall('last-game', (value): value is string => typeof value === 'string');
  return kept && isGame(kept) ? kept : GAME_IDS[0]!;
}

/** How many sit at the table that the card of a game opens. */
export function usualSeats(game: string): number {
  const { seats, options } = chosen(game);
  if (seats) return seats;
  const { modeSeats, seats: usual } = about(game);
  return modeSeats?.[String(options?.mode)] ?? usual ?? 2;
}

/** Against whom the card of a game starts. */
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

/** Those who sit down, with the players that move for them. */
export async function companions(game: string, personas: readonly string[], options: Chosen): Promise<Companion[]> {
  const house = await houseOf(game, options);
  return personas.flatMap((persona) => {
    const found = house.find((member) => member.persona === persona);
    return found ? [{ player: found.player, persona: found.persona }] : [];
  });
}

/** Starts at once: the rules and the opponents of last time, or the usual ones. */
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
