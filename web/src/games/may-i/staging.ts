/** Lay-offs that are only shown until they are sent. The server says what fits the table as staged. */
import type { CardId, LayOff, MeldId, Place, RunEnd, StagedAnswer } from './types.ts';

/** Asks the server about staged lay-offs. */
export type AskStaged = (layOffs: LayOff[]) => Promise<StagedAnswer>;

export interface Settled {
  staged: LayOff[];
  /** Those that no longer fit. */
  dropped: LayOff[];
  answer: StagedAnswer;
}

/** Keeps the lay-offs that are still possible, in order. */
export async function settle(layOffs: LayOff[], ask: AskStaged): Promise<Settled> {
  let staged = layOffs;
  const dropped: LayOff[] = [];
  for (;;) {
    const answer = await ask(staged);
    const failed = answer.failed === null ? undefined : staged[answer.failed.index];
    if (failed === undefined) return { staged, dropped, answer };
    dropped.push(failed);
    staged = staged.filter((layOff) => layOff !== failed);
  }
}

/** The places for a card on a meld. */
export function placesOn(places: Place[], card: CardId | null, meld: MeldId): Place[] {
  return places.filter((place) => place.cardId === card && place.meldId === meld);
}

/** The lay-off for a place. It names an end only for a wild on a run. */
export function layOffAt({ cardId, meldId, position, actsAs }: Place): LayOff {
  return actsAs !== null && position !== null ? { cardId, meldId, position } : { cardId, meldId };
}

/** The `+` zones of a meld for a card: only where it would stand for another card. */
export function zonesOf(places: Place[], card: CardId | null, meld: MeldId): Partial<Record<RunEnd, Place>> {
  const zones: Partial<Record<RunEnd, Place>> = {};
  for (const place of placesOn(places, card, meld)) {
    if (place.actsAs !== null && place.position !== null) zones[place.position] = place;
  }
  return zones;
}

/** The position of a staged card in the order of sending, from 1; 0 if it is not staged. */
export function numberOf(staged: LayOff[], card: CardId): number {
  return staged.findIndex(({ cardId }) => cardId === card) + 1;
}

/** For example 3 for `m3`. */
export function meldNumber(id: MeldId): number {
  return Number(id.slice(1));
}
