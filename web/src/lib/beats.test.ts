import { describe, expect, it } from 'vitest';
import { Beats, type ShownStep } from './beats.svelte.ts';

/** Beats on a clock that only moves when told to. */
function setUp(suspense: number) {
  const timers: { at: number; run: () => void }[] = [];
  let time = 0;
  const beats = new Beats((run, milliseconds) => {
    const timer = { at: time + milliseconds, run };
    timers.push(timer);
    return () => timers.includes(timer) && timers.splice(timers.indexOf(timer), 1);
  });
  const told: unknown[] = [];
  beats.suspense = () => suspense;
  beats.ontell = ({ events }) => told.push(...events);
  const wait = (milliseconds: number) => {
    const end = time + milliseconds;
    for (;;) {
      timers.sort((a, b) => a.at - b.at);
      if (!timers[0] || timers[0].at > end) break;
      const timer = timers.shift()!;
      time = timer.at;
      timer.run();
    }
    time = end;
  };
  return { beats, told, wait };
}

const step = (version: number): ShownStep => ({ actor: 0, events: [version as never], view: version as never, duration: 100, version });

describe('when what happened is told', () => {
  it('at once, without suspense', () => {
    const { beats, told, wait } = setUp(0);
    beats.push(step(7));
    expect([told, beats.told]).toEqual([[7], 7]);
    beats.push(step(8));
    expect([told, beats.told], 'what waits is not told').toEqual([[7], 7]);
    wait(100);
    expect([told, beats.told]).toEqual([[7, 8], 8]);
    wait(100);
    expect(beats.told).toBe(Infinity);
  });

  it('in the middle of the motion', () => {
    const { beats, told, wait } = setUp(60);
    beats.push(step(7));
    wait(59);
    expect([told, beats.told]).toEqual([[], 6]);
    wait(1);
    expect([told, beats.told, beats.beat?.number]).toEqual([[7], 7, 1]);
    wait(40);
    expect([told, beats.beat]).toEqual([[7], null]);
  });

  it('at its end, if it is kept back longer', () => {
    const { beats, told, wait } = setUp(Infinity);
    beats.push(step(7));
    wait(99);
    expect([told, beats.told]).toEqual([[], 6]);
    wait(1);
    expect([told, beats.told]).toEqual([[7], Infinity]);
  });

  it('with the view that it began from', () => {
    for (const end of ['flush', 'skip'] as const) {
      const { beats, wait } = setUp(Infinity);
      const from: unknown[] = [];
      beats.ontell = (_, before) => from.push(before);
      beats.jump(6 as never);
      beats.push(step(7));
      beats.push(step(8));
      beats[end]();
      wait(1_000);
      expect(from).toEqual([6, 7]);
    }
  });

  it('once, when the motion is cut short', () => {
    for (const suspense of [0, 60, Infinity]) {
      const { beats, told, wait } = setUp(suspense);
      beats.push(step(7));
      beats.push(step(8));
      beats.flush();
      expect([told, beats.told, beats.view]).toEqual([[7, 8], Infinity, 8]);
      wait(1_000);
      expect(told).toEqual([7, 8]);
    }
  });
});
