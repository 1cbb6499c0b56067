/** The board as text comes with seats; people are called by their names. */
import type { Sitter } from '../games/contract.ts';
import type { Language } from './language.svelte.ts';

/** How a text calls a seat, and the reader's own. */
const SEAT: Record<Language, RegExp> = {
  en: /\bseat (\d)\b( \(you\))?/gi,
  ja: /席(\d)(?!\d)(（あなた）)?/g,
  'zh-Hant': /座位 (\d)(?!\d)(（你）)?/g,
};

/** The text with everybody's name in place of the seat. */
export function named(text: string, sitters: readonly Pick<Sitter, 'name'>[], language: Language): string {
  return text.replace(SEAT[language], (seat, number: string) => sitters[Number(number)]?.name ?? seat);
}
