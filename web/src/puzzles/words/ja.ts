/** The words of puzzles in Japanese. */
import type { PuzzleWords } from './en.ts';

export const words: PuzzleWords = {
  puzzles: '問題',
  daily: '今日の問題',
  tasks: {
    othello: '勝つ手は一つだけです。探してください。',
    banqi: 'はっきり最善の手が一つあります。探してください。',
    nine: '先に出す人のカードは表向きで、先番は毎回入れ替わります。相手が何を出しても勝つカードが一枚だけあります。探してください。',
    'may-i': 'この手札はラウンドの条件を満たしています。残る点が一番少なくなる出し方はどれですか。',
    'nine-ball': 'この中にはっきり最善のショットが一つあります。探してください。',
  },
  rated: (n, level) => `難易度${n}（${level}）`,
  levels: { easy: 'やさしい', medium: 'ふつう', hard: 'むずかしい', veryHard: '超難問' },
  choices: '選択肢',
  shown: '答え：',
  right: '正解です。',
  wrong: '違います。',
  tryAgain: 'もう一度。数えるのは最初の1回だけです。',
  hint: 'ヒント',
  solution: '答えを見る',
  next: '次の問題',
  playOn: 'ここから対局',
  streak: (n) => `${n}日連続`,
  restDay: '週に1日は休んでも続きます。',
  solved: (n, of) => `${of}問中${n}問を最初の1回で正解`,
  all: 'すべて解きました。',
  none: 'このゲームの問題はまだありません。',
};
