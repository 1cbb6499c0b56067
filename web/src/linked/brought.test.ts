import { describe, expect, it } from 'vitest';
import { gamesIn, gamesOf } from './brought.ts';

const record = { game: 'othello', log: [{ seat: 0, action: { type: 'PLACE', square: 'd3' } }] };

describe('what somebody brings', () => {
  it('is a record in one line or in many, or several, each in its line', () => {
    const line = JSON.stringify(record);
    expect(gamesOf(line)).toEqual([{ text: line }]);
    expect(gamesOf(` ${JSON.stringify(record, null, 2)}\n`)).toEqual([{ text: line }]);
    expect(gamesOf(`${line}\n\n{"game":"nine"}\n`)).toEqual([{ text: line }, { text: '{"game":"nine"}' }]);
  });

  it('is whatever other programs write: the rules read it', () => {
    for (const text of ['f5d6c3', '(;GM[Othello]B[f5];)']) expect(gamesOf(text)).toEqual([{ text }]);
    expect(gamesOf('f5d6c3\nf5f6\n')).toEqual([{ text: 'f5d6c3' }, { text: 'f5f6' }]);
    expect(gamesOf('2 (;GM[Othello]B[f5]\n;)(;GM[Othello]B[d3];)')).toEqual([{ text: '(;GM[Othello]B[f5]\n;)' }, { text: '(;GM[Othello]B[d3];)' }]);
  });

  it('is a link or what stands behind its sign', () => {
    for (const text of ['https://baize.example/g#r=1.abc-_', '#s=1.abc-_', '1.abc-_']) expect(gamesOf(text)).toEqual([{ link: '1.abc-_' }]);
    expect(gamesOf(' \n')).toEqual([]);
  });

  it('is a database of games, each of which is then a file of its own', () => {
    const file = new Uint8Array(16 + 2 * 68);
    file.set([20, 26, 11, 19, 2, 0, 0, 0, 0, 0, 0, 0, 8]);
    file.set([56, 64], 16 + 8);
    file.set([34, 33], 16 + 68 + 8);
    const games = gamesIn(file).map(({ wthor }) => [...atob(wthor!)].map((char) => char.charCodeAt(0)));
    expect(games.map((game) => game.length)).toEqual([84, 84]);
    expect(games.map((game) => game.slice(4, 8))).toEqual([
      [1, 0, 0, 0],
      [1, 0, 0, 0],
    ]);
    expect(games.map((game) => game.slice(24, 26))).toEqual([
      [56, 64],
      [34, 33],
    ]);
    expect(gamesIn(file.subarray(0, 40))).toEqual([]);
    expect(gamesIn(new TextEncoder().encode('f5d6c3\n'))).toEqual([{ text: 'f5d6c3' }]);
  });
});
