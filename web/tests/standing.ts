/**
 * How scripts wait and act, in every browser: they act until the table has changed, or say why it cannot. No step of a
 * script depends on how quick the machine is; patience only tells what hangs from what is slow.
 */

/** How a table stands, as far as its page shows it. */
export interface Standing {
  phase: string | null;
  version: number;
  /** Whether the table waits for this page's seat. */
  isTurn: boolean;
  isMoving: boolean;
  /** How many requests of this page wait for their answer. */
  asked: number;
  /** What the game's board is at: placing, aiming, showing a result. */
  mode: string | null;
  link: string | null;
  refusal: string | null;
  /** The heading of what lies over the board. */
  dialog: string | null;
  /** What a key would go to. */
  focus: string | null;
}

/** Reads it in the page. It stands on its own: drivers of other browsers send it as text. */
export function readStanding(): Standing {
  const table = document.querySelector<HTMLElement>('[data-phase]');
  const data = table?.dataset ?? {};
  const board = document.querySelector<HTMLElement>('[data-mode], [data-stage]');
  const dialog = document.querySelector('dialog[open], [role=dialog]');
  const focus = document.activeElement;
  return {
    phase: data.phase ?? null,
    version: Number(data.version ?? -1),
    isTurn: data.turn === 'true',
    isMoving: data.moving === 'true',
    asked: Number(data.asked ?? 0),
    mode: board?.dataset.mode ?? board?.dataset.stage ?? null,
    link: document.querySelector<HTMLElement>('[role=status][data-link]')?.dataset.link ?? null,
    refusal: document.querySelector('[data-refusal]')?.textContent?.trim() ?? null,
    dialog: dialog ? (dialog.querySelector('h1, h2')?.textContent ?? '').trim() : null,
    focus: focus && focus !== document.body ? `${focus.tagName.toLowerCase()}.${focus.className || ''}` : null,
  };
}

/** Somewhere to look: a page in any browser. */
export interface Where {
  look(): Promise<Standing>;
}

/** A page of Playwright. */
export const at = (page: { evaluate(read: () => Standing): Promise<Standing> }): Where => ({ look: () => page.evaluate(readStanding) });

/** So long nothing at all may change before a script says what it waited for: a hang, not slowness. */
const PATIENCE_MS = 60_000;
/** So long a press may be unheard before it counts as lost. */
const UNHEARD_MS = 1_500;
const LOOK_EVERY_MS = 25;
/** A press that is lost so often is not lost by chance. */
const MOST_ACTS = 8;

const pause = () => new Promise((done) => setTimeout(done, LOOK_EVERY_MS));

/** What a page that changes under the driver's hand makes it say: it is no finding, one looks again. */
function isPassing(error: unknown): boolean {
  const text = String(error);
  return /TimeoutError|Timeout \d+ms exceeded|detached|destroyed|not attached|stale element|navigation|no such element/i.test(text) && !/AssertionError/.test(text);
}

async function glance(places: Where[]): Promise<string> {
  const seen = await Promise.all(places.map((where) => where.look().then(JSON.stringify, (error: unknown) => String(error).split('\n')[0]!)));
  return seen.join('\n');
}

/** Asks again and again until there is an answer. Gives up when nothing has changed for a long time, and says how things stood. */
export async function until<T>(what: string, ask: () => Promise<T>, ...places: Where[]): Promise<NonNullable<T>> {
  let seen = '';
  let trouble = '';
  for (let since = Date.now(); Date.now() - since < PATIENCE_MS; await pause()) {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      if (!isPassing(error)) throw error;
      trouble = String(error).split('\n')[0]!;
    }
    const now = await glance(places);
    if (now !== seen) since = Date.now();
    seen = now;
  }
  throw new Error([`waited in vain for ${what}`, seen, trouble].filter(Boolean).join('\n'));
}

/** Whether the table went on, and nothing is on its way any more. */
export const hasGoneOn = (now: Standing, before: Standing): boolean =>
  now.asked === 0 && (now.version > before.version || (now.phase === 'over' && before.phase !== 'over'));

/** Whether it is this page's turn and nothing moves. */
export const isReady = ({ phase, isTurn, isMoving, asked }: Standing): boolean => phase === 'playing' && isTurn && !isMoving && asked === 0;

/** Whether the same may be done once more: nothing has changed and nothing is on its way, so the press was lost. */
function isAsBefore(now: Standing, before: Standing): boolean {
  return now.version === before.version && now.phase === before.phase && now.isTurn === before.isTurn && !now.isMoving && now.asked === 0;
}

type Change = (now: Standing, before: Standing) => boolean;

/** Looks until it is done, or until the table stands as before for so long, with nothing on its way, that a press was lost. */
export async function isHeard(where: Where, before: Standing, isDone: Change = hasGoneOn): Promise<boolean> {
  let [seen, changed] = ['', Date.now()];
  for (let since = Date.now(); Date.now() - since < UNHEARD_MS; await pause()) {
    const now = await where.look();
    if (isDone(now, before)) return true;
    if (JSON.stringify(now) !== seen) [seen, changed] = [JSON.stringify(now), Date.now()];
    if (!isAsBefore(now, before) && Date.now() - changed < PATIENCE_MS) since = Date.now();
  }
  return false;
}

/**
 * Acts until the table has changed. `act` looks at the page before each press, so that it may be called again; it is,
 * only while the table stands as before with nothing on its way. Says how things stood if nothing helps.
 */
export async function actUntil(what: string, where: Where, act: () => Promise<unknown>, isDone: Change = hasGoneOn): Promise<void> {
  const before = await where.look();
  let trouble = '';
  for (let acts = 0; acts < MOST_ACTS; acts += 1) {
    try {
      await act();
    } catch (error) {
      if (!isPassing(error)) throw error;
      trouble = String(error).split('\n')[0]!;
    }
    if (await isHeard(where, before, isDone)) return;
  }
  const now = await glance([where]);
  throw new Error([`waited in vain for ${what}, acted ${MOST_ACTS} times`, `before ${JSON.stringify(before)}`, `now    ${now}`, trouble].filter(Boolean).join('\n'));
}

/** Holds something down until it has been heard, and lets it go: how long that takes is the page's affair. */
export async function holdUntilHeard(where: Where, down: () => Promise<unknown>, up: () => Promise<unknown>, isDone: Change): Promise<void> {
  const before = await where.look();
  await down();
  try {
    await isHeard(where, before, isDone);
  } finally {
    await up();
  }
}
