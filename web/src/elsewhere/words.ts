/** The words for games that go on elsewhere: few, and needed seldom. */
import { language } from '../lib/language.svelte.ts';

const words = {
  en: {
    toServer: 'Move this game to the server',
    toServerText: 'It goes on there, with all its moves, and friends can watch. It is marked as begun offline and counts for no rating.',
    keepOnServer: 'Keep this game on the server',
    keepText: 'Its record is kept there, marked as played offline.',
    toDevice: 'Take this game along',
    toDeviceText: 'It goes on on this device, without a connection. On the server it is closed and counts for nobody.',
    goOnHere: 'Go on on this device',
    goOnText: 'This table is closed. The game can go on on this device, without a connection.',
    byFile: 'To move games to a server, save your data in the settings and bring it back on that server’s page.',
  },
  ja: {
    toServer: 'この対局をサーバーに移す',
    toServerText: 'これまでの手もそのままサーバーで続けられ、友だちも観戦できます。オフラインで始めた対局と記され、レーティングには数えません。',
    keepOnServer: 'この対局をサーバーに残す',
    keepText: '棋譜をサーバーに残します。オフラインの対局と記されます。',
    toDevice: 'この対局を持っていく',
    toDeviceText: 'この端末で、接続なしで続けられます。サーバーのテーブルは閉じられ、成績には数えません。',
    goOnHere: 'この端末で続ける',
    goOnText: 'このテーブルは閉じられました。この端末で、接続なしで続けられます。',
    byFile: '対局をサーバーに移すには、設定でデータを保存し、サーバーのページでそのデータを戻してください。',
  },
  'zh-Hant': {
    toServer: '把這局移到伺服器',
    toServerText: '連同所有步數在伺服器上繼續，朋友也能觀戰。會註明是離線開始的，不計入等級分。',
    keepOnServer: '把這局存到伺服器',
    keepText: '紀錄會存到伺服器，並註明是離線對局。',
    toDevice: '把這局帶走',
    toDeviceText: '在這台裝置上繼續，不需連線。伺服器上的牌桌會關閉，不計成績。',
    goOnHere: '在這台裝置上繼續',
    goOnText: '這張牌桌已關閉，可以在這台裝置上繼續，不需連線。',
    byFile: '要把對局移到伺服器，請在設定中儲存資料，再到伺服器的頁面取回。',
  },
} as const;

/** In the language that is spoken. */
export const elsewhere = (): Record<keyof (typeof words)['en'], string> => words[language()];
