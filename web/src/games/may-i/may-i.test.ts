import { describe, expect, it } from 'vitest';

import { inOrder, isWild, moved, sorted, standsFor } from './cards.ts';
import { arrange, spots, takesScreen } from './layout.ts';
import { dealing, duration, flightsOf, isDeal, movedBy } from './motion.ts';
import { contractName, meldName, meldTitle, short, spoken } from './naming.ts';
import { emptyPlan, fits, pruned, shifted, slotOf, stateOf, toggled } from './plan.ts';
import { layOffAt, numberOf, settle, zonesOf } from './staging.ts';
import type { Event, LayOff, Meld, Place, StagedAnswer } from './types.ts';
import { words as en } from './words/en.ts';
import { words as ja } from './words/ja.ts';
import { words as zh } from './words/zh-Hant.ts';

const plain = (text: string) => text.replaceAll('\uFE0E', '');

describe('cards', () => {
  it('are written and spoken', () => {
    const check = (card: string, written: string, said: string) => {
      expect(plain(short(card, en))).toBe(written);
      expect(spoken(card, en)).toBe(said);
    };
    check('TH.1', '10♥', '10 of hearts');
    check('AS.0', 'A♠', 'ace of spades');
    check('2C.0', '2♣', '2 of clubs, wild');
    check('JK.3', 'Joker', 'Joker, wild');
    expect(spoken('QD.0', ja)).toBe('ダイヤのクイーン');
    expect(spoken('QD.0', zh)).toBe('方塊Q');
  });

  it('are sorted with the wilds at the end', () => {
    const hand = ['KH.0', '2S.0', '3C.0', 'JK.0', '3S.1', 'TH.0'];
    expect(sorted(hand, 'rank')).toEqual(['3S.1', '3C.0', 'TH.0', 'KH.0', '2S.0', 'JK.0']);
    expect(sorted(hand, 'suit')).toEqual(['3S.1', 'TH.0', 'KH.0', '3C.0', '2S.0', 'JK.0']);
  });

  it('keep the order of their player; new ones come last', () => {
    expect(inOrder(['a', 'b', 'c', 'd'], ['c', 'x', 'a'])).toEqual(['c', 'a', 'b', 'd']);
    expect(moved(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b', 'c'], 'a', null)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 'b', 'b')).toEqual(['a', 'b', 'c']);
  });

  it('are sorted by rank in the order spades, hearts, clubs, diamonds', () => {
    expect(sorted(['9D.0', '9C.0', '9H.0', '9S.0'], 'rank')).toEqual(['9S.0', '9H.0', '9C.0', '9D.0']);
  });

  it('lie in as many rows as fingers need, and never outside', () => {
    expect(spots(8, 378, 60, 44).rows).toEqual([8]);
    expect(spots(11, 378, 60, 44).rows).toEqual([6, 5]);
    expect(spots(12, 308, 48, 44).rows).toEqual([6, 6]);
    expect(spots(23, 378, 60, 44).rows).toEqual([8, 8, 7]);
    expect(spots(0, 308, 48, 44).spots).toEqual([]);
    for (const [count, width, card, strip] of [[11, 378, 60, 44], [17, 708, 64, null], [1, 300, 76, null]] as const) {
      const laid = spots(count, width, card, strip);
      expect(laid.spots).toHaveLength(count);
      for (const { left, top } of laid.spots) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + card).toBeLessThanOrEqual(width + 0.01);
        expect(top + card * 1.4).toBeLessThanOrEqual(laid.height + 0.01);
      }
    }
  });

  it('are arranged by height first', () => {
    expect(arrange(1048, 804, false)).toBe('tall');
    expect(arrange(952, 652, false)).toBe('mid');
    expect(arrange(378, 700, false)).toBe('phone');
    for (const [width, height] of [[1024, 600], [844, 390], [720, 450]] as const) {
      expect(takesScreen(width, height)).toBe(true);
      expect(arrange(width - 12, height - 12, true)).toBe('low');
    }
    expect(takesScreen(1280, 720)).toBe(false);
    expect(takesScreen(390, 600)).toBe(false);
  });
});

