/** A hint of Nine in words: how high, and why. Nobody can tell the one right card; that is the game. */
import type { Language } from '../../lib/language.svelte.ts';
import type { Hint, Hinter } from '../contract.ts';
import type { Action, View } from './types.ts';
import { WORDS } from './words.ts';

type Range = 'low' | 'middle' | 'high';

const SAID: Record<Language, Record<Range, { where: string; what: (card: number) => string }>> = {
  en: {
    low: { where: 'Think of a low card.', what: (card) => `Low, such as the ${card}: if it loses, it costs you little.` },
    middle: { where: 'Think of a card in the middle.', what: (card) => `In the middle, such as the ${card}: it beats the low ones and saves your best.` },
    high: { where: 'Think of a high card.', what: (card) => `High, such as the ${card}: it wins most of what they have left.` },
  },
  ja: {
    low: { where: '低いカードを考えてみましょう。', what: (card) => `低め、たとえば${card}：負けても失うものはわずかです。` },
    middle: { where: '中くらいのカードを考えてみましょう。', what: (card) => `中くらい、たとえば${card}：低いカードに勝ち、強いカードを残せます。` },
    high: { where: '高いカードを考えてみましょう。', what: (card) => `高め、たとえば${card}：相手の残りのほとんどに勝てます。` },
  },
  'zh-Hant': {
    low: { where: '想想小的牌。', what: (card) => `出小的，例如 ${card}：輸了也損失不多。` },
    middle: { where: '想想中間的牌。', what: (card) => `出中間的，例如 ${card}：能贏小牌，又留住好牌。` },
    high: { where: '想想大的牌。', what: (card) => `出大的，例如 ${card}：對方剩下的大多贏不了。` },
  },
};

export const hint: Hinter<View, Action> = ({ card, helper }, view, language, seat): Hint => {
  const hand = [...(view.hands[seat] ?? [])].sort((a, b) => a - b);
  const third = hand.length / 3;
  const range: Range = hand.indexOf(card) < third ? 'low' : hand.indexOf(card) < 2 * third ? 'middle' : 'high';
  const own = hand.filter((_, at) => (range === 'low' ? at < third : range === 'middle' ? at >= third && at < 2 * third : at >= 2 * third));
  const select = (cards: number[]) => cards.map((one) => `[role=toolbar] [data-card="${one}"]`).join(',');
  const { where, what } = SAID[language][range];
  if (!helper) return { where, what: what(card), region: [select(own)], exact: [select([card])] };
  const { helperNames, helperTexts, withHelper } = WORDS[language];
  const said = `${withHelper(card, helperNames[helper])}${language === 'en' ? ': ' : '：'}${helperTexts[helper]}`;
  return { where, what: said, region: [select(own)], exact: [select([card]), `[data-helper="${helper}"]`] };
};
