/** `baize mcp` as an independent client sees it: the official TypeScript SDK lists the tools and plays a game. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { program } from './harness.ts';

interface Shown {
  version: number;
  legal: string[];
  result: { winners: number[]; reason: string } | null;
  error?: { code: string };
}

const data = mkdtempSync(join(tmpdir(), 'baize-mcp-'));
const client = new Client({ name: 'a-test', version: '1' });

beforeAll(() => client.connect(new StdioClientTransport({ command: program(), args: ['mcp', '--data', data] })));
afterAll(async () => {
  await client.close();
  rmSync(data, { recursive: true });
});

async function call(name: string, args: Record<string, unknown>): Promise<{ shown: Shown; isError: boolean }> {
  const result = await client.callTool({ name, arguments: args });
  return { shown: result.structuredContent as unknown as Shown, isError: result.isError === true };
}

it('lists its tools', async () => {
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(['games', 'start', 'look', 'move', 'why', 'rules']);
  expect(client.getServerVersion()?.name).toBe('baize');
});

it('plays a game to its end', async () => {
  let { shown } = await call('start', { game: 'othello', players: 'human,random', seed: 's', table: 'one' });
  const stale = await call('move', { table: 'one', version: 99, move: shown.legal[0] });
  expect(stale).toMatchObject({ isError: true, shown: { error: { code: 'agent.stale' }, version: shown.version } });
  for (let turn = 0; turn < 40 && !shown.result; turn += 1) {
    const done = await call('move', { table: 'one', version: shown.version, move: shown.legal[0] });
    expect(done.isError).toBe(false);
    shown = done.shown;
  }
  expect(shown.result?.reason).toBe('discs');
});
