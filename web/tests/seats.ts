/** Very short games, played over sockets, for tests of what remains of them. */
import { createHash } from 'node:crypto';
import { WebSocket } from 'ws';
import { PROTOCOL } from '../src/gen/protocol.ts';
import type { TestServer } from './harness.ts';

/** Dana's secret. */
export const DANA = 'd'.repeat(32);

/** A secret derived from a name. */
export const keyOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 32);

/** A seat at a table over a socket; each request is answered before the next. */
export class Seat {
  readonly #socket: WebSocket;
  readonly #answers = new Map<string, (message: { type: string }) => void>();
  #count = 0;

  constructor(server: TestServer) {
    this.#socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`);
    this.#socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { id?: string; type: string };
      if (message.id) this.#answers.get(message.id)?.(message);
    });
  }

  async ask(request: Record<string, unknown>): Promise<void> {
    if (this.#socket.readyState !== WebSocket.OPEN) await new Promise((open) => this.#socket.once('open', open));
    const id = `q${++this.#count}`;
    const answer = new Promise<{ type: string }>((resolve) => this.#answers.set(id, resolve));
    this.#socket.send(JSON.stringify({ ...request, id }));
    const message = await answer;
    if (message.type === 'refused') throw new Error(JSON.stringify(message));
  }

  close(): void {
    this.#socket.close();
  }
}

export async function open(server: TestServer, table: Record<string, unknown>) {
  const body = JSON.stringify({ name: 'Dana', player: DANA, pace: 'instant', ...table });
  const reply = await fetch(`${server.url}/api/tables`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await reply.json()) as { table: string; token: string; links: { link: string }[] };
}

/** A public game of Othello that Dana wins: the other player resigns after one move each. */
export async function beats(server: TestServer, name: string, more: Record<string, unknown> = {}): Promise<string> {
  const { table, token, links } = await open(server, { game: 'othello', isPublic: true, ...more });
  const [dana, other] = [new Seat(server), new Seat(server)];
  const key = keyOf(`key of ${name}`);
  await dana.ask({ op: 'hello', protocol: PROTOCOL, table, token });
  await other.ask({ op: 'hello', protocol: PROTOCOL, table, join: { secret: links[0]!.link.split('=').at(-1), name, key, player: key } });
  await dana.ask({ op: 'ready' });
  await other.ask({ op: 'ready' });
  await dana.ask({ op: 'play', action: { type: 'PLACE', square: 'f5' } });
  await other.ask({ op: 'play', action: { type: 'PLACE', square: 'f4' } });
  await other.ask({ op: 'resign' });
  dana.close();
  other.close();
  return table;
}

/** A game against the house that Dana resigns after a move. */
export async function loses(server: TestServer, game: string, action: unknown, player: string, persona: string, more: Record<string, unknown> = {}): Promise<string> {
  const { table, token } = await open(server, { game, players: [null, player], personas: [null, persona], ...more });
  const dana = new Seat(server);
  await dana.ask({ op: 'hello', protocol: PROTOCOL, table, token });
  await dana.ask({ op: 'ready' });
  await dana.ask({ op: 'play', action });
  await dana.ask({ op: 'resign' });
  dana.close();
  return table;
}
