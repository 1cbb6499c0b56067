/** Which computer player each member of the house is in a game, and how strong, as the server says. */
import type { Chosen } from './choice.ts';
import type { CastInfo, GameInfo, Games } from '../gen/protocol.ts';
import { games } from './api.ts';
import { CAST, type PersonaId } from './cast.ts';

export interface Member {
  persona: PersonaId;
  player: string;
  /** The number of bars, 1 to 7. */
  strength: number;
}

let asked: Promise<Games> | null = null;

/** What the server says about a game; fetched once while the page is open. */
export async function gameInfo(game: string): Promise<GameInfo | null> {
  asked ??= games().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return (await asked).games.find(({ id }) => id === game) ?? null;
}

/** The house in a game, the gentlest first. A mode of the game may have its own players. */
export function members(cast: CastInfo[], options: Chosen = {}): Member[] {
  return CAST.flatMap((persona) => {
    const roles = cast.filter((role) => role.persona === persona);
    const role = roles.find(({ mode }) => mode !== undefined && mode === options.mode) ?? roles.find(({ mode }) => mode === undefined);
    return role ? [{ persona, player: role.player, strength: role.strength }] : [];
  });
}

export async function houseOf(game: string, options: Chosen = {}): Promise<Member[]> {
  return members((await gameInfo(game))?.cast ?? [], options);
}
