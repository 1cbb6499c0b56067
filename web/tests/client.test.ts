/** The package for programs, as published: types, a bot, and two of them at one table of the real server. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestServer } from './harness.ts';

const WEB = resolve(import.meta.dirname, '..');
const PACKAGE = join(WEB, 'client');
const BOT = join('node_modules/baize-client/examples/bot.mjs');
/** A project that uses the package. */
const project = mkdtempSync(join(tmpdir(), 'baize-client-'));
let server: TestServer;

const run = (command: string, args: string[], cwd: string) => execFileSync(command, args, { cwd, encoding: 'utf8' });

beforeAll(async () => {
  run('npm', ['run', '--silent', 'client'], WEB);
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', project], PACKAGE)) as { filename: string }[];
  const home = join(project, 'node_modules/baize-client');
  mkdirSync(home, { recursive: true });
  run('tar', ['-xzf', packed!.filename, '-C', home, '--strip-components=1'], project);
  for (const tool of ['ws', 'svelte']) symlinkSync(join(WEB, 'node_modules', tool), join(project, 'node_modules', tool));
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
  server = await TestServer.start();
}, 600_000);

afterAll(async () => {
  await server?.stop();
  rmSync(project, { recursive: true });
});

/** The final output of a bot. */
function play(...args: string[]): Promise<string> {
  const bot = spawn('node', [BOT, ...args], { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  bot.stdout.on('data', (text: Buffer) => (said += text.toString()));
  return new Promise((done, fail) => bot.on('exit', (code) => (code === 0 ? done(said) : fail(new Error(`the bot ended with ${code}: ${said}`)))));
}

it('has the types of the protocol, and refuses others', () => {
  const check = (line: string) => {
    const text = `import { TableClient, to, type OpenTable } from 'baize-client';
      const open: OpenTable = { game: 'othello' };
      const table = new TableClient('0123456789ab', { token: 'ab' }, { carrier: to('http://127.0.0.1') });
      ${line}
      console.log(open);`;
    writeFileSync(join(project, 'use.ts'), text);
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext', 'use.ts'];
    run(join(WEB, 'node_modules/.bin/tsc'), options, project);
  };
  check("await table.play({ type: 'PLACE', square: 'f5' });");
  expect(() => check("await table.play({ type: 'JUMP' });")).toThrow();
  expect(() => check('const version: string = table.version; console.log(version);')).toThrow();
});

it.each(['othello', 'nine'])('a bot plays %s against the computer, to its end', async (game) => {
  expect(await play(server.url, game)).toMatch(/^(won|lost|drawn) \(\w+\)\n$/);
});

it('two bots play at one table, each by its link', async () => {
  const open = { game: 'othello', players: [null, null], pace: 'instant' };
  const headers = { 'content-type': 'application/json' };
  const opened = await fetch(new URL('/api/tables', server.url), { method: 'POST', headers, body: JSON.stringify(open) });
  const { links } = (await opened.json()) as { links: { link: string }[] };
  expect(links).toHaveLength(2);
  const said = await Promise.all(links.map(({ link }) => play(link)));
  expect(['lost,won', 'drawn,drawn']).toContain(said.map((line) => line.split(' ')[0]).sort().join(','));
});
