import { describe, expect, it } from 'vitest';
import { readAsked } from './linked.svelte.ts';

const record = { game: 'othello', log: [{ seat: 0, action: { type: 'PLACE', square: 'd3' } }] };

describe('what somebody brings', () => {
  it('is a record in one line or in many, or the first of several', () => {
    const line = JSON.stringify(record);
    expect(readAsked(line)).toEqual({ text: line });
    expect(readAsked(` ${JSON.stringify(record, null, 2)}\n`)).toEqual({ text: line });
    expect(readAsked(`${line}\n{"game":"nine"}\n`)).toEqual({ text: line });
  });

  it('is whatever other programs write: the rules read it', () => {
    for (const text of ['f5d6c3', '(;GM[Othello]B[f5];)']) expect(readAsked(text)).toEqual({ text });
  });

  it('is a link or what stands behind its sign', () => {
    for (const text of ['https://baize.example/g#r=1.abc-_', '#s=1.abc-_', '1.abc-_']) expect(readAsked(text)).toEqual({ link: '1.abc-_' });
    expect(readAsked(' \n')).toBeNull();
  });
});
