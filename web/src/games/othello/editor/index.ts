/** Setting up a board of Othello. */
import type { PositionEditor } from '../../../positions/contract.ts';
import Editor from './Editor.svelte';
import { readBoard, START, writeBoard } from './board.ts';
import { WORDS } from './words.ts';

export const editor: PositionEditor = {
  Editor,
  start: START,
  empty: `${'-'.repeat(64)} X`,
  seatName: (seat, _, language) => (seat === 0 ? WORDS[language].black : WORDS[language].white),
  mirror(text) {
    const { cells, toMove } = readBoard(text);
    return writeBoard({ cells: cells.map((_, index) => cells[index - 2 * (index % 8) + 7]!), toMove });
  },
};
