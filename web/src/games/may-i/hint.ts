/** A hint of May I? in words. */
import type { Language } from '../../lib/language.svelte.ts';
import { list, plural } from '../../words/plural.ts';
import type { Hint, Hinter } from '../contract.ts';
import { meldTitle, short } from './naming.ts';
import type { Action, CardId, Info, View } from './types.ts';
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
  plain: (what: string) => string;
  because: (what: string, reason: string) => string;
  /** What the strong player has seen; `card` is the open card. */
  reason: (reason: NonNullable<Info['reason']>, card: string) => string;
}

const SAID: Record<Language, Said> = {
  en: {
    piles: 'Look at the two piles.',
    hand: 'Look at your hand.',
    melds: 'Look at the melds on the table.',
    asked: 'Look at the card that is asked for.',
    stock: 'Draw from the stock',
    discard: (card) => `Take ${card}`,
    layDown: (melds) => `Lay down ${melds}`,
    layOff: (card, meld) => `Lay off ${card} on the ${meld}`,
    goOut: 'Go out: every card you hold has a place.',
    swap: (card) => `Swap ${card} for the Joker`,
    skip: 'Go on to the discard.',
    throwAway: (card) => `Discard ${card}`,
    call: (card) => `Ask for ${card}`,
    allow: 'Allow it',
    claim: 'Claim it yourself',
    plain: (what) => `${what}.`,
    because: (what, reason) => `${what}: ${reason}.`,
    reason: (reason, card) => {
      switch (reason.kind) {
        case 'goesOut': return 'you have no card left then';
        case 'nears':
          if (reason.after === 0) return 'it completes your contract';
          return `you lack ${plural(reason.after, 'one card', `${reason.after} cards`)} then instead of ${reason.before}`;
        case 'noNearer': return `${card} brings your contract no nearer`;
        case 'waits': return `${reason.outs} of ${reason.of} unseen cards ${reason.missing === 1 ? 'would complete your contract' : 'would bring you nearer'}`;
        case 'fitsNowhere': return `it fits no meld and would cost you ${reason.points}`;
        case 'sheds': return `your hand costs ${reason.points} less`;
        case 'saves': return `in imagined rounds it saves you ${plural(reason.points, '1 point', `${reason.points} points`)}`;
      }
    },
  },
  ja: {
    piles: '2つの山に注目。',
    hand: '手札に注目。',
    melds: '場のメルドに注目。',
    asked: '求められているカードに注目。',
    stock: '山札から引く',
    discard: (card) => `${card}を取る`,
    layDown: (melds) => `${melds}を公開する`,
    layOff: (card, meld) => `${card}を「${meld}」に付ける`,
    goOut: '上がりましょう。全部のカードに置き場所があります。',
    swap: (card) => `${card}をジョーカーと交換する`,
    skip: '捨て札に進みましょう。',
    throwAway: (card) => `${card}を捨てる`,
    call: (card) => `${card}を求める`,
    allow: '認める',
    claim: '自分でもらう',
    plain: (what) => `${what}。`,
    because: (what, reason) => `${what}：${reason}。`,
    reason: (reason, card) => {
      switch (reason.kind) {
        case 'goesOut': return '手札がなくなります';
        case 'nears': return reason.after === 0 ? 'コントラクトが完成します' : `コントラクトまであと${reason.after}枚になります`;
        case 'noNearer': return `${card}ではコントラクトに近づきません`;
        case 'waits': return `見えていない${reason.of}枚のうち${reason.outs}枚で${reason.missing === 1 ? '完成します' : '完成に近づきます'}`;
        case 'fitsNowhere': return `どのメルドにも付かず、残すと${reason.points}点です`;
        case 'sheds': return `手札が${reason.points}点軽くなります`;
        case 'saves': return `想像したラウンドでは${reason.points}点ほど得でした`;
      }
    },
  },
  'zh-Hant': {
    piles: '看看兩疊牌。',
    hand: '看看你的手牌。',
    melds: '看看桌上的牌組。',
    asked: '看看對方想要的那張牌。',
    stock: '從牌堆抽',
    discard: (card) => `拿 ${card}`,
    layDown: (melds) => `攤出 ${melds}`,
    layOff: (card, meld) => `把 ${card} 補到「${meld}」`,
    goOut: '出完吧：每張牌都有地方放。',
    swap: (card) => `用 ${card} 換鬼牌`,
    skip: '接著棄牌吧。',
    throwAway: (card) => `棄 ${card}`,
    call: (card) => `要 ${card}`,
    allow: '讓給他',
    claim: '自己拿',
    plain: (what) => `${what}。`,
    because: (what, reason) => `${what}：${reason}。`,
    reason: (reason, card) => {
      switch (reason.kind) {
        case 'goesOut': return '手牌就出完了';
        case 'nears': return reason.after === 0 ? '合約就完成了' : `離合約只差 ${reason.after} 張`;
        case 'noNearer': return `${card} 不會讓你更接近合約`;
        case 'waits': return `沒看到的 ${reason.of} 張中，${reason.outs} 張能${reason.missing === 1 ? '完成合約' : '更接近合約'}`;
        case 'fitsNowhere': return `補不到任何牌組，留著要算 ${reason.points} 分`;
        case 'sheds': return `手牌少 ${reason.points} 分`;
        case 'saves': return `推演的牌局中約省 ${reason.points} 分`;
      }
    },
  },
};

