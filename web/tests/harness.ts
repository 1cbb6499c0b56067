/** What every browser test needs: the real server, real pages, and a record of their errors. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect, onTestFailed } from 'vitest';
import { GAME_IDS } from '../src/games/list.ts';
import { watchFrames } from './frames.ts';
import { at, readStanding, until } from './standing.ts';

const ROOT = resolve(import.meta.dirname, '../..');
export const OUTPUT = resolve(import.meta.dirname, '../test-output');

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
/** A phone held sideways. */
export const LYING = { width: 844, height: 390 };
export const NARROW = { width: 320, height: 640 };

/** The program: the one that the test command has just built, or the one that serves the page from the source tree. */
export function program(): string {
  const found = process.env.BAIZE_PROGRAM ?? join(ROOT, 'target/debug/baize');
  if (!existsSync(found)) throw new Error('build the program first: cargo xtask test does all of it');
  return found;
}

/** A separate server on a free port, with its own data folder. */
export class TestServer {
  url = '';
  readonly #data = mkdtempSync(join(tmpdir(), 'baize-test-'));
  #process: ChildProcess | null = null;
  #port = 0;
  readonly #limits: 'none' | 'usual';

  private constructor(limits: 'none' | 'usual') {
    this.#limits = limits;
  }

  /** All tests come from one address, so limits per client are off unless they are what is tested. */
  static async start(limits: 'none' | 'usual' = 'none'): Promise<TestServer> {
    const server = new TestServer(limits);
    await server.run();
    return server;
  }

