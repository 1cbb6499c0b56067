/** The server's HTTP answers. */
import type { Json } from '../gen/games.ts';
import type { Games, Leaderboard, OpenedTable, OpenTable, Phase, Problem, Replay, TableRow, Tables } from '../gen/protocol.ts';
import { playerKey } from './keys.ts';

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

async function call<T>(path: string, init: RequestInit = {}, token?: string): Promise<T> {
  const headers = new Headers(init.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers });
  } catch {
    throw new Refused({ code: 'page.offline', message: 'no connection', details: null });
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as T;
  const error = (body as { error?: Problem } | null)?.error;
  throw new Refused(error ?? { code: 'page.offline', message: `status ${response.status}`, details: null });
}

export const games = () => call<Games>('/api/games');

export const tables = (phase?: Phase, game?: string) => {
  const query = new URLSearchParams({ ...(phase && { phase }), ...(game && { game }) }).toString();
  return call<Tables>(`/api/tables${query && `?${query}`}`);
};

export const table = (id: string, token?: string) => call<TableRow>(`/api/tables/${id}`, {}, token);

export const openTable = (open: OpenTable) =>
  call<OpenedTable>('/api/tables', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(open),
  });

export const record = (id: string, token?: string) => call<Json>(`/api/tables/${id}/record`, {}, token);

export const replay = (id: string, from: number, seat: number | 'spectator' | null, token?: string) =>
  call<Replay>(`/api/tables/${id}/replay?from=${from}${seat === null ? '' : `&seat=${seat}`}`, {}, token);

/** The best of a game; whoever asks is among them, if they have a place. */
export const leaderboard = (game: string) => call<Leaderboard>(`/api/leaderboard/${game}`, {}, playerKey());
