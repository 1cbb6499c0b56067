/** Any position: set up in the editor, as text and link, and played; and a finished game continued from one of its points. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeBrowser, DESKTOP, expectAccessible, expectNoErrors, expectNoSideways, expectTranslated, PHONE, shoot, TestServer, visitor, waitForPhase } from './harness.ts';
import { sitDown } from './opening.ts';
import { driver as nineBall } from './games/nine-ball.ts';
import { play } from './scripts.ts';
import { at, until } from './standing.ts';

const text = (page: Page) => page.locator('[data-text]').inputValue();
const isSound = (page: Page) => page.locator('[data-edit][data-checked=sound]').waitFor();

describe('positions', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('are painted, undone, linked and played', async () => {
    const player = await visitor(server, { viewport: DESKTOP });
    const { page } = player;
    await page.goto('/edit/othello');
    await isSound(page);
    const before = await text(page);
    await page.locator('[data-brush=O]').click();
    await page.locator('[data-square=f5]').click();
    await expect.poll(() => text(page)).not.toBe(before);
    await isSound(page);
    const painted = await text(page);
    await page.locator('[data-act=undo]').click();
    await expect.poll(() => text(page)).toBe(before);
    await page.locator('[data-act=redo]').click();
    await expect.poll(() => text(page)).toBe(painted);
    await expectAccessible(page);
    await shoot(page, 'editor-othello-desktop');
    // The address contains it all, once it is known to be sound: another browser sees the same.
    await isSound(page);
    const link = page.url();
    const other = await visitor(server, { viewport: PHONE });
    await other.page.goto(link);
    await isSound(other.page);
    expect(await text(other.page)).toBe(painted);
    await expectNoSideways(other.page);
    await shoot(other.page, 'editor-othello-phone');
    await other.close();
    await page.locator('[data-act=play-it]').click();
    await waitForPhase(page, 'playing');
    await page.locator('[data-set-up]').waitFor();
    expectNoErrors(player);
    await player.close();
  });

  for (const game of ['banqi', 'nine', 'may-i', 'nine-ball']) {
    it(`of ${game} are set up and told what is wrong with them`, async () => {
      const player = await visitor(server, { viewport: PHONE });
      const { page } = player;
      await page.goto(`/edit/${game}`);
      await isSound(page);
      await expectNoSideways(page);
      await expectAccessible(page);
      await shoot(page, `editor-${game}-phone`);
      await page.setViewportSize(DESKTOP);
      await shoot(page, `editor-${game}-desktop`);
      await page.locator('[data-text]').fill('nonsense');
      await page.locator('[data-text]').blur();
      await expect.poll(() => page.locator('[data-edit]').getAttribute('data-checked')).toBe('wrong');
      expect(await page.locator('[data-act=play-it]').isDisabled()).toBe(true);
      await page.locator('[data-act=undo]').click();
      await isSound(page);
      await player.close();
    });
  }

  it('are set up with fields of the page, in words of the game', async () => {
    const player = await visitor(server);
    const { page } = player;
    for (const [game, names] of [['othello', ['Black', 'White']], ['nine', ['Player 1', 'Player 2']], ['may-i', ['Player 1', 'Player 2', 'Player 3']]] as const) {
      await page.goto(`/edit/${game}`);
      await page.locator('[data-checked=sound]').waitFor();
      if (game !== 'nine') expect(await page.locator('.rail select').last().locator('option').allInnerTexts(), game).toEqual(names);
      else expect(await page.locator('.stage h2').allInnerTexts()).toEqual(names);
      const low = await page.locator('.edit :is(select, input[type=number])').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43.5 || getComputedStyle(one).borderRadius === '0px').length);
      expect(low, game).toBe(0);
    }
    // Red and Black are known once a piece is face-up.
    await page.goto('/edit/banqi');
    await page.locator('[data-brush]').nth(1).click();
    await page.locator('[data-cell]').first().click();
    await expect.poll(() => page.locator('[data-turn] option').allInnerTexts()).toEqual(['Red', 'Black']);
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await page.goto('/edit/nine');
      const cards = page.locator('[data-card] > *');
      await isSound(page);
      await cards.first().waitFor();
      const shapes = await cards.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => height / width));
      for (const shape of shapes) expect(shape).toBeCloseTo(1.4, 1);
    }
    expectNoErrors(player);
    await player.close();
  });

  it('speak every language', async () => {
    for (const language of ['ja', 'zh-Hant'] as const) {
      const player = await visitor(server, { viewport: PHONE, language });
      await player.page.goto('/edit/may-i');
      await isSound(player.page);
      await expectTranslated(player.page, /^(Baize|.*May I\?.*|[0-9JQKA]+[♠♥♦♣]|JOKER|[a-z0-9:./+ ]+)$/i);
      await player.close();
    }
  });

  for (const [kind, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    it(`of Nine-ball are a drill on a ${kind}: the balls are put back and the stroke stays`, async () => {
      const player = await visitor(server, { viewport });
      const { page } = player;
      await page.goto('/edit/nine-ball');
      await isSound(page);
      // Two overlapping balls are separated with one click.
      await page.locator('[data-tray="1"]').click();
      await page.locator('[data-axis="0"]').fill('-620');
      await page.locator('[data-axis="0"]').blur();
      await page.locator('[data-fix]').first().click();
      await isSound(page);
      await page.locator('[data-act=play-it]').click();
      await waitForPhase(page, 'playing');
      await page.locator('[data-drill="1"]').waitFor();
      const back = page.locator('[data-act=put-back]');
      expect(await back.isDisabled()).toBe(true);
      const layout = () => page.evaluate(() => document.querySelector('[data-version]')?.getAttribute('data-version'));
      const before = await layout();
      await nineBall.first(page);
      await expect.poll(layout).not.toBe(before);
      // Nothing is put back while balls run, which may begin just as it is pressed.
      await until('the second try', async () => {
        if ((await page.locator('[data-drill="2"]').count()) > 0) return true;
        if (await back.isEnabled()) await back.click();
        return false;
      }, at(page));
      await expect.poll(() => back.isDisabled()).toBe(true);
      await shoot(page, `drill-${kind}`);
      await player.close();
    });

    it(`of a finished game are played on from on a ${kind}, against the same opponent`, async () => {
      const player = await sitDown(server, { game: 'othello', players: [null, 'random'] }, { viewport: DESKTOP });
      const { page } = player;
      await waitForPhase(page, 'playing');
      await play([player], (own) => own.locator('.cell.legal').first().click(), 3);
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Review' }).click();
      const source = page.url();
      await page.setViewportSize(viewport);
      await page.getByRole('slider', { name: 'Move', exact: true }).press('ArrowRight');
      await page.locator('[data-past="1"]').waitFor();
      await page.locator('[data-act=play-on]').click();
      await shoot(page, `play-on-${kind}`);
      await page.locator('[data-act=start-on]').click();
      await page.waitForURL((url) => url.href !== source && url.pathname.startsWith('/t/'));
      await waitForPhase(page, 'playing');
      // On phones it is among the facts about the table.
      if (kind === 'phone') {
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Table', exact: true }).click();
      }
      expect(await page.locator('[data-set-up]').textContent()).toBe('From move 2');
      expectNoErrors(player);
      await player.close();
    });
  }
});
