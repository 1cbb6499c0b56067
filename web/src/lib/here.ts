/** Which tables are on this device, and how to reach them. */
import type { Problem } from '../gen/protocol.ts';
import type { DeviceReply } from '../offline/device.ts';
import { isOffline } from './edition.ts';
import { keep, recall } from './storage.ts';
import type { Carrier, Transport } from './transport.ts';
import { SocketTransport } from './transport.ts';

/** The part of the page that hosts tables; loaded when it is needed. */
const device = () => import('../offline/device.ts');

const MOST = 400;
const areNames = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Whether a table is on this device, not on a server. */
export function isHere(table: string): boolean {
  return isOffline || (recall('here', areNames) ?? []).includes(table);
}

/** Remembers that a table is on this device. */
export function settleHere(table: string): void {
  if (!isOffline && !isHere(table)) keep('here', [table, ...(recall('here', areNames) ?? [])].slice(0, MOST));
}

/** A connection that starts to work once the part of the page that hosts tables is loaded. */
class LocalTransport implements Transport {
  readonly isLocal = true;
  onopen: () => void = () => {};
  onmessage: (text: string) => void = () => {};
  onclose: () => void = () => {};
  #inner: Transport | null = null;
  #isClosed = false;

  constructor() {
    device().then(
      ({ connect }) => {
        if (this.#isClosed) return;
        this.#inner = connect();
        this.#inner.onopen = () => this.onopen();
        this.#inner.onmessage = (text) => this.onmessage(text);
        this.#inner.onclose = () => this.onclose();
      },
      () => this.onclose(),
    );
  }

  send(text: string): void {
    this.#inner?.send(text);
  }

  close(): void {
    this.#isClosed = true;
    this.#inner?.close();
  }
}

/** Connects to the server that the page came from. */
const toOurServer: Carrier = () => {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new SocketTransport(`${scheme}//${location.host}/ws`);
};

/** Renames a problem for this device: a storage problem means that the device has no room. */
export const ofThisDevice = (problem: Problem): Problem => (problem.code === 'server.storage' ? { ...problem, code: 'page.storage' } : problem);

/** How to connect to a table, wherever it is. */
export const carrierTo = (table: string): Carrier => (isHere(table) ? () => new LocalTransport() : toOurServer);

/** The answer that a server would give over HTTP. */
export async function callHere(path: string, init: { method?: string; body?: string } = {}, token?: string): Promise<DeviceReply> {
  const [plain = '', query = ''] = path.split('?');
  const { call } = await device();
  return call({ method: init.method ?? 'GET', path: plain, query, key: token ?? null, body: init.body ?? null });
}
