import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../gen/protocol.ts';
import { TableClient } from './table.svelte.ts';
import type { Transport } from './transport.ts';

/** A connection whose other end is the test. */
class Wire implements Transport {
  onopen = () => {};
  onmessage: (text: string) => void = () => {};
  onclose = () => {};
  sent: Record<string, unknown>[] = [];
  isClosed = false;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.isClosed = true;
  }
  hear(message: Message): void {
    this.onmessage(JSON.stringify(message));
  }
  last(op: string): Record<string, unknown> | undefined {
    return this.sent.findLast((request) => request.op === op);
  }
}

let wires: Wire[];
const carrier = () => {
  const wire = new Wire();
  wires.push(wire);
  return wire;
};

function welcome(wire: Wire, version: number, more: Partial<Extract<Message, { op: 'welcome' }>> = {}): void {
  wire.onopen();
  wire.hear({
    op: 'welcome',
    id: wire.last('hello')!.id as string,
    version,
    epoch: 1,
    you: { seat: 0, isHost: true },
    info: { table: '0123456789ab', game: 'othello', revision: 1, options: {}, clock: {}, isPublic: false, hints: false,
      openAfter: true, opened: 0 },
    state: { phase: 'playing', view: { ply: version } as never, seats: [] },
    presence: { here: [0], watching: 0 },
    ...more,
  });
}

