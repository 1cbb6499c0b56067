import { expect, it } from 'vitest';
import type { SeatState, TableRow } from '../gen/protocol.ts';
import { describe as told } from './mine.ts';

const person = (name: string) => ({ occupant: 'person', name, isReady: true }) as SeatState;
const computer = (player: string, persona: string) => ({ occupant: 'computer', player, persona, isReady: true }) as unknown as SeatState;
const row = (...seats: SeatState[]) => ({ table: 't', game: 'banqi', phase: 'playing', seats, changed: Date.now() }) as unknown as TableRow;

it('a running table names the others, never oneself, and whose move it is', () => {
  const people = row(person('Dana'), person('Kenji'));
  expect(told({ table: 't', seat: 0 }, people, 4, 1, [0])).toMatchObject({ names: 'Kenji', isYourMove: true, isHouse: false });
  expect(told({ table: 't', seat: 1 }, people, 4, 1, [0])).toMatchObject({ names: 'Dana', isYourMove: false });
  const house = row(computer('beginner', 'amara'), person('Dana'), computer('medium', 'jun'));
  expect(told({ table: 't', seat: 1 }, house, 0, null, [0])).toMatchObject({ names: 'Amara and Jun', isHouse: true, first: { persona: 'amara' } });
});
