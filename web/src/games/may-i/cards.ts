/** Cards: what is printed on them, and how a player may arrange them. */
import type { CardId, Face, Meld } from './types.ts';

export type Suit = 'S' | 'H' | 'D' | 'C';

/** In the sorting order of a hand: the colours alternate. */
export const SUITS: Suit[] = ['S', 'H', 'C', 'D'];
const RANKS = '23456789TJQKA';
const SIGNS: Record<Suit, string> = { S: '♠\uFE0E', H: '♥\uFE0E', D: '♦\uFE0E', C: '♣\uFE0E' };

/** The face printed on this particular card. */
export function faceOf(card: CardId): Face {
  return card.split('.')[0]!;
}

export function isJoker(card: CardId | Face): boolean {
  return card.startsWith('JK');
}

/** Whether the card says WILD: the twos and the Jokers. */
export function isWild(card: CardId | Face): boolean {
  return isJoker(card) || card.startsWith('2');
}

export function suitOf(card: CardId | Face): Suit | null {
  return isJoker(card) ? null : (card[1] as Suit);
}

/** For example `10` or `J`; empty for a Joker. */
export function rankOf(card: CardId | Face): string {
  if (isJoker(card)) return '';
  return card[0] === 'T' ? '10' : card[0]!;
}

export function signOf(suit: Suit): string {
  return SIGNS[suit];
}

/** From the two up to the ace, then the Joker. */
export function valueOf(card: CardId | Face): number {
  return isJoker(card) ? 15 : RANKS.indexOf(card[0]!) + 2;
}

/** The rank of a value within a run: `10`, `A`. */
export function rankAt(value: number): string {
  return rankOf(`${RANKS[value - 2] ?? '?'}S`);
}

/** The suit of a run: that of its first natural card. */
export function suitOfRun(cards: CardId[]): Suit | null {
  const natural = cards.find((card) => !isWild(card));
  return natural === undefined ? null : suitOf(natural);
}

/** What the card at this place of a run stands for, by the server's bounds. */
export function standsFor({ cards, low }: Pick<Meld, 'cards' | 'low'>, index: number): Face | null {
  const suit = suitOfRun(cards);
  return low === undefined || suit === null ? null : `${RANKS[low + index - 2] ?? '?'}${suit}`;
}

export type Sorting = 'rank' | 'suit';
/** How a hand is ordered: sorted automatically, or as the player arranges it. */
export type Order = Sorting | 'hand';

/** Sorts a hand; wilds are together at the right, where they are easy to find. */
export function sorted(hand: CardId[], by: Sorting): CardId[] {
  const suit = (card: CardId) => SUITS.indexOf(suitOf(card) ?? 'S');
  const key = (card: CardId): number[] => {
    const wild = isWild(card) ? 1 : 0;
    const [value, colour] = [valueOf(card), suit(card)];
    return by === 'rank' || wild ? [wild, value, colour] : [wild, colour, value];
  };
  return [...hand].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    const place = x.findIndex((part, index) => part !== y[index]);
    return place === -1 ? (a < b ? -1 : 1) : x[place]! - y[place]!;
  });
}

/** Arranges the cards of a hand as the player wants them; new ones come last. */
export function inOrder(hand: CardId[], wanted: CardId[]): CardId[] {
  const kept = wanted.filter((card) => hand.includes(card));
  return [...kept, ...hand.filter((card) => !kept.includes(card))];
}

/** Puts a card before another, or at the end. */
export function moved(cards: CardId[], card: CardId, before: CardId | null): CardId[] {
  if (card === before) return cards;
  const rest = cards.filter((one) => one !== card);
  const place = before === null ? -1 : rest.indexOf(before);
  return place === -1 ? [...rest, card] : rest.toSpliced(place, 0, card);
}
