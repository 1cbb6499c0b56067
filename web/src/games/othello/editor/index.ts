/** Setting up a board of Othello. */
import type { PositionEditor } from '../../../positions/contract.ts';
import Editor from './Editor.svelte';
import { readBoard, START, writeBoard } from './board.ts';

export const editor: PositionEditor = {
  Editor,
  start: START,
  empty: `${'-'.repeat(64)} X`,
  mirror(text) {
    const { cells, toMove } = readBoard(text);
    return writeBoard({ cells: cells.map((_, index) => cells[index - 2 * (index % 8) + 7]!), toMove });
  },
};
