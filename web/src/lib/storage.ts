/** The browser's storage for this page. If the browser stores nothing, everything still works until the page is closed. */

function area(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

const PREFIX = 'baize.';
/** The name under which it is noted that the browser was asked not to clear this page's data. */
export const ASKED_TO_KEEP = 'asked-to-keep';
const forgetful = new Map<string, string>();
/** The listener for changes: it gets the complete key and the new text, or null if the key was removed. */
let hear: (key: string, text: string | null) => Promise<unknown> = () => Promise.resolve();
let last: Promise<unknown> = Promise.resolve();
const heard = (key: string, text: string | null) => void (last = hear(key, text).catch(() => {}));

/** Whether stored values outlast the page. */
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

/** The value stored under a name, if it passes the check. */
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

/** Stores a value under a name. */
export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    area()?.setItem(PREFIX + name, text);
    forgetful.delete(name);
    heard(PREFIX + name, text);
  } catch {
    forgetful.set(name, text);
  }
  if (!area()) forgetful.set(name, text);
}

/** The beginning of complete keys that are older than the prefix. */
const FIXED = 'bgc_';

/** The text under a complete key. */
export function recallText(key: `bgc_${string}`): string | null {
  try {
    return area()?.getItem(key) ?? forgetful.get(key) ?? null;
  } catch {
    return forgetful.get(key) ?? null;
  }
}

/** Stores a text under a complete key. */
export function keepText(key: `bgc_${string}`, text: string): void {
  try {
    const store = area();
    if (!store) throw new Error('nothing is kept here');
    store.setItem(key, text);
    forgetful.delete(key);
    heard(key, text);
  } catch {
    forgetful.set(key, text);
  }
}

/** Removes everything this page has stored. */
export function forgetAll(): void {
  forgetful.clear();
  const store = area();
  if (!store) return;
  for (const key of allTexts().keys()) {
    store.removeItem(key);
    heard(key, null);
  }
}

/** All texts this page has stored, by complete key. */
export function allTexts(): Map<string, string> {
  const store = area();
  const isOurs = (key: string) => key.startsWith(PREFIX) || key.startsWith(FIXED);
  return new Map((store ? Object.keys(store) : []).filter(isOurs).map((key) => [key, store!.getItem(key) ?? '']));
}

/** Restores a lost text under its complete key. Returns whether it is there now. */
export function putBack(key: string, text: string): boolean {
  try {
    area()?.setItem(key, text);
    return allTexts().has(key);
  } catch {
    return false;
  }
}

/** Sets the listener for all changes from now on. */
export function watchTexts(listener: (key: string, text: string | null) => Promise<unknown>): void {
  hear = listener;
}

/** Waits until the listener has dealt with all changes. */
export const whenHeard = (): Promise<unknown> => last;

/** All stored values, for an export. */
export function everything(): Record<string, unknown> {
  const store = area();
  const all: Record<string, unknown> = {};
  for (const key of store ? Object.keys(store) : []) {
    // Tokens open seats; they stay here.
    if (!key.startsWith(PREFIX) || key === `${PREFIX}seats` || key === `${PREFIX}player`) continue;
    try {
      all[key.slice(PREFIX.length)] = JSON.parse(store!.getItem(key) ?? 'null');
    } catch {
      // Not a value of this page after all.
    }
  }
  return all;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
