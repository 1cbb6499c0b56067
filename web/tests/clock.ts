/** The page's own clock under a test's control, so that it makes no difference how busy the machine is. */
import type { Page } from 'playwright-core';
import { until } from './standing.ts';

/** One frame at 60 per second, in milliseconds of the page. */
export const FRAME_MS = 1000 / 60;
/** The clock may run on a little before it receives the request to stop, so it stops slightly in the future. */
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
