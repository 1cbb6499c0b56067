/** Which computer player each of the house is in a game, and how strong; from the server. */
import type { Chosen } from './choice.ts';
import type { CastInfo, GameInfo, Games } from '../gen/protocol.ts';
import { games } from './api.ts';
import { CAST, type PersonaId } from './cast.ts';

export interface Member {
  persona: PersonaId;
  player: string;
  /** Bars, 1 to 7. */
  strength: number;
}

let asked: Promise<Games> | null = null;

/** What the server says about a game; asked once while the page is open. */
export async function gameInfo(game: string): Promise<GameInfo | null> {
  asked ??= games().catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return (await asked).games.find(({ id }) => id === game) ?? null;
}

/** The house in a game, the gentlest first; a mode of the game may have players of its own. */
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