describe('melds', () => {
  const run: Meld = { id: 'm2', owner: 0, type: 'run', cards: ['2C.0', '5S.0', '6S.0', 'JK.1'], low: 4, high: 7 };
  const set: Meld = { id: 'm1', owner: 1, type: 'set', cards: ['KH.0', 'KC.1', '2D.0'] };
  it('are named with what wilds stand for', () => {
    expect(standsFor(run, 0)).toBe('4S');
    expect(standsFor(run, 3)).toBe('7S');
    expect(plain(meldTitle(run, en))).toBe('run 4–7♠');
    expect(meldTitle(set, en)).toBe('set of kings');
    expect(meldName(set, 1, 'You', en)).toContain('set of kings');
    expect(meldName(run, 2, 'You', en)).toContain('run 4 to 7 of spades');
    expect(meldName(run, 2, 'You', en)).toContain('Joker as 7 of spades');
  });
  it('have a contract for every round', () => {
    expect(contractName({ sets: 1, runs: 2 }, en)).toBe('1 set, 2 runs');
    expect(contractName({ sets: 3, runs: 0 }, zh)).toBe('3 同點');
  });
});

describe('the plan', () => {
  it('has a slot for every meld', () => {
    const plan = emptyPlan({ sets: 2, runs: 1 });
    expect(plan.map(({ kind }) => kind)).toEqual(['set', 'set', 'run']);
    expect(fits(plan, { sets: 2, runs: 1 })).toBe(true);
    expect(fits(plan, { sets: 1, runs: 2 })).toBe(false);
  });
  it('takes cards, moves them and gives them back', () => {
    let plan = toggled(emptyPlan({ sets: 1, runs: 1 }), 0, ['a', 'b']);
    expect(plan.map(({ cards }) => cards)).toEqual([['a', 'b'], []]);
    plan = toggled(plan, 1, ['b', 'c']);
    expect(plan.map(({ cards }) => cards)).toEqual([['a'], ['b', 'c']]);
    expect(slotOf(plan, 'c')).toBe(1);
    expect(toggled(plan, 1, ['b', 'c'])[1]!.cards).toEqual([]);
    expect(pruned(plan, ['a', 'c'])[1]!.cards).toEqual(['c']);
    expect(pruned(plan, ['a', 'b', 'c'])).toBe(plan);
  });
  it('lets a card move inside its slot', () => {
    const slot = { kind: 'run' as const, cards: ['a', 'b', 'c'] };
    expect(shifted(slot, 'c', -1).cards).toEqual(['a', 'c', 'b']);
    expect(shifted(slot, 'a', -1)).toBe(slot);
  });
  it('shows what the server says', () => {
    const slot = { kind: 'set' as const, cards: ['a'] };
    expect(stateOf({ ...slot, cards: [] }, null).is).toBe('empty');
    expect(stateOf(slot, null).is).toBe('asking');
    expect(stateOf(slot, { valid: false, reason: 'too_few_cards' }).is).toBe('partial');
    expect(stateOf(slot, { valid: false, reason: 'mixed_ranks' }).is).toBe('invalid');
    expect(stateOf(slot, { valid: true, cards: ['a'] }).is).toBe('valid');
  });
});

describe('staging', () => {
  const place = (cardId: string, position: Place['position'], actsAs: string | null): Place => ({ cardId, meldId: 'm1', position, actsAs });
  it('has a zone at every end where a wild stands for another card', () => {
    const both = [place('2C.0', 'start', '4S'), place('2C.0', 'end', '9S')];
    expect(Object.keys(zonesOf(both, '2C.0', 'm1'))).toEqual(['start', 'end']);
    expect(zonesOf(both, '2C.0', 'm2')).toEqual({});
    expect(zonesOf([place('9S.0', 'end', null)], '9S.0', 'm1')).toEqual({});
  });
  it('names the end only for wilds', () => {
    expect(layOffAt(place('2C.0', 'start', '4S'))).toEqual({ cardId: '2C.0', meldId: 'm1', position: 'start' });
    expect(layOffAt(place('9S.0', 'end', null))).toEqual({ cardId: '9S.0', meldId: 'm1' });
  });
  it('takes back what no longer fits with what it stood on', async () => {
    const answer = (failed: StagedAnswer['failed']): StagedAnswer => ({ table: [], hand: [], places: [], failed });
    // 3♠ and 4♦ need the lay-off taken back; Q♣ does not.
    const needy = new Set(['3S.0', '4D.0']);
    const ask = async (layOffs: LayOff[]) => {
      const index = layOffs.findIndex(({ cardId }) => needy.has(cardId));
      return answer(index === -1 ? null : { index, error: 'does_not_fit', message: 'it does not fit' });
    };
    const staged = ['3S.0', 'QC.0', '4D.0'].map((cardId) => ({ cardId, meldId: 'm1' }));
    const settled = await settle(staged, ask);
    expect(settled.staged.map(({ cardId }) => cardId)).toEqual(['QC.0']);
    expect(settled.dropped.map(({ cardId }) => cardId)).toEqual(['3S.0', '4D.0']);
    expect(numberOf(settled.staged, 'QC.0')).toBe(1);
    expect(numberOf(settled.staged, '3S.0')).toBe(0);
  });
});

