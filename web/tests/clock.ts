/** The page's own clock in the hand of a test: then it makes no difference how busy the machine is. */
import type { Page } from 'playwright-core';
import { until } from './standing.ts';

/** A frame at 60 a second, in milliseconds of the page. */
export const FRAME_MS = 1000 / 60;
/** The clock may run on a little before it hears that it shall stop, so it stops in a moment. */
const MOMENT_MS = 100;

/** Stops the page's clock, which must have been installed before the page was opened. */
export async function stopClock(page: Page): Promise<void> {
  await until('the clock to stop', async () => {
    try {
      await page.clock.pauseAt((await page.evaluate(() => Date.now())) + MOMENT_MS);
      return true;
    } catch (error) {
      if (String(error).includes('to the past')) return false;
      throw error;
    }
  });
}
