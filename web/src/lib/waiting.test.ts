import { describe, expect, it } from 'vitest';
import type { TableRow } from '../gen/protocol.ts';
import { isOpenTo, oldest } from './seeker.svelte.ts';
import { ofOthers, waitingPeople } from './waiting.ts';

function row(table: string, game: string, opened: number, ...names: (string | null)[]): TableRow {
  const seats = names.map((name) => ({ occupant: name ? 'person' : 'empty', name, isReady: false }));
  return { table, game, opened, changed: opened, options: {}, clock: {}, isPublic: true, phase: 'waiting', seats } as unknown as TableRow;
}

describe('who waits', () => {
  it('is counted once, at however many tables', () => {
    const rows = [row('a', 'othello', 1, 'Lin', null), row('b', 'nine', 2, 'Lin', null), row('c', 'may-i', 3, 'Kai', 'Mei', null)];
    expect(waitingPeople(rows)).toEqual(['Lin', 'Kai', 'Mei']);
  });

  it('is somebody else', () => {
    const rows = [row('a', 'othello', 1, 'Lin', null), row('b', 'nine', 2, null, null), row('c', 'nine', 3, 'Kai', null)];
    expect(ofOthers(rows, new Set(['a'])).map(({ table }) => table)).toEqual(['c']);
  });

  it('is found in any of the games, at the oldest table, but not at one younger than the own', () => {
    const rows = [row('a', 'nine', 5, 'Lin', null), row('b', 'othello', 3, 'Kai', null), row('c', 'banqi', 1, 'Ann', null), row('d', 'nine', 1, 'Sol', 'Tom')];
    expect(oldest(rows, ['othello', 'nine'], [])?.table).toBe('b');
    expect(oldest(rows, ['othello', 'nine'], [{ table: 'x', game: 'othello', opened: 2 }])?.table).toBe('a');
    expect(oldest(rows, ['othello', 'nine'], [{ table: 'x', game: 'othello', opened: 2 }, { table: 'y', game: 'nine', opened: 4 }])).toBeNull();
    expect(isOpenTo(rows[3]!, ['nine']), 'it is full').toBe(false);
    expect(isOpenTo(rows[1]!, ['othello'], [{ table: 'b', game: 'othello', opened: 3 }]), 'it is the own').toBe(false);
  });
});
