/** Replaces the seats in a board's text by people's names. */
import type { Sitter } from '../games/contract.ts';
import type { Language } from './language.svelte.ts';

/** How a text names a seat, including the reader's own. */
const SEAT: Record<Language, RegExp> = {
  en: /\bseat (\d)\b( \(you\))?/gi,
  ja: /席(\d)(?!\d)(（あなた）)?/g,
  'zh-Hant': /座位 (\d)(?!\d)(（你）)?/g,
};

/** The text with each seat replaced by the name of the person there. */
export function named(text: string, sitters: readonly Pick<Sitter, 'name'>[], language: Language): string {
  return text.replace(SEAT[language], (seat, number: string) => sitters[Number(number)]?.name ?? seat);
}
