import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AtTable } from './at-table.svelte.ts';
import { Keys } from './keys.ts';
import type { Showing } from './showing.svelte.ts';
import type { Props } from './types.ts';

/** A table where somebody aims, with a count of the shots made. */
function table() {
  const shoot = vi.fn();
  const say = vi.fn();
  const at = { isAiming: true, isPlacing: false, isRested: true, words: { holdEnter: 'hold' }, shoot } as unknown as AtTable;
  const ways = { openShots: () => {}, toggleView: () => {}, zoomBy: () => {}, isTurned: () => false };
  const keys = new Keys({ say, settings: { shortcuts: true } } as unknown as Props, at, {} as Showing, ways);
  const enter = (timeStamp: number) => ({ key: 'Enter', repeat: false, timeStamp, preventDefault: () => {}, stopPropagation: () => {} }) as unknown as KeyboardEvent;
  return { shoot, say, down: (at: number) => keys.down(enter(at)), up: (at: number) => keys.up(enter(at)) };
}

describe('Enter that is held', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('shoots while it is down', () => {
    const { shoot, down } = table();
    down(0);
    vi.advanceTimersByTime(299);
    expect(shoot).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2);
    expect(shoot).toHaveBeenCalledOnce();
  });

  it('shoots when the page hears of a long press only after its end', () => {
    const { shoot, say, down, up } = table();
    down(0);
    up(300);
    expect(shoot).toHaveBeenCalledOnce();
    expect(say).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(shoot).toHaveBeenCalledOnce();
  });

  it('does not shoot after a short press of which the page hears late', () => {
    const { shoot, say, down, up } = table();
    down(0);
    // The page was busy until the time was over, so it handles the timer before the key.
    vi.advanceTimersByTime(300);
    up(120);
    vi.advanceTimersByTime(1000);
    expect(shoot).not.toHaveBeenCalled();
    expect(say).toHaveBeenCalledWith('hold', 'polite');
  });
});
