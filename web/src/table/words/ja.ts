/** The words of the table page in Japanese. */
import type { TableWords } from './en.ts';

export const words: TableWords = {
  slow: '接続が遅くなっています。手を送信中です。',
  noConnection: '接続がありません。再接続しています…',
  sending: '送信中',

  sitsDown: '席に着きます',
  stillThinking: 'まだ考えています',
  waitsForYou: 'あなたを待っています',
  tapToHurry: 'テーブルをタップすると早く進みます',
  pace: '相手の速さ',
  paceValues: { slow: 'ゆっくり', normal: 'ふつう', fast: '速い', instant: 'すぐに' },
  talk: '相手のひとこと',

  hint: 'ヒント',
  hintOffer: 'ヒントを見ますか？',
  hintMore: '手を見る',
  hintNotNow: 'ヒントは自分の番に見られます。',
  hintsUsed: (n) => `ヒント${n}回`,

  coach: 'コーチ',
  coachOff: '今後は表示しない',

  leaveTo: (name) => `退席しますか？ ${name}が席を取っておきます。`,
  playAgain: 'もう一度遊ぶ',
  playNext: (name) => `${name}と遊ぶ`,
  nextGame: '次の対局',
  watchAnother: 'ほかの対局を見る',
  result: '結果',
  agreedTo: (names) => `${names}が再戦を希望しています。`,
  waitsFor: (names) => `${names}を待っています。`,
  wouldPlay: (name) => `${name}が対局したがっています。`,
  resignedYou: '投了しました。',
  resignedOther: (name) => `${name}が投了しました。`,
  tableFull: 'このテーブルの記録がいっぱいになりました。対局は打ち切りで、勝敗はつきません。',
  timeYou: '時間切れです。',
  timeOther: (name) => `${name}の時間切れです。`,

  lookingAt: (n, of) => `${of}手のうち${n}手目を見ています`,
  backToGame: '対局に戻る',
  newMoves: (n) => `新しい手が${n}手あります`,
  reviewing: (n, of) => `振り返り：${of}手のうち${n}手目`,
  firstMove: '最初の手',
  backOne: '1手戻る',
  onOne: '1手進む',
  lastMove: '最後の手',
  leaveReview: '振り返りを閉じる',

  offerDraw: '引き分けを申し込む',
  drawAsk: (name) => `${name}から引き分けの申し込みです。`,
  drawAskYou: '引き分けを申し込みました。',
  fillInBy: (name, absent, sub) => `${name}は、${absent}の代わりに${sub}に打ってもらいたいと言っています。`,
  whoPlays: 'だれに代わってもらいますか？',
  readsRules: 'ルールを読んでいます',
  readRules: (names) => `${names.join('、')}がルールを読んでいます`,
  letPlay: (sub) => `${sub}に打ってもらう`,
};