const card = (id: CardId) => `[data-card="${id}"], [data-planned="${id}"]`;
const STOCK = '[data-pile=stock]';
const DISCARD = '[data-pile=discard]';

export const hint: Hinter<View, Action, Info> = (action, view, language, _, info): Hint => {
  const [said, words] = [SAID[language], WORDS[language]];
  const name = (id: CardId) => short(id, words);
  const open = view.discard ? name(view.discard) : '';
  const hand = (view.hand ?? []).map(card).join(',');
  const told = (what: string) => (info?.reason ? said.because(what, said.reason(info.reason, open)) : said.plain(what));
  switch (action.type) {
    case 'DRAW_FROM_STOCK':
      return { where: said.piles, what: told(said.stock), region: [`${STOCK}, ${DISCARD}`], exact: [STOCK] };
    case 'DRAW_FROM_DISCARD':
      return { where: said.piles, what: told(said.discard(open)), region: [`${STOCK}, ${DISCARD}`], exact: [DISCARD] };
    case 'LAY_DOWN': {
      const melds = action.melds.map(({ cardIds }) => cardIds.map(name).join(' '));
      return { where: said.hand, what: told(said.layDown(list(melds, language))), region: [hand], exact: action.melds.map(({ cardIds }) => cardIds.map(card).join(',')) };
    }
    case 'LAY_OFF': {
      const meld = view.table.find(({ id }) => id === action.meldId);
      const what = told(said.layOff(name(action.cardId), meld ? meldTitle(meld, words) : ''));
      return { where: said.melds, what, region: [`[data-meld="${action.meldId}"]`], exact: [card(action.cardId), `[data-meld="${action.meldId}"]`] };
    }
    case 'GO_OUT':
      return { where: said.melds, what: said.goOut, region: ['[data-meld]'], exact: [hand] };
    case 'SWAP_JOKER':
      return { where: said.melds, what: told(said.swap(name(action.cardId))), region: [`[data-meld="${action.meldId}"]`], exact: [card(action.cardId), `[data-meld="${action.meldId}"]`] };
    case 'DISCARD':
      return { where: said.hand, what: told(said.throwAway(name(action.cardId))), region: [hand], exact: [card(action.cardId)] };
    case 'CALL_MAY_I':
      return { where: said.piles, what: told(said.call(open)), region: [DISCARD] };
    case 'ALLOW_MAY_I':
      return { where: said.asked, what: told(said.allow), region: [DISCARD], exact: ['[data-act=allow]'] };
    case 'CLAIM_MAY_I':
      return { where: said.asked, what: told(said.claim), region: [DISCARD], exact: ['[data-act=claim]'] };
    case 'SKIP':
    case 'REORDER_HAND':
      return { where: said.hand, what: said.skip, region: [hand] };
  }
};
