/** Opening tables: against the computer, by link, in public, or together on one device. */
import type { Clock, OpenTable } from '../gen/protocol.ts';
import { openTable } from './api.ts';
import { onBehalf } from './behalf.ts';
import { freshKey, playerKey } from './keys.ts';
import { go } from './route.svelte.ts';
import { hold, type LocalSeat } from './seats.ts';

/** A table that somebody wants. */
export interface Wish {
  game: string;
  options?: unknown;
  seats: number;
  clock?: Clock;
  name: string;
  /** Who the others are. */
  others:
    | { are: 'computer'; player: string; /** Where the person sits. */ seat: number }
    | { are: 'link' }
    | { are: 'public' }
    | { are: 'local'; names: string[] };
}

const secretOf = (link: string) => link.split('=').at(-1) ?? '';

/** Opens the table and goes there. */
export async function start(wish: Wish): Promise<void> {
  const { game, options, seats, clock, name, others } = wish;
  const open: OpenTable = { game, options, seats, clock, name, key: freshKey(), player: playerKey() };
  if (others.are === 'computer') {
    open.players = Array.from({ length: seats }, (_, seat) => (seat === others.seat ? null : others.player));
  }
  if (others.are === 'public') open.isPublic = true;
  const opened = await openTable(open);
  const { table, token, links, watch } = opened;
  hold(table, { game, token, watch: secretOf(watch), watchLink: watch, links, at: Date.now() });
  if (others.are === 'local') {
    const local: LocalSeat[] = [{ seat: opened.seat ?? 0, token, name }];
    for (const [index, { seat, link }] of links.entries()) {
      const called = others.names[index + 1] ?? `${index + 2}`;
      local.push({ seat, name: called, token: await take(table, secretOf(link), called) });
    }
    hold(table, { local });
  }
  go(`/t/${table}`);
}

/** Takes a seat for somebody on this device; the table page says that they are ready. */
function take(id: string, secret: string, name: string): Promise<string> {
  const claim = { join: { secret, name, key: freshKey() } };
  return onBehalf(id, claim, (table) => new Promise((taken) => (table.ontoken = taken)));
}
