/** What every browser test needs: the real server, real pages, and a record of what went wrong in them. */
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
/** A phone on its side. */
export const LYING = { width: 844, height: 390 };
export const NARROW = { width: 320, height: 640 };

/** The program: the one that the test command has just built, or the one that serves the page from the source tree. */
export function program(): string {
  const found = process.env.BAIZE_PROGRAM ?? join(ROOT, 'target/debug/baize');
  if (!existsSync(found)) throw new Error('build the program first: cargo xtask test does all of it');
  return found;
}

/** A server of its own on a free port, with its own data folder. */
export class TestServer {
  url = '';
  readonly #data = mkdtempSync(join(tmpdir(), 'baize-test-'));
  #process: ChildProcess | null = null;
  #port = 0;
  readonly #limits: 'none' | 'usual';

  private constructor(limits: 'none' | 'usual') {
    this.#limits = limits;
  }

  /** All tests come from one address, so limits on what one client may do are off unless they are what is tested. */
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

  /** Ends the process, as a crash would or as an operator does, and keeps its data. */
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

/** So long an element is waited for before it counts as missing: a hang, not slowness. */
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
  /** Everything that went wrong in the page. */
  errors: string[];
  /** Closes it. No frame of any of its pages was other than the protocol has it. */
  close(): Promise<void>;
}

export interface VisitorOptions {
  viewport?: { width: number; height: number };
  language?: 'en' | 'ja' | 'zh-Hant';
  theme?: 'light' | 'dark';
  settings?: Record<string, unknown>;
  isTouch?: boolean;
  /** Whether this browser keeps the page for days without a connection, as people's do. It costs each new one all files of the page. */
  isKeeping?: boolean;
}

/** Somebody with a browser of their own. Errors on the console are collected; the test must look at them. */
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
  // Whatever pages a visitor opens, and whether or not the test looks at errors: the protocol is spoken as it is written.
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
    // A server that is gone on purpose makes the browser complain about the connection; nothing else may.
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

/** If the test fails: how the page stood, a picture of it, and its end, so that it does not disturb the next one. */
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
    // Made before any test, for all of them: whoever made it closes it.
  }
}

/** Nothing went wrong in any of these pages. */
export function expectNoErrors(...visitors: Visitor[]): void {
  for (const { errors } of visitors) expect(errors).toEqual([]);
}

/** Keeps a picture of the page with the test's output. */
export async function shoot(page: Page, name: string): Promise<void> {
  mkdirSync(OUTPUT, { recursive: true });
  await page.screenshot({ path: join(OUTPUT, `${name}.png`), timeout: 60_000 });
}

/** No finding of axe-core on what the page shows now, and no two things of one name. */
export async function expectAccessible(page: Page): Promise<void> {
  // The content policy keeps scripts of others out; the driver may still evaluate one.
  await page.evaluate(axe.source);
  const look = () =>
    page.evaluate(async () => {
      // What fades in is pale for a moment; colours count when nothing changes them any more, nor while they are looked at.
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

/** Waits until nothing on the page has moved for thirty frames, which are drawn even while the page's clock stands. */
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

/** Nothing sticks out to the side. */
export async function expectNoSideways(page: Page): Promise<void> {
  // A phone zooms out when something is too wide, so the window's own width says nothing.
  // Scripts hear of a new size a frame after the window has it.
  await expect.poll(() => page.evaluate(() => Math.max(document.documentElement.scrollWidth, innerWidth))).toBeLessThanOrEqual(page.viewportSize()!.width);
}

/** No text of another language than the page's, as far as letters tell. */
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

/** The table a page is at: its phase and version. */
export async function phase(page: Page): Promise<string | null> {
  return page.locator('[data-phase]').getAttribute('data-phase');
}

/** Waits until the table is as far as this. */
export async function waitForPhase(page: Page, wanted: 'waiting' | 'playing' | 'over'): Promise<void> {
  await page.locator(`[data-phase="${wanted}"]`).waitFor();
}
