/** The words of __Title__ in Traditional Chinese. */
import type { __Type__Words } from './en.ts';

export const words: __Type__Words = {
  sides: ['先手', '後手'],
  board: '一堆棋子',
  heap: (n) => `剩下 ${n} 個`,
  take: (n) => `拿 ${n} 個`,
  taken: (name, n, rest) => `${name}拿走 ${n} 個，剩下 ${rest} 個。`,
  takenYou: (n, rest) => `你拿走 ${n} 個，剩下 ${rest} 個。`,
  choices: (n) => `最多可拿 ${n} 個`,
  badCount: (n) => `最多只能拿 ${n} 個。`,
  byLast: '最後一個被拿走了',
  byResign: '對方認輸',
  byTime: '超時',
  wins: (name) => `${name}贏了。`,
  winsYou: '你贏了。',
  standard: '一般規則',
  standardHelp: '21 個，每次拿一到三個。',
  lookAtHeap: '看這一堆。',
  hint: (n) => `拿 ${n} 個：目前最好的數目。`,
  coach: [
    { title: '拿幾個', text: '從這一堆拿一個、兩個或三個。' },
    { title: '最後一個定勝負', text: '拿到最後一個的人贏，想想要留下幾個。' },
  ],
};
