import { describe, expect, it } from 'vitest';
import type { Scene, Sitter } from '../contract.ts';
import { LANGUAGES } from '../../lib/language.svelte.ts';
import { reason, refusal, result, sentence, thinking, turnLine, verdict } from './tell.ts';
import { complete, type Event, type Chosen, type Pair, type Revealed, type View } from './types.ts';
import { WORDS } from './words.ts';

await Promise.all(LANGUAGES.map((language) => WORDS.load(language)));

const sitter = (seat: number, name: string, isComputer = false): Sitter => ({ seat, name, short: name, called: name, isComputer, isYou: false, isHere: true });
const against = [sitter(0, 'Dana'), sitter(1, 'Baize Medium', true)];
const people = [sitter(0, 'Dana'), sitter(1, 'Kenji')];
const scene = (changes: Partial<Scene<Chosen>> = {}): Scene<Chosen> => ({ language: 'en', actor: 0, you: 0, sitters: against, options: complete({}), ...changes });
const turn = (changes: Partial<Revealed> = {}): Revealed => ({
  type: 'REVEALED', turn: 5, leader: 0, cards: [6, 3], winner: 0, points: [9, 0], carried: 0, scores: [40, 13], ...changes,
});

describe('sentences', () => {
  const check = (event: Event, expected: string | null, changes: Partial<Scene<Chosen>> = {}) =>
    expect(sentence(event, scene(changes))).toBe(expected);

  it('the words of the rules', () => {
    check(turn(), 'You played 6, CPU played 3. You win 9 points! Score 40 to 13.');
    check(turn({ cards: [3, 6], winner: 1, points: [0, 9], scores: [31, 22] }), 'You played 3, CPU played 6. CPU wins 9 points! Score 31 to 22.');
    check(turn({ cards: [4, 4], winner: null, points: [0, 0] }), 'You played 4, CPU played 4. Tie! No points awarded. Score 40 to 13.');
  });
  it('the leader is named first', () => check(turn({ leader: 1 }), 'CPU played 3, you played 6. You win 9 points! Score 40 to 13.'));
  it('those who watch read names', () =>
    check(turn(), 'Dana played 6, Kenji played 3. Dana wins 9 points! Score 40 to 13.', { sitters: people, you: null }));
  it('other rules for ties', () => {
    check(turn({ cards: [5, 5], winner: null, points: [5, 5] }), 'You played 5, CPU played 5. Tie! 5 points each. Score 40 to 13.');
    check(turn({ cards: [5, 5], winner: null, points: [0, 0], carried: 10 }), 'You played 5, CPU played 5. Tie! 10 points carried over. Score 40 to 13.');
    check(turn({ turn: 9, cards: [5, 5], winner: null, points: [0, 0], carried: 10 }), 'You played 5, CPU played 5. Tie! 10 points lost. Score 40 to 13.');
  });
  it('a choice is told without its card', () => {
    check({ type: 'COMMITTED', seat: 1 }, 'Kenji has chosen.', { sitters: people });
    check({ type: 'COMMITTED', seat: 0 }, 'You have chosen.');
    check({ type: 'COMMITTED', seat: 1 }, null);
    check({ type: 'COMMITTED', seat: 0 }, null, { events: [turn()] });
    check({ type: 'COMMITTED', seat: 1, card: 7 }, 'CPU leads 7.');
  });
  it('the end of a game and of all', () => {
    check({ type: 'GAME_ENDED', game: 1, winner: 1, scores: [27, 49], wins: [0, 1] }, 'Game 1: you lose 27 to 49. Games won: 0 to 1.');
    check({ type: 'GAME_OVER', winner: 0, scores: [49, 27] }, 'You win 49 to 27.');
    check({ type: 'GAME_OVER', winner: null, scores: [40, 40] }, 'A draw, 40 to 40.');
  });
  it('the second seat reads its own numbers first', () =>
    check(turn(), 'Dana played 6, you played 3. Dana wins 9 points! Score 13 to 40.', { you: 1, sitters: people }));
});

