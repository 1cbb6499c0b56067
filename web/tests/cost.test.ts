/** The cost of the pages, in units that a busy machine does not change. `cargo xtask measure` measures seconds. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FRAME_MS, stopClock } from './clock.ts';
import { costOf, Meter, type Cost } from './cost.ts';
import { DRIVERS } from './games.ts';
import { closeBrowser, DESKTOP, expectNoErrors, LYING, PHONE, shoot, TestServer, visitor } from './harness.ts';
import { give, openTable, sitDown } from './opening.ts';
import { actUntil, at, until } from './standing.ts';

const KB = 1024;

function tell(what: string, { bytes, requests, processorMs, scriptMs, shift }: Cost): void {
  console.log(`${what}: ${Math.round(bytes / KB)} KB in ${requests} requests, ${Math.round(processorMs)} ms of the processor, ${Math.round(scriptMs)} in scripts, layout shift ${shift.toFixed(3)}`);
}

describe('what a page costs', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  it('the start page is small, and comes up without jumping', async () => {
    const guest = await visitor(server, { isKeeping: true });
    const cost = await costOf(guest, '/', '[data-play=othello]');
    tell('start page', cost);
    expect(cost.bytes).toBeLessThan(150 * KB);
    expect(cost.requests).toBeLessThan(60);
    expect(cost.shift).toBeLessThan(0.05);
    // Interactive within a second means less than a second of work.
    expect(cost.processorMs).toBeLessThan(1000);
    await guest.close();
  });

  for (const [game, { players, options, usable, weight = 150 }] of Object.entries(DRIVERS)) {
    for (const [name, viewport] of [['desktop', DESKTOP], ['phone', PHONE], ['phone on its side', LYING]] as const) {
      it(`a table of ${game} is usable with less than a second of work on a ${name}, and comes up without jumping`, async () => {
        const opened = await openTable(server, { game, players, options });
        const player = await visitor(server, { viewport, isKeeping: true });
        await give(player, opened, game);
        const cost = await costOf(player, `/t/${opened.table}`, usable);
        tell(`${game}, ${name}`, cost);
        expect(cost.bytes).toBeLessThan(weight * KB);
        expect(cost.requests).toBeLessThan(60);
        expect(cost.processorMs).toBeLessThan(1000);
        expect(cost.shift).toBeLessThan(0.05);
        expectNoErrors(player);
        await player.close();
      });
    }
  }

  /** A rack in which the break pots a ball, so that nobody else shoots. */
  const RACK = { game: 'nine-ball', players: [null, 'random'], options: { fixedRack: true } };

  it('a break is drawn anew in every frame of 60 a second', async () => {
    // The page's clock is stopped: time passes frame by frame, however busy the machine is.
    const player = await sitDown(server, RACK, { settings: { animation: 'normal' }, viewport: DESKTOP }, ({ page }) => page.clock.install());
    const { page } = player;
    // For a moment a new position ignores presses, so that none is mistaken for one with another purpose.
    await page.locator('.nineball[data-mode=aim][data-rested=true][data-listed]').waitFor();
    await page.locator('[data-surface]').focus();
    await stopClock(page);
    await page.keyboard.down('Enter');
    await until('the shot to run', async () => {
      await page.clock.runFor(FRAME_MS);
      return (await at(page).look()).mode === 'beat';
    }, at(page));
    await page.keyboard.up('Enter');
    const pictures: string[] = [];
    /** The balls as drawn in the next frame. */
    const draw = async () => {
      await page.clock.runFor(FRAME_MS);
      pictures.push(await page.locator('[data-surface] canvas').nth(1).evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL()));
    };
    // The aim disappears first, and the cue strikes a moment later; from then on every frame is different.
    await until('the balls to move', async () => {
      await draw();
      return pictures.length > 4 && new Set(pictures.slice(-5)).size === 5;
    }, at(page));
    for (let frame = 0; frame < 60; frame += 1) await draw();
    expect((await at(page).look()).mode, 'the break is still on its way').toBe('beat');
    expect(new Set(pictures.slice(-60)).size, 'no two frames are alike').toBe(60);
    await shoot(page, 'nine-ball-break');
    expectNoErrors(player);
    await player.close();
  });

  it('a frame of a break is little work', async () => {
    const player = await sitDown(server, RACK, { settings: { animation: 'off' }, viewport: DESKTOP }, ({ page }) =>
      page.addInitScript(() => {
        const seen = { frames: 0 };
        Object.assign(window, { seen });
        const ask = window.requestAnimationFrame.bind(window);
        window.requestAnimationFrame = (run) =>
          ask((now) => {
            if (document.querySelector('.nineball[data-mode=replay]')) seen.frames += 1;
            run(now);
          });
      }),
    );
    const { page } = player;
    const place = at(page);
    await page.locator('.nineball[data-mode=aim][data-rested=true][data-listed]').waitFor();
    await actUntil('the break', place, () => page.locator('[data-main=shoot]').click());
    const surface = page.locator('[data-surface]');
    const frames = () => page.evaluate(() => (window as unknown as { seen: { frames: number } }).seen.frames);
    const meter = await Meter.of(player);
    const before = await meter.read();
    // The shot is replayed as often as needed: a busy machine draws only a few of its frames.
    await until('sixty frames', async () => {
      if ((await place.look()).mode !== 'replay') await surface.press('r');
      return (await frames()) >= 60;
    }, place);
    const [after, drawn] = [await meter.read(), await frames()];
    const work = (after.scriptMs - before.scriptMs) / drawn;
    console.log(`a frame of a break: ${work.toFixed(2)} ms of the processor in scripts, over ${drawn} frames`);
    // A quarter of a frame; the rest is for the browser.
    expect(work).toBeLessThan(4);
    expectNoErrors(player);
    await player.close();
  });
});
