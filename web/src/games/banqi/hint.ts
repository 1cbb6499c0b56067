/** A hint of Banqi in words. */
import type { Language } from '../../lib/language.svelte.ts';
import type { Hint, Hinter } from '../contract.ts';
import { cellName, colourOf, type Action, type View } from './types.ts';
import { WORDS } from './words.ts';

interface Said {
  lookFlip: string;
  lookMove: (piece: string) => string;
  lookTake: (piece: string, target: string) => string;
  flip: (cell: string) => string;
  move: (piece: string, to: string) => string;
  take: (piece: string, target: string) => string;
  jump: (target: string) => string;
}

const SAID: Record<Language, Said> = {
  en: {
    lookFlip: 'Look at the face-down pieces here.',
    lookMove: (piece) => `Look at your ${piece}.`,
    lookTake: (piece, target) => `Look at your ${piece} and the ${target}.`,
    flip: (cell) => `Flip ${cell}: it is the safest piece to turn up.`,
    move: (piece, to) => `Move the ${piece} to ${to}: it stands better there.`,
    take: (piece, target) => `Take the ${target} with your ${piece}.`,
    jump: (target) => `Jump with your Cannon and take the ${target}.`,
  },
  ja: {
    lookFlip: 'このあたりの伏せた駒に注目。',
    lookMove: (piece) => `あなたの${piece}に注目。`,
    lookTake: (piece, target) => `あなたの${piece}と${target}に注目。`,
    flip: (cell) => `${cell}をめくる：いちばん安全な駒です。`,
    move: (piece, to) => `${piece}を${to}へ：そのほうがよい位置です。`,
    take: (piece, target) => `${piece}で${target}を取りましょう。`,
    jump: (target) => `砲で飛びこえて${target}を取りましょう。`,
  },
  'zh-Hant': {
    lookFlip: '看看這裡蓋著的棋子。',
    lookMove: (piece) => `看看你的${piece}。`,
    lookTake: (piece, target) => `看看你的${piece}和${target}。`,
    flip: (cell) => `翻 ${cell}：翻這顆最安全。`,
    move: (piece, to) => `把${piece}走到 ${to}：位置更好。`,
    take: (piece, target) => `用${piece}吃掉${target}。`,
    jump: (target) => `用炮跳過去吃掉${target}。`,
  },
};

export const hint: Hinter<View, Action> = (action, view, language): Hint => {
  const [said, words] = [SAID[language], WORDS[language]];
  const at = (index: number) => `[data-index="${index}"]`;
  const called = (index: number) => {
    const piece = view.cells[index]?.piece;
    return piece ? words.piece(colourOf(piece.faction), piece.type) : words.faceDown(cellName(index, view.mode));
  };
  if (action.type === 'FLIP') {
    const [row, column] = [Math.floor(action.at / view.columns), action.at % view.columns];
    const near = view.cells.flatMap((cell, index) => {
      const isNear = Math.abs(Math.floor(index / view.columns) - row) <= 1 && Math.abs((index % view.columns) - column) <= 1;
      return isNear && cell?.faceDown ? [at(index)] : [];
    });
    return { where: said.lookFlip, what: said.flip(cellName(action.at, view.mode)), region: [near.join(',')], exact: [at(action.at)] };
  }
  const [from, to] = [called(action.from), called(action.to)];
  if (action.type === 'MOVE') {
    return { where: said.lookMove(from), what: said.move(from, cellName(action.to, view.mode)), region: [at(action.from)], exact: [at(action.from), at(action.to)] };
  }
  const [row, column] = [Math.abs(Math.floor(action.from / view.columns) - Math.floor(action.to / view.columns)), Math.abs((action.from % view.columns) - (action.to % view.columns))];
  const isJump = view.cells[action.from]?.piece?.type === 'Cannon' && row + column > 1;
  return { where: said.lookTake(from, to), what: isJump ? said.jump(to) : said.take(from, to), region: [at(action.from), at(action.to)] };
};
