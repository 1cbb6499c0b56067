/** What there is to say about the seven of the house, in Japanese. */
import type { CastWords, GameCastWords } from './en.ts';

export const words: CastWords = {
  level: { bruno: 'おだやか', mina: 'のんびり', theo: '慎重', amara: '大胆', jun: 'するどい', ines: '手ごわい', vera: '容赦なし' },
  temper: {
    bruno: '楽しそうな手を選び、あなたが勝つと喜びます。',
    mina: '思いついたらすぐ動き、よくすきを見せます。',
    theo: 'まず守り、それから攻めます。',
    amara: 'まず攻める。迷いません。',
    jun: '見落としが少なく、よく覚えています。',
    ines: 'じっと待ちます。気づいたときには手遅れです。',
    vera: '急がず、偶然に頼りません。',
  },
  games: import.meta.glob<GameCastWords>('../../games/*/house/ja.json', { eager: true, import: 'default' }),
};
