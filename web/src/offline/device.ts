/** Tables on this device: the page's end of the worker that has them. */
import type { Transport } from '../lib/transport.ts';
import { root } from '../lib/edition.ts';
import type { Call, FromWorker, Kept, ToWorker } from './orders.ts';

/** What a call came to. */
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
    // As with a socket, whoever has made it first says what is to happen then.
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
/** What to do when it is known that nothing is kept. */
let onforgetful: () => void = () => {};

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

/** The worker is of no use any more: whoever needs it begins anew. */
function end(): void {
  worker?.terminate();
  worker = null;
  for (const done of calls.values()) done({ status: 503, body: '{"error":{"code":"server.fault","message":"this device could not go on"}}' });
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
      if (!message.isLasting) onforgetful();
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

/** Calls what a server would answer over HTTP. */
export const call = (what: Call): Promise<DeviceReply> => ask((call) => ({ op: 'call', call, ...what }));

/** Everything that is kept of tables. */
export async function exportTables(): Promise<Kept[]> {
  return JSON.parse((await ask((call) => ({ op: 'export', call }))).body) as Kept[];
}

/** Keeps tables from elsewhere: how many were kept, and how many are not sound. */
export async function importTables(tables: Kept[]): Promise<{ kept: number; refused: number }> {
  return JSON.parse((await ask((call) => ({ op: 'import', call, tables }))).body) as { kept: number; refused: number };
}

/** Forgets all tables of this device. */
export async function forgetTables(): Promise<void> {
  await ask((call) => ({ op: 'forget', call }));
}

/** Says what to do once it is known that the browser keeps nothing. */
export function whenForgetful(work: () => void): void {
  onforgetful = work;
}
