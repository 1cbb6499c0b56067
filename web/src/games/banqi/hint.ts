/** A hint of Banqi in words. */
import type { Language } from '../../lib/language.svelte.ts';
import type { Hint, Hinter } from '../contract.ts';
import { cellName, colourOf, type Action, type Info, type View } from './types.ts';
import { WORDS } from './words.ts';

interface Said {
  lookFlip: string;
  lookMove: (piece: string) => string;
  lookTake: (piece: string, target: string) => string;
  flip: (cell: string) => string;
  move: (piece: string, to: string) => string;
  take: (piece: string, target: string) => string;
  jump: (target: string) => string;
  plain: (what: string) => string;
  because: (what: string, reason: string) => string;
  /** What the strong player has seen; `piece` names the piece on a cell. */
  reason: (reason: NonNullable<Info['reason']>, piece: (cell: number) => string) => string;
}

const SAID: Record<Language, Said> = {
  en: {
    lookFlip: 'Look at the face-down pieces here.',
    lookMove: (piece) => `Look at your ${piece}.`,
    lookTake: (piece, target) => `Look at your ${piece} and the ${target}.`,
    flip: (cell) => `Flip ${cell}`,
    move: (piece, to) => `Move the ${piece} to ${to}`,
    take: (piece, target) => `Take the ${target} with your ${piece}`,
    jump: (target) => `Jump with your Cannon and take the ${target}`,
    plain: (what) => `${what}.`,
    because: (what, reason) => `${what}: ${reason}.`,
    reason: (reason, piece) => {
      switch (reason.kind) {
        case 'wins': return reason.turns === 1 ? 'it wins' : `it wins within ${reason.turns} turns`;
        case 'takesFree': return 'no open piece can take it back';
        case 'takesAgain': return 'if they take it back, you take again';
        case 'tradesUp': return 'even if they take it back, you took the higher piece';
        case 'escapes': return 'it was in danger and gets away';
        case 'saves': return `it saves your ${piece(reason.cell)}`;
        case 'traps': return `the ${piece(reason.cell)} cannot get away any more`;
        case 'attacksTwo': return `it attacks the ${reason.cells.map(piece).join(' and the ')} at once`;
        case 'attacks': return `it attacks the ${piece(reason.cell)}`;
        case 'nears': return `it closes in on the ${piece(reason.cell)}`;
        case 'turns':
          if (reason.good === 0) return 'whatever comes up, it puts none of yours in danger';
          return `${reason.good} of ${reason.of} hidden pieces let you attack, ${reason.bad === 0 ? 'none' : reason.bad} would be a danger`;
      }
    },
  },
  ja: {
    lookFlip: 'このあたりの伏せた駒に注目。',
    lookMove: (piece) => `あなたの${piece}に注目。`,
    lookTake: (piece, target) => `あなたの${piece}と${target}に注目。`,
    flip: (cell) => `${cell}をめくる`,
    move: (piece, to) => `${piece}を${to}へ`,
    take: (piece, target) => `${piece}で${target}を取る`,
    jump: (target) => `砲で飛びこえて${target}を取る`,
    plain: (what) => `${what}。`,
    because: (what, reason) => `${what}：${reason}。`,
    reason: (reason, piece) => {
      switch (reason.kind) {
        case 'wins': return reason.turns === 1 ? 'これで勝ちです' : `${reason.turns}手以内に勝てます`;
        case 'takesFree': return '見えている駒には取り返されません';
        case 'takesAgain': return '取り返されても、また取れます';
        case 'tradesUp': return '取り返されても、取った駒のほうが上です';
        case 'escapes': return '取られそうな駒が逃げられます';
        case 'saves': return `${piece(reason.cell)}を守れます`;
        case 'traps': return `${piece(reason.cell)}はもう逃げられません`;
        case 'attacksTwo': return `${reason.cells.map(piece).join('と')}を同時に狙えます`;
        case 'attacks': return `${piece(reason.cell)}を狙えます`;
        case 'nears': return `${piece(reason.cell)}に近づきます`;
        case 'turns':
          if (reason.good === 0) return '何が出ても、味方の駒は危なくなりません';
          return `伏せ駒${reason.of}枚のうち${reason.good}枚で相手を狙え、危ないのは${reason.bad}枚です`;
      }
    },
  },
  'zh-Hant': {
    lookFlip: '看看這裡蓋著的棋子。',
    lookMove: (piece) => `看看你的${piece}。`,
    lookTake: (piece, target) => `看看你的${piece}和${target}。`,
    flip: (cell) => `翻 ${cell}`,
    move: (piece, to) => `把${piece}走到 ${to}`,
    take: (piece, target) => `用${piece}吃掉${target}`,
    jump: (target) => `用炮跳過去吃掉${target}`,
    plain: (what) => `${what}。`,
    because: (what, reason) => `${what}：${reason}。`,
    reason: (reason, piece) => {
      switch (reason.kind) {
        case 'wins': return reason.turns === 1 ? '這步就贏了' : `${reason.turns} 步之內能贏`;
        case 'takesFree': return '翻開的棋子都吃不回來';
        case 'takesAgain': return '對方吃回來，你還能再吃';
        case 'tradesUp': return '就算被吃回去，你吃的子比較大';
        case 'escapes': return '躲開被吃的危險';
        case 'saves': return `保住你的${piece(reason.cell)}`;
        case 'traps': return `${piece(reason.cell)}已經逃不掉`;
        case 'attacksTwo': return `同時捉${reason.cells.map(piece).join('和')}`;
        case 'attacks': return `可以捉${piece(reason.cell)}`;
        case 'nears': return `逼近${piece(reason.cell)}`;
        case 'turns':
          if (reason.good === 0) return '不管翻出什麼，都不會危及你的棋子';
          return `${reason.of} 顆暗子中，${reason.good} 顆能捉對方，${reason.bad} 顆有危險`;
      }
    },
  },
};

export const hint: Hinter<View, Action, Info> = (action, view, language, _, info): Hint => {
  const [said, words] = [SAID[language], WORDS[language]];
  const at = (index: number) => `[data-index="${index}"]`;
  const called = (index: number) => {
    const piece = view.cells[index]?.piece;
    return piece ? words.piece(colourOf(piece.faction), piece.type) : words.faceDown(cellName(index, view.mode));
  };
  const told = (what: string) => (info?.reason ? said.because(what, said.reason(info.reason, called)) : said.plain(what));
  if (action.type === 'FLIP') {
    const [row, column] = [Math.floor(action.at / view.columns), action.at % view.columns];
    const near = view.cells.flatMap((cell, index) => {
      const isNear = Math.abs(Math.floor(index / view.columns) - row) <= 1 && Math.abs((index % view.columns) - column) <= 1;
      return isNear && cell?.faceDown ? [at(index)] : [];
    });
    return { where: said.lookFlip, what: told(said.flip(cellName(action.at, view.mode))), region: [near.join(',')], exact: [at(action.at)] };
  }
  const [from, to] = [called(action.from), called(action.to)];
  if (action.type === 'MOVE') {
    return { where: said.lookMove(from), what: told(said.move(from, cellName(action.to, view.mode))), region: [at(action.from)], exact: [at(action.from), at(action.to)] };
  }
  const [row, column] = [Math.abs(Math.floor(action.from / view.columns) - Math.floor(action.to / view.columns)), Math.abs((action.from % view.columns) - (action.to % view.columns))];
  const isJump = view.cells[action.from]?.piece?.type === 'Cannon' && row + column > 1;
  return { where: said.lookTake(from, to), what: told(isJump ? said.jump(to) : said.take(from, to)), region: [at(action.from), at(action.to)] };
};
