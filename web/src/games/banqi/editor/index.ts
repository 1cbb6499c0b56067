/** Setting up a board of Banqi. */
import type { Flaw, PositionEditor } from '../../../positions/contract.ts';
import Editor from './Editor.svelte';
import { emptyLine, layRest, leftOver, readLine, takeRest, writeLine } from './line.ts';
import { sideName, WORDS } from './words.ts';

export const editor: PositionEditor = {
  Editor,
  start: writeLine(emptyLine('c')),
  seatName: (seat, text, language) => sideName(readLine(text).owners[seat], language),
  flaws(text, language): Flaw[] {
    const line = readLine(text);
    const words = WORDS[language];
    const rest = leftOver(line);
    const many: Flaw[] = rest.filter(({ count }) => count < 0).map(({ letter, count, all }) => ({ text: words.tooMany(letter, all - count, all) }));
    if (many.length > 0) return many;
    const down = line.cells.filter((cell) => cell === '?').length;
    const left = rest.reduce((sum, { count }) => sum + count, 0);
    if (left > down) {
      const isRoom = line.cells.includes('.');
      return [
        { text: words.more(left - down), fix: { label: words.countAsTaken, text: writeLine(takeRest(line)) } },
        ...(isRoom ? [{ text: words.orFill, isNote: true, fix: { label: words.fill, text: writeLine(layRest(line)) } }] : []),
      ];
    }
    return left < down ? [{ text: words.fewer(down - left) }] : [];
  },
};
