/** Calls to the server over HTTP, or to this device in its place. */
import type { Json } from '../gen/games.ts';
import type { AskPosition, AskRecord, ErasedGames, Games, Health, Leaderboard, LinkedGame, OfferedDevice, OfferingPerson, OpenedTable, OpenTable, OwnDevices, OwnProfile, Phase, PlayedGames, PositionInfo, Problem, PublicProfile, Ranking, Replay, TableList, TableRow } from '../gen/protocol.ts';
import { isOffline } from './edition.ts';
import { callHere, isHere, ofThisDevice, settleHere } from './here.ts';
import { playerKey, renewPlayerKey } from './keys.ts';

/** Thrown when the server refuses a call or does not answer. */
export class Refused extends Error implements Problem {
  readonly code: string;
  readonly details?: Json;

  constructor(problem: Problem) {
    super(problem.message);
    this.code = problem.code;
    this.details = problem.details;
  }
}

interface Init {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const read = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
};

/** The answer of the server, or of its counterpart on this device. */
async function answer(path: string, init: Init, token: string | undefined, where: 'there' | 'here'): Promise<{ status: number; body: unknown }> {
  if (where === 'here') {
    const { status, body } = await callHere(path, init, token);
    return { status, body: read(body) };
  }
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(path, { ...init, headers });
  return { status: response.status, body: read(await response.text()) };
}

async function call<T>(path: string, init: Init = {}, token?: string, where: 'there' | 'here' = isOffline ? 'here' : 'there'): Promise<T> {
  const { status, body } = await answer(path, init, token, where).catch(() => {
    throw new Refused({ code: 'page.offline', message: 'no connection', details: null });
  });
  if (status >= 200 && status < 300) return body as T;
  const error = (body as { error?: Problem } | null)?.error;
  throw new Refused(error ? (where === 'here' ? ofThisDevice(error) : error) : { code: 'page.offline', message: `status ${status}`, details: null });
}

/** Whether a table is on this device (`here`) or on the server (`there`). */
const at = (table: string) => (isHere(table) ? 'here' : 'there');

/** Asks the server, or this device if no server can be reached. */
async function orHere<T>(path: string, init: Init = {}): Promise<T> {
  return call<T>(path, init).catch((error: unknown) => {
    if (isOffline || !(error instanceof Refused) || error.code !== 'page.offline') throw error;
    return call<T>(path, init, undefined, 'here').catch(() => {
      throw error;
    });
  });
}

export const games = () => orHere<Games>('/api/games');

export const tables = (phase?: Phase, game?: string) => {
  const query = new URLSearchParams({ ...(phase && { phase }), ...(game && { game }) }).toString();
  return call<TableList>(`/api/tables${query && `?${query}`}`);
};

export const table = (id: string, token?: string) => call<TableRow>(`/api/tables/${id}`, {}, token, at(id));

/** Whether such a table has no seat for anybody on another device: then it may as well be on this one. */
const needsNobody = ({ players, seats }: OpenTable) => players !== undefined && players.filter((one) => one === null).length === 1 && players.length === (seats ?? players.length);

const post = (body: unknown): Init => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** A position as text, link and view; a refusal says what is wrong with it. */
export const position = (ask: AskPosition) => orHere<PositionInfo>('/api/positions', post(ask));

export async function openTable(open: OpenTable): Promise<OpenedTable> {
  const path = '/api/tables';
  const init = post(open);
  if (isOffline || !needsNobody(open)) return call<OpenedTable>(path, init);
  return call<OpenedTable>(path, init).catch(async (error: unknown) => {
    if (!(error instanceof Refused) || error.code !== 'page.offline') throw error;
    const here = await call<OpenedTable>(path, init, undefined, 'here').catch((own: unknown) => {
      throw own instanceof Refused && own.code === 'page.storage' ? own : error;
    });
    settleHere(here.table);
    return here;
  });
}

export const record = (id: string, token?: string) => call<Json>(`/api/tables/${id}/record`, {}, token, at(id));

/** The record of a game so far, including everything hidden, for going on elsewhere. */
export const recordSoFar = (id: string, token?: string) => call<Json>(`/api/tables/${id}/record?running=true`, {}, token, 'here');

/** Opens a table that continues a game begun elsewhere. */
export const openRecord = (open: OpenTable, where: 'there' | 'here') => call<OpenedTable>('/api/tables/from-record', post(open), undefined, where);

export const replay = (id: string, from: number, seat: number | 'spectator' | null, token?: string) =>
  call<Replay>(`/api/tables/${id}/replay?from=${from}${seat === null ? '' : `&seat=${seat}`}`, {}, token, at(id));

/** A game from a link or a record, shown without being stored. */
export const linked = (ask: AskRecord) => orHere<LinkedGame>('/api/records', post(ask));

/** Asks as the person with this browser's key. A browser that was signed out elsewhere starts over with a new key. */
async function own<T>(path: string, init: Init = {}, key = playerKey()): Promise<T> {
  return call<T>(path, init, key).catch((error: unknown) => {
    if (!(error instanceof Refused) || error.code !== 'request.signed_out' || key !== playerKey()) throw error;
    renewPlayerKey();
    wasSignedOut = true;
    return call<T>(path, init, playerKey());
  });
}
let wasSignedOut = false;

/** Whether this browser was signed out since the last call of this function. */
export function noticeSignOut(): boolean {
  const was = wasSignedOut;
  wasSignedOut = false;
  return was;
}

/** The best players of a game, with this browser's person among them if they have a place. */
export const leaderboard = (game: string, by?: Ranking) => own<Leaderboard>(`/api/leaderboard/${game}${by ? `?by=${by}` : ''}`);

/** The profile of the person with this browser's key. */
export const me = () => own<OwnProfile>('/api/me');

/** That person's finished games, the latest first; `query` says which, `after` where the previous answer ended. */
export const myGames = (query: string, after: string | null) =>
  own<PlayedGames>(`/api/me/games?${[query, after && `after=${encodeURIComponent(after)}`].filter(Boolean).join('&')}`);

/** All data about that person, as the text of a file. */
export const exportMine = async () => JSON.stringify(await own<Json>('/api/me/export'), null, 1);

/** Forgets the person with this browser's key. */
export const eraseMine = () => own<ErasedGames>('/api/me', { method: 'DELETE' });

/** The devices of the person with this browser's key. */
export const devices = () => own<OwnDevices>('/api/me/devices');

/** A code that adds one more device to the person with this key. It works once, for five minutes. */
export const offerDevice = (name: string, device: string, key?: string) => own<OfferedDevice>('/api/me/link', post({ name, device }), key);

/** Cancels the code. */
export const withdrawDevice = () => own<OwnDevices>('/api/me/link', { method: 'DELETE' });

/** The person a code leads to. */
export const lookAtDevice = (code: string) => call<OfferingPerson>('/api/me/look', post({ code }));

/** Adds the device with this key to the person a code leads to. */
export const takeDevice = (code: string, device: string, key?: string) => own<OwnDevices>('/api/me/devices', post({ code, device }), key);

/** Signs out a device; without one, all others. */
export const signOut = (device: string | null, key?: string) => own<OwnDevices>(`/api/me/devices${device === null ? '' : `/${device}`}`, { method: 'DELETE' }, key);

/** The public profile of a person. */
export const person = (id: string) => call<PublicProfile>(`/api/people/${id}`);

/** Which program answers, and its version. */
export const health = () => call<Health>('/api/health');
