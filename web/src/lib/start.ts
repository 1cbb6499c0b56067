/** Opening tables: against the house, by link, in public, or together on one device. */
import type { AnyChosen } from '../gen/games.ts';
import type { Chosen } from './choice.ts';
import type { CallWindow, Clock, OpenedTable, OpenTable, PositionSource } from '../gen/protocol.ts';
import { openTable } from './api.ts';
import { onBehalf } from './behalf.ts';
import { freshKey, playerKey } from './keys.ts';
import { go } from './route.svelte.ts';
import { hold, type LocalSeat } from './seats.ts';
import { settings } from './settings.svelte.ts';

/** Seconds for calls out of turn, for players who want more time. */
const MORE_TIME = 10;

/** A computer player that sits down, and its name in the house. */
export interface Companion {
  player: string;
  persona?: string;
}

/** The wishes for a new table. */
export interface Wish {
  game: string;
  options?: Chosen;
  seats: number;
  clock?: Clock;
  name: string;
  /** Whether hints may be asked for; by default the server's own rule. */
  hints?: boolean;
  /** Whether all hands may be shown after the end; by default at private tables only. */
  openAfter?: boolean;
  /** The position it begins with; by default the one the rules say. */
  position?: string;
  /** The game that the position was taken from. */
  source?: PositionSource;
  /** How long people have for calls out of turn; by default as the pace says. */
  callWindow?: CallWindow;
  /** Who the others are. */
  others:
    | { are: 'computer'; /** In the order of the other seats. */ companions: Companion[]; /** Where the person sits. */ seat: number }
    | { are: 'link'; /** Where the person sits; by default the first seat. */ seat?: number }
    | { are: 'public' }
    | { are: 'local'; names: string[] };
}

/** The secret of a link. */
export const secretOf = (link: string) => link.split('=').at(-1) ?? '';

/** Opens the table and goes there. */
export async function start(wish: Wish): Promise<void> {
  go(`/t/${await open(wish)}`);
}

/** Opens the table and returns its id. */
export async function open(wish: Wish): Promise<string> {
  const { game, options, seats, clock, name, hints, openAfter, position, source, others } = wish;
  const open: OpenTable = { game, options: options as AnyChosen | undefined, seats, clock, name, hints, openAfter, position, source, pace: settings.pace, key: freshKey(), player: playerKey() };
  if (others.are === 'computer') {
    const order = others.companions.values();
    const sat = Array.from({ length: seats }, (_, seat) => (seat === others.seat ? null : (order.next().value ?? null)));
    open.players = sat.map((one) => one?.player ?? null);
    open.personas = sat.map((one) => one?.persona ?? null);
  }
  open.callWindow = wish.callWindow ?? (settings.moreTime ? MORE_TIME : undefined);
  if (others.are === 'link') open.seat = others.seat;
  if (others.are === 'public') open.isPublic = true;
  const opened = await openTable(open);
  const { table, token, links, watch } = opened;
  const personas = open.personas?.filter((one) => one != null);
  hold(table, { game, seat: opened.seat, personas, token, watch: secretOf(watch), watchLink: watch, links, at: Date.now() });
  if (others.are === 'local') await seatOthers(opened, name, others.names.slice(1));
  return table;
}

/** Takes every seat that is waiting for a person, for the players who share this device. */
export async function seatOthers({ table, token, seat, links }: OpenedTable, name: string, names: string[]): Promise<void> {
  const local: LocalSeat[] = [{ seat: seat ?? 0, token, name }];
  for (const [index, { seat, link }] of links.entries()) {
    const called = names[index] || `${index + 2}`;
    local.push({ seat, name: called, token: await take(table, secretOf(link), called) });
  }
  hold(table, { local });
}

/** Takes a seat for somebody on this device; the table page says that they are ready. */
function take(id: string, secret: string, name: string): Promise<string> {
  const claim = { join: { secret, name, key: freshKey() } };
  return onBehalf(id, claim, (table) => new Promise((taken) => (table.ontoken = taken)));
}
