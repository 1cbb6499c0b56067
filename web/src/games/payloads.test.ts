import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GAME_IDS } from './list.ts';

/** Every source file except generated ones. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'gen' ? [] : sources(path);
    return /\.(ts|svelte)$/.test(entry.name) && !/\.test\.ts$/.test(entry.name) ? [path] : [];
  });
}

/** A game's payload typed as unknown. */
const UNKNOWN =
  /\b(view|action|event|querie|query|answer|option|shown|what|info|begin|known)s?\??\)?:\s*(readonly )?(unknown|Record<string, unknown>)|<unknown>\(|Listed<unknown>/;
/** A game's payload type written by hand, or a payload cast to an inline type. */
const MIRROR = /^export (interface|type) (View|Action|Event|Options|Query|Info|Shown|Details|\w+Answer)\b|\b(details|details \?\? \{\}\)|view|action|query|event|info|shown\S*) as \{/m;
/** A declared type, with its body. */
const DECLARED = /^[ \t]*(?:export )?(?:interface|type) (\w+)(?:<[^=\n]*>)?(?: extends [^{]*)?\s*(=?[^]*?)(?:;[ \t]*$|^[ \t]*\})/gm;
/** A type derived from another one. */
const MADE_OF_ANOTHER = /^=\s*(?:Extract|Exclude|Omit|Pick|NonNullable|[A-Z]\w*(?:<.*>)?\[)/;

const withoutComments = (text: string) => text.replace(/\/\*\*[^]*?\*\//g, '');

/** The string literals of a type, if it is a union of nothing else. */
function wordsOf(body: string): string | null {
  const parts = body.replace(/^=/, '').split('|').map((part) => part.trim()).filter(Boolean);
  return parts.length > 2 && parts.every((part) => /^'[^']*'$/.test(part)) ? parts.toSorted().join() : null;
}

/** What is declared in a text. */
function declared(text: string): { name: string; body: string }[] {
  return [...withoutComments(text).matchAll(DECLARED)].map(([, name, body]) => ({ name: name!, body: body! }));
}

/** The types of a game's folder that repeat what is made from its rules: by name, or by all the words that they can be. */
function mirrorsIn(text: string, made: { name: string; body: string }[]): string[] {
  const names = new Set(made.map(({ name }) => name));
  const lists = new Set(made.map(({ body }) => wordsOf(body)).filter((words) => words !== null));
  const isMirror = ({ name, body }: { name: string; body: string }) => !MADE_OF_ANOTHER.test(body) && (names.has(name) || lists.has(wordsOf(body) ?? ''));
  return declared(text).filter(isMirror).map(({ name }) => name);
}

test('what games say and hear has the types made from the rules, and no others', () => {
  const files = sources('src');
  expect(files.length).toBeGreaterThan(100);
  const text = (path: string) => readFileSync(path, 'utf8');
  expect(files.filter((path) => UNKNOWN.test(text(path)))).toEqual([]);
  expect(files.filter((path) => path.includes('games') && MIRROR.test(text(path)))).toEqual([]);
});

test.each(GAME_IDS)('%s writes down nothing that is made from its rules', (game) => {
  const made = declared(readFileSync(`src/gen/${game}.ts`, 'utf8'));
  expect(made.length).toBeGreaterThan(5);
  const mirrors = sources(`src/games/${game}`).flatMap((path) => mirrorsIn(readFileSync(path, 'utf8'), made).map((name) => `${path}: ${name}`));
  expect(mirrors).toEqual([]);
});

test('what is written down by hand is found', () => {
  const made = declared("/** Why. */\nexport type Reason =\n  /** One. */\n  | 'a'\n  /** Two. */\n  | 'b'\n  | 'c';\n\nexport type Info = {\n  ball?: number;\n};\n");
  expect(made.map(({ name }) => name)).toEqual(['Reason', 'Info']);
  expect(mirrorsIn("interface Info {\n  ball?: number | null;\n}\n", made)).toEqual(['Info']);
  expect(mirrorsIn("type Reason =\n  | { kind: 'x' }\n  | { kind: 'y'; by: number };\n", made)).toEqual(['Reason']);
  expect(mirrorsIn("export type Why = 'c' | 'a' | 'b';\n", made)).toEqual(['Why']);
  expect(mirrorsIn("type Reason = Extract<Other, 'a'>;\ntype Info = Games['nine']['info'];\ntype Way = 'a' | 'b';\n", made)).toEqual([]);
});
