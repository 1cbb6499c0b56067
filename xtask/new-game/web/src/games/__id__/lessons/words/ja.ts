/** How to play __Title__, in Japanese. */
import type { LessonWords } from '../../../../learn/types.ts';

export const words: LessonWords = {
  sentence: '1個から3個まで取り、最後の1個を取れば勝ちです。',
  lead: '1分で覚えられます。',
  parts: {
    take: { title: '取る', text: '21個あります。順番に**1個、2個、または3個**取ります。' },
    most: { title: '残りより多くは取れない', text: '終わりが近づくと、残っている数までしか取れません。' },
    last: { title: '最後の1個で勝ち', text: '**最後の1個**を取った人の勝ちです。' },
    four: { title: '4個残す', text: '4個から相手がいくつ取っても、残りを全部取れます。' },
  },
  ends: [
    { title: '勝ち', text: '最後の1個を取ったとき。' },
    { title: '負け', text: '相手に取られたとき。' },
  ],
  lessons: {
    take: [{ task: '好きな数を取ってください。', done: '次は相手の番です。', wrong: '1個から3個まで取れます。' }],
    most: [{ task: '残り2個です。3個取ってみてください。', done: '2個しかないので、3個は取れません。', wrong: 'それは取れます。3個を試してください。' }],
    last: [{ task: '残り3個です。全部取ってください。', done: '最後の1個を取ったので勝ちです。', wrong: '取れますが、3個ならすぐに勝ちです。' }],
    four: [{ task: '残り6個です。4個残してください。', done: '相手がいくつ取っても、最後の1個はあなたのものです。', wrong: '取れますが、4個残りません。2個取ってください。' }],
  },
};
