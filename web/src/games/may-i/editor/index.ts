/** Setting up hands, melds and the pile of May I?. */
import type { Flaw, PositionEditor } from '../../../positions/contract.ts';
import Editor from './Editor.svelte';
import { copies, named, RANKS, readLine, sign, START, SUITS } from './line.ts';
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
  // `laydown "1,2,3" "4,5,6"` refers to positions in the hand.
  choiceName(choice, text, language) {
    const line = readLine(text);
    const hand = line.hands[line.current]?.cards ?? [];
    const melds = [...choice.matchAll(/"([\d,]+)"/g)].map(([, places]) => places!.split(',').map((place) => sign(hand[Number(place) - 1] ?? '', WORDS[language].joker)));
    return melds.map((cards) => cards.join(' ')).join(' + ');
  },
  valueName: (value, language) => WORDS[language].pointsLeft(-value),
};
