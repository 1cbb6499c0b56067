/** Random secrets and ids made by the page. */
import { keep, recall } from './storage.ts';

/** 128 random bits in hexadecimal digits. */
export function freshKey(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** A new, unused id for a request. */
export function freshId(): string {
  return hex(crypto.getRandomValues(new Uint8Array(8)));
}

/** The secret under which this browser's results count together on the leaderboard. */
export function playerKey(): string {
  const isKey = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
  const known = recall('player', isKey);
  if (known) return known;
  const fresh = freshKey();
  keep('player', fresh);
  return fresh;
}

/** Replaces that secret, for a browser whose owner was forgotten or signed out. */
export function renewPlayerKey(key: string = freshKey()): void {
  keep('player', key);
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
