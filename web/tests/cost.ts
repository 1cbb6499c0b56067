/** The cost of a page, in units that a busy machine does not change: bytes, requests, processor time of its main thread. */
import type { CDPSession } from 'playwright-core';
import type { Visitor } from './harness.ts';

export interface Cost {
  bytes: number;
  requests: number;
  /** Milliseconds that the main thread was on a processor, not counting time spent waiting for one. */
  processorMs: number;
  /** The part of these spent in scripts. */
  scriptMs: number;
  /** How far things moved while the page was loading, by the browser's measure. */
  shift: number;
}

/** Measures the processor time of a page's main thread. */
export class Meter {
  private constructor(private readonly session: CDPSession) {}

  static async of({ context, page }: Visitor): Promise<Meter> {
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new Meter(session);
  }

  async read(): Promise<{ processorMs: number; scriptMs: number }> {
    const { metrics } = await this.session.send('Performance.getMetrics');
    const milliseconds = (wanted: string) => 1000 * metrics.find(({ name }) => name === wanted)!.value;
    return { processorMs: milliseconds('TaskDuration'), scriptMs: milliseconds('ScriptDuration') };
  }
}

/** Opens a page in a browser that has never been there, and waits until `usable` is there and nothing is being loaded. */
export async function costOf(visitor: Visitor, path: string, usable: string): Promise<Cost> {
  const { page, context } = visitor;
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  let [bytes, requests] = [0, 0];
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  const meter = await Meter.of(visitor);
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path, { waitUntil: 'load' });
  await page.locator(usable).first().waitFor();
  await page.waitForLoadState('networkidle');
  const shift = await page.evaluate(
    () => new Promise<number>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done((window as unknown as { seen: { shift: number } }).seen.shift)))),
  );
  return { bytes, requests, shift, ...(await meter.read()) };
}
