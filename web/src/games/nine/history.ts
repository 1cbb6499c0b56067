/** What this browser remembers of Nine: the record, the finished games, and statistics about them. */
import { isObject, keep, keepText, recall, recallText } from '../../lib/storage.ts';
import type { Card, Revealed } from './types.ts';
import { CARDS } from './types.ts';

/** The full storage key of the record. */
export const BEST_KEY = 'bgc_nine-game_highscore';

/** The highest total in a game against the computer; null before the first. */
export function readBest(): number | null {
  const text = recallText(BEST_KEY);
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** A finished game from its player's side. */
export interface Finished {
  /** The table, and the number of the game there. */
  id: string;
  at: number;
  mine: number;
  theirs: number;
  /** The player's own cards in order of play. */
  cards: Card[];
  turnsWon: number;
  /** The most points the player was behind at any time. */
  behind: number;
  isComputer: boolean;
  /** Whether it was played under the plain rules. */
  isPlain: boolean;
  /** The record before this game; below, whether this game broke it. */
  was: number | null;
  isRecord: boolean;
}

const MOST = 500;
const NAME = 'nine';

const isFinished = (value: unknown): value is Finished =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.mine === 'number' &&
  typeof value.theirs === 'number' &&
  Array.isArray(value.cards);
const isList = (value: unknown): value is Finished[] => Array.isArray(value) && value.every(isFinished);

/** All finished games, oldest first. */
export function finishedGames(): Finished[] {
  return recall(NAME, isList) ?? [];
}

/** Whether these are all turns of a game: nine, plus a bonus turn for each tie if the rules have them. */
export function isWhole(turns: Revealed[], hasBonus: boolean): boolean {
  const ties = turns.slice(0, CARDS.length).filter(({ winner }) => winner === null).length;
  return turns.length === CARDS.length + (hasBonus ? ties : 0);
}

/** A whole game from one seat's side. */
export function finished(
  id: string,
  turns: Revealed[],
  seat: number,
  how: Pick<Finished, 'isComputer' | 'isPlain'>,
): Omit<Finished, 'was' | 'isRecord' | 'at'> {
  const lead = (turn: Revealed) => turn.scores[seat]! - turn.scores[1 - seat]!;
  const last = turns.at(-1)!;
  return {
    id,
    mine: last.scores[seat]!,
    theirs: last.scores[1 - seat]!,
    cards: turns.map((turn) => turn.cards[seat]!),
    turnsWon: turns.filter((turn) => turn.winner === seat).length,
    behind: Math.max(0, ...turns.map((turn) => -lead(turn))),
    ...how,
  };
}

/** Stores a game once, and the record if it is one. A game under other rules or against a person never is. */
export function remember(game: Omit<Finished, 'was' | 'isRecord' | 'at'>): Finished {
  const known = finishedGames();
  const same = known.find(({ id }) => id === game.id);
  if (same) return same;
  const was = readBest();
  const isRecord = game.isComputer && game.isPlain && (was === null || game.mine > was);
  if (isRecord) keepText(BEST_KEY, String(game.mine));
  const entry = { ...game, at: Date.now(), was, isRecord };
  keep(NAME, [...known, entry].slice(-MOST));
  return entry;
}

/** Whether to say "New Record!": a first game sets the record even when lost, but that is nothing to celebrate. */
export function isNews({ isRecord, was, mine, theirs }: Finished): boolean {
  return isRecord && (was !== null || mine >= theirs);
}

/** The game at a table, if it was finished here. */
export function recallGame(id: string): Finished | null {
  return finishedGames().find((game) => game.id === id) ?? null;
}

export const ACHIEVEMENTS = ['perfect', 'comeback', 'close'] as const;
export type Achievement = (typeof ACHIEVEMENTS)[number];

/** The achievements of a game under the plain rules: eight turns won; a win from 16 behind; a win by 2. */
export function achievements({ isPlain, mine, theirs, turnsWon, behind }: Finished): Achievement[] {
  if (!isPlain || mine <= theirs) return [];
  const has = { perfect: turnsWon === 8, comeback: behind >= 16, close: mine - theirs === 2 };
  return ACHIEVEMENTS.filter((each) => has[each]);
}

export interface Summary {
  games: number;
  won: number;
  drawn: number;
  lost: number;
  /** The mean of the player's totals. */
  average: number;
  /** Totals by tens: 0-9, 10-19 ... 80 and more. */
  histogram: number[];
  /** How often each card (row) was played on each turn (column). */
  uses: number[][];
  /** The card played most often on the first turn. */
  favourite: Card | null;
  /** How often each was achieved. */
  achieved: Record<Achievement, number>;
}

/** Computes everything the statistics show. */
export function summary(games: Finished[]): Summary {
  const uses = CARDS.map(() => CARDS.map(() => 0));
  const histogram = CARDS.map(() => 0);
  const achieved = { perfect: 0, comeback: 0, close: 0 };
  for (const game of games) {
    game.cards.forEach((card, turn) => {
      const row = uses[card - 1];
      if (row && turn < row.length) row[turn]! += 1;
    });
    const bin = Math.min(histogram.length - 1, Math.max(0, Math.floor(game.mine / 10)));
    histogram[bin]! += 1;
    for (const each of achievements(game)) achieved[each] += 1;
  }
  const first = uses.map((row) => row[0]!);
  const most = Math.max(...first);
  return {
    games: games.length,
    won: games.filter(({ mine, theirs }) => mine > theirs).length,
    drawn: games.filter(({ mine, theirs }) => mine === theirs).length,
    lost: games.filter(({ mine, theirs }) => mine < theirs).length,
    average: games.length === 0 ? 0 : games.reduce((sum, { mine }) => sum + mine, 0) / games.length,
    histogram,
    uses,
    favourite: most === 0 ? null : first.indexOf(most) + 1,
    achieved,
  };
}
