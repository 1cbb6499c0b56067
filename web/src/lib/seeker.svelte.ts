/**
 * Looks for anybody to play. The server knows nothing of pairing: the search uses public tables that wait for players.
 * A searching player opens a table of their own in each game they would play, and watches for older tables. The older
 * table wins, so that two searching players meet. A player who goes to another's table gives up their own first, and
 * looks again if nobody is there. After a while somebody of the house sits down, unless only people are wanted, and the
 * search goes on in the background for a little longer.
 */
import type { Chosen } from './choice.ts';
import type { TableRow } from '../gen/protocol.ts';
import { loadSetup } from '../games/index.ts';
import { isGame } from '../games/list.ts';
import { tables } from './api.ts';
import { chosen, companions, startAtOnce, usualOpponents } from './choice.ts';
import { ownName } from './guest.ts';
import { freshKey, playerKey } from './keys.ts';
import { language } from './language.svelte.ts';
import { pairing } from './pairing.svelte.ts';
import { go } from './route.svelte.ts';
import { allHeld, drop, held, hold } from './seats.ts';
import { open } from './start.ts';
import { TableClient } from './table.svelte.ts';
import { peopleAt, waitingPeople } from './waiting.ts';
import { ended, fairMatch } from './tally.ts';

/** Seconds until somebody of the house sits down. */
export const PATIENCE = 20;
/** Seconds that the search goes on beside a game with the house. */
const LONGER = 120;
/** Seconds to answer "Play Lin instead?"; silence means no. */
export const ANSWER = 8;
const EVERY = 1_500;

export type Search =
  | { is: 'idle' }
  /** At a table with an empty seat. */
  | { is: 'looking'; seconds: number }
  /** Beside a game with the house. */
  | { is: 'beside' }
  | { is: 'asked'; name: string; left: number };

/** A table opened by the search, with what decides who goes to whom. */
export interface Own {
  table: string;
  game: string;
  opened: number;
}

/** Whether a waiting table was opened by somebody else and has a free seat. */
export function isOpenTo(row: TableRow, games: readonly string[], own: readonly Own[] = []): boolean {
  if (row.phase !== 'waiting' || !games.includes(row.game) || own.some(({ table }) => table === row.table)) return false;
  return peopleAt(row).length > 0 && row.seats.some(({ occupant }) => occupant === 'empty');
}

/** The table to go to: the oldest one, but only if it is older than the own table in the same game. */
export function oldest(rows: TableRow[], games: readonly string[], own: readonly Own[]): TableRow | null {
  const fits = (row: TableRow) => {
    const mine = own.find(({ game }) => game === row.game);
    return !mine || row.opened < mine.opened || (row.opened === mine.opened && row.table < mine.table);
  };
  const open = rows.filter((row) => isOpenTo(row, games, own) && fits(row));
  return open.sort((a, b) => a.opened - b.opened)[0] ?? null;
}

class Seeker {
  search: Search = $state.raw({ is: 'idle' });
  /** How many others are looking for the same games. */
  others = $state(0);
  problem: string | null = $state(null);
  #games: string[] = [];
  /** Whether somebody of the house may sit down when nobody comes. */
  #who: 'anybody' | 'people' = 'anybody';
  /** The player's own waiting tables, with the connections that show that the player is there. */
  #own: (Own & { host: TableClient })[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;
  #began = 0;
  #lastLook = 0;
  #isBusy = false;
  #answer: ((isYes: boolean) => void) | null = null;
  /** Tables whose people turned out to be away or were turned down. */
  #avoided = new Set<string>();

  /** Starts a search; any previous one is dropped. */
  begin(games: string[], who: 'anybody' | 'people' = 'anybody'): void {
    this.cancel();
    this.#games = games;
    this.#who = who;
    this.#began = Date.now();
    this.#lastLook = 0;
    this.problem = null;
    this.search = { is: 'looking', seconds: 0 };
    pairing.isOn = true;
    this.#timer = setInterval(() => void this.#tick(), 250);
    void this.#tick();
  }

