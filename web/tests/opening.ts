/** Ways to a table: directly over HTTP for tests about the game, and through the setup page for tests about that. */
import type { Page } from 'playwright-core';
import { visitor, waitForPhase, type TestServer, type Visitor, type VisitorOptions } from './harness.ts';

/** A table to open; absent fields take the server's defaults. */
export interface Wanted {
  game: string;
  options?: Record<string, unknown>;
  /** The position it begins with, as text. */
  position?: string;
  seats?: number;
  /** A computer player for each seat; null for people. */
  players?: (string | null)[];
  /** The computers' people of the cast. */
  personas?: (string | null)[];
  /** How long computers take; no time unless the test is about it. */
  pace?: 'slow' | 'normal' | 'fast' | 'instant';
  callWindow?: number | 'everybody';
  hints?: boolean;
  isPublic?: boolean;
  clock?: Record<string, number>;
  name?: string;
  /** The key of the person who opens it. */
  player?: string;
}

/** What gives access to an opened table. */
export interface OpenedAt {
  table: string;
  token: string;
  seat?: number;
  links: { seat: number; link: string }[];
  watch: string;
}

/** Opens a table over HTTP. */
export async function openTable(server: TestServer, wanted: Wanted): Promise<OpenedAt> {
  const { pace = 'instant', name = 'Dana', ...rest } = wanted;
  const body = JSON.stringify({ ...rest, name, pace });
  const reply = await fetch(`${server.url}/api/tables`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (!reply.ok) throw new Error(`${wanted.game} was not opened: ${await reply.text()}`);
  return (await reply.json()) as OpenedAt;
}

/** Gives a browser the seat of an opened table, as if it had opened the table itself. */
export async function give({ context }: Visitor, { table, token, watch, links }: OpenedAt, game: string): Promise<void> {
  const seat = { table, token, watch: watch.split('=').at(-1), watchLink: watch, links, game, at: Date.now() };
  await context.addInitScript((given) => {
    try {
      const held = JSON.parse(localStorage.getItem('baize.seats') ?? '[]') as { table: string }[];
      if (!held.some(({ table }) => table === given.table)) localStorage.setItem('baize.seats', JSON.stringify([given, ...held]));
    } catch {
      // A browser without storage uses the setup page.
    }
  }, seat);
}

/** A person at a table of their own, opened directly over HTTP; `before` runs before the first page. */
export async function sitDown(
  server: TestServer,
  wanted: Wanted,
  options: VisitorOptions = {},
  before?: (visitor: Visitor) => Promise<unknown>,
): Promise<Visitor & { opened: OpenedAt }> {
  const opened = await openTable(server, wanted);
  const player = await visitor(server, options);
  await before?.(player);
  await give(player, opened, wanted.game);
  await player.page.goto(`/t/${opened.table}`);
  return { ...player, opened };
}

/** Takes the seat of a link as its page offers it. */
export async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('textbox').fill(name);
  await page.locator('form button[type=submit]').click();
}

/** Chooses the person of the house who plays at this level; if there is none, the usual opponents stay. */
export async function chooseOpponent(page: Page, level: string): Promise<void> {
  await page.locator('input[name=persona]').first().waitFor({ state: 'attached' });
  const found = page.locator(`input[name=persona][type=radio][data-player="${level}"]`).first();
  if ((await found.count()) > 0) await found.check({ force: true });
}

/** Opens the rules on the setup page. */
export async function openRules(page: Page): Promise<void> {
  await page.locator('details[data-rules] summary').click();
}

/** Chooses a preset of rules by name on the setup page. */
export async function choosePreset(page: Page, preset: string): Promise<void> {
  await openRules(page);
  await page.locator(`input[name=preset][value="${preset}"]`).check({ force: true });
}

/** Opens a game against the computer through its setup page. */
export async function throughSetup(page: Page, game: string, level: string, setUp?: (page: Page) => Promise<void>, root: '' | '/#' = ''): Promise<void> {
  await page.goto(`${root}/games/${game}?with=computer`);
  await setUp?.(page);
  await chooseOpponent(page, level);
  await page.locator('form button[type=submit]:enabled').click();
  await waitForPhase(page, 'playing');
}
