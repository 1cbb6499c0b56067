/** How to play __Title__, in Traditional Chinese. */
import type { LessonWords } from '../../../../learn/types.ts';

export const words: LessonWords = {
  sentence: '每次拿一到三個，拿到最後一個的人贏。',
  lead: '一分鐘就能學會。',
  parts: {
    take: { title: '拿幾個', text: '一共 21 個。輪流拿**一個、兩個或三個**。' },
    most: { title: '不能多拿', text: '快結束時，最多只能拿剩下的數目。' },
    last: { title: '最後一個', text: '拿到**最後一個**的人就贏了。' },
    four: { title: '留下四個', text: '剩四個時，不管對方拿幾個，你都能拿完。' },
  },
  ends: [
    { title: '你贏', text: '當你拿到最後一個。' },
    { title: '你輸', text: '當對方拿到最後一個。' },
  ],
  lessons: {
    take: [{ task: '想拿幾個就拿幾個。', done: '現在輪到對方。', wrong: '拿一個、兩個或三個。' }],
    most: [{ task: '剩兩個。試著拿三個。', done: '只有兩個，不能拿三個。', wrong: '那樣可以。試著拿三個。' }],
    last: [{ task: '剩三個。全部拿走。', done: '你拿到最後一個，贏了。', wrong: '可以，但拿三個馬上就贏。' }],
    four: [{ task: '剩六個。留下四個。', done: '不管對方拿幾個，最後一個都是你的。', wrong: '可以，但沒有留下四個。拿兩個。' }],
  },
};
