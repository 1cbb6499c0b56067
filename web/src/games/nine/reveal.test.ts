import { describe, expect, it } from 'vitest';
import type { Beat, Timing, Sitter } from '../contract.ts';
import type { Settings } from '../../lib/settings.svelte.ts';
import { fitted, gamesOf, lengthOf, planOf, stageAt, suspense, tableau, turnsOf } from './reveal.ts';
import { complete, type Event, type Pair, type Revealed, type View } from './types.ts';

const sitter = (seat: number, isComputer: boolean): Sitter => ({ seat, name: `P${seat}`, short: `P${seat}`, called: `P${seat}`, isComputer, isYou: seat === 0, isHere: true });
const people = [sitter(0, false), sitter(1, false)];
const cpu = [sitter(0, false), sitter(1, true)];
const pace = (sitters: Sitter[], animation: Settings['animation'] = 'normal', isLive = true): Timing => ({
  settings: { animation } as Settings,
  sitters,
  isLive,
});

const chosen = (seat: number): Event => ({ type: 'COMMITTED', seat });
const turn = (number: number, cards: Pair<number>, scores: Pair<number>): Revealed => ({
  type: 'REVEALED',
  turn: number,
  leader: (number - 1) % 2,
  cards,
  winner: cards[0] === cards[1] ? null : cards[0] > cards[1] ? 0 : 1,
  points: [0, 0],
  carried: 0,
  scores,
});
const over: Event = { type: 'GAME_OVER', winner: 0, scores: [9, 0] };
const ended: Event = { type: 'GAME_ENDED', game: 1, winner: 0, scores: [49, 27], wins: [1, 0] };