it('every event has its sentence in every language', () => {
  const winners: (number | null)[] = [0, 1, null];
  const pairs: Pair<number> = [49, 27];
  for (const language of LANGUAGES) {
    for (const you of [0, 1, null]) {
      for (const winner of winners) {
        const events: Event[] = [
          turn({ winner }),
          turn({ winner, leader: 1 }),
          { type: 'GAME_ENDED', game: 1, winner, scores: pairs, wins: [1, 0] },
          { type: 'GAME_OVER', winner, scores: pairs },
          { type: 'COMMITTED', seat: 0 },
          { type: 'COMMITTED', seat: 1, card: 3 },
        ];
        for (const event of events) {
          const said = sentence(event, scene({ language, you }));
          expect(said, event.type).toMatch(/[.!。！]$/);
          if (language !== 'en') expect(said!.replace(/CPU|Dana|Baize Medium/g, '')).not.toMatch(/[a-z]{3}/i);
        }
      }
    }
  }
});

it('the turn indicator reads as the rules say', () => {
  const line = (turn: number, leader: number, sitters = against) =>
    turnLine({ turn, turns: 9, leader, isOver: false }, { words: WORDS.en, you: 0, sitters });
  expect([line(1, 0), line(2, 1), line(2, 1, people)]).toEqual(["Turn 1/9 - Your turn", "Turn 2/9 - CPU's turn", "Turn 2/9 - Kenji's turn"]);
});

it('refusals have words', () => {
  const refuse = (code: string) => refusal({ code, message: '', details: null }, scene())?.title ?? null;
  expect(refuse('nine.already_committed')).toBe('You have already chosen.');
  expect(refuse('nine.not_in_hand')).toBe('That card is used or not a card.');
  expect(refuse('table.stale')).toBeNull();
});

it('the result is told from the reader’s side', () => {
  const outcome = { winners: [0], scores: [49, 27], ranks: [1, 2], reason: 'points' } as never;
  const view = { left: null, hands: [[], []], options: complete({}) } as unknown as View;
  expect(result(outcome, view, scene())).toEqual({ reason: 'Nine turns are played.', score: [49, 27], facts: ['Margin 22'], sentence: 'You win 49 to 27.' });
  expect(result(outcome, view, scene({ you: 1, sitters: people }))).toMatchObject({ score: [49, 27], sentence: 'You lose 27 to 49.' });
});

describe('special cards', () => {
  const five = (changes: Partial<Revealed>) => turn({ cards: [5, 4], scores: [9, 0], ...changes });
  const company = { words: WORDS.en, you: 0, sitters: against };
  it('a reveal names them, whoever reads', () => {
    const doubled = five({ helpers: ['double', null], points: [18, 0], scores: [18, 0] });
    expect(sentence(doubled, scene())).toBe('You played 5 with double, CPU played 4. You win 18 points! Score 18 to 0.');
    expect(sentence({ type: 'COMMITTED', seat: 1, card: 3, helper: 'reverse' }, scene())).toBe('CPU leads 3 with reverse.');
  });
  it('a shield is told from the reader’s side', () => {
    expect(verdict(five({ helpers: [null, 'shield'], points: [0, 0] }), company)).toBe('CPU’s shield holds! No points awarded.');
    expect(verdict(five({ helpers: ['shield', null], winner: 1, points: [0, 0] }), company)).toBe('Your shield holds! No points awarded.');
    expect(verdict(five({ helpers: ['shield', null] }), company), 'on a win it does nothing').toBe('You win 9 points!');
  });
  it('a reversal is the reason, unless two cancel out', () => {
    expect(reason(five({ winner: 1, helpers: ['reverse', null] }), WORDS.en)).toBe('Reversed: 4 beats 5');
    expect(reason(five({ helpers: ['reverse', 'reverse'] }), WORDS.en)).toBe('5 beats 4');
  });
  it('bonus turns are told', () => expect(sentence({ type: 'BONUS_DEALT', cards: [3, 9] }, scene())).toBe('Bonus turns: 3 9 come back.'));
});

it('who has a name is called by it, and CPU is for those without', () => {
  const mina = [against[0]!, { ...against[1]!, called: 'Mina', persona: 'mina' as const }];
  const company = { words: WORDS.en, you: 0, sitters: mina };
  expect(thinking(1, company)).toBe('Mina is thinking…');
  expect(thinking(1, { ...company, sitters: against })).toBe('CPU is thinking…');
  expect(turnLine({ turn: 2, turns: 9, leader: 1, isOver: false }, company)).toBe("Turn 2/9 - Mina's turn");
});
