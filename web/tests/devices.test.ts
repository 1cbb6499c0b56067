/** One person on several devices, games from a link, and what is public about a person. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, expectNoSideways, expectTranslated, PHONE, shoot, TestServer, visitor, type Visitor, type VisitorOptions } from './harness.ts';
import { beats, keyOf, loses } from './seats.ts';

/** A browser with this key and name. */
async function as(server: TestServer, name: string, key: string, options: VisitorOptions = {}): Promise<Visitor> {
  const guest = await visitor(server, { settings: { name }, ...options });
  await guest.context.addInitScript((own) => {
    if (localStorage.getItem('baize.player') === null) localStorage.setItem('baize.player', JSON.stringify(own));
  }, key);
  return guest;
}

const NAMES = /Baize|Nine|Othello|Banqi|May I\?|English|Nine-ball|Kenji|Lin|Dana|Chrome|Linux|SVG|PNG|GGF|WTHOR|f5d6/g;

describe('another device', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  for (const [kind, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    it(`is brought by a link once, listed and signed out on a ${kind}`, async () => {
      const key = keyOf(`dana on a ${kind}`);
      const table = await beats(server, `Kenji ${kind}`, { player: key });
      const dana = await as(server, 'Dana', key, { viewport });
      await dana.page.goto('/stats');
      await dana.page.locator('[data-act=offer-device]').click();
      const link = (await dana.page.locator('[data-device-link]').textContent())!;
      expect(link).toMatch(/\/device#code=[0-9a-f]{32}$/);
      await dana.page.getByRole('img', { name: /^Scan to use Dana/ }).waitFor();
      await expectAccessible(dana.page);
      await expectNoSideways(dana.page);
      await shoot(dana.page, `device-offer-${kind}`);

      const other = await as(server, 'Guest', keyOf(`guest on a ${kind}`), { viewport });
      await other.page.goto(link);
      await other.page.getByRole('heading', { name: 'Use Dana here?' }).waitFor();
      expect(new URL(other.page.url()).hash, 'the code is out of the address').toBe('');
      await expectAccessible(other.page);
      await other.page.locator('[data-act=use-here]').click();
      await other.page.locator(`[data-played="${table}"]`).waitFor();
      await expect.poll(() => other.page.locator('[data-device]').count()).toBe(2);
      await shoot(other.page, `device-list-${kind}`);

      // The link works once: a second device with it comes too late.
      const late = await as(server, 'Late', keyOf(`late on a ${kind}`), { viewport });
      await late.page.goto(link);
      await late.page.getByText('This link is used up, too old or damaged.').waitFor();
      await late.close();

      // The first device signs the other one out, which starts afresh and says so.
      await dana.page.keyboard.press('Escape');
      await dana.page.locator('[data-device][data-this=false] [data-act=sign-out]').click();
      await expect.poll(() => dana.page.locator('[data-device]').count()).toBe(0);
      await other.page.reload();
      await other.page.locator('[data-signed-out]').waitFor();
      await expect.poll(() => other.page.locator('[data-played]').count()).toBe(0);
      expectNoErrors(dana);
      await Promise.all([dana.close(), other.close()]);
    });
  }

  it('comes by a saved key, until the key is changed', async () => {
    const key = keyOf('dana with a key');
    await beats(server, 'Lin', { player: key });
    const dana = await as(server, 'Dana', key);
    await dana.page.goto('/stats');
    await dana.page.locator('[data-act=save-key]').click();
    const [download] = await Promise.all([dana.page.waitForEvent('download'), dana.page.locator('[data-act=save-key-file]').click()]);
    const link = /http\S+/.exec(readFileSync(await download.path(), 'utf8'))![0];
    expect(link).toContain(`#key=${key}`);
    await dana.page.keyboard.press('Escape');

    const other = await as(server, 'Dana', keyOf('a guest with a key'));
    await other.page.goto(link);
    await other.page.locator('[data-act=use-here]').click();
    await expect.poll(() => other.page.locator('[data-device]').count()).toBe(2);
    await other.page.locator('[data-act=sign-out-others]').click();
    await expect.poll(() => other.page.locator('[data-device]').count()).toBe(0);
    await expect.poll(() => other.page.locator('[data-played]').count()).toBe(1);
    const late = await as(server, 'Late', keyOf('late with a key'));
    await late.page.goto(link);
    await late.page.getByText('This link is used up, too old or damaged.').waitFor();
    await Promise.all([dana.close(), other.close(), late.close()]);
  });

  for (const language of ['ja', 'zh-Hant'] as const) {
    it(`speaks ${language} in the dark`, async () => {
      const dana = await as(server, 'Dana', keyOf(`dana in ${language}`), { language, theme: 'dark' });
      await dana.page.goto('/stats');
      await dana.page.locator('[data-act=offer-device]').click();
      await dana.page.locator('[data-device-link]').waitFor();
      await expectTranslated(dana.page, /http\S+|Baize|Nine|Othello|Banqi|May I\?|English|Nine-ball|Dana/g);
      await expectAccessible(dana.page);
      await shoot(dana.page, `device-${language}`);
      await dana.page.goto('/device#code=00');
      await dana.page.locator('[data-device-page] [role=alert]').waitFor();
      await expectTranslated(dana.page, NAMES);
      await dana.close();
    });
  }
});

describe('the result of a game', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('is on the page of a person, with ratings and public games and nothing else', async () => {
    const key = keyOf('dana in public');
    const shown = await beats(server, 'Kenji', { player: key });
    await loses(server, 'othello', { type: 'PLACE', square: 'f5' }, 'easy', 'bruno', { player: key });
    const dana = await as(server, 'Dana', key);
    await dana.page.goto('/stats');
    await dana.page.getByRole('link', { name: 'Public page' }).click();
    await dana.page.waitForURL('**/p/*');
    await dana.page.locator('[data-rating=othello]').waitFor();
    expect(await dana.page.locator('[data-played]').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.played))).toEqual([shown]);
    await expectAccessible(dana.page);
    await shoot(dana.page, 'person');
    expectNoErrors(dana);
    await dana.page.goto(`/p/${'0'.repeat(32)}`);
    await dana.page.locator('[data-nobody]').waitFor();
    await dana.close();
  });
});

