import { beforeEach, expect, it, vi } from 'vitest';
import { Floor } from '../lib/floor.svelte.ts';
import { settings } from '../lib/settings.svelte.ts';
import { Voice } from './voice.svelte.ts';

const bruno = { seat: 1, persona: 'bruno' as const, name: 'Bruno' };

beforeEach(() => {
  vi.useFakeTimers();
  settings.talk = true;
});

it('somebody says one thing for a moment, and nobody speaks again within a minute', async () => {
  const voice = new Voice(new Floor());
  await voice.remark(bruno, 'youStart', 'en');
  expect(voice.spoken).toEqual({ seat: 1, text: 'You start!' });
  await vi.advanceTimersByTimeAsync(2_500);
  expect(voice.spoken).toBeNull();
  await voice.remark(bruno, 'corner', 'en');
  expect(voice.spoken).toBeNull();
  await vi.advanceTimersByTimeAsync(57_500);
  await voice.remark(bruno, 'corner', 'en');
  expect(voice.spoken?.text).toBe('A corner! Lovely.');
});

it('who does not want to hear them does not', async () => {
  settings.talk = false;
  const voice = new Voice(new Floor());
  await voice.remark(bruno, 'youStart', 'en');
  expect(voice.spoken).toBeNull();
});

it('a bubble gives way to what asks for attention', async () => {
  const floor = new Floor();
  const voice = new Voice(floor);
  await voice.remark(bruno, 'youStart', 'en');
  expect(floor.shown).toBe('bubble');
  floor.want('question', true);
  expect(floor.shown).toBe('question');
});
