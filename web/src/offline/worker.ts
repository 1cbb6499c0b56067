/** The worker behind the page: it has the tables, their store, and the workers that think. */
import { compile, Engine } from './engine.ts';
import type { Done, FromWorker, Kept, Order, ToWorker } from './orders.ts';
import { openStore, type Store } from './store.ts';
import { Thinkers } from './thinkers.ts';

const scope = self as unknown as { onmessage: (event: MessageEvent<ToWorker>) => void; postMessage(message: FromWorker): void };
const reply = (message: FromWorker) => scope.postMessage(message);
/** Reports a fault, so that the page starts over instead of waiting for ever. */
const giveUp = (error: unknown) => reply({ op: 'fault', what: String(error) });

/** The right to a table, until another tab takes it. */
class Locks {
  readonly #held = new Map<string, () => void>();
  readonly #taken: (table: string) => void;

  constructor(taken: (table: string) => void) {
    this.#taken = taken;
  }

  /** Takes it from whichever tab has it. If the browser has no locks, the store still decides which tab may write. */
  async take(table: string): Promise<void> {
    if (this.#held.has(table) || !navigator.locks) return;
    await new Promise<void>((isOurs) => {
      const held = navigator.locks.request(`baize-table-${table}`, { steal: true }, () => {
        isOurs();
        return new Promise<void>((done) => this.#held.set(table, done));
      });
      held.catch(() => {
        this.#held.delete(table);
        this.#taken(table);
      });
    });
  }

  release(table: string): void {
    this.#held.get(table)?.();
    this.#held.delete(table);
  }
}

class House {
  readonly #module: WebAssembly.Module;
  readonly #store: Store;
  readonly #url: string;
  readonly #thinkers: Thinkers;
  readonly #locks = new Locks((table) => this.send({ op: 'taken', table }));
  #engine: Engine;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Pending calls of imports, which ask the program whether a table is sound. */
  #checks = new Map<number, (status: number) => void>();
  /** The number of the next such call, above all numbers of the page's own calls. */
  #checked = 2 ** 40;

  private constructor(module: WebAssembly.Module, engine: Engine, store: Store, folder: string, url: string) {
    this.#module = module;
    this.#engine = engine;
    this.#store = store;
    this.#url = url;
    const make = () => new Worker(new URL('./thinker.ts', import.meta.url), { type: 'module' });
    this.#thinkers = new Thinkers(make, { module, folder }, (job, done: Done) => this.send({ op: 'done', job, done }));
    this.#begin();
  }

  static async of(folder: string, url: string): Promise<House> {
    const [module, store] = await Promise.all([compile(folder), openStore()]);
    reply({ op: 'storage', isLasting: store.isLasting });
    return new House(module, await Engine.of(module), store, folder, url);
  }

  #begin(): void {
    const seed = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    this.send({ op: 'begin', seed, url: this.#url });
  }

  /** Gives the program a message and carries out its orders. */
  send(what: { op: string; [more: string]: unknown } | ToWorker): void {
    const time = { steady: performance.now(), wall: Date.now() };
    let said: { orders: Order[]; next?: number; error?: string };
    try {
      said = JSON.parse(this.#engine.handle(JSON.stringify({ time, what }))) as typeof said;
    } catch (error) {
      void this.#beginAnew(String(error));
      return;
    }
    if (said.error !== undefined) throw new Error(`${said.error}: ${what.op}`);
    for (const order of said.orders) this.#perform(order).catch(giveUp);
    clearTimeout(this.#timer);
    if (said.next !== undefined) this.#timer = setTimeout(() => this.send({ op: 'tick' }), said.next);
  }

  /** Restarts after a fault of the program. The store is sound, so all tables are opened again from it. */
  async #beginAnew(what: string): Promise<void> {
    clearTimeout(this.#timer);
    this.#engine = await Engine.of(this.#module);
    this.#begin();
    reply({ op: 'fault', what });
  }

  async #perform(order: Order): Promise<void> {
    switch (order.op) {
      case 'answer': {
        const check = this.#checks.get(order.call);
        this.#checks.delete(order.call);
        return check ? check(order.status) : reply(order);
      }
      case 'tell':
      case 'part':
        return reply(order);
      case 'write': {
        if (order.isNew) await this.#locks.take(order.change.table);
        const trouble = await this.#store.write(order.change, order.isNew);
        return this.send({ op: 'written', id: order.id, trouble });
      }
      case 'open':
        await this.#locks.take(order.table);
        return this.send({ op: 'found', id: order.id, kept: await this.#store.open(order.table) });
      case 'read':
        return this.send({ op: 'found', id: order.id, kept: await this.#store.read(order.table) });
      case 'list':
        return this.send({ op: 'listed', id: order.id, listings: await this.#store.listings() });
      case 'release':
        return this.#locks.release(order.table);
      case 'work':
        return this.#thinkers.give(order.job, order.work);
      case 'stop':
        return this.#thinkers.stop(order.job);
    }
  }

  /** Whether a table from elsewhere can be opened here. */
  #isSound(kept: Kept): Promise<boolean> {
    const call = this.#checked++;
    return new Promise((done) => {
      this.#checks.set(call, (status) => done(status === 200));
      try {
        this.send({ op: 'check', call, kept });
      } catch {
        // It is not a table at all.
        this.#checks.delete(call);
        done(false);
      }
    });
  }

  /** All stored tables. */
  export(): Promise<Kept[]> {
    return this.#store.all();
  }

  /** Stores tables from elsewhere and counts them. Unsound ones are left out, and newer ones here are not replaced. */
  async import(tables: Kept[]): Promise<{ kept: number; refused: number }> {
    const count = { kept: 0, refused: 0 };
    for (const table of tables) {
      const known = await this.#store.read(table.table).catch(() => null);
      const isNewer = (known?.entries.length ?? 0) < (table.entries?.length ?? 0);
      if (known && !isNewer) continue;
      const isKept = (await this.#isSound(table)) && (await this.#store.put({ ...table, epoch: Math.max(known?.epoch ?? 0, table.epoch) })) === null;
      count[isKept ? 'kept' : 'refused'] += 1;
    }
    return count;
  }

  forget(): Promise<void> {
    return this.#store.forget();
  }
}

let house: Promise<House>;

async function take(message: ToWorker): Promise<void> {
  if (message.op === 'begin') {
    house = House.of(message.folder, message.url);
    house.catch(giveUp);
    return;
  }
  const here = await house;
  const answer = (call: number, body: unknown) => reply({ op: 'answer', call, status: 200, body: JSON.stringify(body) });
  switch (message.op) {
    case 'export':
      return answer(message.call, await here.export());
    case 'import':
      return answer(message.call, await here.import(message.tables));
    case 'forget':
      return answer(message.call, await here.forget());
    default:
      return here.send(message);
  }
}

scope.onmessage = ({ data }) => void take(data).catch(giveUp);
