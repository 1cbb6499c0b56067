import { beforeAll, describe, expect, it } from 'vitest';
import { GAME_IDS } from '../games/list.ts';
import type { ActionNamer } from '../games/contract.ts';
import { WORDS as BANQI } from '../games/banqi/words.ts';
import { WORDS as MAY_I } from '../games/may-i/words.ts';
import { WORDS as NINE } from '../games/nine/words.ts';
import { WORDS as NINE_BALL } from '../games/nine-ball/words.ts';
import { WORDS as OTHELLO } from '../games/othello/words.ts';
import { loadNamer } from './naming.ts';

const namers = new Map<string, ActionNamer>();
const LANGUAGES = ['en', 'ja', 'zh-Hant'] as const;
const named = (game: string, action: object, view: object = {}) => LANGUAGES.map((language) => namers.get(game)!(action, view, language));

beforeAll(async () => {
  for (const game of GAME_IDS) namers.set(game, (await loadNamer(game))!);
  await Promise.all([BANQI, MAY_I, NINE, NINE_BALL, OTHELLO].flatMap((words) => LANGUAGES.map((language) => words.load(language))));
});

describe('what a review calls an action', () => {
  it('is a square of Othello and a card of Nine', () => {
    expect(namers.get('othello')!({ type: 'PLACE', square: 'd3' }, {}, 'en')).toBe('d3');
    expect(namers.get('othello')!({ type: 'PASS' }, {}, 'en')).toBe('Pass');
    expect(namers.get('nine')!({ type: 'PLAY', card: 7 }, {}, 'en')).toBe('7');
    expect(namers.get('nine')!({ type: 'PLAY', card: 7, helper: 'double' }, {}, 'en')).toBe('7 with double');
  });

  it('is pieces and cells in Banqi', () => {
    const cells = Array.from({ length: 32 }, () => null as object | null);
    cells[0] = { piece: { type: 'Horse', faction: 'red' } };
    cells[4] = { piece: { type: 'Pawn', faction: 'black' } };
    const view = { mode: 'classic', columns: 4, cells };
    expect(named('banqi', { type: 'FLIP', at: 5 }, view)).toEqual(['flipping b7', 'b7をめくる', '翻 b7']);
    expect(named('banqi', { type: 'MOVE', from: 0, to: 1 }, view)[0]).toBe('red Horse a8–b8');
    expect(named('banqi', { type: 'CAPTURE', from: 0, to: 4 }, view)[0]).toBe('red Horse a8 takes black Pawn a7');
  });

  it('is cards by their signs in May I?, never a place in the hand', () => {
    const view = { discard: 'TD.1', table: [{ id: 'm1', type: 'run', owner: 1, low: 5, high: 8, cards: ['5S.0', '6S.0', '7S.0', '8S.1'] }] };
    expect(named('may-i', { type: 'DISCARD', cardId: '7H.0' }, view)).toEqual(['discarding 7♥︎', '7♥︎を捨てる', '棄 7♥︎']);
    expect(named('may-i', { type: 'DRAW_FROM_DISCARD' }, view)[0]).toBe('taking 10♦︎');
    expect(named('may-i', { type: 'CALL_MAY_I' }, view)[0]).toBe('asking for 10♦︎');
    expect(named('may-i', { type: 'LAY_OFF', cardId: '9S.0', meldId: 'm1' }, view)[0]).toBe('laying off 9♠︎ on the run 5–8♠︎');
    expect(named('may-i', { type: 'LAY_DOWN', melds: [{ type: 'set', cardIds: ['KH.0', 'KC.1', 'JK.2'] }] }, view)[0]).toBe('laying down K♥︎ K♣︎ Joker');
  });

  it('is ball, pocket, strength and spin in Nine-ball', () => {
    // The cue ball, the 3 and the pocket at the left of the foot are on one line.
    const view = { balls: { 0: [0, 0], 3: [0.629, 0.3115], 9: [-0.6, 0] }, options: { table: '9-foot' }, shotNo: 4 };
    const aimUrad = Math.round(1e6 * Math.atan2(0.3115, 0.629));
    const shot = { type: 'SHOOT', aimUrad, speedMmS: 3_620, elevationUrad: 0, sideMilli: -200, topMilli: 20, pushOut: false };
    expect(named('nine-ball', shot, view)).toEqual(['the 3 to foot left, firm, 3.6 m/s, right', '3番をフット左へ、強め、3.6 m/s、右', '3 號進腳左袋、偏強、3.6 m/s、右塞']);
    const blocked = { ...view, balls: { ...view.balls, 5: [0.943, 0.467] } };
    expect(named('nine-ball', { ...shot, sideMilli: 0, topMilli: -400 }, blocked)[0]).toBe('at the 3, firm, 3.6 m/s, full back');
    expect(named('nine-ball', { ...shot, sideMilli: 0, aimUrad: 1_570_796, pushOut: true }, view)[0]).toBe('push-out, by a cushion, firm, 3.6 m/s');
    expect(named('nine-ball', { ...shot, sideMilli: 0, speedMmS: 9_500 }, { ...view, shotNo: 0 })[0]).toBe('the break, 9.5 m/s');
    expect(named('nine-ball', { type: 'SHOOT', aimUrad, speedMmS: 3_620 }, view)[0], 'as it was sent').toBe('the 3 to foot left, firm, 3.6 m/s');
    expect(named('nine-ball', { type: 'CHOOSE', play: false }, view)[0]).toBe('giving it back');
  });
});
