/** The words of the card editor. */
import type { Language } from '../../../lib/language.svelte.ts';

const en = {
  seat: (n: number) => `Seat ${n}`,
  points: 'Points',
  carried: 'Carried points',
  held: (card: number) => `${card}, in the hand`,
  played: (card: number) => `${card}, played`,
  unequal: (a: number, b: number) => `Seat 1 has played ${a} cards, seat 2 ${b}.`,
};

export const WORDS: Record<Language, typeof en> = {
  en,
  ja: {
    seat: (n) => `席${n}`,
    points: '得点',
    carried: '持ち越し点',
    held: (card) => `${card}、手札`,
    played: (card) => `${card}、使用済み`,
    unequal: (a, b) => `席1は${a}枚、席2は${b}枚を使っています。`,
  },
  'zh-Hant': {
    seat: (n) => `座位 ${n}`,
    points: '分數',
    carried: '累積分數',
    held: (card) => `${card}，在手上`,
    played: (card) => `${card}，已出`,
    unequal: (a, b) => `座位 1 出了 ${a} 張，座位 2 出了 ${b} 張。`,
  },
};
