/** The words of __Title__ in Japanese. */
import type { __Type__Words } from './en.ts';

export const words: __Type__Words = {
  sides: ['先手', '後手'],
  board: '山',
  heap: (n) => `残り${n}個`,
  take: (n) => `${n}個取る`,
  taken: (name, n, rest) => `${name}が${n}個取りました。残り${rest}個です。`,
  takenYou: (n, rest) => `${n}個取りました。残り${rest}個です。`,
  choices: (n) => `${n}個まで取れます`,
  badCount: (n) => `取れるのは${n}個までです。`,
  byLast: '最後の1個が取られました',
  byResign: '相手が投了しました',
  byTime: '時間切れ',
  wins: (name) => `${name}の勝ちです。`,
  winsYou: 'あなたの勝ちです。',
  standard: 'ふつうのルール',
  standardHelp: '21個、一度に1個から3個まで。',
  lookAtHeap: '山に注目。',
  hint: (n) => `${n}個取る：いまいちばんよい数です。`,
  coach: [
    { title: '取ってみましょう', text: '山から1個、2個、または3個取ります。' },
    { title: '最後の1個で勝ち', text: '最後の1個を取った人の勝ちです。いくつ残すかを考えましょう。' },
  ],
};
