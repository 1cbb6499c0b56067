/**
 * Firefox and WebKit, driven as far as a smoke game requires: navigate, read the page, press keys, click, take a
 * picture. Firefox itself speaks WebDriver BiDi over a socket; WebKit has a driver with plain WebDriver over HTTP.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import { DESKTOP, OUTPUT } from './harness.ts';
import { holdUntilHeard, readStanding, until, type Standing, type Where } from './standing.ts';

/** A sequence of input, in the form shared by both protocols. */
type Actions = { type: 'key' | 'pointer'; id: string; actions: object[] }[];

/** What both protocols can do. */
interface Engine {
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page to a string. */
  evaluate(expression: string): Promise<string>;
  perform(actions: Actions): Promise<void>;
  /** A PNG in base 64. */
  screenshot(): Promise<string>;
  /** The errors in the page since the last call. */
  errors(): Promise<string[]>;
  close(): Promise<void>;
}

/** Programs that run for an engine. They end in reverse order, each by itself or by force. */
class Programs {
  readonly #running: ChildProcess[] = [];

  start(program: string, options: string[], env: Record<string, string> = {}): ChildProcess {
    const child = spawn(program, options, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
    // Output that nobody reads must not fill the pipe.
    child.stderr!.resume();
    this.#running.push(child);
    return child;
  }

  async end(): Promise<void> {
    for (const child of this.#running.splice(0).reverse()) {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(force);
    }
  }
}

/** The first matching line; fails if the program ends without one. */
function lineOf(child: ChildProcess, stream: Readable, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((found, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`${child.spawnfile} ended with ${code}`)));
    createInterface(stream).on('line', (line) => {
      const match = pattern.exec(line);
      if (match) found(match);
    });
  });
}

/** Firefox: one socket, with numbered requests and events in between. */
async function firefox(): Promise<Engine> {
  const programs = new Programs();
  const profile = mkdtempSync(join(tmpdir(), 'baize-firefox-'));
  const close = async () => {
    await programs.end();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const options = ['--headless', '--profile', profile, '--no-remote', '--remote-debugging-port', '0'];
    const child = programs.start('/usr/bin/firefox-esr', options);
    const [, address] = await lineOf(child, child.stderr!, /WebDriver BiDi listening on (ws:\S+)/);
    const socket = new WebSocket(`${address}/session`);
    await new Promise((done, fail) => socket.once('open', done).once('error', fail));
    const errors: string[] = [];
    const waiting = new Map<number, { done: (result: any) => void; fail: (error: Error) => void }>();
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.method === 'log.entryAdded' && message.params.level === 'error') errors.push(message.params.text);
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.type === 'success') asked?.done(message.result);
      else if (message.type === 'error') asked?.fail(new Error(message.message));
    });
    let last = 0;
    const ask = <T = unknown>(method: string, params: object): Promise<T> => {
      last += 1;
      socket.send(JSON.stringify({ id: last, method, params }));
      return new Promise((done, fail) => waiting.set(last, { done, fail }));
    };
    await ask('session.new', { capabilities: {} });
    await ask('session.subscribe', { events: ['log.entryAdded'] });
    // The initial window never comes to the front, so nothing in it could get the focus.
    const { context } = await ask<{ context: string }>('browsingContext.create', { type: 'window' });
    await ask('browsingContext.activate', { context });
    await ask('browsingContext.setViewport', { context, viewport: DESKTOP });
    return {
      goto: async (url) => void (await ask('browsingContext.navigate', { context, url, wait: 'complete' })),
      evaluate: async (expression) => {
        type Evaluated = { type: 'success'; result: { value: string } } | { type: 'exception'; exceptionDetails: { text: string } };
        const got = await ask<Evaluated>('script.evaluate', { expression, target: { context }, awaitPromise: false });
        if (got.type === 'exception') throw new Error(got.exceptionDetails.text);
        return got.result.value;
      },
      perform: async (actions) => void (await ask('input.performActions', { context, actions })),
      screenshot: async () => (await ask<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
      errors: async () => errors.splice(0),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

const MINI_BROWSERS = ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`);

/** Collects errors in the page, because this driver does not report the console. */
function collect(): void {
  const wrongs: string[] = [];
  Object.assign(window, { wrongs });
  addEventListener('error', ({ error, message }) => wrongs.push(String(error?.stack ?? message)));
  addEventListener('unhandledrejection', ({ reason }) => wrongs.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ blockedURI }) => wrongs.push(`refused by the content policy: ${blockedURI}`));
  const { error } = console;
  console.error = (...said) => {
    wrongs.push(said.join(' '));
    error(...said);
  };
}

/** WebKit: a browser on a virtual screen, and a driver for it. */
async function webkit(): Promise<Engine> {
  const programs = new Programs();
  try {
    const screen = programs.start('Xvfb', ['-displayfd', '3', '-screen', '0', `${DESKTOP.width}x${DESKTOP.height}x24`, '-nolisten', 'tcp']);
    const [display] = await lineOf(screen, screen.stdio[3] as Readable, /\d+/);
    const port = await freePort();
    programs.start('WebKitWebDriver', [`--port=${port}`], {
      DISPLAY: `:${display}`,
      // Its sandbox needs rights that root lacks in a container; the only page it opens is ours.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    });
    let base = `http://127.0.0.1:${port}`;
    const ask = async <T = unknown>(method: string, path: string, body?: object): Promise<T> => {
      const reply = await fetch(base + path, { method, body: body && JSON.stringify(body) });
      const { value } = (await reply.json()) as { value: any };
      if (!reply.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
      return value;
    };
    const browser = { binary: MINI_BROWSERS.find((path) => existsSync(path)), args: ['--automation'] };
    await until('the driver', () => ask('GET', '/status').then(() => true, () => false));
    const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browser } } });
    base += `/session/${sessionId}`;
    await ask('POST', '/window/rect', { x: 0, y: 0, ...DESKTOP });
    const evaluate = (expression: string) => ask<string>('POST', '/execute/sync', { script: `return ${expression}`, args: [] });
    return {
      goto: async (url) => {
        await ask('POST', '/url', { url });
        await evaluate(`(${collect})()`);
      },
      evaluate,
      perform: async (actions) => void (await ask('POST', '/actions', { actions })),
      screenshot: () => ask('GET', '/screenshot'),
      errors: async () => JSON.parse(await evaluate('JSON.stringify(wrongs.splice(0))')),
      close: async () => {
        await ask('DELETE', '').catch(() => undefined);
        await programs.end();
      },
    };
  } catch (error) {
    await programs.end();
    throw error;
  }
}

