import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Beat } from '../contract.ts';
import { deals, Ending, seenFrom } from './ending.svelte.ts';
import type { Props } from './play.svelte.ts';
import type { Event, View } from './types.ts';

const OLD = { round: 1, phase: 'discard', held: [3, 1, 5], hand: ['4S.0'] } as unknown as View;
const NEW = { round: 2, phase: 'draw', held: [11, 11, 11], hand: ['9S.0'] } as unknown as View;
const EVENTS = [
  { type: 'DISCARDED', seat: 1, card: '3S.0' },
  { type: 'WENT_OUT', seat: 1 },
  { type: 'ROUND_ENDED', round: 1 },
  { type: 'ROUND_DEALT', round: 2 },
] as unknown as Event[];

function beat(number: number, events: Event[], more: Partial<Beat<View, Event>> = {}): Beat<View, Event> {
  return { number, actor: 1, events, before: OLD, duration: 1_800, began: 0, ...more };
}

/** A board partway through a step that ended a round. */
function atTheEnd(step = beat(1, EVENTS), view = NEW) {
  const given = { view, beat: step, seat: 0, isLive: true, actions: ['draw'], settings: { animation: 'normal' } } as unknown as Props;
  const ending = new Ending(given);
  ending.follow(given.beat);
  return { given, ending, seen: seenFrom(given, ending) };
}

describe('the end of a round', () => {
  beforeEach(() => void vi.useFakeTimers());

  it('is seen one after another: the last card, the summary, the next deal', () => {
    const { given, ending, seen } = atTheEnd();
    expect(ending.isLastCard).toBe(true);
    expect(seen.view).toMatchObject({ round: 1, held: [3, 0, 5], hand: ['4S.0'] });
    expect(seen.actions).toEqual([]);
    expect(deals(seen.beat), 'the deal comes later').toBe(false);
    Object.assign(given, { beat: null });
    ending.follow(null);
    expect(ending.isLastCard, 'now the summary may open').toBe(false);
    expect(seen.view.round, 'nobody looks into the next hand').toBe(1);
    ending.close();
    expect(seen.view).toBe(NEW);
    expect(seen.beat!.events.map(({ type }) => type)).toEqual(['ROUND_DEALT']);
    expect(deals(seen.beat)).toBe(true);
    vi.advanceTimersByTime(2_700);
    expect(deals(seen.beat)).toBe(false);
    expect(seen.actions).toEqual(['draw']);
  });

  it('gives way when others play on', () => {
    const { given, ending, seen } = atTheEnd();
    ending.follow(null);
    Object.assign(given, { beat: beat(2, []) });
    ending.follow(given.beat);
    expect(seen.view).toBe(NEW);
    ending.close();
    expect(seen.beat).toBe(given.beat);
  });

  it('is there at once where nothing moves, and has no deal after the last round', () => {
    expect(atTheEnd(beat(1, EVENTS, { duration: 0 })).seen.view).toBe(NEW);
    const over = { ...NEW, phase: 'over' } as View;
    const { ending, seen } = atTheEnd(beat(1, EVENTS.slice(0, 3)), over);
    expect(seen.view.round).toBe(1);
    ending.follow(null);
    expect(seen.view).toBe(over);
  });
});
