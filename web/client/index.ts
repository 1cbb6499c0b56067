/**
 * The page's own table client, for programs: one table, one seat, and any number of connections, one after another. Its
 * messages and requests have the types of the protocol.
 */
import { SocketTransport, type Carrier } from '../src/lib/transport.ts';
import type { Json } from '../src/gen/games.ts';
import type { OpenedTable, OpenTable, Problem } from '../src/gen/protocol.ts';

export { TableClient, type Ask, type Claim, type ConnectionState, type TableOptions } from '../src/lib/table.svelte.ts';
export { SocketTransport, type Carrier, type Transport } from '../src/lib/transport.ts';
export { freshId } from '../src/lib/keys.ts';
export type * from '../src/gen/protocol.ts';
export { PROTOCOL, type Games } from '../src/gen/protocol.ts';
export type * from '../src/gen/games.ts';

/** Connects to a server, such as `https://games.example`. */
export function to(server: string): Carrier {
  const url = new URL('/ws', server);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return () => new SocketTransport(url.href);
}

/** A refusal from a server. */
export class Refused extends Error implements Problem {
  readonly code: string;
  readonly details?: Json;

  constructor(problem: Problem) {
    super(problem.message);
    this.code = problem.code;
    this.details = problem.details;
  }
}

/** Opens a table; the caller gets its first free seat, with the token in the answer. */
export async function openTable(server: string, table: OpenTable): Promise<OpenedTable> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(new URL('/api/tables', server), { method: 'POST', headers, body: JSON.stringify(table) });
  const body = (await response.json()) as OpenedTable & { error?: Problem };
  if (!response.ok) throw new Refused(body.error ?? { code: 'server.fault', message: `status ${response.status}` });
  return body;
}