  async run(): Promise<void> {
    const options = ['--port', String(this.#port), '--data', this.#data, '--log', 'error', '--think-millis', '50'];
    if (this.#limits === 'none') options.push('--unlimited', '127.0.0.1');
    const child = spawn(program(), ['serve', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process = child;
    this.url = await new Promise<string>((done, fail) => {
      child.on('exit', (code) => fail(new Error(`the server ended with ${code}`)));
      child.stdout!.on('data', (text: Buffer) => {
        const found = /http:\/\/[\d.]+:(\d+)/.exec(text.toString());
        if (!found) return;
        this.#port = Number(found[1]);
        done(found[0]);
      });
    });
    child.removeAllListeners('exit');
  }

  /** Ends the process as a crash or an operator would, and keeps its data. */
  async halt(signal: 'SIGKILL' | 'SIGTERM' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#process = null;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await ended;
  }

  async stop(): Promise<void> {
    await this.halt();
    rmSync(this.#data, { recursive: true, force: true });
  }
}

/** How long to wait for an element before it counts as missing: meant for hangs, not for slowness. */
const PATIENCE_MS = 60_000;

let browser: Browser | null = null;

async function theBrowser(): Promise<Browser> {
  browser ??= await chromium.launch({
    executablePath: process.env.BAIZE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--disable-gpu', '--no-sandbox', '--font-render-hinting=none'],
  });
  return browser;
}

export async function closeBrowser(): Promise<void> {
  await browser?.close();
  browser = null;
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** All errors in the page. */
  errors: string[];
  /** Closes the browser, and checks that all frames of its pages matched the protocol. */
  close(): Promise<void>;
}

export interface VisitorOptions {
  viewport?: { width: number; height: number };
  language?: 'en' | 'ja' | 'zh-Hant';
  theme?: 'light' | 'dark';
  settings?: Record<string, unknown>;
  isTouch?: boolean;
  /**
   * Whether this browser stores the page for days without a connection, as people's do. Each new browser then loads all
   * files of the page.
   */
  isKeeping?: boolean;
}

/** A person with a browser of their own. Errors on the console are collected; the test must check them. */
export async function visitor(server: { url: string }, options: VisitorOptions = {}): Promise<Visitor> {
  const { viewport = DESKTOP, language = 'en', theme = 'light', settings = {}, isKeeping = false, isTouch = Math.min(viewport.width, viewport.height) < 600 } = options;
  const context = await (await theBrowser()).newContext({
    viewport,
    baseURL: server.url,
    locale: language === 'zh-Hant' ? 'zh-TW' : language,
    colorScheme: theme,
    hasTouch: isTouch,
    isMobile: isTouch,
    reducedMotion: 'no-preference',
    serviceWorkers: isKeeping ? 'allow' : 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await context.addInitScript((kept) => {
    if (!localStorage.getItem('baize.settings')) localStorage.setItem('baize.settings', JSON.stringify(kept));
  }, { animation: 'fast', pace: 'instant', sound: false, coached: GAME_IDS, ...settings });
  const errors: string[] = [];
  const misfits: string[] = [];
  // On every page that a visitor opens, frames must match the protocol, whether or not the test checks errors.
  context.on('page', (opened) => {
    opened.on('websocket', (socket) =>
      watchFrames(socket, (misfit) => {
        errors.push(misfit);
        misfits.push(misfit);
      }),
    );
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('console', (message) => {
    // If a server is down on purpose, the browser complains about the connection; there must be no other errors.
    if (message.type() === 'error' && !/WebSocket connection|ERR_CONNECTION|ERR_INTERNET/.test(message.text())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
  const close = async () => {
    await context.close();
    expect(misfits).toEqual([]);
  };
  const made: Visitor = { page, context, errors, close };
  tellOnFailure(made);
  return made;
}

let failures = 0;

/** If the test fails, reports the state of the page with a picture, and closes it so that it does not disturb the next test. */
function tellOnFailure({ page, context, errors }: Visitor): void {
  try {
    onTestFailed(async ({ task }) => {
      if (page.isClosed()) return;
      const stood = await page.evaluate(readStanding).then(JSON.stringify, String);
      console.log(`${task.name}: ${page.url()} ${stood} ${errors.join(' | ')}`);
      failures += 1;
      await shoot(page, `failed-${process.pid}-${failures}`).catch(() => undefined);
      await context.close();
    });
  } catch {
    // Created before any test, for all of them: its creator closes it.
  }
}

/** Expects no errors in any of these pages. */
export function expectNoErrors(...visitors: Visitor[]): void {
  for (const { errors } of visitors) expect(errors).toEqual([]);
}

/** Saves a picture of the page with the test's output. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(OUTPUT, { recursive: true });
  await page.screenshot({ path: join(OUTPUT, `${name}.png`), timeout: 60_000 });
}

/** Expects no findings of axe-core on the page as shown, and no two things of the same name. */
export async function expectAccessible(page: Page): Promise<void> {
  // The content policy blocks other scripts; the driver may still evaluate one.
  await page.evaluate(axe.source);
  const look = () =>
    page.evaluate(async () => {
      // Things are pale while they fade in, so colours are checked once nothing changes them, and nothing may while they are read.
      const isStill = () => document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity);
      if (!isStill()) return null;
      let hasMoved = false;
      const note = () => void (hasMoved = true);
      for (const begin of ['animationstart', 'transitionrun']) document.addEventListener(begin, note, true);
      const run = (globalThis as unknown as { axe: typeof axe }).axe.run;
      const { violations } = await run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
      for (const begin of ['animationstart', 'transitionrun']) document.removeEventListener(begin, note, true);
      if (violations.length > 0 && (hasMoved || !isStill())) return null;
      return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    });
  expect(await until('the page to stand still', look, at(page))).toEqual([]);
  const twice = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return ids.filter((id, index) => ids.indexOf(id) !== index);
  });
  expect(twice, 'ids that stand twice').toEqual([]);
}

/** Waits until nothing on the page has moved for thirty frames, which are drawn even while the page's clock is stopped. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    let [last, same] = ['', 0];
    while (same < 30) {
      await document.body.animate([], 1).finished;
      const now = [...document.querySelectorAll('[data-card], [data-part], [role=grid], .board, button')].map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left, top, width, height].join();
      }).join(';');
      [last, same] = [now, now === last ? same + 1 : 0];
    }
  });
}

/** Expects nothing to stick out sideways. */
export async function expectNoSideways(page: Page): Promise<void> {
  // A phone zooms out when something is too wide, so the window's own width proves nothing. Scripts learn of a new size
  // one frame after the window has it.
  await expect.poll(() => page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth))).toBeLessThanOrEqual(page.viewportSize()!.width);
}

/** Expects no text in a language other than the page's, as far as letters show. */
export async function expectTranslated(page: Page, allowed: RegExp): Promise<void> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      const text = walker.currentNode.textContent?.trim() ?? '';
      if (!element || text === '' || element.closest('[lang="en"], [lang="mul"], option, code, script, style, noscript')) continue;
      found.push(text);
    }
    return found;
  });
  const foreign = texts.filter((text) => /[a-z]{3,}/i.test(text.replace(allowed, '')));
  expect(foreign).toEqual([]);
}

/** The phase and version of a page's table. */
export async function phase(page: Page): Promise<string | null> {
  return page.locator('[data-phase]').getAttribute('data-phase');
}

/** Waits until the table has got this far. */
export async function waitForPhase(page: Page, wanted: 'waiting' | 'playing' | 'over'): Promise<void> {
  await page.locator(`[data-phase="${wanted}"]`).waitFor();
}
