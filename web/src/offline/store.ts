/**
 * The store of tables: IndexedDB, or the worker's memory if the browser stores nothing. A write is finished once it cannot
 * be lost any more; it is made whole or not at all, and only by the tab that opened the table last.
 */
import type { Json } from '../gen/games.ts';
import type { Change, Kept, KeptEntry, Trouble } from './orders.ts';

interface Row extends Omit<Kept, 'entries'> {
  version: number;
}

export interface Store {
  readonly isLasting: boolean;
  write(change: Change, isNew: boolean): Promise<Trouble | null>;
  /** Takes a table over: tabs that opened it before can no longer write. */
  open(table: string): Promise<Kept | null>;
  read(table: string): Promise<Kept | null>;
  listings(): Promise<Json[]>;
  /** Every table. */
  all(): Promise<Kept[]>;
  /** Replaces a whole table. */
  put(kept: Kept): Promise<Trouble | null>;
  forget(): Promise<void>;
}

/** The row after a change; null if this tab may not make the change. */
function changed(row: Row | undefined, change: Change, isNew: boolean): Row | null {
  const { table, epoch, after, entries, margin, snapshot, listing } = change;
  if (isNew ? row : row?.epoch !== epoch || row.version !== after) return null;
  return {
    table,
    epoch,
    version: after + entries.length,
    margin: margin ?? row?.margin,
    snapshot: snapshot ?? row?.snapshot,
    listing: listing ?? row?.listing ?? null,
  };
}

const whole = ({ table, epoch, margin, snapshot, listing }: Row, entries: KeptEntry[]): Kept => ({
  table,
  epoch,
  entries: entries.map(({ entry, sum }) => ({ entry, sum })),
  ...(margin !== undefined && { margin }),
  ...(snapshot !== undefined && { snapshot }),
  listing,
});

/** The row for a table that is put; its epoch goes up, so tabs that have it open can no longer write. */
const rowOf = ({ entries, ...rest }: Kept): Row => ({ ...rest, epoch: rest.epoch + 1, version: entries.length });

function trouble(error: unknown): Trouble {
  const { name, message } = (error ?? {}) as Partial<DOMException>;
  return name === 'QuotaExceededError' ? 'full' : { failed: `${name ?? 'Error'}: ${message ?? 'nothing was written'}` };
}

const answer = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error('no answer'));
  });

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((done, fail) => {
    transaction.oncomplete = () => done();
    transaction.onabort = () => fail(transaction.error ?? new Error('it was broken off'));
  });

class Lasting implements Store {
  readonly isLasting = true;
  readonly #data: IDBDatabase;

  constructor(data: IDBDatabase) {
    this.#data = data;
  }

  /** Begins a transaction: when it ends, either all of it is on disk or nothing. */
  #begin(mode: IDBTransactionMode) {
    const transaction = this.#data.transaction(['tables', 'entries'], mode, { durability: 'strict' });
    const end = ended(transaction);
    // Callers that await the end get the error; the others may ignore it.
    end.catch(() => {});
    return { transaction, end, tables: transaction.objectStore('tables'), entries: transaction.objectStore('entries') };
  }

  async write(change: Change, isNew: boolean): Promise<Trouble | null> {
    try {
      const { transaction, end, tables, entries } = this.#begin('readwrite');
      const row = changed(await answer<Row | undefined>(tables.get(change.table)), change, isNew);
      if (!row) {
        transaction.abort();
        return 'fenced';
      }
      for (const [index, entry] of change.entries.entries()) entries.add({ ...entry, table: change.table, version: change.after + index + 1 });
      tables.put(row);
      await end;
      return null;
    } catch (error) {
      return trouble(error);
    }
  }

  async open(table: string): Promise<Kept | null> {
    const { end, tables, entries } = this.#begin('readwrite');
    const row = await answer<Row | undefined>(tables.get(table));
    if (!row) return null;
    const taken = { ...row, epoch: row.epoch + 1 };
    tables.put(taken);
    const log = await answer<KeptEntry[]>(entries.getAll(of(table)));
    await end;
    return whole(taken, log);
  }

  async read(table: string): Promise<Kept | null> {
    const { tables, entries } = this.#begin('readonly');
    const row = await answer<Row | undefined>(tables.get(table));
    return row ? whole(row, await answer<KeptEntry[]>(entries.getAll(of(table)))) : null;
  }

  async listings(): Promise<Json[]> {
    const rows = await answer<Row[]>(this.#begin('readonly').tables.getAll());
    return rows.map(({ listing }) => listing);
  }

  async all(): Promise<Kept[]> {
    const { tables, entries } = this.#begin('readonly');
    const rows = await answer<Row[]>(tables.getAll());
    return Promise.all(rows.map(async (row) => whole(row, await answer<KeptEntry[]>(entries.getAll(of(row.table))))));
  }

  async put(kept: Kept): Promise<Trouble | null> {
    try {
      const { end, tables, entries } = this.#begin('readwrite');
      entries.delete(of(kept.table));
      for (const [index, entry] of kept.entries.entries()) entries.add({ ...entry, table: kept.table, version: index + 1 });
      tables.put(rowOf(kept));
      await end;
      return null;
    } catch (error) {
      return trouble(error);
    }
  }

  async forget(): Promise<void> {
    const { end, tables, entries } = this.#begin('readwrite');
    tables.clear();
    entries.clear();
    await end;
  }
}

/** The keys of all entries of a table. */
const of = (table: string) => IDBKeyRange.bound([table, 0], [table, Infinity]);

class Forgetful implements Store {
  readonly isLasting = false;
  readonly #tables = new Map<string, { row: Row; entries: KeptEntry[] }>();

  async write(change: Change, isNew: boolean): Promise<Trouble | null> {
    const found = this.#tables.get(change.table);
    const row = changed(found?.row, change, isNew);
    if (!row) return 'fenced';
    this.#tables.set(change.table, { row, entries: [...(found?.entries ?? []), ...change.entries] });
    return null;
  }

  async open(table: string): Promise<Kept | null> {
    const found = this.#tables.get(table);
    if (found) found.row = { ...found.row, epoch: found.row.epoch + 1 };
    return this.read(table);
  }

  async read(table: string): Promise<Kept | null> {
    const found = this.#tables.get(table);
    return found ? whole(found.row, found.entries) : null;
  }

  async listings(): Promise<Json[]> {
    return [...this.#tables.values()].map(({ row }) => row.listing);
  }

  async all(): Promise<Kept[]> {
    return [...this.#tables.values()].map(({ row, entries }) => whole(row, entries));
  }

  async put(kept: Kept): Promise<Trouble | null> {
    this.#tables.set(kept.table, { row: rowOf(kept), entries: kept.entries });
    return null;
  }

  async forget(): Promise<void> {
    this.#tables.clear();
  }
}

/** Opens the browser's store. If the browser stores nothing, everything works until the page is closed. */
export async function openStore(): Promise<Store> {
  try {
    const request = indexedDB.open('baize', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('tables', { keyPath: 'table' });
      request.result.createObjectStore('entries', { keyPath: ['table', 'version'] });
    };
    const data = await answer(request);
    // A newer page that wants to change the form of the data need not wait for this one.
    data.onversionchange = () => data.close();
    return new Lasting(data);
  } catch {
    return new Forgetful();
  }
}
