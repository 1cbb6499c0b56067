/** Exports and imports everything on this device in one file: settings, results, seats, and the tables that are here. */
import type { Kept } from '../offline/orders.ts';
import { isOffline } from './edition.ts';
import { isHere, settleHere } from './here.ts';
import { allHeld, type Held } from './seats.ts';
import { ASKED_TO_KEEP, everything, forgetAll, isObject, keep, whenHeard } from './storage.ts';

const FORMAT = 'baize-device-1';
/** Names of values that apply to one device only. */
const OF_ONE_DEVICE = ['here', ASKED_TO_KEEP];

const device = () => import('../offline/device.ts');

/** Whether this page may host tables itself. */
const hasTables = () => isOffline || allHeld().some(({ table }) => isHere(table));

/** The text of the file. Tokens open seats, so those of tables on servers are left out. */
export async function takeAlong(): Promise<string> {
  const tables = hasTables() ? await (await device()).exportTables() : [];
  const seats = allHeld().filter(({ table }) => isHere(table));
  return JSON.stringify({ format: FORMAT, kept: everything(), seats, tables }, null, 1);
}

/** The result of an import. */
export interface Restored {
  /** How many tables are here now. */
  kept: number;
  /** How many tables were damaged. */
  refused: number;
}

/** Adds a file's content to what is here; null if it is not such a file. An older table does not replace a newer one. */
export async function bringBack(text: string): Promise<Restored | null> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(file) || file.format !== FORMAT || !isObject(file.kept) || !Array.isArray(file.seats) || !Array.isArray(file.tables)) return null;
  const tables = file.tables.filter(isObject) as unknown as Kept[];
  const restored = tables.length > 0 ? await (await device()).importTables(tables) : { kept: 0, refused: 0 };
  // Tables in the file were on a device and are now on this one, whatever the edition of this page.
  for (const { table } of tables) if (typeof table === 'string') settleHere(table);
  for (const [name, value] of Object.entries(file.kept)) if (!OF_ONE_DEVICE.includes(name)) keep(name, value);
  const known = allHeld();
  const isNew = (one: unknown): one is Held => isObject(one) && typeof one.table === 'string' && !known.some(({ table }) => table === one.table);
  keep('seats', [...known, ...file.seats.filter(isNew)]);
  return restored;
}

/** Deletes everything on this device. */
export async function forgetEverything(): Promise<void> {
  if (hasTables()) await (await device()).forgetTables();
  forgetAll();
  await whenHeard();
}
