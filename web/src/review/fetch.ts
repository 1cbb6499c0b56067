/** Asks the server for a review, line by line. */
import type { AskRecord } from '../gen/protocol.ts';
import type { ReviewLine } from '../gen/review.ts';
import { Refused } from '../lib/api.ts';
import { isHere } from '../lib/here.ts';

/** Passes every line to `hear` until the last; aborting `signal` ends it early, and the server then stops its work. */
export async function fetchReview(table: string, token: string | undefined, signal: AbortSignal, hear: (line: ReviewLine) => void): Promise<void> {
  if (isHere(table)) throw new Refused({ code: 'page.needs_server', message: 'a review needs a server', details: null });
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  await fetchLines(`/api/tables/${table}/review`, { headers, signal }, hear);
}

/** The same for a game that is not stored anywhere. */
export async function fetchUnkept(asked: AskRecord, signal: AbortSignal, hear: (line: ReviewLine) => void): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  await fetchLines('/api/records/review', { method: 'POST', headers, body: JSON.stringify(asked), signal }, hear);
}

async function fetchLines(path: string, init: RequestInit, hear: (line: ReviewLine) => void): Promise<void> {
  const response = await fetch(path, init).catch(() => null);
  if (!response?.body) throw new Refused({ code: 'page.offline', message: 'no connection', details: null });
  if (!response.ok) {
    const body = (await response.json().catch(() => null)) as { error?: Refused } | null;
    throw new Refused(body?.error ?? { code: 'page.offline', message: `status ${response.status}`, details: null });
  }
  for await (const line of lines(response.body)) hear(JSON.parse(line) as ReviewLine);
}

/** Splits a stream of bytes into lines, wherever the chunks are cut. */
export async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
    const whole = rest.split('\n');
    rest = whole.pop() ?? '';
    yield* whole.filter((line) => line !== '');
    if (done) break;
  }
  if (rest !== '') yield rest;
}
