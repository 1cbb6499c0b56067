/**
 * How scripts wait and act, in every browser: they act until the table has changed, or say why it cannot. No step of a
 * script depends on the speed of the machine; time limits only tell a hang from slowness.
 */

/** The state of a table, as far as its page shows it. */
export interface Standing {
  phase: string | null;
  version: number;
  /** Whether the table waits for this page's seat. */
  isTurn: boolean;
  isMoving: boolean;
  /** How many requests of this page have no answer yet. */
  asked: number;
  /** What the board is doing: placing, aiming, showing a result. */
  mode: string | null;
  link: string | null;
  refusal: string | null;
  /** The heading of the dialog over the board. */
  dialog: string | null;
  /** The element that would receive a key. */
  focus: string | null;
}

/** Reads the state in the page. Must be self-contained: drivers of other browsers send it as text. */
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

/** A page in any browser that can be read. */
export interface Where {
  look(): Promise<Standing>;
}

/** A page of Playwright. */
export const at = (page: { evaluate(read: () => Standing): Promise<Standing> }): Where => ({ look: () => page.evaluate(readStanding) });

/** How long nothing at all may change before a script reports what it waited for: meant for hangs, not for slowness. */
const PATIENCE_MS = 60_000;
/** How long a press may have no effect before it counts as lost. */
const UNHEARD_MS = 1_500;
/** How long a script pauses between two looks: briefly at first, as most things happen soon, then longer. */
const FIRST_PAUSE_MS = 15;
const LONGEST_PAUSE_MS = 120;
/** How often it is checked whether anything at all changes while something is waited for. */
const GLANCE_EVERY_MS = 1_000;
/** A press lost this often is not lost by chance. */
const MOST_ACTS = 8;

/** Makes pauses that get longer, so that a script that waits leaves the machine to what it waits for. */
function pauses(): () => Promise<void> {
  let next = FIRST_PAUSE_MS;
  return () => {
    const length = next;
    next = Math.min(next * 1.5, LONGEST_PAUSE_MS);
    return new Promise((done) => setTimeout(done, length));
  };
}

/** Whether an error only means that the page changed while being read, so that reading can be repeated. */
function isPassing(error: unknown): boolean {
  const text = String(error);
  return /TimeoutError|Timeout \d+ms exceeded|detached|destroyed|not attached|stale element|navigation|no such element/i.test(text) && !/AssertionError/.test(text);
}

async function glance(places: Where[]): Promise<string> {
  const seen = await Promise.all(places.map((where) => where.look().then(JSON.stringify, (error: unknown) => String(error).split('\n')[0]!)));
  return seen.join('\n');
}

/** Asks repeatedly until there is an answer. Gives up when nothing has changed for a long time, and reports the state. */
export async function until<T>(what: string, ask: () => Promise<T>, ...places: Where[]): Promise<NonNullable<T>> {
  let seen = '';
  let trouble = '';
  const pause = pauses();
  let glanced = Date.now();
  for (let since = Date.now(); Date.now() - since < PATIENCE_MS; await pause()) {
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      if (!isPassing(error)) throw error;
      trouble = String(error).split('\n')[0]!;
    }
    if (Date.now() - glanced < GLANCE_EVERY_MS) continue;
    glanced = Date.now();
    const now = await glance(places);
    if (now !== seen) since = Date.now();
    seen = now;
  }
  throw new Error([`waited in vain for ${what}`, seen, trouble].filter(Boolean).join('\n'));
}

/** Whether the table has moved on, and nothing is pending any more. */
export const hasGoneOn = (now: Standing, before: Standing): boolean =>
  now.asked === 0 && (now.version > before.version || (now.phase === 'over' && before.phase !== 'over'));

/** Whether it is this page's turn and nothing moves. */
export const isReady = ({ phase, isTurn, isMoving, asked }: Standing): boolean => phase === 'playing' && isTurn && !isMoving && asked === 0;

/** Whether the same action may be repeated: nothing has changed and nothing is pending, so the press was lost. */
function isAsBefore(now: Standing, before: Standing): boolean {
  return now.version === before.version && now.phase === before.phase && now.isTurn === before.isTurn && !now.isMoving && now.asked === 0;
}

type Change = (now: Standing, before: Standing) => boolean;

/** Watches until it is done, or until the table has been unchanged, with nothing pending, for so long that a press was lost. */
export async function isHeard(where: Where, before: Standing, isDone: Change = hasGoneOn): Promise<boolean> {
  let [seen, changed] = ['', Date.now()];
  const pause = pauses();
  for (let since = Date.now(); Date.now() - since < UNHEARD_MS; await pause()) {
    const now = await where.look();
    if (isDone(now, before)) return true;
    if (JSON.stringify(now) !== seen) [seen, changed] = [JSON.stringify(now), Date.now()];
    if (!isAsBefore(now, before) && Date.now() - changed < PATIENCE_MS) since = Date.now();
  }
  return false;
}

/**
 * Acts until the table has changed. `act` looks at the page before each press, so that it may be called again, which
 * happens only while the table is unchanged and nothing is pending. Reports the state if nothing helps.
 */
export async function actUntil(what: string, where: Where, act: () => Promise<unknown>, isDone: Change = hasGoneOn): Promise<void> {
  const before = await where.look();
  let trouble = '';
  for (let acts = 0; acts < MOST_ACTS; acts += 1) {
    try {
      await act();
    } catch (error) {
      // A press that took effect late leaves the next one nothing to act on.
      const isLate = acts > 0 && !(error instanceof Error && error.name === 'AssertionError') && (await isHeard(where, before, isDone));
      if (isLate) return;
      if (!isPassing(error)) throw error;
      trouble = String(error).split('\n')[0]!;
    }
    if (await isHeard(where, before, isDone)) return;
  }
  const now = await glance([where]);
  throw new Error([`waited in vain for ${what}, acted ${MOST_ACTS} times`, `before ${JSON.stringify(before)}`, `now    ${now}`, trouble].filter(Boolean).join('\n'));
}

/** Holds something down until it takes effect, then releases it; how long that takes depends on the page. */
export async function holdUntilHeard(where: Where, down: () => Promise<unknown>, up: () => Promise<unknown>, isDone: Change): Promise<void> {
  const before = await where.look();
  await down();
  try {
    await isHeard(where, before, isDone);
  } finally {
    await up();
  }
}
