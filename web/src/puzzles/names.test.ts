import { beforeAll, expect, it } from 'vitest';
import { loadFace } from '../games/index.ts';
import { loadEditor, type PositionEditor } from '../positions/contract.ts';
import { puzzlesOf, WITH_PUZZLES } from './puzzles.ts';

let mayI: PositionEditor;
let nineBall: PositionEditor;

beforeAll(async () => {
  await Promise.all([loadFace('may-i'), loadFace('nine-ball')]);
  [mayI, nineBall] = [(await loadEditor('may-i'))!, (await loadEditor('nine-ball'))!];
});

it('names the cards of a lay-down by the hand that is to be laid down', () => {
  const text = 'mi1 round:1 dealer:0 turn:5 current:1 phase:act hands:+11/AH.KS1.TD.JK2.AC.2S discard:QS1+2';
  expect(mayI.choiceName!('laydown "1,5,4" "2,3,6"', text, 'en')).toBe('A♥ A♣ Joker + K♠ 10♦ 2♠');
  expect(mayI.valueName!(-34, 'en')).toBe('34 points left');
  expect(mayI.valueName!(-1, 'en')).toBe('1 point left');
});

it('names a shot by how hard it is and where the ball is struck', () => {
  const named = (choice: string) => nineBall.choiceName!(choice, '', 'en');
  expect(named('shoot 0.9 32.5111 top=350')).toBe('soft, 0.9 m/s, follow');
  expect(named('shoot 2.2 300 side=-200 top=-300')).toMatch(/, draw, right spin$/);
  expect(named('shoot 2.2 300 top=20')).toMatch(/2\.2 m\/s$/);
  expect(named('shoot 1 90 push')).toMatch(/^push-out, /);
  expect([named('play'), named('give back')]).toEqual(['Play on', 'Give it back']);
  expect(nineBall.valueName!(61.7, 'en')).toBe('62 % to win the rack');
});

it.each(WITH_PUZZLES)('of %s can all be played on: the editor finds no fault with them', async (game) => {
  const editor = (await loadEditor(game))!;
  const faults = (await puzzlesOf(game)).flatMap(({ position }) => (editor.flaws?.(position, 'en') ?? []).filter(({ isNote }) => !isNote).map(({ text }) => `${text} ${position}`));
  expect(faults).toEqual([]);
});
