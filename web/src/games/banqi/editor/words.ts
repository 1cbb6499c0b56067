/** The words of the board editor. */
import type { Language } from '../../../lib/language.svelte.ts';
import type { Kind } from '../types.ts';

const en = {
  rules: 'Rules',
  kinds: { King: 'King', Guard: 'Guard', Minister: 'Minister', Rook: 'Rook', Horse: 'Horse', Cannon: 'Cannon', Pawn: 'Pawn' } as Record<Kind, string>,
  toAct: 'To act',
  seat: (n: number) => `Player ${n}`,
  red: 'Red',
  black: 'Black',
  green: 'Green',
  firstIsRed: 'Player 1 is red',
  firstIsBlack: 'Player 1 is black',
  brush: 'What to put',
  faceDown: 'Face-down',
  none: 'Empty',
  tooMany: (letter: string, n: number, all: number) => `${n} × ${letter}; there are only ${all}.`,
  more: (n: number) => `${n} pieces are neither on the board nor taken.`,
  countAsTaken: 'Count as captured',
  orFill: 'Or they lie face-down on empty cells.',
  fill: 'Fill face-down',
  fewer: (n: number) => `${n} face-down cells too many.`,
};

export const WORDS: Record<Language, typeof en> = {
  en,
  ja: {
    rules: 'ルール',
    kinds: { King: '将', Guard: '士', Minister: '象', Rook: '車', Horse: '馬', Cannon: '砲', Pawn: '兵' },
    toAct: '手番',
    seat: (n) => `プレイヤー${n}`,
    red: '赤',
    black: '黒',
    green: '緑',
    firstIsRed: 'プレイヤー1が赤',
    firstIsBlack: 'プレイヤー1が黒',
    brush: '置くもの',
    faceDown: '伏せ駒',
    none: '空き',
    tooMany: (letter, n, all) => `${letter}が${n}枚あります（${all}枚まで）。`,
    more: (n) => `${n}枚が盤上にも取られた駒にもありません。`,
    countAsTaken: '取られたことにする',
    orFill: '空きマスに伏せて置くこともできます。',
    fill: '伏せて埋める',
    fewer: (n) => `伏せ駒が${n}枚多すぎます。`,
  },
  'zh-Hant': {
    rules: '規則',
    kinds: { King: '將', Guard: '士', Minister: '象', Rook: '車', Horse: '馬', Cannon: '炮', Pawn: '兵' },
    toAct: '輪到',
    seat: (n) => `玩家 ${n}`,
    red: '紅方',
    black: '黑方',
    green: '綠方',
    firstIsRed: '玩家 1 是紅方',
    firstIsBlack: '玩家 1 是黑方',
    brush: '放置',
    faceDown: '暗子',
    none: '空',
    tooMany: (letter, n, all) => `${letter} 有 ${n} 顆，最多 ${all} 顆。`,
    more: (n) => `${n} 顆棋子既不在盤上也沒被吃。`,
    countAsTaken: '算作被吃',
    orFill: '也可以暗放在空格上。',
    fill: '用暗子補滿',
    fewer: (n) => `暗子多了 ${n} 顆。`,
  },
};

/** The name of the side with this letter; null while nobody has a side. */
export function sideName(owner: string | undefined, language: Language): string | null {
  const { red, black, green } = WORDS[language];
  return { r: red, b: black, g: green }[owner ?? ''] ?? null;
}
