/** A hint of Nine in words: how high, and why. There is never one right card to name; that is the game. */
import type { Language } from '../../lib/language.svelte.ts';
import type { Hint, Hinter } from '../contract.ts';
import type { Action, Info, View } from './types.ts';
import { WORDS } from './words.ts';

type Range = 'low' | 'middle' | 'high';

interface Said {
  look: Record<Range, string>;
  play: Record<Range, (card: number) => string>;
  plain: (what: string) => string;
  because: (what: string, reason: string) => string;
  /** What the strong player has seen. */
  reason: (reason: NonNullable<Info['reason']>) => string;
}

const SAID: Record<Language, Said> = {
  en: {
    look: { low: 'Think of a low card.', middle: 'Think of a card in the middle.', high: 'Think of a high card.' },
    play: {
      low: (card) => `Low, such as the ${card}`,
      middle: (card) => `In the middle, such as the ${card}`,
      high: (card) => `High, such as the ${card}`,
    },
    plain: (what) => `${what}.`,
    because: (what, reason) => `${what}: ${reason}.`,
    reason: (reason) => {
      switch (reason.kind) {
        case 'decides': return 'the game is yours, whatever they play';
        case 'beatsLead': return 'it is the lowest that wins here';
        case 'givesUp': return 'it loses, but it is your lowest';
        case 'unbeaten': return 'they have nothing higher';
        case 'expected': return `as they play, it should win ${reason.percent} times in 100`;
        case 'chosen': return `perfect play takes it ${reason.percent} times in 100`;
        case 'beats': return `it beats ${reason.cards} of their ${reason.of} cards`;
        case 'keeps': return 'it is your lowest, so you keep the better ones';
      }
    },
  },
  ja: {
    look: { low: '低いカードを考えてみましょう。', middle: '中くらいのカードを考えてみましょう。', high: '高いカードを考えてみましょう。' },
    play: {
      low: (card) => `低め、たとえば${card}`,
      middle: (card) => `中くらい、たとえば${card}`,
      high: (card) => `高め、たとえば${card}`,
    },
    plain: (what) => `${what}。`,
    because: (what, reason) => `${what}：${reason}。`,
    reason: (reason) => {
      switch (reason.kind) {
        case 'decides': return '相手が何を出しても勝ちです';
        case 'beatsLead': return 'ここで勝てるいちばん低いカードです';
        case 'givesUp': return '負けますが、いちばん低いカードです';
        case 'unbeaten': return '相手にはこれより高いカードがありません';
        case 'expected': return `相手の出し方から見て、100回に${reason.percent}回勝てそうです`;
        case 'chosen': return `最善の打ち方では100回に${reason.percent}回出します`;
        case 'beats': return `相手の${reason.of}枚のうち${reason.cards}枚に勝てます`;
        case 'keeps': return 'いちばん低いカードなので、よいカードを残せます';
      }
    },
  },
  'zh-Hant': {
    look: { low: '想想小的牌。', middle: '想想中間的牌。', high: '想想大的牌。' },
    play: {
      low: (card) => `出小的，例如 ${card}`,
      middle: (card) => `出中間的，例如 ${card}`,
      high: (card) => `出大的，例如 ${card}`,
    },
    plain: (what) => `${what}。`,
    because: (what, reason) => `${what}：${reason}。`,
    reason: (reason) => {
      switch (reason.kind) {
        case 'decides': return '不管對方出什麼，你都會贏';
        case 'beatsLead': return '這是能贏的最小一張';
        case 'givesUp': return '會輸，但這是你最小的牌';
        case 'unbeaten': return '對方沒有更大的牌';
        case 'expected': return `照對方的出法，100 次約贏 ${reason.percent} 次`;
        case 'chosen': return `最佳打法 100 次會出它 ${reason.percent} 次`;
        case 'beats': return `能贏對方 ${reason.of} 張中的 ${reason.cards} 張`;
        case 'keeps': return '這是你最小的牌，好牌都留著';
      }
    },
  },
};

export const hint: Hinter<View, Action, Info> = ({ card, helper }, view, language, seat, info): Hint => {
  const hand = [...(view.hands[seat] ?? [])].sort((a, b) => a - b);
  const third = hand.length / 3;
  const range: Range = hand.indexOf(card) < third ? 'low' : hand.indexOf(card) < 2 * third ? 'middle' : 'high';
  const own = hand.filter((_, at) => (range === 'low' ? at < third : range === 'middle' ? at >= third && at < 2 * third : at >= 2 * third));
  const select = (cards: number[]) => cards.map((one) => `[role=toolbar] [data-card="${one}"]`).join(',');
  const said = SAID[language];
  const [where, what] = [said.look[range], said.play[range](card)];
  const told = info?.reason ? said.because(what, said.reason(info.reason)) : said.plain(what);
  if (!helper) return { where, what: told, region: [select(own)], exact: [select([card])] };
  const { helperNames, helperTexts, withHelper } = WORDS[language];
  const helped = `${withHelper(card, helperNames[helper])}${language === 'en' ? ': ' : '：'}${helperTexts[helper]}`;
  return { where, what: helped, region: [select(own)], exact: [select([card]), `[data-helper="${helper}"]`] };
};
