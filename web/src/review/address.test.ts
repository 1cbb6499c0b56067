import { expect, it } from 'vitest';
import { readLine, withLine, withoutLine } from './address.ts';

const AT = 'http://127.0.0.1:1';
const line = { ply: 33, moves: ['b3', 'pass', 'c4'] };

it('a line stands behind the address of its game, and is read from there', () => {
  for (const [game, address] of [
    [{ id: '1nndm8082phj' }, '/g/1nndm8082phj?ply=33&line=b3.pass.c4'],
    [{ id: '', whole: '1.ab-_c' }, '/g#r=1.ab-_c&ply=33&line=b3.pass.c4'],
  ] as const) {
    expect(withLine(game, line)).toBe(address);
    expect(readLine(AT + address)).toEqual(line);
    expect(withoutLine(AT + address)).toBe(AT + address.replace('&line=b3.pass.c4', ''));
  }
  expect(withLine({ id: '', whole: null }, line)).toBeNull();
});

it('what is no line is not read as one', () => {
  for (const address of ['/g/1nndm8082phj', '/g/1nndm8082phj?ply=3', '/g/1nndm8082phj?line=b3', '/g/1nndm8082phj?ply=3&line=', '/g/1nndm8082phj?ply=x&line=b3', '/g/1nndm8082phj?ply=3&line=b3..c4', `/g/1nndm8082phj?ply=3&line=b3${'.b3'.repeat(64)}`, '/g/1nndm8082phj?ply=3&line=%22%3E'])
    expect(readLine(AT + address), address).toBeNull();
});
