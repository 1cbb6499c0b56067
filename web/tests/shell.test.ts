/** The pages around the tables, in every language, size and theme, with and without a connection. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GAME_IDS } from '../src/games/list.ts';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, expectNoSideways, expectTranslated, NARROW, PHONE, settled, shoot, TestServer, visitor } from './harness.ts';

const GAMES = GAME_IDS;
const PAGES = ['/', ...GAMES.map((game) => `/games/${game}`), '/lobby', '/lobby?pair', '/watch', '/stats', '/leaderboard/nine', '/settings', '/rules', '/rules/banqi', '/learn/othello', '/docs/rules/nine', '/about', '/nowhere/at/all'];
/** Names and words that are the same in every language. */
const LATIN = /Baize|Nine|Othello|Banqi|May I\?|English|Nine-ball|verify|Cookie|Enter|Escape|Ctrl|SHA|\/nowhere\/at\/all/g;

describe('the shell', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE, narrow: NARROW })) {
    it(`fits a ${name} screen`, async () => {
      const guest = await visitor(server, { viewport });
      for (const page of PAGES) {
        await guest.page.goto(page);
        await guest.page.locator('h1').waitFor();
        await guest.page.waitForLoadState('networkidle');
        await expectNoSideways(guest.page);
        await expectAccessible(guest.page);
        await shoot(guest.page, `shell-${name}${page.replaceAll(/[/?]/g, '-')}`);
      }
      // A missing page is reported with its status, which browsers write to the console.
      expect(guest.errors.filter((error) => !error.includes('404'))).toEqual([]);
      await guest.close();
    });
  }

  it('keeps every person of the cast inside the own card on a tablet', async () => {
    const guest = await visitor(server, { viewport: { width: 800, height: 1100 } });
    for (const game of GAMES) {
      await guest.page.goto(`/games/${game}`);
      const cards = guest.page.locator('fieldset label:has(.face)');
      await cards.first().waitFor();
      const spilled = await cards.evaluateAll((all) => all.filter((card) => card.scrollWidth > card.clientWidth).map((card) => card.textContent));
      expect(spilled, game).toEqual([]);
    }
    await shoot(guest.page, 'shell-tablet-games-nine-ball');
    await guest.close();
  });

  it('shows all games on a phone without scrolling', async () => {
    const guest = await visitor(server, { viewport: PHONE });
    await guest.page.goto('/');
    await guest.page.locator('article .picture > :first-child').nth(GAMES.length - 1).waitFor();
    await settled(guest.page);
    for (const game of GAMES) {
      const { y, height } = (await guest.page.locator(`[data-play="${game}"]`).boundingBox())!;
      expect(y + height, game).toBeLessThanOrEqual(PHONE.height);
    }
    await guest.close();
  });

  for (const language of ['ja', 'zh-Hant'] as const) {
    it(`speaks ${language}`, async () => {
      const guest = await visitor(server, { language, theme: 'dark' });
      for (const page of PAGES) {
        await guest.page.goto(page);
        await guest.page.locator('h1').waitFor();
        await guest.page.waitForLoadState('networkidle');
        await expect.poll(() => guest.page.evaluate(() => document.documentElement.lang)).toBe(language);
        await expectTranslated(guest.page, LATIN);
        // The light theme is checked in English, above; the dark one here.
        await expectAccessible(guest.page);
      }
      await shoot(guest.page, `shell-${language}`);
      await guest.close();
    });
  }

  // Their own tests check the light theme.
  it('is fine in the dark where tables are set up, puzzles solved, and nobody answers', async () => {
    const guest = await visitor(server, { theme: 'dark' });
    const { page } = guest;
    for (const address of [...GAMES.map((game) => `/edit/${game}`), '/puzzles', ...['othello', 'banqi', 'may-i'].map((game) => `/puzzles/${game}`), '/leaderboard/othello']) {
      await page.goto(address);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page);
    }
    expectNoErrors(guest);
    await page.goto('/');
    await page.locator('h1').waitFor();
    // A page never visited before cannot load now.
    await guest.context.setOffline(true);
    await page.getByRole('link', { name: 'My games' }).first().click();
    await page.getByText('cannot hear the server').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor({ state: 'attached' });
      await expectAccessible(page);
    }
    await guest.close();
  });

  it('starts a game in the language that is spoken, and speaks another at the table', async () => {
    const guest = await visitor(server, { language: 'ja' });
    await guest.page.goto('/');
    await guest.page.locator('[data-play=othello]').click();
    await guest.page.getByLabel('オセロ盤', { exact: true }).waitFor();
    await guest.page.locator('.tongue select').selectOption('zh-Hant');
    await guest.page.getByLabel('黑白棋棋盤', { exact: true }).waitFor();
    await expect.poll(() => guest.page.evaluate(() => document.documentElement.lang)).toBe('zh-Hant');
    expectNoErrors(guest);
    await guest.close();
  });

  it('is drawn in high contrast too', async () => {
    const guest = await visitor(server, { settings: { contrast: 'high' } });
    for (const page of ['/', '/games/othello', '/settings']) {
      await guest.page.goto(page);
      await guest.page.locator('h1').waitFor();
      await expectAccessible(guest.page);
    }
    await guest.page.goto('/');
    await shoot(guest.page, 'shell-high-contrast');
    expectNoErrors(guest);
    await guest.close();
  });

  it('is kept by browsers, compressed, and under a strict content policy', async () => {
    const first = await fetch(`${server.url}/`, { headers: { 'accept-encoding': 'gzip' } });
    expect(first.headers.get('content-encoding')).toBe('gzip');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(first.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';");
    const tag = first.headers.get('etag')!;
    const again = await fetch(`${server.url}/t/0123456789ab`, { headers: { 'accept-encoding': 'gzip', 'if-none-match': tag } });
    expect(again.status, 'every page is the same file').toBe(304);
    const script = /assets\/[\w.-]+\.js/.exec(await first.text())![0];
    const asset = await fetch(`${server.url}/${script}`, { headers: { 'accept-encoding': 'br' } });
    expect(asset.headers.get('content-encoding')).toBe('br');
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const plain = await fetch(`${server.url}/${script}`, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.status, plain.headers.get('content-encoding')], 'whoever cannot unpack gets it unpacked').toEqual([200, null]);
    expect(await plain.text()).toBe(await asset.text());
    const lost = await fetch(`${server.url}/nowhere`, { headers: { accept: 'text/html' } });
    expect([lost.status, lost.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const program = await fetch(`${server.url}/nowhere`, { headers: { accept: 'application/json' } });
    expect([program.status, program.headers.get('content-type')]).toEqual([404, 'application/json']);
  });

  it('is within the usual limits of the server', async () => {
    const limited = await TestServer.start('usual');
    const guest = await visitor(limited, { isKeeping: true });
    const refused: string[] = [];
    guest.page.on('response', (response) => {
      if (response.status() === 429) refused.push(response.url());
    });
    for (const page of ['/', '/games/othello', '/', '/lobby', '/rules/nine']) await guest.page.goto(page);
    await guest.page.evaluate(() => navigator.serviceWorker.ready);
    expect(refused).toEqual([]);
    await guest.close();
    await limited.stop();
  });

  it('works without a connection', async () => {
    const guest = await visitor(server, { isKeeping: true });
    await guest.page.goto('/');
    await guest.page.evaluate(() => navigator.serviceWorker.ready);
    await guest.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await guest.context.setOffline(true);
    await guest.page.goto('/rules/othello');
    await guest.page.getByText('Black begins, with four discs in the middle.').waitFor();
    await guest.page.goto('/settings');
    await guest.page.getByRole('heading', { name: 'Settings' }).waitFor();
    await guest.close();
  });

  it('keeps what is chosen', async () => {
    const guest = await visitor(server);
    await guest.page.goto('/settings');
    await guest.page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
    await guest.page.getByRole('combobox', { name: 'Language' }).last().selectOption('ja');
    await guest.page.getByRole('heading', { name: '設定' }).waitFor();
    await guest.page.reload();
    expect(await guest.page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await guest.page.getByRole('heading', { name: '設定' }).waitFor();
    expectNoErrors(guest);
    await guest.close();
  });
});
