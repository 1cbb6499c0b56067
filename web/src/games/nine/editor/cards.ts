/** The line of Nine: unused cards of both seats, points, and carried points. */
export interface Cards {
  hands: [number[], number[]];
  scores: [number, number];
  carried: number;
  /** Used helpers and tied cards, kept unchanged. */
  rest: string;
}

export const START = '123456789/123456789 0-0';

export function readCards(text: string): Cards {
  const [hands = '', scores = '', ...words] = text.trim().split(/\s+/);
  const cards = (part = '') => [...part].map(Number).filter((card) => card >= 1 && card <= 9);
  const points = (part = '') => (Number.isFinite(Number(part)) ? Math.max(0, Number(part)) : 0);
  const [first, second] = hands.split('/');
  const [own, other] = scores.split('-');
  const carried = words.find((word) => word.startsWith('+'));
  return {
    hands: [cards(first), cards(second)],
    scores: [points(own), points(other)],
    carried: points(carried?.slice(1)),
    rest: words.filter((word) => word !== carried).join(' '),
  };
}

export function writeCards({ hands, scores, carried, rest }: Cards): string {
  const sorted = hands.map((hand) => [...new Set(hand)].sort().join('')).join('/');
  return [sorted, scores.join('-'), carried > 0 ? `+${carried}` : '', rest].filter((word) => word !== '').join(' ');
}
