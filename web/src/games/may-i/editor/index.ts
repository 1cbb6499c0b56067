/** Setting up hands, melds and the pile of May I?. */
import type { Flaw, PositionEditor } from '../../../positions/contract.ts';
import Editor from './Editor.svelte';
import { copies, named, RANKS, readLine, START, SUITS } from './line.ts';
import { WORDS } from './words.ts';

export const editor: PositionEditor = {
  Editor,
  start: START,
  flaws(text, language): Flaw[] {
    const line = readLine(text);
    const words = WORDS[language];
    const faces = [...RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit)), 'JK'];
    const many: Flaw[] = faces.filter((face) => named(line, face) > copies(line, face)).map((face) => ({ text: words.tooMany(face, named(line, face), copies(line, face)) }));
    const empty: Flaw[] = line.down.filter((seat) => !line.melds.some(({ owner }) => owner === seat)).map((seat) => ({ text: words.downWithout(seat + 1), isNote: true }));
    return [...many, ...empty];
  },
};