/** Keys without a letter, by their WebDriver names. */
const KEYS: Record<string, string> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', End: '\uE010' };

/** A person with one of these browsers, using mouse and keys. */
export class Guest {
  /** The state of the table in the page. */
  readonly table: Where = { look: () => this.look(readStanding) };

  private constructor(readonly engine: Engine) {}

  static async arrive(name: EngineName): Promise<Guest> {
    return new Guest(await ENGINES[name]());
  }

  /** Runs a function in the page and returns its result. The function must be self-contained. */
  async look<T, A extends unknown[]>(find: (...given: A) => T, ...given: A): Promise<T> {
    return JSON.parse(await this.engine.evaluate(`JSON.stringify((${find})(...${JSON.stringify(given)}) ?? null)`));
  }

  has(selector: string): Promise<boolean> {
    return this.look((wanted) => document.querySelector(wanted) !== null, selector);
  }

  async waitFor(selector: string): Promise<void> {
    await until(selector, () => this.has(selector));
  }

  /** Clicks the middle of the first matching element, once it is there and nothing covers it. */
  async click(selector: string): Promise<void> {
    const { x, y } = await until(`a click on ${selector}`, () =>
      this.look((wanted) => {
        const element = document.querySelector(wanted);
        if (!element) return null;
        element.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const middle = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
        return element.contains(document.elementFromPoint(middle.x, middle.y)) ? middle : null;
      }, selector),
    );
    const actions = [{ type: 'pointerMove', x, y, duration: 0 }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await this.engine.perform([{ type: 'pointer', id: 'mouse', actions }]);
  }

  /** Presses keys one after another. */
  async press(...keys: string[]): Promise<void> {
    const actions = keys.flatMap((key) => [{ type: 'keyDown', value: KEYS[key] ?? key }, { type: 'keyUp', value: KEYS[key] ?? key }]);
    await this.engine.perform([{ type: 'key', id: 'keys', actions }]);
  }

  /** Holds a key until the table shows that it took effect. */
  async holdKey(key: string, isHeard: (now: Standing, before: Standing) => boolean): Promise<void> {
    const send = (type: 'keyDown' | 'keyUp') => this.engine.perform([{ type: 'key', id: 'keys', actions: [{ type, value: KEYS[key] ?? key }] }]);
    await holdUntilHeard(this.table, () => send('keyDown'), () => send('keyUp'), isHeard);
  }

  /** Presses Tab until a matching element has the focus. */
  async reach(selector: string): Promise<void> {
    const isThere = () => this.look((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    for (let tabs = 0; tabs < 60; tabs += 1) {
      if (await isThere()) return;
      await this.press('Tab');
    }
    throw new Error(`${selector} cannot be reached with Tab`);
  }

  /**
   * The errors since the last call. Firefox reports a file that was on its way when its page was left as an error, too; that
   * one is left out if the page can have the file now.
   */
  async errors(): Promise<string[]> {
    const errors: string[] = [];
    for (const text of await this.engine.errors()) {
      const brokenOff = /^Failed to load \W(http\S+\.js)\W\. A ServiceWorker intercepted the request and encountered an unexpected error/.exec(text)?.[1];
      if (!brokenOff || !(await this.canLoad(brokenOff))) errors.push(text);
    }
    return errors;
  }

  /** Whether the page can load a module. */
  private async canLoad(address: string): Promise<boolean> {
    type Asked = { loaded?: 'yes' | 'no' };
    await this.engine.evaluate(`(delete window.loaded, import(${JSON.stringify(address)}).then(() => { window.loaded = 'yes'; }, () => { window.loaded = 'no'; }), 'asked')`);
    return (await until(`an answer for ${address}`, () => this.look(() => (window as Asked).loaded))) === 'yes';
  }

  /** Saves a picture of the page with the test's output. */
  async shoot(name: string): Promise<void> {
    mkdirSync(OUTPUT, { recursive: true });
    writeFileSync(join(OUTPUT, `${name}.png`), Buffer.from(await this.engine.screenshot(), 'base64'));
  }
}

export const ENGINES = { Firefox: firefox, WebKit: webkit };
export type EngineName = keyof typeof ENGINES;
