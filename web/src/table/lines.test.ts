import { expect, it } from 'vitest';
import type { Step } from '../gen/protocol.ts';
import { linesOf, type Reader } from './lines.ts';

const reader = {
  face: { story: (events: string[]) => events.join(' ') },
  language: 'en',
  words: { takenBack: (name: string) => `${name} took back a move.`, started: 'begins' },
  sitters: [{ called: 'Dana' }, { called: 'Kenji' }],
  you: null,
  options: {},
} as unknown as Reader;

const acted = (version: number, text: string): Step => ({ version, at: version, event: { type: 'ACTED', seat: version % 2, events: [text as never] } });

it('moves that were taken back leave no double numbers', () => {
  const steps: Step[] = [
    acted(1, 'one'),
    acted(2, 'two'),
    acted(3, 'three'),
    { version: 4, at: 4, event: { type: 'TAKEN_BACK', seat: 0, actions: 2 } as Step['event'] },
    acted(5, 'again'),
  ];
  const lines = linesOf(steps, reader);
  expect(lines.map(({ ply, text }) => [ply, text])).toEqual([
    [1, 'one'],
    [null, 'two'],
    [null, 'three'],
    [null, 'Dana took back a move.'],
    [2, 'again'],
  ]);
  expect(lines.at(-1)?.number).toBe(2);
  expect(lines.filter(({ isTakenBack }) => isTakenBack).map(({ text }) => text)).toEqual(['two', 'three']);
});

it('counts what stands in the list: a card that is not shown yet has no line and no number', () => {
  const steps = [acted(1, ''), acted(2, 'both'), acted(3, ''), acted(4, 'both again')];
  expect(linesOf(steps, reader).map(({ ply, number, text }) => [ply, number, text])).toEqual([
    [2, 1, 'both'],
    [4, 2, 'both again'],
  ]);
});
