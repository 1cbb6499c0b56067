/** The words of the board editor. */
import type { Language } from '../../../lib/language.svelte.ts';

const en = {
  board: 'Board',
  brush: 'What to put',
  black: 'Black',
  white: 'White',
  none: 'Empty',
  toMove: (side: string) => `${side} to move`,
};

export const WORDS: Record<Language, typeof en> = {
  en,
  ja: { board: '盤', brush: '置くもの', black: '黒', white: '白', none: '空き', toMove: (side) => `${side}番` },
  'zh-Hant': { board: '棋盤', brush: '放置', black: '黑', white: '白', none: '空', toMove: (side) => `輪到${side}方` },
};
