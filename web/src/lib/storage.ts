/** What the browser keeps for us. Where it keeps nothing, everything still works until the page is closed. */

function area(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

const PREFIX = 'baize.';
const forgetful = new Map<string, string>();

/** Whether anything is kept after the page is closed. */
export function isLasting(): boolean {
  const store = area();
  if (!store) return false;
  try {
    store.setItem(`${PREFIX}probe`, '1');
    store.removeItem(`${PREFIX}probe`);
    return true;
  } catch {
    return false;
  }
}

/** What was kept under a name, if it looks as it should. */
export function recall<T>(name: string, check: (value: unknown) => value is T): T | null {
  let text: string | null | undefined;
  try {
    text = area()?.getItem(PREFIX + name);
  } catch {
    text = null;
  }
  text ??= forgetful.get(name) ?? null;
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return check(value) ? value : null;
  } catch {
    return null;
  }
}

/** Keeps a value under a name. */
export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    area()?.setItem(PREFIX + name, text);
    forgetful.delete(name);
  } catch {
    forgetful.set(name, text);
  }
  if (!area()) forgetful.set(name, text);
}

/** The beginning of complete keys that were fixed before there was a prefix. */
const FIXED = 'bgc_';

/** What stands under a complete key. */
export function recallText(key: `bgc_${string}`): string | null {
  try {
    return area()?.getItem(key) ?? forgetful.get(key) ?? null;
  } catch {
    return forgetful.get(key) ?? null;
  }
}

/** Keeps a text under a complete key. */
export function keepText(key: `bgc_${string}`, text: string): void {
  try {
    const store = area();
    if (!store) throw new Error('nothing is kept here');
    store.setItem(key, text);
    forgetful.delete(key);
  } catch {
    forgetful.set(key, text);
  }
}

/** Forgets everything of ours. */
export function forgetAll(): void {
  forgetful.clear();
  const store = area();
  if (!store) return;
  const isOurs = (key: string) => key.startsWith(PREFIX) || key.startsWith(FIXED);
  for (const key of Object.keys(store).filter(isOurs)) store.removeItem(key);
}

/** Everything of ours, for whoever wants to take it along. */
export function everything(): Record<string, unknown> {
  const store = area();
  const all: Record<string, unknown> = {};
  for (const key of store ? Object.keys(store) : []) {
    // Tokens open seats; they stay here.
    if (!key.startsWith(PREFIX) || key === `${PREFIX}seats` || key === `${PREFIX}player`) continue;
    try {
      all[key.slice(PREFIX.length)] = JSON.parse(store!.getItem(key) ?? 'null');
    } catch {
      // Not ours after all.
    }
  }
  return all;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
