import { beforeEach, describe, expect, it } from 'vitest';
import { achievements, BEST_KEY, finished, finishedGames, isNews, isWhole, readBest, remember, summary, type Finished } from './history.ts';
import type { Pair, Revealed } from './types.ts';

/** A store like a browser's. */
class Store {
  readonly kept = new Map<string, string>();
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, text: string) => void this.kept.set(key, text);
  removeItem = (key: string) => void this.kept.delete(key);
}

let store: Store;
beforeEach(() => {
  store = new Store();
  Object.defineProperty(globalThis, 'localStorage', { value: store, configurable: true });
});

let number = 0;
function game(changes: Partial<Finished> = {}): Finished {
  number += 1;
  const plain = { mine: 40, theirs: 30, cards: [1, 2, 3, 4, 5, 6, 7, 8, 9], turnsWon: 4, behind: 0 };
  return { id: `t${number}/1`, at: 0, isComputer: true, isPlain: true, was: null, isRecord: false, ...plain, ...changes };
}

describe('the record', () => {
  it('has the complete key of the rules and is absent at first', () => {
    expect(BEST_KEY).toBe('bgc_nine-game_highscore');
    expect(readBest()).toBeNull();
  });
  for (const garbage of ['', 'x', '12.5', '-3', ' 40', 'NaN', '{}', '1e3', '9'.repeat(20)]) {
    it(`treats ${JSON.stringify(garbage.slice(0, 8))} as absent`, () => {
      store.setItem(BEST_KEY, garbage);
      expect(readBest()).toBeNull();
    });
  }
  it('is set by the first finished game, lost or won', () => {
    expect(remember(game({ mine: 12, theirs: 60 }))).toMatchObject({ isRecord: true, was: null });
    expect(store.getItem(BEST_KEY)).toBe('12');
  });
  it('is not cheered when the first game is lost, and is when a lost game breaks it', () => {
    expect(isNews(remember(game({ mine: 12, theirs: 60 })))).toBe(false);
    expect(isNews(remember(game({ mine: 13, theirs: 60 })))).toBe(true);
    expect(isNews(remember(game({ mine: 13, theirs: 10 })))).toBe(false);
  });
  it('is cheered when the first game is won or drawn', () => {
    expect(isNews(remember(game({ mine: 20, theirs: 20 })))).toBe(true);
  });
  it('is broken only by more', () => {
    remember(game({ mine: 40 }));
    expect(remember(game({ mine: 40 })).isRecord).toBe(false);
    expect(remember(game({ mine: 39 })).isRecord).toBe(false);
    expect(remember(game({ mine: 41 }))).toMatchObject({ isRecord: true, was: 40 });
    expect(readBest()).toBe(41);
  });
  it('can be 0', () => {
    expect(remember(game({ mine: 0, theirs: 0 })).isRecord).toBe(true);
    expect(readBest()).toBe(0);
  });
  it('counts neither other rules nor games against people', () => {
    expect(remember(game({ isPlain: false })).isRecord).toBe(false);
    expect(remember(game({ isComputer: false })).isRecord).toBe(false);
    expect(readBest()).toBeNull();
  });
  it('is decided once per game', () => {
    const one = game({ mine: 50 });
    expect(remember(one).isRecord).toBe(true);
    expect(remember(one)).toMatchObject({ isRecord: true, was: null });
    expect(finishedGames()).toHaveLength(1);
  });
  it('works without a store until the page is closed', () => {
    Object.defineProperty(globalThis, 'localStorage', { get: () => { throw new Error('forbidden'); }, configurable: true });
    remember(game({ mine: 33 }));
    expect(readBest()).toBe(33);
  });
});

describe('achievements', () => {
  const check = (changes: Partial<Finished>, expected: string[]) => expect(achievements(game(changes))).toEqual(expected);
  it('Perfect Game is eight turns won', () => check({ mine: 80, theirs: 10, turnsWon: 8 }, ['perfect']));
  it('seven turns are not', () => check({ mine: 77, theirs: 13, turnsWon: 7 }, []));
  it('Comeback King was 16 behind', () => check({ behind: 16 }, ['comeback']));
  it('15 behind is not enough', () => check({ behind: 15 }, []));
  it('Close Call is a margin of 2', () => check({ mine: 41, theirs: 39 }, ['close']));
  it('a margin of 4 is not close', () => check({ mine: 42, theirs: 38 }, []));
  it('a lost game achieves nothing', () => check({ mine: 10, theirs: 80, turnsWon: 0, behind: 70 }, []));
  it('other rules achieve nothing', () => check({ isPlain: false, behind: 40, mine: 41, theirs: 39 }, []));
});

it('a game is seen from one seat', () => {
  const turn = (number: number, cards: Pair<number>, winner: number | null, scores: Pair<number>): Revealed => ({
    type: 'REVEALED', turn: number, leader: 0, cards, winner, points: [0, 0], carried: 0, scores,
  });
  const turns = [turn(1, [1, 9], 1, [0, 10]), turn(2, [2, 8], 1, [0, 20]), turn(3, [9, 7], 0, [16, 20])];
  expect(finished('t/1', turns, 0, { isComputer: true, isPlain: true })).toMatchObject({ mine: 16, theirs: 20, cards: [1, 2, 9], turnsWon: 1, behind: 20 });
  expect(finished('t/1', turns, 1, { isComputer: true, isPlain: true })).toMatchObject({ mine: 20, theirs: 16, cards: [9, 8, 7], turnsWon: 2, behind: 0 });
});

it('statistics add up', () => {
  const sum = summary([game({ mine: 80, theirs: 10, turnsWon: 8 }), game({ mine: 20, theirs: 50, cards: [9, 8, 7, 6, 5, 4, 3, 2, 1] }), game({ mine: 36, theirs: 36 })]);
  expect(sum).toMatchObject({ games: 3, won: 1, drawn: 1, lost: 1, favourite: 1, achieved: { perfect: 1, comeback: 0, close: 0 } });
  expect(sum.average).toBeCloseTo(136 / 3);
  expect(sum.histogram).toEqual([0, 0, 1, 1, 0, 0, 0, 0, 1]);
  expect(sum.uses[0]).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(summary([])).toMatchObject({ games: 0, average: 0, favourite: null });
});

it('a game is whole after nine turns, and with bonus turns after one more for each tie', () => {
  const turns = (winners: (number | null)[]) => winners.map((winner, index) => ({ turn: index + 1, winner }) as Revealed);
  const nine = [0, 1, null, 0, 1, null, 0, 1, 0];
  expect(isWhole(turns(nine), false)).toBe(true);
  expect(isWhole(turns(nine), true)).toBe(false);
  expect(isWhole(turns([...nine, 0, null]), true)).toBe(true);
  expect(isWhole(turns(nine.slice(1)), true)).toBe(false);
});