describe('motion', () => {
  it('shows no face that the viewer may not see', () => {
    const [drawn] = flightsOf([{ type: 'DREW', seat: 1, source: 'stock' }], [11, 11, 11]);
    expect(drawn).toMatchObject({ card: null, from: 'stock', to: 'seat-1' });
  });

  const dealt = { type: 'ROUND_DEALT', round: 1, contract: { sets: 2, runs: 0 }, dealer: 0, current: 1, card: '3S.0' } as const;
  const ended: Event = { type: 'ROUND_ENDED', round: 1, hands: [], scores: [], totals: [], winner: 1 };
  const everybody = (seats: number) => Array<number>(seats).fill(11);

  it('deals every card, one after another round the table, within 2.4 seconds', () => {
    const flights = flightsOf([dealt], everybody(3));
    expect(flights).toHaveLength(33);
    expect(flights.slice(0, 4).map(({ to, delay }) => [to, delay])).toEqual([['seat-0', 0], ['seat-1', 60], ['seat-2', 120], ['seat-0', 180]]);
    for (const seats of [3, 8]) {
      const took = duration([dealt], everybody(seats));
      expect(took, 'and sorts').toBe(dealing(everybody(seats)));
      expect(took).toBeGreaterThan(2_300);
      expect(took).toBeLessThanOrEqual(2_700);
    }
    expect(duration([{ type: 'HAND_REORDERED', seat: 0 }], everybody(8))).toBe(0);
  });

  it('is a deal when a game begins, too', () => {
    expect(isDeal([], null)).toBe(true);
    expect(isDeal([], {}), 'something was taken back').toBe(false);
  });

  it('lets the last card of a round be seen, and deals after the summary', () => {
    const last: Event[] = [{ type: 'DISCARDED', seat: 1, card: '3S.0' }, { type: 'WENT_OUT', seat: 1 }, ended, dealt];
    expect(flightsOf(last, everybody(3))).toHaveLength(1);
    expect(duration(last, everybody(3))).toBe(1_800);
  });

  it('knows which cards an action moves', () => {
    expect(movedBy({ type: 'DISCARD', cardId: '3S.0' })).toEqual(['3S.0']);
    expect(movedBy({ type: 'LAY_DOWN', melds: [{ meldType: 'set', cardIds: ['3S.0', '3H.0'] }, { meldType: 'set', cardIds: ['4S.0'] }] } as never)).toEqual(['3S.0', '3H.0', '4S.0']);
    expect(movedBy({ type: 'DRAW_FROM_STOCK' })).toEqual([]);
  });
});

describe('words', () => {
  it('have the same refusals and as many coach marks in every language', () => {
    for (const words of [ja, zh]) {
      expect(Object.keys(words.refusals)).toEqual(Object.keys(en.refusals));
      expect(words.coach).toHaveLength(en.coach.length);
      expect(words.contracts).toHaveLength(6);
    }
  });
  it('name both ends of a lay-off', () => {
    expect(plain(en.laidOffEnd('Dana', '2♣', 3, '4♠', 'start'))).toBe('Dana laid off 2♣ → meld 3 (as 4♠ at start).');
    expect(plain(en.laidOffEnd('Dana', '2♣', 3, '9♠', 'end'))).toBe('Dana laid off 2♣ → meld 3 (as 9♠ at end).');
  });
  it('know wild cards by their print', () => {
    expect(['2S.0', 'JK.0', '3S.0', 'JS.0'].map(isWild)).toEqual([true, true, false, false]);
  });
});

