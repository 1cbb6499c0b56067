/** What the browser keeps for us. Where it keeps nothing, everything still works until the page is closed. */

function area(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

const PREFIX = 'baize.';
/** Under this name it is kept that the browser was asked not to clear anything away. */
export const ASKED_TO_KEEP = 'asked-to-keep';
const forgetful = new Map<string, string>();
/** Who is told what is kept under which complete key; null for what is forgotten. */
let hear: (key: string, text: string | null) => Promise<unknown> = () => Promise.resolve();
let last: Promise<unknown> = Promise.resolve();
const heard = (key: string, text: string | null) => void (last = hear(key, text).catch(() => {}));

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
    heard(PREFIX + name, text);
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
    heard(key, text);
  } catch {
    forgetful.set(key, text);
  }
}

/** Forgets everything of ours. */
export function forgetAll(): void {
  forgetful.clear();
  const store = area();
  if (!store) return;
  for (const key of allTexts().keys()) {
    store.removeItem(key);
    heard(key, null);
  }
}

/** Everything of ours that is kept, by complete keys. */
export function allTexts(): Map<string, string> {
  const store = area();
  const isOurs = (key: string) => key.startsWith(PREFIX) || key.startsWith(FIXED);
  return new Map((store ? Object.keys(store) : []).filter(isOurs).map((key) => [key, store!.getItem(key) ?? '']));
}

/** Puts a text under a complete key where there is none; whether it is there now. */
export function putBack(key: string, text: string): boolean {
  try {
    area()?.setItem(key, text);
    return allTexts().has(key);
  } catch {
    return false;
  }
}

/** Says who is told of everything that is kept from now on. */
export function watchTexts(listener: (key: string, text: string | null) => Promise<unknown>): void {
  hear = listener;
}

/** Waits until they know all of it. */
export const whenHeard = (): Promise<unknown> => last;

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
