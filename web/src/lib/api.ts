/** What the server answers over HTTP, or this device in its place. */
import type { Json } from '../gen/games.ts';
import type { AskPosition, AskRecord, ErasedGames, Games, Health, Leaderboard, LinkedGame, OfferedDevice, OfferingPerson, OpenedTable, OpenTable, OwnDevices, OwnProfile, Phase, PlayedGames, PositionInfo, Problem, PublicProfile, Ranking, Replay, TableList, TableRow } from '../gen/protocol.ts';
import { isOffline } from './edition.ts';
import { callHere, isHere, ofThisDevice, settleHere } from './here.ts';
import { playerKey, renewPlayerKey } from './keys.ts';

/** The server said no, or nothing. */
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

/** What the server says, or its counterpart on this device. */
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

/** Where a table is. */
const at = (table: string) => (isHere(table) ? 'here' : 'there');

/** Asks the server, and this device where no server can be reached. */
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

/** Whether nobody of elsewhere can sit at such a table: then it may as well be on this device. */
const needsNobody = ({ players, seats }: OpenTable) => players !== undefined && players.filter((one) => one === null).length === 1 && players.length === (seats ?? players.length);

const post = (body: unknown): Init => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** A position as text, link and view; refused with what is wrong with it. */
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

/** The record of a game on this device, with all that is hidden in it: to go on elsewhere. */
export const recordSoFar = (id: string, token?: string) => call<Json>(`/api/tables/${id}/record?running=true`, {}, token, 'here');

/** Opens a table for a game that was begun elsewhere. */
export const openRecord = (open: OpenTable, where: 'there' | 'here') => call<OpenedTable>('/api/tables/from-record', post(open), undefined, where);

export const replay = (id: string, from: number, seat: number | 'spectator' | null, token?: string) =>
  call<Replay>(`/api/tables/${id}/replay?from=${from}${seat === null ? '' : `&seat=${seat}`}`, {}, token, at(id));

/** A game of a link or a record that is kept nowhere. */
export const linked = (ask: AskRecord) => orHere<LinkedGame>('/api/records', post(ask));

/** Asks as whoever has this browser's key. One that was signed out elsewhere begins anew. */
async function own<T>(path: string, init: Init = {}, key = playerKey()): Promise<T> {
  return call<T>(path, init, key).catch((error: unknown) => {
    if (!(error instanceof Refused) || error.code !== 'request.signed_out' || key !== playerKey()) throw error;
    renewPlayerKey();
    wasSignedOut = true;
    return call<T>(path, init, playerKey());
  });
}
let wasSignedOut = false;

/** Whether this browser was signed out since it was asked last. */
export function noticeSignOut(): boolean {
  const was = wasSignedOut;
  wasSignedOut = false;
  return was;
}

/** The best of a game; whoever asks is among them, if they have a place. */
export const leaderboard = (game: string, by?: Ranking) => own<Leaderboard>(`/api/leaderboard/${game}${by ? `?by=${by}` : ''}`);

/** What is known of whoever has this browser's key. */
export const me = () => own<OwnProfile>('/api/me');

/** Their finished games, the latest first; `query` says which, `after` where the answer before has ended. */
export const myGames = (query: string, after: string | null) =>
  own<PlayedGames>(`/api/me/games?${[query, after && `after=${encodeURIComponent(after)}`].filter(Boolean).join('&')}`);

/** All of it, as the text of a file. */
export const exportMine = async () => JSON.stringify(await own<Json>('/api/me/export'), null, 1);

/** Forgets whoever has this browser's key. */
export const eraseMine = () => own<ErasedGames>('/api/me', { method: 'DELETE' });

/** The devices of whoever has this browser's key. */
export const devices = () => own<OwnDevices>('/api/me/devices');

/** A code that brings one more device to whoever has this key: once, for five minutes. */
export const offerDevice = (name: string, device: string, key?: string) => own<OfferedDevice>('/api/me/link', post({ name, device }), key);

/** Makes the code void. */
export const withdrawDevice = () => own<OwnDevices>('/api/me/link', { method: 'DELETE' });

/** To whom a code leads. */
export const lookAtDevice = (code: string) => call<OfferingPerson>('/api/me/look', post({ code }));

/** Makes the device with this key one of the person a code leads to. */
export const takeDevice = (code: string, device: string, key?: string) => own<OwnDevices>('/api/me/devices', post({ code, device }), key);

/** Signs out a device; without one, all others. */
export const signOut = (device: string | null, key?: string) => own<OwnDevices>(`/api/me/devices${device === null ? '' : `/${device}`}`, { method: 'DELETE' }, key);

/** What everybody may know of somebody. */
export const person = (id: string) => call<PublicProfile>(`/api/people/${id}`);

/** Which program answers. */
export const health = () => call<Health>('/api/health');
