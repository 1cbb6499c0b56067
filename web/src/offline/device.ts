/** Tables on this device: the page's connection to the worker that hosts them. */
import type { Transport } from '../lib/transport.ts';
import { root } from '../lib/edition.ts';
import { setForgetful } from '../lib/forgetful.svelte.ts';
import { ASKED_TO_KEEP, keep, recall } from '../lib/storage.ts';
import type { Call, FromWorker, Kept, ToWorker } from './orders.ts';

/** The reply to a call. */
export interface DeviceReply {
  status: number;
  body: string;
}

/** A connection to the worker. */
class Connection implements Transport {
  readonly isLocal = true;
  onopen: () => void = () => {};
  onmessage: (text: string) => void = () => {};
  onclose: () => void = () => {};
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
    // As with a socket, the caller must be able to set `onopen` first.
    queueMicrotask(() => this.onopen());
  }

  send(text: string): void {
    if (connections.has(this.#number)) post({ op: 'hear', connection: this.#number, text });
  }

  close(): void {
    if (connections.delete(this.#number)) post({ op: 'leave', connection: this.#number });
  }
}

const connections = new Map<number, Connection>();
const calls = new Map<number, (answer: DeviceReply) => void>();
let worker: Worker | null = null;
let last = 0;

function start(): Worker {
  const begun = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  begun.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
  begun.onerror = (event) => {
    event.preventDefault();
    end();
  };
  const folder = `${root()}offline/`;
  begun.postMessage({ op: 'begin', folder, url: location.href.split(/[?#]/)[0]!.replace(/\/$/, '') } satisfies ToWorker);
  return begun;
}

function post(message: ToWorker): void {
  worker ??= start();
  worker.postMessage(message);
}

/** Ends a worker that is of no more use; the next caller starts a new one. */
function end(): void {
  worker?.terminate();
  worker = null;
  for (const done of calls.values()) done({ status: 503, body: '{"error":{"code":"page.fault","message":"this device could not go on"}}' });
  calls.clear();
  const gone = [...connections.values()];
  connections.clear();
  for (const connection of gone) connection.onclose();
}

function hear(message: FromWorker): void {
  switch (message.op) {
    case 'tell':
      for (const to of message.to) connections.get(to)?.onmessage(message.text);
      return;
    case 'part': {
      const parted = connections.get(message.to);
      connections.delete(message.to);
      return parted?.onclose();
    }
    case 'answer': {
      const done = calls.get(message.call);
      calls.delete(message.call);
      return done?.({ status: message.status, body: message.body });
    }
    case 'storage':
      if (!message.isLasting) setForgetful(true);
      return;
    case 'fault':
      console.error(message.what);
      return end();
  }
}

/** Connects to the tables of this device. */
export function connect(): Transport {
  last += 1;
  const connection = new Connection(last);
  connections.set(last, connection);
  return connection;
}

function ask(message: (call: number) => ToWorker): Promise<DeviceReply> {
  last += 1;
  const call = last;
  return new Promise((done) => {
    calls.set(call, done);
    post(message(call));
  });
}

/** Asks the worker and throws unless the call succeeds. */
async function demand(message: (call: number) => ToWorker): Promise<string> {
  const { status, body } = await ask(message);
  if (status !== 200) throw new Error(body);
  return body;
}

/** Makes a call that a server would answer over HTTP. */
export async function call(what: Call): Promise<DeviceReply> {
  const reply = await ask((call) => ({ op: 'call', call, ...what }));
  if (what.method === 'POST' && what.path.startsWith('/api/tables') && reply.status === 200) askToKeep();
  return reply;
}

/** Asks the browser not to clear tables when it needs room: once, with the first table, as some browsers ask the player. */
function askToKeep(): void {
  if (recall(ASKED_TO_KEEP, (value): value is true => value === true) || !navigator.storage?.persist) return;
  keep(ASKED_TO_KEEP, true);
  navigator.storage.persist().catch(() => {});
}

/** All stored tables. */
export async function exportTables(): Promise<Kept[]> {
  return JSON.parse(await demand((call) => ({ op: 'export', call }))) as Kept[];
}

/** Stores tables from elsewhere. Returns how many were stored, and how many were not sound. */
export async function importTables(tables: Kept[]): Promise<{ kept: number; refused: number }> {
  const came = JSON.parse(await demand((call) => ({ op: 'import', call, tables }))) as { kept: number; refused: number };
  if (came.kept > 0) askToKeep();
  return came;
}

/** Deletes all tables of this device. */
export async function forgetTables(): Promise<void> {
  await demand((call) => ({ op: 'forget', call }));
}
