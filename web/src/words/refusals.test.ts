import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { en } from './en.ts';
import { ja } from './ja.ts';
import { zhHant } from './zh-Hant.ts';

/** Codes that the page never meets: it never asks for or sends such a thing, or it recovers by itself. */
const UNMET = [
  'table.bad_seat',
  'table.bad_persona',
  'table.cannot_show',
  'table.ahead',
  'table.bad_history',
  'request.no_hello',
  'request.reused_id',
  'request.bad_key',
  'request.bad_origin',
  'request.bad_host',
];
/** Codes of the page's own. */
const OWN = ['page.offline', 'page.storage', 'page.fault', 'page.needs_server'];

const [, tables] = /\n## Tables\n(.*?)\n## /s.exec(readFileSync('../docs/errors.md', 'utf8'))!;
const codes = [...tables!.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, code]) => code!);

it.each(Object.entries({ en, ja, zhHant }))('every refusal that a page can meet is told in %s, and no other', (_, { refusals }) => {
  expect(codes).toEqual(expect.arrayContaining(UNMET));
  expect(Object.keys(refusals).sort()).toEqual([...codes.filter((code) => !UNMET.includes(code)), ...OWN].sort());
});