describe('a table', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    wires = [];
  });

  it('says hello, and puts news over what it knows', () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3);
    expect(wires[0]!.sent[0]).toMatchObject({ op: 'hello', table: '0123456789ab', token: 'ab', version: 0 });
    wires[0]!.hear({ op: 'news', version: 4, steps: [], state: { view: { ply: 4 } as never } });
    expect(table.state).toMatchObject({ phase: 'playing', view: { ply: 4 } });
    expect(table.version).toBe(4);
  });

  it('comes back after a gap with the version it has seen, and sends once what was not sent', async () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3);
    wires[0]!.onclose();
    expect(table.link.is).toBe('lost');
    const played = table.play({ type: 'PASS' });
    expect(table.unsent).toBe(1);
    await vi.advanceTimersByTimeAsync(10);
    welcome(wires[1]!, 3, { steps: [] });
    expect(wires[1]!.sent[0]).toMatchObject({ op: 'hello', version: 3 });
    const request = wires[1]!.last('play')!;
    expect(table.unsent).toBe(0);
    wires[1]!.hear({ op: 'done', id: request.id as string, version: 4 });
    expect(await played).toBeNull();
  });

  it('proves what it was told when it comes back, and is told when the table has become another one', async () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3, { history: '33' });
    wires[0]!.hear({ op: 'news', version: 4, history: '44', steps: [], state: {} });
    wires[0]!.onclose();
    await vi.advanceTimersByTimeAsync(10);
    wires[1]!.onopen();
    expect(wires[1]!.sent[0]).toMatchObject({ op: 'hello', version: 4, history: '44' });
    const error = { code: 'table.forked', message: 'another history', details: null };
    wires[1]!.hear({ op: 'refused', id: wires[1]!.sent[0]!.id as string, version: 2, error });
    expect(table.link).toEqual({ is: 'refused', problem: error });
    wires[1]!.onclose();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wires).toHaveLength(2);
    expect(table.version, 'what was seen stays on the screen').toBe(4);
  });

  it('starts anew where the server does not know what it had told', async () => {
    new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3, { history: '33' });
    wires[0]!.onclose();
    await vi.advanceTimersByTimeAsync(10);
    wires[1]!.onopen();
    const error = { code: 'table.bad_history', message: 'not told', details: null };
    wires[1]!.hear({ op: 'refused', id: wires[1]!.sent[0]!.id as string, version: 2, error });
    await vi.advanceTimersByTimeAsync(1_000);
    wires[2]!.onopen();
    expect(wires[2]!.sent[0]).toMatchObject({ op: 'hello', version: 0 });
    expect(wires[2]!.sent[0]).not.toHaveProperty('history');
  });

  it('tells within five seconds that a first connection says nothing, and still waits for its first word', async () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    wires[0]!.onopen();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(table.link).toEqual({ is: 'connecting' });
    await vi.advanceTimersByTimeAsync(1);
    expect(table.link).toEqual({ is: 'connecting', isSilent: true });
    expect(wires).toHaveLength(1);
    welcome(wires[0]!, 3);
    expect(table.link.is).toBe('open');
    const other = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    wires[1]!.onopen();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(other.link.is).toBe('lost');
  });

  it('sends a request again under the same id when the reply was lost', async () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3);
    void table.play({ type: 'PASS' });
    wires[0]!.onclose();
    await vi.advanceTimersByTimeAsync(10);
    welcome(wires[1]!, 4, { steps: [] });
    expect(wires[1]!.last('play')!.id).toBe(wires[0]!.last('play')!.id);
  });

  it('stays where it is while the server cannot save, and is welcomed again over the same connection', async () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3);
    const away = { code: 'server.storage', message: 'try again in a moment', details: null };
    wires[0]!.hear({ op: 'refused', error: away });
    const played = table.play({ type: 'PASS' });
    const request = wires[0]!.last('play')!;
    wires[0]!.hear({ op: 'refused', id: request.id as string, error: away });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(table.link.is).toBe('open');
    expect(wires[0]!.sent.filter(({ id }) => id === request.id).length).toBe(2);
    welcome(wires[0]!, 4, { epoch: 2, steps: [] });
    expect(table.version).toBe(4);
    expect(wires[0]!.last('play')).toEqual(request);
    wires[0]!.hear({ op: 'done', id: request.id as string, version: 5 });
    expect(await played).toBeNull();
    expect(wires.length).toBe(1);
  });

  it('waits longer from attempt to attempt', async () => {
    new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3);
    wires[0]!.onclose();
    const times: number[] = [];
    for (let attempt = 1; attempt < 5; attempt += 1) {
      const start = Date.now();
      while (wires.length === attempt) await vi.advanceTimersByTimeAsync(10);
      times.push(Date.now() - start);
      wires.at(-1)!.onclose();
    }
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)).toBeGreaterThan(times[0]!);
  });

  it('tells why something was refused', async () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3);
    const played = table.play({ type: 'PASS' });
    const error = { code: 'othello.pass_not_allowed', message: 'no', details: null };
    wires[0]!.hear({ op: 'refused', id: wires[0]!.last('play')!.id as string, version: 3, error });
    expect(await played).toEqual(error);
  });

  it('gives way to another tab, and does not fight for the seat', async () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3);
    wires[0]!.hear({ op: 'elsewhere' });
    expect(table.link.is).toBe('elsewhere');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wires).toHaveLength(1);
    table.takeOver();
    expect(wires).toHaveLength(2);
  });

  it('does not listen to a connection it has left', () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3);
    table.become({ token: 'cd' }, 'open');
    welcome(wires[1]!, 3, { you: { seat: 1, isHost: false }, steps: [] });
    wires[0]!.hear({ op: 'news', version: 4, steps: [], state: { actions: [] } });
    wires[0]!.onclose();
    expect(table.version).toBe(3);
    expect(table.link.is).toBe('open');
    expect(table.seat).toBe(1);
  });

  it('asks for signs of life, and counts a silent connection as lost', async () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3);
    const pings = () => wires[0]!.sent.filter(({ op }) => op === 'ping').length;
    for (let second = 0; second < 20; second += 2) {
      await vi.advanceTimersByTimeAsync(2_000);
      wires[0]!.hear({ op: 'pong', id: wires[0]!.last('ping')!.id as string });
    }
    expect(pings()).toBe(10);
    expect(table.link.is).toBe('open');
    const heard = Date.now();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(table.link.is).toBe('open');
    await vi.advanceTimersByTimeAsync(1);
    expect(table.link).toMatchObject({ is: 'lost', since: heard, isSilent: true });
    expect(wires[0]!.isClosed).toBe(true);
    await vi.advanceTimersByTimeAsync(10);
    welcome(wires[1]!, 3, { steps: [] });
    expect(table.link.is).toBe('open');
  });

  it('gives up a connection that never says a word, and tries another', async () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(table.link.is).toBe('lost');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(wires.length).toBeGreaterThan(2);
  });

  it('marks a move that waits for its answer, and tells that it takes long', async () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3);
    const played = table.play({ type: 'PASS' });
    expect(table.sending).toEqual({ action: { type: 'PASS' }, is: 'fresh' });
    await vi.advanceTimersByTimeAsync(300);
    expect(table.sending?.is).toBe('slow');
    await vi.advanceTimersByTimeAsync(1_700);
    expect(table.sending?.is).toBe('late');
    wires[0]!.hear({ op: 'done', id: wires[0]!.last('play')!.id as string, version: 4 });
    await played;
    expect(table.sending).toBeNull();
  });

  it('asks nothing in the name of the next player that the last one asked for', async () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3);
    const [said, fast] = [table.chat('mine'), table.resign()];
    const tooFast = { code: 'request.too_fast', message: 'wait', details: null };
    wires[0]!.hear({ op: 'refused', id: wires[0]!.last('resign')!.id as string, version: 3, error: tooFast });
    table.become({ token: 'cd' }, 'open');
    welcome(wires[1]!, 3, { you: { seat: 1, isHost: false }, steps: [] });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(wires[1]!.sent.map(({ op }) => op)).toEqual(['hello']);
    for (const answer of [await said, await fast]) expect(answer?.code).toBe('page.withdrawn');
  });

  it('knows the time of a wait by this clock, however the server’s clock goes', () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier });
    welcome(wires[0]!, 3);
    const theirs = Date.now() + 3_600_000;
    const waiting = { why: 'move' as const, seats: [1], since: theirs, until: theirs + 900 };
    wires[0]!.hear({ op: 'news', version: 4, steps: [], state: { waiting } });
    expect(table.waiting).toMatchObject({ since: Date.now(), until: Date.now() + 900 });
  });

  it('shows what happened in order, and acting ends the motion', async () => {
    const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier, duration: () => 500 });
    welcome(wires[0]!, 3);
    const step = (version: number) => ({
      op: 'news' as const,
      version,
      steps: [{ version, at: 0, event: { type: 'ACTED' as const, seat: 1, events: [{ n: version } as never] } }],
      state: { view: { ply: version } as never },
    });
    wires[0]!.hear(step(4));
    wires[0]!.hear(step(5));
    expect(table.beats.view).toEqual({ ply: 4 });
    expect(table.beats.isCurrent).toBe(false);
    await vi.advanceTimersByTimeAsync(500);
    expect(table.beats.view).toEqual({ ply: 5 });
    expect(table.beats.beat?.events).toEqual([{ n: 5 }]);
    void table.play({ type: 'PASS' });
    expect(table.beats.beat).toBeNull();
  });
});
