/** The words of puzzles in Chinese. */
import type { PuzzleWords } from './en.ts';

export const words: PuzzleWords = {
  puzzles: '解題',
  daily: '每日一題',
  tasks: {
    othello: '只有一手能贏，找出來。',
    banqi: '有一步明顯最好，找出來。',
    nine: '先出的牌是攤開的，每回合輪流先出。不論對方出什麼，只有一張牌必勝，找出來。',
    'may-i': '這手牌達成本局的條件。怎麼攤牌剩的分數最少？',
    'nine-ball': '這些打法中有一個明顯最好，找出來。',
  },
  rated: (n, level) => `難度 ${n}（${level}）`,
  levels: { easy: '簡單', medium: '普通', hard: '困難', veryHard: '極難' },
  choices: '選項',
  shown: '解答：',
  right: '答對了。',
  wrong: '不是這一個。',
  tryAgain: '再試一次：只計第一次作答。',
  hint: '提示',
  solution: '看解答',
  next: '下一題',
  playOn: '從這裡接著玩',
  streak: (n) => `連續 ${n} 天`,
  restDay: '每週可休息一天。',
  solved: (n, of) => `${of} 題中有 ${n} 題第一次就答對`,
  all: '你已經全部解完了。',
  none: '這個遊戲還沒有題目。',
};
