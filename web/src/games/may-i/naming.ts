/** Cards and melds in words. */
import { isJoker, isWild, rankAt, rankOf, signOf, standsFor, suitOf, suitOfRun } from './cards.ts';
import type { CardId, Contract, Face, Meld, MeldKind } from './types.ts';
import type { MayIWords } from './words.ts';

/** In writing: `10♥`, `Joker`. */
export function short(card: CardId | Face, words: MayIWords): string {
  const suit = suitOf(card);
  return suit === null ? words.joker : rankOf(card) + signOf(suit);
}

/** In speech: "ten of hearts" does not rely on seeing suits. */
export function spoken(card: CardId | Face, words: MayIWords): string {
  const suit = suitOf(card);
  if (suit === null) return words.wildName(words.joker);
  const name = words.cardName(spokenRank(rankOf(card), words), words.suits[suit]);
  return isWild(card) ? words.wildName(name) : name;
}

export function spokenRank(rank: string, words: MayIWords): string {
  return words.ranks[rank] ?? rank;
}

/** Several cards of one rank: `queens`, `8s`. */
export function rankName(card: CardId | Face, words: MayIWords): string {
  return words.rankMany[rankOf(card)] ?? words.many(rankOf(card));
}

/** The sets and runs of a round in words: `one set, one run`. */
export function contractSaid({ sets, runs }: Contract, words: MayIWords): string {
  return words.contractWords[CONTRACTS.indexOf(`${sets}/${runs}`)] ?? '';
}

const CONTRACTS = ['2/0', '1/1', '0/2', '3/0', '2/1', '1/2'];

/** The sets and runs of a round. */
export function contractName({ sets, runs }: Contract, words: MayIWords): string {
  return words.contracts[CONTRACTS.indexOf(`${sets}/${runs}`)] ?? '';
}

export function kindName(kind: MeldKind, words: MayIWords): string {
  return kind === 'set' ? words.set : words.run;
}

/** `set of 9s`, `run 5–8♠`. */
export function meldTitle(meld: Meld, words: MayIWords): string {
  const natural = meld.cards.find((card) => !isWild(card));
  if (meld.type === 'set') return words.setOf(natural ? rankOf(natural) : '?');
  const suit = suitOfRun(meld.cards);
  return words.runOf(rankAt(meld.low ?? 0), rankAt(meld.high ?? 0), suit ? signOf(suit) : '');
}

/** A meld as read by a screen reader, including what the wilds in a run stand for. */
export function meldName(meld: Meld, number: number, owner: string, words: MayIWords): string {
  const suit = suitOfRun(meld.cards);
  const natural = meld.cards.find((card) => !isWild(card));
  const rank = (value: number) => spokenRank(rankAt(value), words);
  const what =
    meld.type === 'set'
      ? words.setName(spokenRank(natural ? rankOf(natural) : '?', words))
      : words.runName(rank(meld.low ?? 0), rank(meld.high ?? 0), suit ? words.suits[suit] : '');
  const cards = meld.cards.map((card, index) => {
    const as = isWild(card) ? standsFor(meld, index) : null;
    const name = isJoker(card) ? words.joker : spoken(card, words);
    return as === null ? name : words.inRunAs(name, spoken(as, words));
  });
  return words.meldName(number, owner, what, cards.join(', '));
}
