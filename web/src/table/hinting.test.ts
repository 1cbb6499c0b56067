import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Desk } from './desk.svelte.ts';
import { Hinting } from './hinting.svelte.ts';
import { loadTableWords } from './words.ts';

vi.mock('../lib/announce.svelte.ts', () => ({ say: () => undefined }));
beforeAll(loadTableWords);
afterEach(() => void vi.useRealTimers());

/** Lets a newcomer wait for a minute in a first game. Returns whether a hint is offered. */
function waits(desk: { isLive: boolean }): boolean {
  vi.useFakeTimers();
  const table = { info: { game: 'nine-ball', hints: true }, seat: 0, state: {}, sending: null };
  const hinting = new Hinting({ table, phase: 'playing', isMyTurn: true, coaching: { isShown: false }, plies: 1, ...desk } as unknown as Desk);
  const stop = hinting.offer();
  vi.advanceTimersByTime(60_000);
  stop?.();
  return hinting.isOffered;
}

it('a newcomer who waits is offered a hint', () => expect(waits({ isLive: true })).toBe(true));

it('who looks back is not: there is no hint for what is over', () => expect(waits({ isLive: false })).toBe(false));
