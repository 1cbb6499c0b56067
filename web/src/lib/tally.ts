/** What finished games add up to. */
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

/** Results by opponent: a computer player's id, or a person's name. */
export function byOpponent(games: Ended[]): Map<string, Tally> {
  const groups = new Map<string, Ended[]>();
  for (const game of games) {
    const { seat, players, names } = game.ending;
    const others = names.map((name, index) => ({ key: players[index] ? `computer:${players[index]}` : name, index }));
    const key = others.filter(({ index }) => index !== seat).map(({ key }) => key)[0] ?? '';
    groups.set(key, [...(groups.get(key) ?? []), game]);
  }
  return new Map([...groups].map(([key, group]) => [key, tally(group)]));
}