const start: View = {
  you: 0,
  phase: 'selection',
  hands: [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  scores: [0, 0],
  turn: 1,
  leader: 0,
  committed: [false, false],
  sealed: [null, null],
  carried: 0,
  played: [[], []],
  game: 1,
  earlier: { wins: [0, 0], drawn: 0 },
  left: null,
  options: complete({}),
};
const after: View = { ...start, hands: [[1, 2, 3, 4, 5, 7, 8, 9], [1, 2, 4, 5, 6, 7, 8, 9]], scores: [9, 0], turn: 2, leader: 1, played: [[6], [3]] };
const first = turn(1, [6, 3], [9, 0]);

function check(events: Event[], given: Timing, expect_: number[] | null): void {
  const plan = planOf(events, given);
  expect(plan && Object.values(plan)).toEqual(expect_);
}

describe('the plan of a reveal', () => {
  it('has the times of the rules', () => {
    check([chosen(0), first], pace(cpu), [1000, 220, 500, 420, 2000]);
    check([chosen(0), first], pace(people), [0, 220, 500, 420, 2000]);
    check([chosen(0), turn(9, [9, 9], [0, 0]), over], pace(cpu), [1000, 220, 500, 420, 1000]);
    check([chosen(0), turn(9, [9, 9], [0, 0]), ended], pace(cpu), [1000, 220, 500, 420, 3500]);
  });
  it('lets the computer think after a person has chosen, not before', () => {
    check([chosen(0)], pace(cpu), [1000, 0, 0, 0, 0]);
    check([chosen(1)], pace(cpu), null);
    check([chosen(1), first], pace(cpu), [0, 220, 500, 420, 2000]);
    check([chosen(0)], pace(people), null);
  });
  it('keeps thinking and pause where nothing moves', () => check([chosen(0), first], pace(cpu, 'off'), [1000, 0, 500, 0, 1500]));
  it('hurries as a whole', () => check([chosen(0), first], pace(cpu, 'fast'), [500, 110, 250, 210, 1000]));
  it('does not think in a replay', () => check([chosen(0), first], pace(cpu, 'normal', false), [0, 220, 500, 420, 600]));
  it('keeps the outcome back until both cards lie open', () => {
    expect(suspense([chosen(0), first], pace(cpu))).toBe(2140);
    expect(suspense([chosen(0)], pace(cpu))).toBe(0);
  });
  it('fits into less time', () => {
    const plan = planOf([chosen(0), first], pace(cpu))!;
    expect(lengthOf(fitted(plan, 414))).toBeCloseTo(414);
    expect(fitted(plan, 9000)).toEqual(plan);
  });
  it('goes through its stages in order', () => {
    const plan = planOf([chosen(0), first], pace(cpu))!;
    const at = (ms: number) => stageAt(plan, ms).stage;
    expect([0, 999, 1000, 1219, 1220, 1719, 1720, 2139, 2140, 9999].map(at)).toEqual([
      'think', 'think', 'gather', 'gather', 'pause', 'pause', 'flip', 'flip', 'result', 'result',
    ]);
  });
});

describe('the table on the way', () => {
  const beat: Beat<View, Event> = { number: 1, actor: 0, events: [chosen(0), first], before: start, duration: 4140, began: 0 };
  const past = beat.events;
  const at = (stage: Parameters<typeof tableau>[2]) => tableau(after, stage === null ? null : beat, stage, past, cpu);

  it('shows nothing of the outcome before the cards lie open', () => {
    for (const stage of ['think', 'gather', 'pause', 'flip'] as const) {
      const { scores, hands, turn, verdict } = at(stage);
      expect({ scores, hands, turn, verdict }).toEqual({ scores: [0, 0], hands: start.hands, turn: 1, verdict: null });
    }
  });
  it('lays the own card down first, then both, and turns them together', () => {
    expect(at('think').centre).toEqual([{ card: 6, isUp: false }, null]);
    expect(at('gather').centre).toEqual([{ card: 6, isUp: false }, { card: 3, isUp: false }]);
    expect(at('pause').centre).toEqual([{ card: 6, isUp: false }, { card: 3, isUp: false }]);
    expect(at('flip').centre).toEqual([{ card: 6, isUp: true }, { card: 3, isUp: true }]);
  });
  it('shows points and used cards with the result, the next turn after it', () => {
    expect(at('result')).toMatchObject({ scores: [9, 0], turn: 1, verdict: first, hands: after.hands });
    expect(at(null)).toMatchObject({ scores: [9, 0], turn: 2, leader: 1, verdict: null, centre: [null, null] });
  });
  it('keeps the result of a turn readable until the next, also for who was away while it was shown', () => {
    expect(at(null).last).toEqual(first);
    expect(tableau(start, null, null, [], cpu).last).toBeNull();
    // The next reveal is known but not shown yet.
    const second = turn(2, [1, 2], [9, 3]);
    expect(tableau(after, null, null, [...past, second], people).last).toEqual(first);
    const nextGame = { ...start, game: 2 };
    expect(tableau(nextGame, null, null, [...past, second], people).last).toEqual(second);
  });
  it('does not show that the computer has chosen before the person has', () => {
    const chose = { ...start, committed: [false, true] as Pair<boolean> };
    expect(tableau(chose, null, null, [], cpu).centre).toEqual([null, null]);
    expect(tableau(chose, null, null, [], people).centre).toEqual([null, { card: null, isUp: false }]);
  });
  it('shows an open lead', () => {
    const open = { ...start, committed: [true, false] as Pair<boolean>, sealed: [7, null] as Pair<number | null>, options: complete({ openLead: true }) };
    expect(tableau(open, null, null, [], people).centre).toEqual([{ card: 7, isUp: true }, null]);
  });
  it('keeps the last turn after the end', () => {
    const end: View = { ...after, phase: 'complete', turn: 9 };
    expect(tableau(end, null, null, past, cpu)).toMatchObject({ isOver: true, verdict: first, centre: [{ card: 6, isUp: true }, { card: 3, isUp: true }] });
  });
});

it('tells the games of a match apart', () => {
  const past = [first, turn(2, [1, 2], [9, 3]), turn(1, [4, 5], [0, 9])];
  expect(gamesOf(past).map((turns) => turns.length)).toEqual([2, 1]);
  expect(turnsOf(past, 2, 1)).toEqual([past[2]]);
  expect(turnsOf(past, 1, 1)).toEqual([first]);
});
