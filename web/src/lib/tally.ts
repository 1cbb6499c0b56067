/** What finished games add up to. */
import { gentler, isPersona, stronger, type PersonaId } from './cast.ts';
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

/**
 * Somebody who keeps games close: the one of the house met last in this game, one stronger after a win, one gentler after a
 * loss; the usual one for who has met nobody yet.
 */
export function fairMatch(all: Ended[], game: string, usual: PersonaId): PersonaId {
  const met = all.filter((one) => one.game === game && houseAt(one).length === 1 && verdict(one)).sort((a, b) => b.at - a.at)[0];
  if (!met) return usual;
  const persona = houseAt(met)[0]!;
  const next = { won: stronger(persona), drawn: persona, lost: gentler(persona) }[verdict(met)!];
  return next ?? persona;
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
