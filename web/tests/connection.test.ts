/** What is seen of a bad connection: a move on its way, a slow one, none at all; also while the socket stays open. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeBrowser, expectAccessible, expectNoErrors, PHONE, shoot, TestServer, visitor, waitForPhase, type Visitor } from './harness.ts';

/** A wire that can fall silent without being cut, as in a tunnel: sockets stay open and nothing passes. */
class Wire {
  isSilent = false;

  async join(page: Page): Promise<void> {
    await page.routeWebSocket(/\/ws$/, (near) => {
      // What was connected while it was silent, or before, stays silent.
      const wasSilent = this.isSilent;
      const round = this.#round;
      const passes = () => !wasSilent && !this.isSilent && round === this.#round;
      const far = near.connectToServer();
      near.onMessage((text) => passes() && far.send(text));
      far.onMessage((text) => passes() && near.send(text));
    });
  }

  #round = 0;

  fallSilent(): void {
    this.isSilent = true;
    this.#round += 1;
  }

  comeBack(): void {
    this.isSilent = false;
  }
}

/** A table for a person against the computer, with a wire in between. */
async function sit(server: TestServer, wire: Wire, viewport?: { width: number; height: number }): Promise<Visitor> {
  const answer = await fetch(`${server.url}/api/tables`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ game: 'othello', seats: 2, players: [null, 'random'], name: 'Dana', pace: 'instant' }),
  });
  const { table, token } = (await answer.json()) as { table: string; token: string };
  const player = await visitor(server, { viewport, settings: { animation: 'off', confirm: 'never', pace: 'instant' } });
  await player.context.addInitScript(
    ([table, token]) => localStorage.setItem('baize.seats', JSON.stringify([{ table, token, game: 'othello', at: 1 }])),
    [table, token],
  );
  await wire.join(player.page);
  await player.page.goto(`/t/${table}`);
  await waitForPhase(player.page, 'playing');
  await player.page.locator('.cell.legal').first().waitFor();
  return player;
}

describe('a connection that falls silent', () => {
  let server: TestServer;
  let wire: Wire;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  beforeEach(() => {
    wire = new Wire();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('marks a move that waits, tells that it is slow and then that there is no connection, and sends it once', async () => {
    const player = await sit(server, wire, PHONE);
    const { page } = player;
    wire.fallSilent();
    const square = page.locator('.cell.legal').first();
    const name = await square.getAttribute('data-square');
    await square.click();
    await page.locator(`[data-square=${name}] [data-pending]`).waitFor();
    await page.locator(`[data-square=${name}] [data-pending=slow]`).waitFor();
    await page.locator('[data-strip=slow]').getByText('Slow connection. Your move is on its way.').waitFor();
    await shoot(page, 'connection-slow');
    await page.locator('[data-strip=lost]').getByText('No connection. Trying again…').waitFor();
    expect(await page.locator('.plate .avatar i').count(), 'nobody knows who is here').toBe(0);
    await expectAccessible(page);
    await shoot(page, 'connection-lost');
    wire.comeBack();
    await page.locator('[data-link=open]').waitFor({ state: 'attached' });
    await page.locator('[data-pending]').waitFor({ state: 'detached' });
    const moves = () => page.evaluate(() => document.querySelectorAll('.cell .piece:not(.pending)').length);
    await expect.poll(moves, { message: 'one disc each, once' }).toBe(6);
    expectNoErrors(player);
    await player.close();
  });

  it('is noticed by somebody who does nothing', async () => {
    const player = await sit(server, wire);
    wire.fallSilent();
    await player.page.locator('[data-strip=lost]').waitFor();
    wire.comeBack();
    await player.page.locator('[data-link=open]').waitFor({ state: 'attached' });
    expectNoErrors(player);
    await player.close();
  });

  it('is told at once when the browser knows that it is offline', async () => {
    const player = await sit(server, wire);
    const link = await player.page.evaluate(async () => {
      dispatchEvent(new Event('offline'));
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
      return document.querySelector('.banner')?.getAttribute('data-link');
    });
    expect(link).toBe('lost');
    await player.page.locator('[data-link=open]').waitFor({ state: 'attached' });
    expectNoErrors(player);
    await player.close();
  });
});
