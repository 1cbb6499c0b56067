import { beforeAll, describe, expect, it } from 'vitest';
import { Play, type Props } from './play.svelte.ts';
import type { CardId } from './types.ts';
import { WORDS } from './words.ts';

beforeAll(() => WORDS.load('en'));

/** A hand with nothing planned yet, in a round of sets; three of a rank make a meld. */
function holding(hand: CardId[]): Play {
  const view = { hand, round: 1, contract: { sets: 2, runs: 0 }, down: [false, false, false], phase: 'draw', current: 1, pending: null, held: [11, 11, 11] };
  const isSet = (cards: CardId[]) => new Set(cards.map((card) => card[0])).size === 1 && cards.length >= 3;
  const props = { table: 'lesson', language: 'en', seat: 0, isLive: true, view, actions: [], settings: {}, ask: async ({ cards }: { cards: CardId[] }) => ({ valid: isSet(cards), cards }) };
  const play = new Play(props as unknown as Props);
  play.followRound(0, 1, view.contract, hand);
  return play;
}

describe('a card that is asked for', () => {
  it('completes a set of two that was not planned', async () => {
    const play = holding(['QS.0', 'QD.0', '4C.0', '9H.0']);
    const slot = await play.completes('QH.0');
    expect(slot?.cards).toEqual(['QS.0', 'QD.0']);
    expect(play.fitText(slot!, false)).toBe('It would complete your set of queens.');
  });

  it('is spoken of neither for one of a rank nor for a wild', async () => {
    const play = holding(['QS.0', '4C.0', '9H.0', '2D.0']);
    expect(await play.completes('QH.0')).toBeNull();
    expect(await play.completes('2S.0')).toBeNull();
  });
});
