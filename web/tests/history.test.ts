/** The reader's own games: ratings, the list and its filters, downloading and erasing them. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, expectNoSideways, expectTranslated, PHONE, shoot, TestServer, visitor, waitForPhase, type Visitor, type VisitorOptions } from './harness.ts';
import { sitDown } from './opening.ts';
import { play } from './scripts.ts';
import { beats, DANA, keyOf, loses } from './seats.ts';

/** Makes a browser use this key. */
const use = ({ context }: Visitor, key: string) =>
  context.addInitScript((own) => {
    if (localStorage.getItem('baize.player') === null) localStorage.setItem('baize.player', JSON.stringify(own));
  }, key);

/** A browser with Dana's key and name. */
async function asDana(server: TestServer, options: VisitorOptions = {}): Promise<Visitor> {
  const guest = await visitor(server, { settings: { name: 'Dana' }, ...options });
  await use(guest, DANA);
  return guest;
}

describe('my games', () => {
  let server: TestServer;
  const played: Record<string, string> = {};
  beforeAll(async () => {
    server = await TestServer.start();
    for (const name of ['Kenji', 'Lin']) played[name] = await beats(server, name);
    played.bruno = await loses(server, 'othello', { type: 'PLACE', square: 'f5' }, 'easy', 'bruno');
    played.mina = await loses(server, 'nine', { type: 'PLAY', card: 5 }, 'medium', 'mina');
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('change a rating, and the result says what it is', async () => {
    const key = keyOf('Jun');
    const player = await sitDown(server, { game: 'othello', players: [null, 'easy'], personas: [null, 'bruno'], player: key }, { viewport: DESKTOP }, (own) => use(own, key));
    const { page } = player;
    await waitForPhase(page, 'playing');
    await play([player], (own) => own.locator('.cell.legal').first().click(), 3);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.locator('[data-result]').waitFor();
    await expect.poll(() => page.locator('[data-rating-change]').innerText()).toMatch(/^Rating against the house \d+ ±\d+, provisional\. Only you see this\.$/);
    expectNoErrors(player);
    await player.close();
  });

  for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    it(`are found by game, result, opponent and name on a ${name}`, async () => {
      const dana = await asDana(server, { viewport });
      const { page } = dana;
      const listed = () => page.locator('[data-played]').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.played));
      await page.goto('/stats');
      await expect.poll(listed).toEqual([played.mina, played.bruno, played.Lin, played.Kenji]);
      const card = page.locator('[data-rating=othello]');
      await expect.poll(() => card.textContent()).toMatch(/1[67]\d\d ±2\d\d.*provisional.*The house: \d+ ±\d+.*2 won, 0 drawn, 1 lost\./);
      // The ladder comes first; below it a phone, whose bar has no room for them, has the puzzles.
      const top = async (selector: string) => (await page.locator(selector).boundingBox())!.y;
      expect(await top('[data-part=ladders]')).toBeLessThan(await top('[data-rating=othello]'));
      expect(await page.locator('main [data-act=puzzles]').isVisible()).toBe(name === 'phone');
      // With the keyboard: the card opens its chart, which has a sentence as its name.
      await page.locator('[data-rating=nine]').focus();
      await page.keyboard.press('Enter');
      await page.getByRole('img', { name: /^Nine: rating after the latest game, / }).waitFor();
      await card.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('img', { name: /^Othello: rating after the latest 2 games, from 16\d\d to 17\d\d\.$/ }).waitFor();
      await expectNoSideways(page);
      await expectAccessible(page);
      await shoot(page, `history-${name}`);

      await page.locator('[data-filter=against]').selectOption('people');
      await expect.poll(listed).toEqual([played.Lin, played.Kenji]);
      await page.getByRole('searchbox', { name: 'Opponent' }).fill('ken');
      await page.keyboard.press('Enter');
      await expect.poll(listed).toEqual([played.Kenji]);
      // The filter is in the address, so it survives.
      await expect.poll(() => new URL(page.url()).search).toBe('?against=people&name=ken');
      await page.reload();
      await expect.poll(listed).toEqual([played.Kenji]);
      await page.locator('[data-filter=verdict]').selectOption('lost');
      await page.locator('[data-no-match]').waitFor();
      await page.locator('[data-act=clear]').click();
      await expect.poll(listed).toEqual([played.mina, played.bruno, played.Lin, played.Kenji]);
      await page.locator(`[data-played="${played.Kenji}"] a`).click();
      await page.waitForURL(`**/g/${played.Kenji}?seat=0`);
      expectNoErrors(dana);
      await dana.close();
    });
  }

  for (const language of ['ja', 'zh-Hant'] as const) {
    it(`speak ${language} in the dark`, async () => {
      const dana = await asDana(server, { language, theme: 'dark' });
      await dana.page.goto('/stats');
      await dana.page.locator(`[data-played="${played.Kenji}"]`).waitFor();
      await expectTranslated(dana.page, /Baize|Nine|Othello|Banqi|May I\?|English|Nine-ball|Kenji|Lin|Dana/g);
      await expectAccessible(dana.page);
      await shoot(dana.page, `history-${language}`);
      await dana.close();
    });
  }

  it('are taken along in a file, and erased after a question', async () => {
    const dana = await asDana(server);
    const { page } = dana;
    await page.goto('/stats');
    await page.locator(`[data-played="${played.Kenji}"]`).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-act=export]').click()]);
    const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as { format: string; games: { record: unknown }[] };
    expect([file.format, file.games.length]).toEqual(['baize-player-1', 4]);
    expect(file.games.every(({ record }) => record !== null)).toBe(true);

    await page.locator('[data-act=erase]').click();
    const sure = page.locator('[data-act=erase-sure]');
    expect(await sure.isDisabled()).toBe(true);
    await expectAccessible(page);
    const name = /^Type (.*) to erase everything\.$/.exec((await page.locator('dialog .label').textContent())!)![1]!;
    await page.locator('[data-erase-name]').fill(name);
    await sure.click();
    await page.locator('[data-history]').waitFor({ state: 'detached' });
    await page.getByText('Finish a game and it appears here.').waitFor();
    const key = await page.evaluate(() => JSON.parse(localStorage.getItem('baize.player')!) as string);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(key).not.toBe(DANA);
    const left = await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${DANA}` } });
    expect(await left.json()).toMatchObject({ games: 0, results: [] });
    expectNoErrors(dana);
    await dana.close();
  });
});
