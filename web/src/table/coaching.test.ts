import { afterEach, expect, it, vi } from 'vitest';
import type { CoachCard } from '../games/contract.ts';
import { Floor } from '../lib/floor.svelte.ts';
import { Coaching } from './coaching.svelte.ts';
import type { Desk } from './desk.svelte.ts';

afterEach(() => void vi.useRealTimers());

const TWO: CoachCard[] = [{ title: 'Trap a disc', text: 'Here.' }, { title: 'Corners stay yours', text: 'There.' }];

/** Somebody's first game, with these tips. */
function firstGame(cards = TWO) {
  const floor = new Floor();
  const beats = { view: {}, beat: {} as object | null };
  const desk = {
    face: { coach: () => cards },
    table: { info: { game: 'may-i', options: {} }, seat: 0, beats, steps: [], state: {} },
    phase: 'playing',
    isLive: true,
    isMyTurn: true,
    actions: [],
    voice: { isTalking: false },
    floor,
  } as unknown as Desk;
  return { floor, beats, coaching: new Coaching(desk) };
}

it('no tip comes while something moves, nor before the summary of a round', () => {
  const { floor, beats, coaching } = firstGame();
  coaching.want();
  expect(floor.shown, 'the last card still flies').toBeNull();
  // The move has landed, and the board tells of the end of the round at the same moment.
  floor.want('summary', true);
  beats.beat = null;
  coaching.want();
  expect(floor.shown).toBe('summary');
  floor.want('summary', false);
  expect(floor.shown).toBe('coach');
});

it('a further tip leaves what has happened to be read', () => {
  vi.useFakeTimers();
  const { floor, beats, coaching } = firstGame();
  coaching.next();
  coaching.read();
  beats.beat = null;
  coaching.read();
  coaching.want();
  expect(floor.shown, 'the move has only just been told').toBeNull();
  vi.runAllTimers();
  coaching.want();
  expect(floor.shown).toBe('coach');
});

it('counts the tips that were shown, not those that are done', () => {
  let isOthersTurn = false;
  const [first, second] = TWO as [CoachCard, CoachCard];
  const { beats, coaching } = firstGame([
    { ...first, isDue: () => !isOthersTurn },
    { ...second, isDue: () => isOthersTurn },
  ]);
  beats.beat = null;
  coaching.want();
  coaching.watch();
  expect([coaching.number, coaching.isLast]).toEqual([1, false]);
  // The first one was left as it was.
  isOthersTurn = true;
  coaching.want();
  coaching.watch();
  expect(coaching.card?.title).toBe('Corners stay yours');
  expect([coaching.number, coaching.isLast]).toEqual([2, false]);
});
