/** Sums and statistics over finished games. */
import { CAST, gentler, isPersona, stronger, type PersonaId } from './cast.ts';
import type { Held } from './seats.ts';

export interface Tally {
  won: number;
  drawn: number;
  lost: number;
}

export type Ended = Held & { ending: NonNullable<Held['ending']> };

/** How a game ended for the player at this browser; null for watchers. */
export function verdict({ ending }: Ended): keyof Tally | null {
  if (ending.seat === null) return null;
  if (ending.result.winners.length === 0) return 'drawn';
  return ending.result.winners.includes(ending.seat) ? 'won' : 'lost';
}

/** Finished games in which this browser had one seat. Shared devices are left out, as they hold winners and losers. */
export function ended(all: Held[]): Ended[] {
  return all.filter((one): one is Ended => one.ending !== undefined && (one.local?.length ?? 0) < 2);
}

/** The games that count, without those from set-up positions. */
export function counted(games: Ended[]): Ended[] {
  return games.filter(({ ending }) => !ending.isSetUp);
}

export function tally(games: Ended[]): Tally {
  const sum: Tally = { won: 0, drawn: 0, lost: 0 };
  for (const game of games) {
    const how = verdict(game);
    if (how) sum[how] += 1;
  }
  return sum;
}

/** How many of the latest games were won in a row, up to now. */
export function streak(games: Ended[]): number {
  const latest = [...games].sort((a, b) => b.at - a.at);
  const end = latest.findIndex((game) => verdict(game) !== 'won');
  return end === -1 ? latest.length : end;
}

/** The members of the house who played in a game. */
function houseAt({ ending }: Ended): PersonaId[] {
  return (ending.personas ?? []).filter(isPersona);
}

/** All members of the house who were beaten in these games. */
export function beaten(games: Ended[]): Set<PersonaId> {
  return new Set(counted(games).filter((game) => verdict(game) === 'won').flatMap(houseAt));
}

/** Which of these were never beaten in this game before the one at this table. */
export function newlyBeaten(all: Ended[], { game, table }: { game: string; table: string }, personas: PersonaId[]): PersonaId[] {
  const before = beaten(all.filter((one) => one.game === game && one.table !== table));
  return personas.filter((persona) => !before.has(persona));
}

/** How many of the latest games are used to judge a player's strength. */
const LATEST = 10;
/** A match is close if the share of points is at most this far from one half. */
const CLOSE = 0.1;

/** The share of points in these games; null for none. */
function share(games: Ended[]): number | null {
  const { won, drawn, lost } = tally(games);
  const played = won + drawn + lost;
  return played === 0 ? null : (won + drawn / 2) / played;
}

/**
 * The member of the house who should give close games. Of the single opponents in the last ten games of a kind, this is the
 * one with whom the points are shared most evenly, between 40 and 60 %. If there is none, it is one step above the
 * strongest opponent who is beaten more often than not, or that opponent again if the step was too high. For a player who
 * beats nobody, it is one step below the gentlest opponent met; for one who has met nobody, the usual opponent.
 */
export function fairMatch(all: Ended[], game: string, usual: PersonaId): PersonaId {
  const latest = counted(all)
    .filter((one) => one.game === game && houseAt(one).length === 1 && verdict(one))
    .sort((a, b) => b.at - a.at)
    .slice(0, LATEST);
  const met = [...new Set(latest.flatMap(houseAt))];
  const shareWith = (persona: PersonaId) => share(latest.filter((one) => houseAt(one)[0] === persona));
  const offHalf = (persona: PersonaId) => Math.abs(shareWith(persona)! - 0.5);
  const [closest] = met.filter((persona) => offHalf(persona) <= CLOSE + 1e-9).sort((a, b) => offHalf(a) - offHalf(b));
  if (closest) return closest;
  const beaten = CAST.findLast((persona) => (shareWith(persona) ?? 0) > 0.5);
  if (beaten) {
    const next = stronger(beaten) ?? beaten;
    return (shareWith(next) ?? 1) < 0.5 ? beaten : next;
  }
  const gentlest = CAST.find((persona) => met.includes(persona));
  return gentlest ? (gentler(gentlest) ?? gentlest) : usual;
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