  /** Ends the search and gives up its tables. */
  cancel(): void {
    clearInterval(this.#timer);
    this.#answer?.(false);
    this.#answer = null;
    this.search = { is: 'idle' };
    pairing.isOn = false;
    this.others = 0;
    this.#avoided.clear();
    void this.#giveUp();
  }

  /** Gives up the player's own tables, except the one at which somebody sits. */
  async #giveUp(but?: Own): Promise<void> {
    const own = this.#own;
    this.#own = [];
    for (const { table } of own) if (table !== but?.table) drop(table);
    await Promise.all(own.map(async ({ table, host }) => {
      if (table !== but?.table) await host.stand();
      host.close();
    }));
  }

  /** The answer to "Play Lin instead?". */
  answer(isYes: boolean): void {
    this.#answer?.(isYes);
  }

  async #tick(): Promise<void> {
    const seconds = Math.floor((Date.now() - this.#began) / 1000);
    if (this.search.is === 'looking' && this.search.seconds !== seconds) this.search = { is: 'looking', seconds };
    if (this.search.is === 'beside' && seconds >= PATIENCE + LONGER) return this.cancel();
    if (this.#isBusy || this.search.is === 'idle' || this.search.is === 'asked') return;
    this.#isBusy = true;
    try {
      const full = this.#own.find(({ host }) => isFull(host));
      if (full) return await this.#meet(full);
      if (Date.now() - this.#lastLook >= EVERY) {
        this.#lastLook = Date.now();
        await this.#look();
      }
      if (this.search.is === 'looking' && this.#who === 'anybody' && seconds >= PATIENCE) await this.#house();
    } catch (error) {
      this.problem = (error as { code?: string }).code ?? 'page.offline';
    } finally {
      this.#isBusy = false;
    }
  }

  async #look(): Promise<void> {
    const rows = (await tables('waiting')).tables;
    const others = rows.filter(({ table }) => !held(table)?.token);
    this.others = waitingPeople(others.filter((row) => isOpenTo(row, this.#games))).length;
    // Beside a game any table will do, because the player's own tables are only there to be found.
    const found = oldest(others.filter(({ table }) => !this.#avoided.has(table)), this.#games, this.search.is === 'beside' ? [] : this.#own);
    if (found) return this.#tryTable(found);
    for (const game of this.#games) if (!this.#own.some((own) => own.game === game)) await this.#openOwn(game);
  }

  /** Takes the free seat of a table, if its people are there. */
  async #tryTable(row: TableRow): Promise<void> {
    const seat = row.seats.findIndex(({ occupant }) => occupant === 'person');
    if (!(await isThere(row.table, seat))) {
      this.#avoided.add(row.table);
      return;
    }
    if (this.search.is === 'beside' && !(await this.#ask(row.seats[seat]?.name ?? ''))) {
      this.#avoided.add(row.table);
      return;
    }
    if (this.search.is === 'idle') return;
    // If two players go to each other's tables at once, both find an empty one and look again.
    await this.#giveUp();
    const token = await takeSeat(row.table);
    if (!token) {
      this.#avoided.add(row.table);
      return;
    }
    hold(row.table, { game: row.game, token: token.token, seat: token.seat, at: Date.now() });
    this.cancel();
    go(`/t/${row.table}`);
  }

  async #openOwn(game: string): Promise<void> {
    if (!isGame(game) || this.#isOver()) return;
    const form = (await loadSetup(game))(language());
    const options = chosen(game).options ?? form.presets[0]?.options ?? {};
    const { from } = form.seats(options as never);
    const table = await open({ game, options, seats: Math.max(2, from), name: ownName(), others: { are: 'public' } });
    const token = held(table)?.token;
    if (!token) return drop(table);
    // A waiting player must be seen to be there.
    this.#own.push({ table, game, opened: Date.now(), host: new TableClient(table, { token }) });
    // The search was given up meanwhile.
    if (this.#isOver()) await this.#giveUp();
  }

  #isOver(): boolean {
    return this.search.is === 'idle';
  }

  /** Starts the game with somebody who sat down at one of the player's own tables. */
  async #meet(own: Own & { host: TableClient }): Promise<void> {
    const { host } = own;
    const guest = (host.state.seats ?? []).find(({ occupant }, seat) => occupant === 'person' && seat !== host.seat);
    if (this.search.is === 'beside' && !(await this.#ask(guest?.name ?? ''))) return this.cancel();
    await this.#giveUp(own);
    this.cancel();
    go(`/t/${own.table}`);
  }

  /** Asks the player during their game with the house; no answer means no. */
  async #ask(name: string): Promise<boolean> {
    const until = Date.now() + ANSWER * 1000;
    const answer = new Promise<boolean>((done) => (this.#answer = done));
    const show = () => (this.search = { is: 'asked', name, left: Math.max(0, Math.ceil((until - Date.now()) / 1000)) });
    show();
    const timer = setInterval(() => {
      if (Date.now() >= until) this.#answer?.(false);
      else show();
    }, 250);
    const isYes = await answer;
    clearInterval(timer);
    this.#answer = null;
    if (this.search.is === 'asked') this.search = { is: 'beside' };
    return isYes;
  }

  /** Nobody came: seats somebody of the house, at a table of several beside the people who are already there. */
  async #house(): Promise<void> {
    const begun = this.#own.find(({ host }) => (host.state.seats ?? []).filter(({ occupant }) => occupant === 'person').length > 1);
    const own = begun ?? this.#own[0];
    const game = own?.game ?? this.#games[0]!;
    const host = own?.host;
    const seats = host?.state.seats ?? [];
    if (host && begun) {
      const info = host.info;
      const free = seats.flatMap(({ occupant }, seat) => (occupant === 'empty' ? [seat] : []));
      const sat = await companions(game, usualOpponents(game, free.length + 1).slice(0, free.length), (info?.options ?? {}) as Chosen);
      for (const [index, seat] of free.entries()) await host.fill(seat, sat[index]!.player, sat[index]!.persona);
      return;
    }
    this.search = { is: 'beside' };
    const [usual] = usualOpponents(game, 2);
    const seatsThere = host?.state.seats?.length ?? 2;
    if (seatsThere > 2) await startAtOnce(game, usualOpponents(game, seatsThere));
    else await startAtOnce(game, [fairMatch(ended(allHeld()), game, usual!)]);
  }
}

function isFull({ state }: TableClient): boolean {
  const seats = state.seats ?? [];
  return seats.length > 0 && seats.every(({ occupant }) => occupant !== 'empty');
}

/** Whether the person in a seat is connected. */
function isThere(table: string, seat: number): Promise<boolean> {
  return visit(table, {}, (guest, done) => done(guest.presence.here.includes(seat)), false);
}

/** Sits down; null if somebody else was quicker or the person waiting there has gone. */
function takeSeat(table: string): Promise<{ token: string; seat?: number } | null> {
  const join = { name: ownName(), key: freshKey(), player: playerKey() };
  return visit<{ token: string; seat?: number } | null>(table, { join }, (guest, done) => {
    guest.ontoken = async (token, you) => {
      if (guest.presence.here.some((seat) => seat !== you.seat)) return done({ token, seat: you.seat });
      await guest.stand();
      done(null);
    };
  }, null);
}

/** Visits a table for a moment; gives `otherwise` if that fails. */
function visit<T>(table: string, claim: ConstructorParameters<typeof TableClient>[1], look: (guest: TableClient, done: (found: T) => void) => void, otherwise: T): Promise<T> {
  const guest = new TableClient(table, claim);
  return new Promise<T>((settle) => {
    const done = (found: T) => {
      clearInterval(timer);
      settle(found);
      setTimeout(() => guest.close());
    };
    if ('join' in claim) look(guest, done);
    const timer = setInterval(() => {
      if (guest.link.is === 'refused' || guest.link.is === 'lost') done(otherwise);
      else if (guest.link.is === 'open' && !('join' in claim)) look(guest, done);
    }, 50);
  });
}

export const seeker = new Seeker();
