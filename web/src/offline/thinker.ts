/** A worker in which computer players think and long queries are answered: the same program, without tables. */
import { Engine } from './engine.ts';
import type { Done, FromThinker, ToThinker } from './orders.ts';

const scope = self as unknown as { onmessage: (event: MessageEvent<ToThinker>) => void; postMessage(message: FromThinker): void };
/** Milliseconds before another try to load weights. */
const AGAIN = 3_000;

let begun: Promise<{ engine: Engine; folder: string }>;

/** Loads the weights of a player. It does not play without them: a weaker player under the same name would be a lie. */
async function load(address: string, cache: RequestCache): Promise<Uint8Array> {
  for (;;) {
    const response = await fetch(address, { cache }).catch(() => null);
    if (response?.ok) return new Uint8Array(await response.arrayBuffer());
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/** Gives the program its weights. If the cached ones are damaged or from another edition, they are fetched once more. */
async function supply(engine: Engine, address: string): Promise<void> {
  if (engine.give(await load(address, 'default'))) return;
  if (!engine.give(await load(address, 'reload'))) throw new Error(`of no use: ${address}`);
}

async function work(job: number, text: string): Promise<void> {
  const { engine, folder } = await begun;
  let done = JSON.parse(engine.handle(text)) as Done;
  if (done.is === 'missing') {
    await supply(engine, folder + String(done.file));
    done = JSON.parse(engine.handle(text)) as Done;
  }
  scope.postMessage({ job, done });
}

scope.onmessage = ({ data }) => {
  if ('module' in data) {
    begun = Engine.of(data.module).then((engine) => ({ engine, folder: data.folder }));
  } else {
    // A fault ends this worker, and the sender of the work is told.
    work(data.job, JSON.stringify(data.work)).catch((error: unknown) => {
      setTimeout(() => {
        throw error;
      });
    });
  }
};
