/** A hint of May I? in words. */
import type { Language } from '../../lib/language.svelte.ts';
import { list } from '../../words/plural.ts';
import type { Hint, Hinter } from '../contract.ts';
import { meldTitle, short } from './naming.ts';
import type { Action, CardId, View } from './types.ts';
import { WORDS } from './words.ts';

interface Said {
  piles: string;
  hand: string;
  melds: string;
  asked: string;
  stock: string;
  discard: (card: string) => string;
  layDown: (melds: string) => string;
  layOff: (card: string, meld: string) => string;
  goOut: string;
  swap: (card: string) => string;
  skip: string;
  throwAway: (card: string) => string;
  call: (card: string) => string;
  allow: string;
  claim: string;
}

const SAID: Record<Language, Said> = {
  en: {
    piles: 'Look at the two piles.',
    hand: 'Look at your hand.',
    melds: 'Look at the melds on the table.',
    asked: 'Look at the card that is asked for.',
    stock: 'Draw from the stock: the discard does not help you enough.',
    discard: (card) => `Take ${card}: it fits your plan.`,
    layDown: (melds) => `Lay down ${melds}.`,
    layOff: (card, meld) => `Lay off ${card} on the ${meld}.`,
    goOut: 'Go out: every card you hold has a place.',
    swap: (card) => `Swap ${card} for the Joker.`,
    skip: 'Go on to the discard.',
    throwAway: (card) => `Discard ${card}: you need it least.`,
    call: (card) => `Ask for ${card}: it is worth one extra card.`,
    allow: 'Allow it: you do not need that card.',
    claim: 'Claim it yourself: the card fits your plan.',
  },
  ja: {
    piles: '2つの山に注目。',
    hand: '手札に注目。',
    melds: '場のメルドに注目。',
    asked: '求められているカードに注目。',
    stock: '山札から引きましょう。捨て札はあまり役に立ちません。',
    discard: (card) => `${card}を取りましょう。狙いに合います。`,
    layDown: (melds) => `${melds}を公開しましょう。`,
    layOff: (card, meld) => `${card}を「${meld}」に付けましょう。`,
    goOut: '上がりましょう。全部のカードに置き場所があります。',
    swap: (card) => `${card}をジョーカーと交換しましょう。`,
    skip: '捨て札に進みましょう。',
    throwAway: (card) => `${card}を捨てましょう。いちばん要らないカードです。`,
    call: (card) => `${card}を求めましょう。罰札1枚の価値があります。`,
    allow: '認めましょう。そのカードは要りません。',
    claim: '自分でもらいましょう。狙いに合うカードです。',
  },
  'zh-Hant': {
    piles: '看看兩疊牌。',
    hand: '看看你的手牌。',
    melds: '看看桌上的牌組。',
    asked: '看看對方想要的那張牌。',
    stock: '從牌堆抽：棄牌對你幫助不大。',
    discard: (card) => `拿 ${card}：合你的計畫。`,
    layDown: (melds) => `攤出 ${melds}。`,
    layOff: (card, meld) => `把 ${card} 補到「${meld}」。`,
    goOut: '出完吧：每張牌都有地方放。',
    swap: (card) => `用 ${card} 換鬼牌。`,
    skip: '接著棄牌吧。',
    throwAway: (card) => `棄 ${card}：你最不需要它。`,
    call: (card) => `要 ${card} 吧：值得一張罰牌。`,
    allow: '讓給他吧：你不需要那張牌。',
    claim: '自己拿吧：那張牌合你的計畫。',
  },
};

const card = (id: CardId) => `[data-card="${id}"], [data-planned="${id}"]`;
const STOCK = '[data-pile=stock]';
const DISCARD = '[data-pile=discard]';

export const hint: Hinter<View, Action> = (action, view, language): Hint => {
  const [said, words] = [SAID[language], WORDS[language]];
  const name = (id: CardId) => short(id, words);
  const hand = (view.hand ?? []).map(card).join(',');
  switch (action.type) {
    case 'DRAW_FROM_STOCK':
      return { where: said.piles, what: said.stock, region: [`${STOCK}, ${DISCARD}`], exact: [STOCK] };
    case 'DRAW_FROM_DISCARD':
      return { where: said.piles, what: said.discard(view.discard ? name(view.discard) : ''), region: [`${STOCK}, ${DISCARD}`], exact: [DISCARD] };
    case 'LAY_DOWN': {
      const melds = action.melds.map(({ cardIds }) => cardIds.map(name).join(' '));
      return { where: said.hand, what: said.layDown(list(melds, language)), region: [hand], exact: action.melds.map(({ cardIds }) => cardIds.map(card).join(',')) };
    }
    case 'LAY_OFF': {
      const meld = view.table.find(({ id }) => id === action.meldId);
      const what = said.layOff(name(action.cardId), meld ? meldTitle(meld, words) : '');
      return { where: said.melds, what, region: [`[data-meld="${action.meldId}"]`], exact: [card(action.cardId), `[data-meld="${action.meldId}"]`] };
    }
    case 'GO_OUT':
      return { where: said.melds, what: said.goOut, region: ['[data-meld]'], exact: [hand] };
    case 'SWAP_JOKER':
      return { where: said.melds, what: said.swap(name(action.cardId)), region: [`[data-meld="${action.meldId}"]`], exact: [card(action.cardId), `[data-meld="${action.meldId}"]`] };
    case 'DISCARD':
      return { where: said.hand, what: said.throwAway(name(action.cardId)), region: [hand], exact: [card(action.cardId)] };
    case 'CALL_MAY_I':
      return { where: said.piles, what: said.call(view.discard ? name(view.discard) : ''), region: [DISCARD] };
    case 'ALLOW_MAY_I':
      return { where: said.asked, what: said.allow, region: [DISCARD], exact: ['[data-act=allow]'] };
    case 'CLAIM_MAY_I':
      return { where: said.asked, what: said.claim, region: [DISCARD], exact: ['[data-act=claim]'] };
    case 'SKIP':
    case 'REORDER_HAND':
      return { where: said.hand, what: said.skip, region: [hand] };
  }
};
