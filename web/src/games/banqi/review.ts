/** The names of Banqi actions in a review. */
import type { Language } from '../../lib/language.svelte.ts';
import type { ActionNamer } from '../contract.ts';
import { cellName, colourOf, type Action, type View } from './types.ts';
import { WORDS } from './words.ts';

interface Said {
  flip: (cell: string) => string;
  move: (piece: string, from: string, to: string) => string;
  take: (piece: string, from: string, target: string, to: string) => string;
  /** A piece that nobody has seen. */
  unknown: string;
}

const SAID: Record<Language, Said> = {
  en: {
    flip: (cell) => `flipping ${cell}`,
    move: (piece, from, to) => `${piece} ${from}–${to}`,
    take: (piece, from, target, to) => `${piece} ${from} takes ${target} ${to}`,
    unknown: 'face-down piece',
  },
  ja: {
    flip: (cell) => `${cell}をめくる`,
    move: (piece, from, to) => `${piece} ${from}–${to}`,
    take: (piece, from, target, to) => `${from}の${piece}で${to}の${target}を取る`,
    unknown: '伏せ駒',
  },
  'zh-Hant': {
    flip: (cell) => `翻 ${cell}`,
    move: (piece, from, to) => `${piece} ${from}–${to}`,
    take: (piece, from, target, to) => `${from} ${piece}吃 ${to} ${target}`,
    unknown: '暗子',
  },
};

export const actionName: ActionNamer<View, Action> = (action, view, language) => {
  const said = SAID[language];
  const cell = (index: number) => cellName(index, view.mode);
  const piece = (index: number) => {
    const shown = view.cells[index]?.piece;
    return shown ? WORDS[language].piece(colourOf(shown.faction), shown.type) : said.unknown;
  };
  switch (action.type) {
    case 'FLIP':
      return said.flip(cell(action.at));
    case 'MOVE':
      return said.move(piece(action.from), cell(action.from), cell(action.to));
    case 'CAPTURE':
      return said.take(piece(action.from), cell(action.from), piece(action.to), cell(action.to));
  }
};
