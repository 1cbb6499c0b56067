/** The offline edition in a folder, on a plain static file server. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { program, visitor, type Visitor, type VisitorOptions } from './harness.ts';
import { until } from './standing.ts';

/** Whether the tables' program was built; `cargo xtask test` builds it where the compiler can, and CI must have it. */
export function hasOfflineEdition(): boolean {
  const isThere = existsSync(resolve(import.meta.dirname, '../dist/offline/rooms.wasm.gz'));
  if (!isThere && process.env.CI) throw new Error('the offline edition was not built: rustup target add wasm32-unknown-unknown');
  return isThere;
}

/** The types known to any host; all other files are bytes. */
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png', '.json': 'application/json' };

/** A folder written by `baize export-site`, and a plain file server for it. */
export class Site {
  readonly folder = mkdtempSync(join(tmpdir(), 'baize-site-'));
  /** The requests, in order. */
  readonly asked: string[] = [];
  /** Changes what is sent, as for another edition or a less capable browser. */
  change: (name: string, text: string) => string = (_, text) => text;
  #server: Server | null = null;
  #port = 0;

  static async start(): Promise<Site> {
    const site = new Site();
    execFileSync(program(), ['export-site', site.folder]);
    await site.run();
    return site;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async run(): Promise<void> {
    const server = createServer((request, response) => {
      const name = new URL(request.url ?? '/', 'http://here').pathname.replace(/\/$/, '/index.html').slice(1);
      this.asked.push(name);
      const path = join(this.folder, name);
      if (!existsSync(path)) return void response.writeHead(404).end();
      const type = TYPES[extname(name)];
      const bytes = readFileSync(path);
      response.writeHead(200, { 'content-type': type ?? 'application/octet-stream', 'cache-control': 'no-cache' });
      response.end(type === 'text/javascript' || type === 'text/html' ? this.change(name, bytes.toString()) : bytes);
    });
    await new Promise<void>((done) => server.listen(this.#port, '127.0.0.1', done));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Stops the host. */
  async halt(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    if (server) await new Promise((done) => server.close(done));
  }

  async stop(): Promise<void> {
    await this.halt();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Whether the browser has stored the whole page. Must be self-contained: drivers of other browsers send it as text. */
export async function isAllKept(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false;
  const text = await (await fetch('service-worker.js')).text();
  const list = (name: string) => JSON.parse(new RegExp(`const ${name} = (\\[.*?\\]);`, 's').exec(text)![1]!) as string[];
  const isKept = async (file: string) => (await caches.match(new URL(file, location.href.split('#')[0]).href)) !== undefined;
  const files = await Promise.all([...list('FILES'), ...list('SOON'), ...list('LATER')].map(isKept));
  // A browser stores whichever of the two programs it can run.
  const programs = await Promise.all(list('PROGRAMS').map(isKept));
  return !files.includes(false) && programs.includes(true);
}

/** Waits for that. */
export async function untilKept({ page }: Visitor): Promise<void> {
  await until('the page to be kept', () => page.evaluate(isAllKept));
}

/** A person who has visited the page once, and now has neither the host nor a network. */
export async function cutOff(options: VisitorOptions = {}): Promise<{ player: Visitor; site: Site; failed: string[] }> {
  const site = await Site.start();
  const player = await visitor(site, { isKeeping: true, ...options });
  await player.page.goto('/');
  await player.page.locator('h1').waitFor();
  await untilKept(player);
  await site.halt();
  await player.context.setOffline(true);
  const failed: string[] = [];
  player.context.on('requestfailed', (request) => failed.push(request.url()));
  await player.page.reload();
  await player.page.locator('h1').waitFor();
  return { player, site, failed };
}