describe('a game in a link', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  async function linkOf(table: string, more: object = {}): Promise<string> {
    const text = await (await fetch(`${server.url}/api/tables/${table}/record`)).text();
    const reply = await fetch(`${server.url}/api/records`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ text, ...more }) });
    return ((await reply.json()) as { link: string }).link;
  }

  for (const [kind, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    it(`is replayed, reviewed and played on from on a ${kind}`, async () => {
      const link = await linkOf(await beats(server, `Kenji ${kind}`, { player: keyOf(`linked ${kind}`) }));
      const guest = await visitor(server, { viewport });
      const { page } = guest;
      await page.goto(`/g#r=${link}`);
      await page.locator('[data-unchecked]').waitFor();
      await page.locator('[data-linked=othello][data-at="0"]').waitFor();
      await page.locator('[data-act=on-one]').click();
      await page.locator('[data-linked=othello][data-at="1"]').waitFor();
      await expectAccessible(page);
      await expectNoSideways(page);
      await shoot(page, `linked-${kind}`);
      await page.locator('[data-act=review]').click();
      await page.locator('[data-review-panel]').waitFor();
      await page.locator('[data-act=play-on]').click();
      await page.waitForURL('**/edit/othello#p=*');
      expectNoErrors(guest);
      await guest.close();
    });
  }

  it('that is damaged gets a clear word, and a record can be brought instead', async () => {
    const table = await beats(server, 'Lin', { player: keyOf('brings') });
    const guest = await visitor(server, {});
    const { page } = guest;
    await page.goto('/g#r=1.AAAA');
    await page.locator('[data-bad-link]').waitFor();
    const text = await (await fetch(`${server.url}/api/tables/${table}/record`)).text();
    await page.getByRole('textbox', { name: 'Link, record or transcript' }).fill(text);
    await page.locator('[data-act=open-game]').click();
    await page.locator('[data-linked=othello]').waitFor();
    await expectAccessible(page);
    await guest.close();
  });

  it('that another program has written is opened, and saved as such', async () => {
    const guest = await visitor(server, {});
    const { page } = guest;
    await page.goto('/g');
    const bring = async (text: string) => {
      await page.getByRole('textbox', { name: 'Link, record or transcript' }).fill(text);
      await page.locator('[data-act=open-game]').click();
    };
    await bring('f5d6a1');
    await page.locator('[data-bad-link]').getByText('a1').waitFor();
    expect(guest.errors.splice(0), 'the answer that says so').toHaveLength(1);
    await bring('1. F5 D6 2. c3');
    await page.locator('[data-linked=othello]').waitFor();
    await page.locator('[data-act=last-move]').click();
    await page.locator('[data-at="3"]').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-act=ggf]').click()]);
    const ggf = readFileSync((await file.path())!, 'utf8');
    expect(ggf).toContain('B[f5]W[d6]B[c3]');
    await page.locator('summary').click();
    await bring(ggf.replace('PB[]', 'PB[Ada]'));
    await page.locator('.who').getByText('Ada').waitFor();
    await page.locator('summary').click();
    await bring('e6f4e3f6g5d6e7f5c5');
    await page.locator('[data-act=last-move]').click();
    await page.locator('[data-at="9"]').waitFor();
    const [base] = await Promise.all([page.waitForEvent('download'), page.locator('[data-act=wthor]').click()]);
    const one = readFileSync((await base.path())!);
    // The same game twice, as databases have it, and one that cannot be played.
    const many = Buffer.concat([one, one.subarray(16), one.subarray(16)]);
    many[4] = 3;
    many[16 + 68 * 2 + 8] = 11;
    await page.locator('summary').click();
    await page.locator('input[type=file]').setInputFiles({ name: 'games.wtb', mimeType: 'application/octet-stream', buffer: many });
    await page.locator('[data-games="3"]').waitFor();
    await page.locator('[data-act=game-after]').click();
    await page.locator('[data-linked=othello][data-at="0"]').waitFor();
    await shoot(page, 'linked-many');
    await page.getByRole('spinbutton', { name: 'Game' }).fill('7');
    await page.keyboard.press('Enter');
    await page.locator('[data-bad-link]').getByText('a1').waitFor();
    expect(await page.getByRole('spinbutton', { name: 'Game' }).inputValue()).toBe('3');
    expect(await page.locator('[data-linked]').count()).toBe(0);
    expect(guest.errors.splice(0), 'the answer that says so').toHaveLength(1);
    await page.locator('[data-act=game-before]').click();
    await page.locator('[data-linked=othello]').waitFor();
    await expectAccessible(page);
    expectNoErrors(guest);
    await guest.close();
  });

  for (const language of ['ja', 'zh-Hant'] as const) {
    it(`speaks ${language} in the dark`, async () => {
      const link = await linkOf(await beats(server, language === 'ja' ? 'Kenji' : 'Lin', { player: keyOf(`linked ${language}`) }));
      const guest = await visitor(server, { language, theme: 'dark' });
      await guest.page.goto(`/g#r=${link}`);
      await guest.page.locator('[data-linked=othello]').waitFor();
      await expectTranslated(guest.page, NAMES);
      await expectAccessible(guest.page);
      await shoot(guest.page, `linked-${language}`);
      await guest.close();
    });
  }
});
