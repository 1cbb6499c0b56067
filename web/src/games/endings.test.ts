import { beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../gen/protocol.ts';
import { LANGUAGES } from '../lib/language.svelte.ts';
import { face as banqi } from './banqi/index.ts';
import { WORDS as BANQI } from './banqi/words.ts';
import type { GameFace, Scene } from './contract.ts';
import { face as mayI } from './may-i/index.ts';
import { WORDS as MAY_I } from './may-i/words.ts';
import { face as nineBall } from './nine-ball/index.ts';
import { WORDS as NINE_BALL } from './nine-ball/words.ts';
import { face as nine } from './nine/index.ts';
import { WORDS as NINE } from './nine/words.ts';
import { face as othello } from './othello/index.ts';
import { WORDS as OTHELLO } from './othello/words.ts';

beforeAll(async () => {
  for (const words of [BANQI, MAY_I, NINE, NINE_BALL, OTHELLO]) await Promise.all(LANGUAGES.map((language) => words.load(language)));
});

const names = ['Dana', 'Kenji', 'Lin'];
const scene = (you: number | null, seats: number, language: Scene['language'] = 'en') => {
  const sitters = names.slice(0, seats).map((name, seat) => ({ seat, name, short: name, called: name, isComputer: false, isYou: seat === you, isHere: true }));
  return { language, you, actor: null, sitters, options: {} };
};
const ending = (reason: string, winners: number[], seats: number) => ({ reason, winners, scores: Array.from({ length: seats }, () => 0) }) as Outcome;

/** The reason for the end, as the winner Dana, the loser Kenji and a spectator read it. */
function told(face: GameFace, view: object, reason: string, winners = [0], seats = 2, language: Scene['language'] = 'en'): string[] {
  return [0, 1, null].map((you) => face.result(ending(reason, winners, seats), view, scene(you, seats, language)).reason);
}

const board = (seats: number) => ({
  seats: Array.from({ length: seats }, () => ({ faction: null, out: false })),
  factions: [],
  options: { counter: 40, noProgress: 60, plyCap: 200 },
});
const table = { racks: [1, 0], potted: [1, 0], options: { raceTo: 1 } };
const rounds = { rounds: [] };

describe('Banqi tells each reader their own side of an end', () => {
  it.each([
    ['capture-all', 'All enemy pieces captured.', 'Dana captured all your pieces.', 'Dana captured all enemy pieces.'],
    ['stalemate', 'The other side cannot act.', 'You cannot act.', 'Nobody but Dana can act.'],
    ['resign', 'The other side resigned.', 'You resigned.', 'Dana wins because the other side resigned.'],
    ['timeout', 'The other side ran out of time.', 'You ran out of time.', 'Dana wins because the other side ran out of time.'],
  ])('%s', (reason, ...expected) => expect(told(banqi, board(2), reason)).toEqual(expected));

  it('of three, who lost need not be the one who could not act', () => {
    expect(told(banqi, board(3), 'stalemate', [0], 3)).toEqual(['The other side cannot act.', 'Nobody but Dana can act.', 'Nobody but Dana can act.']);
    expect(told(banqi, board(3), 'elimination', [0], 3)).toEqual(['You are the last side left.', 'Dana is the last side left.', 'Dana is the last side left.']);
  });

  it.each([
    ['draw', 'Draw: 40 actions without a capture.'],
    ['no-progress', 'Draw: 60 turns without a flip or capture.'],
    ['repetition', 'Draw: the same position came up three times.'],
    ['ply-cap', 'Draw: the limit of 200 turns is reached.'],
  ])('%s', (reason, text) => expect(told(banqi, board(2), reason, [])).toEqual([text, text, text]));

  it('an agreement is the players’ own', () => {
    expect(told(banqi, board(2), 'agreement', [])).toEqual(['You agreed on a draw.', 'You agreed on a draw.', 'The players agreed on a draw.']);
  });

  it.each(LANGUAGES)('winner and loser never read the same in %s', (language) => {
    for (const reason of ['capture-all', 'elimination', 'stalemate', 'resign', 'timeout']) {
      const [won, lost, seen] = told(banqi, board(2), reason, [0], 2, language);
      expect(new Set([won, lost]).size, reason).toBe(2);
      for (const text of [won, lost, seen]) expect(text).toMatch(/[.。]$/);
    }
  });
});

it('Othello and Nine say who resigned and whose time ran out', () => {
  const ends = [
    ['resign', 'Kenji resigned.', 'You resigned.', 'Kenji resigned.'],
    ['timeout', 'Kenji ran out of time.', 'You ran out of time.', 'Kenji ran out of time.'],
  ] as const;
  for (const [reason, ...expected] of ends) {
    expect(told(othello, { board: '' }, reason)).toEqual(expected);
    expect(told(nine, { left: 1, options: {} }, reason)).toEqual(expected);
  }
});

it.each([
  ['nine_potted', 'You potted the 9.', 'Dana potted the 9.', 'Dana potted the 9.'],
  ['three_fouls', 'Kenji fouled three times in a row.', 'You fouled three times in a row.', 'Kenji fouled three times in a row.'],
  ['conceded', 'Kenji conceded the rack.', 'You conceded the rack.', 'Kenji conceded the rack.'],
  ['resign', 'Kenji resigned.', 'You resigned.', 'Kenji resigned.'],
  ['timeout', 'Kenji ran out of time.', 'You ran out of time.', 'Kenji ran out of time.'],
])('nine-ball: %s', (reason, ...expected) => expect(told(nineBall, table, reason)).toEqual(expected));

it('May I? tells the others who is left', () => {
  expect(told(mayI, rounds, 'resign', [0], 3)).toEqual(['The others have left.', 'Nobody but Dana is left.', 'Nobody but Dana is left.']);
  expect(told(mayI, rounds, 'timeout', [0], 3)).toEqual(['The others ran out of time.', 'Nobody but Dana is left.', 'Nobody but Dana is left.']);
});

it('a board that was filled without a pass says so', () => {
  const [outcome, view] = [{ ...ending('score', [0], 2), scores: [40, 24] }, { board: 'X'.repeat(64) }];
  const facts = (past: object[]) => othello.result(outcome as Outcome, view as never, scene(0, 2), past as never).facts;
  const placed = Array.from({ length: 60 }, () => ({ type: 'PLACED' }));
  expect(facts(placed)).toEqual(['Margin 16', 'No passes']);
  expect(facts([...placed, { type: 'PASSED' }])).toEqual(['Margin 16']);
  expect(facts(placed.slice(1)), 'it began later').toEqual(['Margin 16']);
});
