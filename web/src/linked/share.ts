/** Links that contain a game or a single action of a finished table. */
import { linked, record } from '../lib/api.ts';
import { held } from '../lib/seats.ts';

async function text(table: string): Promise<string> {
  const known = held(table);
  return JSON.stringify(await record(table, known?.token ?? known?.watch));
}

/** The encoded game for an address; null if it is too long for one. */
export const wholeGame = async (table: string): Promise<string | null> => (await linked({ text: await text(table) })).link ?? null;

/** The address that contains the whole game. */
export async function gameLink(table: string): Promise<string | null> {
  const link = await wholeGame(table);
  return link ? `${location.origin}/g#r=${link}` : null;
}

/** The address of one of its actions, counted from 0. */
export async function shotLink(table: string, only: number): Promise<string | null> {
  const { link } = await linked({ text: await text(table), only });
  return link ? `${location.origin}/g#s=${link}` : null;
}
