/** The line of May I?: words of the form `key:value` in any order (docs/protocol.md). The editor keeps unknown words unchanged. */

/** Cards of a place: the known faces, and how many other cards are dealt. */
export interface Pile {
  cards: string[];
  more: number;
}

export interface MeldOf {
  owner: number;
  kind: 's' | 'r';
  cards: string[];
}

export interface Line {
  round: number;
  dealer: number;
  turn: number;
  current: number;
  phase: string;
  hands: Pile[];
  discard: Pile;
  melds: MeldOf[];
  down: number[];
  rest: string[];
}

export const RANKS = [...'3456789TJQKA2'];
export const SUITS = [...'SHDC'];
export const START = 'mi1 round:1 dealer:2 turn:1 current:0 phase:draw hands:+11/+11/+11 discard:+1';

const SIGNS: Record<string, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** A card as printed: 10♦. */
export function sign(card: string, joker: string): string {
  return card.startsWith('JK') ? joker : `${card[0] === 'T' ? '10' : card[0]}${SIGNS[card[1]!] ?? ''}`;
}

const list = (text: string, mark: string) => (text === '' ? [] : text.split(mark));

function readPile(text: string): Pile {
  const [cards = '', more] = text.split('+');
  return { cards: list(cards, '.'), more: Number(more) || 0 };
}

function writePile({ cards, more }: Pile): string {
  return cards.join('.') + (more > 0 ? `+${more}` : '');
}

export function readLine(text: string): Line {
  const words = text.trim().split(/\s+/).slice(1);
  const rest: string[] = [];
  const known = new Map<string, string>();
  for (const word of words) {
    const at = word.indexOf(':');
    const key = at === -1 ? word : word.slice(0, at);
    if (['round', 'dealer', 'turn', 'current', 'phase', 'hands', 'discard', 'melds', 'down'].includes(key)) known.set(key, word.slice(at + 1));
    else rest.push(word);
  }
  const number = (key: string, or: number) => (known.has(key) ? Number(known.get(key)) || 0 : or);
  return {
    round: number('round', 1),
    dealer: number('dealer', 0),
    turn: number('turn', 1),
    current: number('current', 1),
    phase: known.get('phase') ?? 'draw',
    hands: (known.get('hands') ?? '+11/+11/+11').split('/').map(readPile),
    discard: readPile(known.get('discard') ?? ''),
    melds: list(known.get('melds') ?? '', ';').map((meld) => {
      const [head = '0s', cards = ''] = meld.split('=');
      return { owner: Number(head[0]) || 0, kind: head.endsWith('r') ? 'r' : 's', cards: list(cards, '.') };
    }),
    down: list(known.get('down') ?? '', '.').map(Number),
    rest,
  };
}

export function writeLine(line: Line): string {
  const words = [
    'mi1',
    `round:${line.round}`,
    `dealer:${line.dealer}`,
    `turn:${line.turn}`,
    `current:${line.current}`,
    `phase:${line.phase}`,
    `hands:${line.hands.map(writePile).join('/')}`,
  ];
  if (line.discard.cards.length > 0 || line.discard.more > 0) words.push(`discard:${writePile(line.discard)}`);
  if (line.melds.length > 0) words.push(`melds:${line.melds.map(({ owner, kind, cards }) => `${owner}${kind}=${cards.join('.')}`).join(';')}`);
  if (line.down.length > 0) words.push(`down:${line.down.join('.')}`);
  return [...words, ...line.rest].join(' ');
}

/** How many cards with this face the line names. */
export function named(line: Line, face: string): number {
  const all = [...line.hands.flatMap(({ cards }) => cards), ...line.discard.cards, ...line.melds.flatMap(({ cards }) => cards)];
  return all.filter((card) => card.slice(0, 2) === face).length;
}

/** How many cards with this face exist at a table with this many hands. */
export function copies(line: Line, face: string): number {
  const packs = line.hands.length <= 5 ? 2 : 3;
  return face === 'JK' ? 2 * packs : packs;
}
