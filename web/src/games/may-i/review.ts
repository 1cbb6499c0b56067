/** The names of May I? actions in a review: cards by their signs, melds by what they are. */
import type { Language } from '../../lib/language.svelte.ts';
import type { ActionNamer } from '../contract.ts';
import { meldTitle, short } from './naming.ts';
import type { Action, CardId, View } from './types.ts';
import { WORDS } from './words.ts';

interface Said {
  stock: string;
  take: (card: string) => string;
  layDown: (melds: string) => string;
  layOff: (card: string, meld: string) => string;
  goOut: (cards: string) => string;
  swap: (card: string) => string;
  skip: string;
  discard: (card: string) => string;
  call: (card: string) => string;
  allow: string;
  claim: (card: string) => string;
  sort: string;
}

const SAID: Record<Language, Said> = {
  en: {
    stock: 'drawing from the stock',
    take: (card) => `taking ${card}`,
    layDown: (melds) => `laying down ${melds}`,
    layOff: (card, meld) => `laying off ${card} on the ${meld}`,
    goOut: (cards) => `going out with ${cards}`,
    swap: (card) => `swapping ${card} for the Joker`,
    skip: 'laying nothing off',
    discard: (card) => `discarding ${card}`,
    call: (card) => `asking for ${card}`,
    allow: 'allowing it',
    claim: (card) => `claiming ${card}`,
    sort: 'sorting the hand',
  },
  ja: {
    stock: '山札から引く',
    take: (card) => `${card}を取る`,
    layDown: (melds) => `${melds}を公開`,
    layOff: (card, meld) => `${card}を${meld}に付ける`,
    goOut: (cards) => `${cards}で上がる`,
    swap: (card) => `${card}をジョーカーと交換`,
    skip: '何も付けない',
    discard: (card) => `${card}を捨てる`,
    call: (card) => `${card}を求める`,
    allow: '認める',
    claim: (card) => `${card}を自分でもらう`,
    sort: '手札の並べ替え',
  },
  'zh-Hant': {
    stock: '從牌堆抽牌',
    take: (card) => `拿 ${card}`,
    layDown: (melds) => `攤下 ${melds}`,
    layOff: (card, meld) => `把 ${card} 加到${meld}`,
    goOut: (cards) => `用 ${cards} 出完`,
    swap: (card) => `用 ${card} 換鬼牌`,
    skip: '不加牌',
    discard: (card) => `棄 ${card}`,
    call: (card) => `要 ${card}`,
    allow: '讓給對方',
    claim: (card) => `自己拿 ${card}`,
    sort: '整理手牌',
  },
};

export const actionName: ActionNamer<View, Action> = (action, view, language) => {
  const [said, words] = [SAID[language], WORDS[language]];
  const name = (card: CardId) => short(card, words);
  const exposed = view.discard ? name(view.discard) : words.discardPile;
  switch (action.type) {
    case 'DRAW_FROM_STOCK':
      return said.stock;
    case 'DRAW_FROM_DISCARD':
      return said.take(exposed);
    case 'LAY_DOWN':
      return said.layDown(action.melds.map(({ cardIds }) => cardIds.map(name).join(' ')).join(' + '));
    case 'LAY_OFF': {
      const meld = view.table.find(({ id }) => id === action.meldId);
      return said.layOff(name(action.cardId), meld ? meldTitle(meld, words) : words.melds);
    }
    case 'GO_OUT':
      return said.goOut(action.layOffs.map(({ cardId }) => name(cardId)).join(' '));
    case 'SWAP_JOKER':
      return said.swap(name(action.cardId));
    case 'SKIP':
      return said.skip;
    case 'DISCARD':
      return said.discard(name(action.cardId));
    case 'CALL_MAY_I':
      return said.call(exposed);
    case 'ALLOW_MAY_I':
      return said.allow;
    case 'CLAIM_MAY_I':
      return said.claim(exposed);
    case 'REORDER_HAND':
      return said.sort;
  }
};
