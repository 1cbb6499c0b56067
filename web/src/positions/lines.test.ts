import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as banqi from '../games/banqi/editor/line.ts';
import * as mayI from '../games/may-i/editor/line.ts';
import * as nine from '../games/nine/editor/cards.ts';
import * as nineBall from '../games/nine-ball/editor/line.ts';
import * as othello from '../games/othello/editor/board.ts';

/** How each editor reads a position and writes it out again. */
const EDITORS: Record<string, (text: string) => string> = {
  othello: (text) => othello.writeBoard(othello.readBoard(text)),
  banqi: (text) => banqi.writeLine(banqi.readLine(text)),
  nine: (text) => nine.writeCards(nine.readCards(text)),
  'may-i': (text) => mayI.writeLine(mayI.readLine(text)),
  'nine-ball': (text) => nineBall.writeLine(nineBall.readLine(text)),
};

/** Cases that puzzles do not have: openings, other modes, requests, helpers, push-outs. */
const OTHERS: Record<string, string[]> = {
  othello: [othello.START, `${'X'.repeat(64)} O`],
  banqi: ['c', 't', 'h'].map((mode) => banqi.writeLine(banqi.emptyLine(mode))),
  nine: [nine.START, '123456789/123456789 0-0 +7', '12/34 20-31 +9'],
  'may-i': [mayI.START, 'mi1 round:2 dealer:0 turn:3 current:1 phase:may_i hands:+11/+11/+11 discard:7H+3 by:0'],
  'nine-ball': [nineBall.START, '9b1 0:-520,-210 3:420,395 9:635,0 choice:1 shot:2', '9b1 0:-635,0 1:635,0 9:900,200 break:0', '9b1 1:635,0 9:900,200 hand:1 fouls:1,2 racks:0,3 breaker:1', '9b1 0:-520,-210 9:635,0 aim:0 push place:string'],
};

const puzzles = (game: string) => (JSON.parse(readFileSync(resolve(import.meta.dirname, `../../../data/puzzles/${game}.json`), 'utf8')) as { puzzles: { position: string }[] }).puzzles.map(({ position }) => position);

describe.each(Object.keys(EDITORS))('the editor of %s', (game) => {
  it('writes every position as it has read it', () => {
    const all = [...puzzles(game), ...OTHERS[game]!];
    expect(all.length).toBeGreaterThan(200);
    expect(all.map(EDITORS[game]!)).toEqual(all);
  });
});

describe('a table of Nine-ball', () => {
  it('is for one player alone without anything of a second one', () => {
    const drill = (text: string) => nineBall.writeLine(nineBall.alone(nineBall.readLine(text)));
    expect(drill('9b1 u 0:-82836,19354 9:1153502,374388 aim:1 shot:22 fouls:3,1 potted:0,4 racks:1,0 breaker:1 push place:anywhere')).toBe('9b1 u 0:-82836,19354 9:1153502,374388 aim:0 shot:22 place:anywhere fouls:0');
    expect(drill('9b1 0:1,2 9:635,0 choice:1 shot:2')).toBe('9b1 0:1,2 9:635,0 aim:0 shot:2 fouls:0');
  });

  it('waits for something else without what was true of the shot before', () => {
    const line = nineBall.readLine('9b1 0:1,2 9:635,0 aim:0 shot:9 potted:2,1 push place:anywhere');
    expect(nineBall.writeLine(nineBall.inPhase(line, 'break'))).toBe('9b1 0:1,2 9:635,0 break:0 potted:2,1');
    expect(nineBall.writeLine(nineBall.inPhase(line, 'hand'))).toBe('9b1 0:1,2 9:635,0 hand:0 shot:9 potted:2,1');
  });
});
