/** The words of the table page in Traditional Chinese. */
import type { TableWords } from './en.ts';

export const words: TableWords = {
  slow: '連線較慢，正在送出你這一步。',
  noConnection: '沒有連線，正在重試…',
  sending: '傳送中',

  sitsDown: '正在入座',
  stillThinking: '還在想',
  waitsForYou: '在等你',
  tapToHurry: '輕點桌面可加快',
  pace: '對手速度',
  paceValues: { slow: '慢', normal: '普通', fast: '快', instant: '立即' },
  talk: '對手會說話',

  hint: '提示',
  hintOffer: '需要提示嗎？',
  hintMore: '看這一步',
  hintNotNow: '輪到你時才有提示。',
  hintsUsed: (n) => `用了 ${n} 次提示`,

  coach: '教練',
  coachOff: '不再顯示',

  leaveTo: (name) => `要離開嗎？${name} 會幫你留著這一桌。`,
  playAgain: '再玩一局',
  playNext: (name) => `跟 ${name} 玩`,
  nextGame: '下一局',
  watchAnother: '看別的對局',
  result: '結果',
  agreedTo: (names) => `${names} 想再來一局。`,
  waitsFor: (names) => `等待 ${names}。`,
  wouldPlay: (name) => `${name} 想跟你玩一局。`,
  resignedYou: '你認輸了。',
  resignedOther: (name) => `${name} 認輸了。`,
  tableFull: '這張牌桌的紀錄已滿，對局中止，不分勝負。',
  timeYou: '你的時間用完了。',
  timeOther: (name) => `${name} 的時間用完了。`,

  lookingAt: (n, of) => `正在看第 ${n} 手（共 ${of} 手）`,
  backToGame: '回到對局',
  newMoves: (n) => `有 ${n} 步新著`,
  reviewing: (n, of) => `覆盤：第 ${n} 手（共 ${of} 手）`,
  firstMove: '第一手',
  backOne: '上一手',
  onOne: '下一手',
  lastMove: '最後一手',
  leaveReview: '結束覆盤',

  offerDraw: '提議和棋',
  drawAsk: (name) => `${name} 提議和棋。`,
  drawAskYou: '你提議和棋。',
  fillInBy: (name, absent, sub) => `${name} 想讓 ${sub} 代替 ${absent} 下。`,
  whoPlays: '要請誰代打？',
  readsRules: '正在看玩法',
  readRules: (names) => `${names.join('、')} 正在看玩法`,
  letPlay: (sub) => `讓 ${sub} 代下`,
};
