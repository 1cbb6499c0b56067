import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runClock } from '../lib/clock.svelte.ts';
import type { Desk } from './desk.svelte.ts';
import { noteOf, thinkingOf } from './notes.ts';
import { loadTableWords } from './words.ts';

/** A table where Bruno has been thinking since `since`. */
function thinkingSince(since: number, hurryAt: number | null = null, beats = { beat: null as object | null, restedSince: 0 }): Desk {
  const sitters = [{ seat: 0, isYou: true, isHere: true }, { seat: 1, isComputer: true, persona: 'bruno', isHere: true }];
  const waiting = { why: 'move', seats: [1], since };
  const table = { link: { is: 'open' }, seat: 0, waiting, presence: {}, beats };
  return { table, sitters, isLive: true, phase: 'playing', must: [1], face: null, beats: { view: null }, hurryAt } as unknown as Desk;
}

describe('a computer that thinks', () => {
  beforeEach(async () => {
    await loadTableWords();
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => vi.useRealTimers());

  it('thinks, and after four seconds still does', () => {
    const stop = runClock();
    const desk = thinkingSince(Date.now());
    vi.advanceTimersByTime(3_900);
    expect(noteOf(desk, 1, { isShort: false })).toBe('Thinking…');
    vi.advanceTimersByTime(200);
    expect(noteOf(desk, 1, { isShort: false })).toBe('Still thinking');
    expect(thinkingOf(desk, 1)).toEqual({ text: 'Still thinking' });
    stop();
  });

  it('has not thought for long while the reader watches their own shot, nor right after it', () => {
    const stop = runClock();
    const beats = { beat: {} as object | null, restedSince: 0 };
    const desk = thinkingSince(Date.now(), null, beats);
    vi.advanceTimersByTime(8_000);
    expect(noteOf(desk, 1, { isShort: false })).toBe('Thinking…');
    Object.assign(beats, { beat: null, restedSince: Date.now() });
    vi.advanceTimersByTime(3_900);
    expect(noteOf(desk, 1, { isShort: false })).toBe('Thinking…');
    vi.advanceTimersByTime(200);
    expect(noteOf(desk, 1, { isShort: false })).toBe('Still thinking');
    stop();
  });

  it('tells how to hurry it while that is said', () => {
    expect(thinkingOf(thinkingSince(Date.now(), 1), 1)).toMatchObject({ hurry: 'Tap the table to hurry' });
    expect(thinkingOf(thinkingSince(Date.now()), 0), 'nobody else thinks').toBeNull();
  });
});
