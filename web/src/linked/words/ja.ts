/** The words for a game from a link, in Japanese. */
import type { LinkedWords } from './en.ts';

export const words: LinkedWords = {
  title: 'リンクやファイルの対局',
  unchecked: 'リンクやファイルから開いた対局です（サーバー未確認）。',
  bring: '対局を開く',
  bringText: '対局の入ったリンク、棋譜、またはオセロの手順（f5d6…）かGGFを貼り付けるか、ファイルを選んでください。複数の対局が入ったファイルやWTHORのデータベースも開けます。',
  paste: 'リンク、棋譜または手順',
  open: '開く',
  file: 'ファイルを選ぶ',
  tooLong: 'リンクには長すぎます。ファイルで保存してください。',
  copyLink: 'リンクをコピー',
  shareGame: '対局の入ったリンク',
  shareShot: 'このショットへのリンク',
  review: '振り返る',
  playOn: 'ここから対局',
  at: (n, of) => `${of}手中${n}手目`,
  unreadable: 'この対局は読み取れません。',
  saveGgf: 'GGFで保存',
  saveWthor: 'WTHORで保存',
  games: 'このファイルの対局',
  game: '対局',
  gameBefore: '前の対局',
  gameAfter: '次の対局',
  copyTranscript: '手順をコピー',
  seat: (n) => `プレイヤー${n}`,
  notOver: '対局はまだ終わっていません。',
};
