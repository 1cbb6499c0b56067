/** What there is to say about the seven of the house, in Traditional Chinese. */
import type { CastWords, GameCastWords } from './en.ts';

export const words: CastWords = {
  level: { bruno: '溫和', mina: '隨和', theo: '謹慎', amara: '大膽', jun: '敏銳', ines: '厲害', vera: '毫不留情' },
  temper: {
    bruno: '怎麼開心怎麼玩，你贏了也替你高興。',
    mina: '想到就做，常常露出破綻。',
    theo: '先守好自己的，再想別的。',
    amara: '先攻再說，絕不猶豫。',
    jun: '很少看漏，記性又好。',
    ines: '沉得住氣，等你發現已經太遲。',
    vera: '不急不躁，從不靠運氣。',
  },
  games: import.meta.glob<GameCastWords>('../../games/*/house/zh-Hant.json', { eager: true, import: 'default' }),
};
