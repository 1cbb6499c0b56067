/** A hint of Othello in words. */
import type { Language } from '../../lib/language.svelte.ts';
import type { Hint, Hinter } from '../contract.ts';
import { indexOf, squareAt, type Action, type Info, type Square, type View } from './types.ts';

interface Said {
  /** Why the strong player likes a move. */
  reason: (reason: NonNullable<Info['reason']>) => string;
  because: (square: Square, reason: string) => string;
  corner: string;
  edge: string;
  middle: string;
  here: string;
  pass: string;
  mustPass: string;
  toCorner: (square: Square) => string;
  toEdge: (square: Square) => string;
  toMiddle: (square: Square) => string;
  to: (square: Square) => string;
}

const SAID: Record<Language, Said> = {
  en: {
    because: (square, reason) => `Place at ${square}: ${reason}.`,
    reason: (reason) => {
      switch (reason.kind) {
        case 'takesCorner': return 'it can never be turned';
        case 'makesPass': return 'the other side has to pass';
        case 'wins': return `with best play it wins by ${reason.by}`;
        case 'keepsCorner': return `it keeps the corner ${reason.corner} from the other side`;
        case 'leadsToCorner': return `it leads to the corner ${reason.corner}`;
        case 'fewReplies': return reason.count === 1 ? 'it leaves the other side one move' : `it leaves the other side only ${reason.count} moves`;
      }
    },
    corner: 'Look at the corner.',
    edge: 'Look at the edge.',
    middle: 'Look at the middle.',
    here: 'Look here.',
    pass: 'No square turns anything.',
    mustPass: 'Pass: nothing can be turned.',
    toCorner: (square) => `Place at ${square}: it can never be turned.`,
    toEdge: (square) => `Place at ${square}: on the edge it is hard to turn.`,
    toMiddle: (square) => `Place at ${square}: the middle keeps many squares open to you.`,
    to: (square) => `Place at ${square}: the best square for you now.`,
  },
  ja: {
    because: (square, reason) => `${square}に打つ：${reason}。`,
    reason: (reason) => {
      switch (reason.kind) {
        case 'takesCorner': return '二度と返されません';
        case 'makesPass': return '相手はパスになります';
        case 'wins': return `最善なら${reason.by}石差で勝ちます`;
        case 'keepsCorner': return `隅の${reason.corner}を相手に渡しません`;
        case 'leadsToCorner': return `隅の${reason.corner}につながります`;
        case 'fewReplies': return `相手の打てるところが${reason.count}か所に減ります`;
      }
    },
    corner: '隅に注目。',
    edge: '辺に注目。',
    middle: '中央に注目。',
    here: 'ここに注目。',
    pass: '打てるところがありません。',
    mustPass: 'パスしましょう。返せる石がありません。',
    toCorner: (square) => `${square}に打つ：二度と返されません。`,
    toEdge: (square) => `${square}に打つ：辺の石は返されにくいです。`,
    toMiddle: (square) => `${square}に打つ：中央は次の手が広がります。`,
    to: (square) => `${square}に打つ：いまいちばんよい場所です。`,
  },
  'zh-Hant': {
    because: (square, reason) => `下在 ${square}：${reason}。`,
    reason: (reason) => {
      switch (reason.kind) {
        case 'takesCorner': return '永遠不會被翻';
        case 'makesPass': return '對方只能跳過';
        case 'wins': return `下得最好可贏 ${reason.by} 子`;
        case 'keepsCorner': return `不讓對方拿到角落 ${reason.corner}`;
        case 'leadsToCorner': return `之後能拿到角落 ${reason.corner}`;
        case 'fewReplies': return `對方只剩 ${reason.count} 個地方可下`;
      }
    },
    corner: '看角落。',
    edge: '看邊上。',
    middle: '看中央。',
    here: '看這裡。',
    pass: '沒有可下的格子。',
    mustPass: '跳過吧：沒有棋子可翻。',
    toCorner: (square) => `下在 ${square}：永遠不會被翻。`,
    toEdge: (square) => `下在 ${square}：邊上的棋子不易被翻。`,
    toMiddle: (square) => `下在 ${square}：中央能保留更多選擇。`,
    to: (square) => `下在 ${square}：目前最好的一步。`,
  },
};

/** A square and its neighbours. */
function around(square: Square): Square[] {
  const index = indexOf(square);
  const [column, row] = [index % 8, Math.floor(index / 8)];
  const near = (at: number) => [at - 1, at, at + 1].filter((one) => one >= 0 && one < 8);
  return near(row).flatMap((r) => near(column).map((c) => squareAt(8 * r + c)));
}

const select = (squares: Square[]) => squares.map((square) => `[data-square=${square}]`).join(',');

export const hint: Hinter<View, Action, Info> = (action, _, language, __, info): Hint => {
  const said = SAID[language];
  if (action.type === 'PASS') return { where: said.pass, what: said.mustPass, region: [] };
  const { square } = action;
  const region = [select(around(square))];
  const exact = [select([square])];
  const [isSide, isEnd] = [/[ah]/.test(square[0]!), /[18]/.test(square[1]!)];
  const why = info?.reason && said.because(square, said.reason(info.reason));
  const told = (where: string, what: string): Hint => ({ where, what: why ?? what, region, exact });
  if (isSide && isEnd) return told(said.corner, said.toCorner(square));
  if (isSide || isEnd) return told(said.edge, said.toEdge(square));
  if (/[c-f][3-6]/.test(square)) return told(said.middle, said.toMiddle(square));
  return told(said.here, said.to(square));
};
