/** Splits what somebody has brought into games; whether these are valid is for the rules to say. */
import type { AskRecord } from '../gen/protocol.ts';

/** The games in a text: the address of one, records, Othello games in GGF, or transcripts, one per line. */
export function gamesOf(text: string): AskRecord[] {
  const whole = text.replace(/^\uFEFF/, '').trim();
  const link = /(?:#|&|^)[rs]=(1\.[\w-]+)/.exec(whole)?.[1] ?? /^1\.[\w-]+$/.exec(whole)?.[0];
  if (link) return [{ link }];
  const one = whole.startsWith('{') ? oneRecord(whole) : null;
  const games = one ? [one] : whole.includes('(;') ? whole.split(/(?=\(;)/).filter((game) => game.startsWith('(;')) : whole.split('\n');
  return games.filter((game) => game.trim() !== '').map((text) => ({ text }));
}

/** A record that may be spread over many lines, put on one; null if the text is not one record. */
function oneRecord(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The bytes of a WTHOR file before its games, and those of each game. */
const HEADER = 16;
const GAME = 68;

/** The games in a file. Only WTHOR files have zero bytes; each of their games becomes a file of its own. */
export function gamesIn(file: Uint8Array): AskRecord[] {
  if (!file.includes(0)) return gamesOf(new TextDecoder().decode(file));
  const games = [];
  for (let at = HEADER; at + GAME <= file.length; at += GAME) {
    const one = new Uint8Array(HEADER + GAME);
    one.set(file.subarray(0, HEADER));
    one.set([1, 0, 0, 0], 4);
    one.set(file.subarray(at, at + GAME), HEADER);
    games.push({ wthor: btoa(String.fromCharCode(...one)) });
  }
  return games;
}
