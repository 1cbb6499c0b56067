/** Setting up the cards and points of Nine. */
import type { Flaw, PositionEditor } from '../../../positions/contract.ts';
import Editor from './Editor.svelte';
import { readCards, START } from './cards.ts';
import { WORDS } from './words.ts';

export const editor: PositionEditor = {
  Editor,
  start: START,
  flaws(text, language): Flaw[] {
    const [first, second] = readCards(text).hands;
    const words = WORDS[language];
    return first.length === second.length ? [] : [{ text: words.unequal(9 - first.length, 9 - second.length) }];
  },
};
