import { describe, expect, it } from 'vitest';
import { exactFrom, farthest, lead, leadChanges, nextMistake, pointsOf, signed } from './graph.ts';
import { lines } from './fetch.ts';
import type { Move, Review } from '../gen/review.ts';

const move = (n: number, seat: number, value: number, rest: Partial<Move> = {}): Move => ({
  n, seat, value, action: {} as never, text: `m${n}`, best: {} as never, bestText: '', bestValue: value, loss: 0, exact: false, isDecision: true, choices: [], ...rest,
});
const player = (seat: number) => ({ seat, accuracy: null, decisions: 0, meanLoss: 0, marks: { inaccuracies: 0, mistakes: 0, blunders: 0 }, bestMove: null });
const review = (moves: Move[], unit: Review['unit'] = 'discs', seats = 2): Review => ({
  version: 1, game: 'othello', unit, inaccuracy: 2, moves, players: Array.from({ length: seats }, (_, seat) => player(seat)), turningPoint: null,
});

describe('the graph of a review', () => {
  it('shows everything from the side of the first seat', () => {
    const points = pointsOf(review([move(1, 0, 8), move(2, 1, 8), move(3, 0, -32)]), 1);
    expect(points.map(({ height }) => height)).toEqual([0.5, -0.5, -1]);
    expect(points.map(({ isCut }) => isCut)).toEqual([false, false, true]);
    expect(leadChanges(points)).toBe(1);
  });

  it('measures chances from even', () => {
    expect(lead({ seat: 1 }, 80, 'chance', 2)).toBe(-30);
    expect(pointsOf(review([move(1, 0, 50), move(2, 1, 50)], 'chance'), 0).map(({ height }) => Math.abs(height))).toEqual([0, 0]);
    expect(pointsOf(review([move(1, 0, 40), move(2, 1, 60), move(3, 2, 0)], 'chance', 3), 1).map(({ n }) => n)).toEqual([2]);
  });

  it('shows how near a seat of May I? has come to its contract, not the points that a round costs', () => {
    const own = [move(1, 0, -40, { distance: 4 }), move(2, 1, -60, { distance: 6 }), move(3, 0, -30, { distance: 3 }), move(4, 0, -5, { distance: 0 }), move(5, 0, -5)];
    const whole = review(own, 'points');
    expect(farthest(whole)).toBe(6);
    expect(pointsOf(whole, 0).map(({ n, height }) => [n, Math.round(100 * height)])).toEqual([[1, -33], [3, 0], [4, 100]]);
    expect(pointsOf(whole, 1).map(({ height }) => height)).toEqual([-1]);
    expect(farthest(review([move(1, 0, 3)], 'points'))).toBeNull();
  });

  it('knows where proof begins and where mistakes are', () => {
    const whole = review([move(1, 0, 0, { exact: true }), move(2, 1, 0), move(3, 0, 0, { exact: true, mark: 'mistake' }), move(4, 1, 0, { exact: true, mark: 'onlyMove' }), move(5, 0, 0, { exact: true, mark: 'blunder' })]);
    expect(exactFrom(pointsOf(whole, 0))).toBe(3);
    expect(nextMistake(whole, 0, 1)?.n).toBe(3);
    expect(nextMistake(whole, 3, 1)?.n).toBe(5);
    expect(nextMistake(whole, 5, 1)).toBeNull();
    expect(nextMistake(whole, 5, -1)?.n).toBe(3);
    const mixed = review([move(1, 0, 0, { mark: 'mistake' }), move(2, 1, 0, { mark: 'blunder' }), move(3, 0, 0, { mark: 'inaccuracy' })]);
    expect([nextMistake(mixed, 0, 1, 1)?.n, nextMistake(mixed, 1, 1, 0)?.n, nextMistake(mixed, 2, 1, 1)]).toEqual([2, 3, null]);
  });

  it('writes numbers with their sign', () => {
    expect([signed(6.6, false), signed(-4, true), signed(0.04, false), signed(-0.2, true)]).toEqual(['+6.6', '−4', '0.0', '0']);
  });
});

describe('lines of a stream', () => {
  it('are whole wherever the bytes are cut', async () => {
    const bytes = new TextEncoder().encode('{"a":"é"}\n{"b":2}\nlast');
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    const found: string[] = [];
    for await (const line of lines(body)) found.push(line);
    expect(found).toEqual(['{"a":"é"}', '{"b":2}', 'last']);
  });
});
