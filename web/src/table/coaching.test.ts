import { expect, it } from 'vitest';
import { Floor } from '../lib/floor.svelte.ts';
import { Coaching } from './coaching.svelte.ts';
import type { Desk } from './desk.svelte.ts';

it('no tip comes while something moves, nor before the summary of a round', () => {
  const floor = new Floor();
  const beats = { view: {}, beat: {} as object | null };
  const desk = {
    face: { coach: () => [{ title: 'Trap a disc', text: 'Here.' }] },
    table: { info: { game: 'may-i', options: {} }, seat: 0, beats, steps: [], state: {} },
    phase: 'playing',
    isLive: true,
    isMyTurn: true,
    actions: [],
    voice: { isTalking: false },
    floor,
  } as unknown as Desk;
  const coaching = new Coaching(desk);
  coaching.want();
  expect(floor.shown, 'the last card still flies').toBeNull();
  // It has landed; the board tells of the end of the round in the same moment.
  floor.want('summary', true);
  beats.beat = null;
  coaching.want();
  expect(floor.shown).toBe('summary');
  floor.want('summary', false);
  expect(floor.shown).toBe('coach');
});
