import { beforeEach, expect, it, vi } from 'vitest';
import { Floor } from './floor.svelte.ts';

beforeEach(() => void vi.useFakeTimers());

it('the most urgent thing comes first, and the others after it', () => {
  const floor = new Floor();
  floor.want('bubble', true);
  expect(floor.shown).toBe('bubble');
  floor.want('coach', true);
  expect(floor.shown, 'a bubble gives way').toBe('coach');
  floor.want('summary', true);
  floor.want('question', true);
  expect(floor.shown, 'a card that is read is not covered').toBe('coach');
  floor.want('coach', false);
  expect(floor.shown).toBe('question');
  floor.want('question', false);
  expect(floor.shown).toBe('summary');
  floor.want('summary', false);
  expect(floor.shown).toBe('bubble');
});

it('no question opens right after an own action', async () => {
  const floor = new Floor();
  floor.acted();
  floor.want('question', true);
  floor.want('coach', true);
  expect(floor.shown).toBeNull();
  await vi.advanceTimersByTimeAsync(799);
  expect(floor.shown).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(floor.shown).toBe('question');
  floor.acted();
  floor.want('coach', true);
  expect(floor.shown, 'one that is open stays').toBe('question');
});
