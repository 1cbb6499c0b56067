/** What finished games add up to. */
import { CAST, isPersona, stronger, type PersonaId } from './cast.ts';
import type { Held } from './seats.ts';

export interface Tally {
  won: number;
  drawn: number;
  lost: number;
}

export type Ended = Held & { ending: NonNullable<Held['ending']> };

/** How a game ended for the one who played it here; null for those who watched. */
export function verdict({ ending }: Ended): keyof Tally | null {
  if (ending.seat === null) return null;
  if (ending.result.winners.length === 0) return 'drawn';
  return ending.result.winners.includes(ending.seat) ? 'won' : 'lost';
}

/** Finished games at which this browser had one seat: on a shared device everybody wins and loses. */
export function ended(all: Held[]): Ended[] {
  return all.filter((one): one is Ended => one.ending !== undefined && (one.local?.length ?? 0) < 2);
}

export function tally(games: Ended[]): Tally {
  const sum: Tally = { won: 0, drawn: 0, lost: 0 };
  for (const game of games) {
    const how = verdict(game);
    if (how) sum[how] += 1;
  }
  return sum;
}

/** How many of the latest games were won in a row. */
export function streak(games: Ended[]): number {
  const latest = [...games].sort((a, b) => b.at - a.at);
  const end = latest.findIndex((game) => verdict(game) !== 'won');
  return end === -1 ? latest.length : end;
}

/** Who of the house sat at a game. */
function houseAt({ ending }: Ended): PersonaId[] {
  return (ending.personas ?? []).filter(isPersona);
}

/** Everybody of the house who was beaten in these games. */
export function beaten(games: Ended[]): Set<PersonaId> {
  return new Set(games.filter((game) => verdict(game) === 'won').flatMap(houseAt));
}

/** So many of the latest games say how strong somebody is. */
const LATEST = 10;

/**
 * Somebody about as strong as the player: who shares the latest games with them evenly, else one above the strongest
 * who was beaten, else the one a newcomer meets.
 */
export function fairMatch(all: Ended[], game: string, usual: PersonaId): PersonaId {
  const latest = all.filter((one) => one.game === game).sort((a, b) => b.at - a.at).slice(0, LATEST);
  const shares = CAST.flatMap((persona) => {
    const met = latest.filter((one) => houseAt(one).includes(persona));
    const { won, drawn } = tally(met);
    const share = (won + drawn / 2) / met.length;
    return met.length > 1 && share >= 0.4 && share <= 0.6 ? [{ persona, off: Math.abs(share - 0.5) }] : [];
  });
  const even = shares.sort((a, b) => a.off - b.off)[0];
  if (even) return even.persona;
  const strongest = CAST.findLast((persona) => beaten(latest).has(persona));
  return strongest ? (stronger(strongest) ?? strongest) : usual;
}

/** Results by opponent: `persona:bruno`, `computer:hard`, or a person's name. */
export function byOpponent(games: Ended[]): Map<string, Tally> {
  const groups = new Map<string, Ended[]>();
  for (const game of games) {
    const { seat, players, personas, names } = game.ending;
    const others = names.map((name, index) => ({ key: personas?.[index] ? `persona:${personas[index]}` : players[index] ? `computer:${players[index]}` : name, index }));
    const key = others.filter(({ index }) => index !== seat).map(({ key }) => key)[0] ?? '';
    groups.set(key, [...(groups.get(key) ?? []), game]);
  }
  return new Map([...groups].map(([key, group]) => [key, tally(group)]));
}
