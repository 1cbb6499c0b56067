/** The words for a game from a link, in Traditional Chinese. */
import type { LinkedWords } from './en.ts';

export const words: LinkedWords = {
  title: '連結或檔案中的對局',
  unchecked: '來自連結或檔案，未經伺服器驗證。',
  bring: '開啟對局',
  bringText: '貼上包含對局的連結、紀錄，或黑白棋的著法（f5d6…）或 GGF，也可以選擇檔案；含多局的檔案或 WTHOR 資料庫也行。',
  paste: '連結、紀錄或著法',
  open: '開啟',
  file: '選擇檔案',
  tooLong: '對局太長，無法放進連結，請存成檔案。',
  copyLink: '複製連結',
  shareGame: '包含對局的連結',
  shareShot: '這一擊的連結',
  review: '檢討對局',
  playOn: '從這裡接著玩',
  at: (n, of) => `第 ${n} / ${of} 手`,
  unreadable: '無法讀取此對局。',
  saveGgf: '存成 GGF',
  saveWthor: '存成 WTHOR',
  games: '這個檔案裡的對局',
  game: '對局',
  gameBefore: '上一局',
  gameAfter: '下一局',
  copyTranscript: '複製著法',
  seat: (n) => `玩家 ${n}`,
  notOver: '對局尚未結束。',
};
