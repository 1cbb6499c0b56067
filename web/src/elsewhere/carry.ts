/** Games that go on elsewhere: from this device to the server that the page came from, and from there to this device. */
import type { Json } from '../gen/games.ts';
import type { OpenedTable, OpenTable } from '../gen/protocol.ts';
import { openRecord, record, recordSoFar, table as fetchTable } from '../lib/api.ts';
import { isHere, settleHere } from '../lib/here.ts';
import { freshKey, playerKey } from '../lib/keys.ts';
import { go } from '../lib/route.svelte.ts';
import { held, hold } from '../lib/seats.ts';
import { settings } from '../lib/settings.svelte.ts';
import { seatOthers, secretOf } from '../lib/start.ts';

/** Opens a game that was begun where `id` is at the other place, and goes there. Nothing changes here if that fails. */
export async function carry(id: string): Promise<void> {
  const known = held(id);
  const to = isHere(id) ? 'there' : 'here';
  const row = await fetchTable(id, known?.token);
  const played: Json = to === 'there' ? await recordSoFar(id, known?.token) : await record(id, known?.token);
  const seat = known?.seat ?? row.seats.findIndex(({ occupant }) => occupant === 'person');
  const isComputer = row.seats.map(({ occupant }) => occupant === 'computer');
  const open: OpenTable = {
    game: row.game,
    record: played,
    clock: row.clock,
    name: row.seats[seat]?.name ?? '',
    seat,
    players: row.seats.map(({ player }, index) => (isComputer[index] ? (player ?? null) : null)),
    personas: row.seats.map(({ persona }, index) => (isComputer[index] ? (persona ?? null) : null)),
    pace: settings.pace,
    key: freshKey(),
    player: playerKey(),
  };
  const opened: OpenedTable = await openRecord(open, to);
  const { table, token, links, watch } = opened;
  if (to === 'here') settleHere(table);
  hold(table, { game: row.game, seat: opened.seat, personas: known?.personas, token, watch: secretOf(watch), watchLink: watch, links, at: Date.now() });
  // Whoever sat here together sits there together.
  if (known?.local && links.length > 0) await seatOthers(opened, known.local[0]?.name ?? '', links.map(({ seat }) => known.local!.find((one) => one.seat === seat)?.name ?? ''));
  hold(id, { moved: table });
  go(`/t/${table}`, 'replace');
}
