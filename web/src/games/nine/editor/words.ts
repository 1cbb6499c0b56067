/** The words of the card editor. */
import type { Language } from '../../../lib/language.svelte.ts';

const en = {
  seat: (n: number) => `Player ${n}`,
  leads: (n: number) => `Player ${n} leads: your cards`,
  points: 'Points',
  carried: 'Carried points',
  held: (card: number) => `${card}, in the hand`,
  played: (card: number) => `${card}, played`,
  unequal: (a: number, b: number) => `Player 1 has played ${a} cards, player 2 ${b}.`,
};

export const WORDS: Record<Language, typeof en> = {
  en,
  ja: {
    seat: (n) => `プレイヤー${n}`,
    leads: (n) => `プレイヤー${n}が先：あなたの手札`,
    points: '得点',
    carried: '持ち越し点',
    held: (card) => `${card}、手札`,
    played: (card) => `${card}、使用済み`,
    unequal: (a, b) => `プレイヤー1は${a}枚、プレイヤー2は${b}枚を使っています。`,
  },
  'zh-Hant': {
    seat: (n) => `玩家 ${n}`,
    leads: (n) => `玩家 ${n} 先出：你的牌`,
    points: '分數',
    carried: '累積分數',
    held: (card) => `${card}，在手上`,
    played: (card) => `${card}，已出`,
    unequal: (a, b) => `玩家 1 出了 ${a} 張，玩家 2 出了 ${b} 張。`,
  },
};
