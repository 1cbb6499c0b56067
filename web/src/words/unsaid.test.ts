import { expect, it } from 'vitest';

type Words = Record<string, unknown>;

const SOURCES = import.meta.glob<string>('../**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true });
const GAMES = import.meta.glob<{ words: Words }>('../games/*/words/en.ts', { eager: true });
const PAGES = import.meta.glob<Record<string, Words>>(['./en.ts', './hall-en.ts', '../table/words/en.ts', '../learn/words/en.ts'], { eager: true });

/** The source code in a folder, without the words themselves and without tests. */
function sourceIn(folder: string): string {
  const isSource = (path: string) => path.startsWith(folder) && !/\/words\/|^\.\/|\.test\.ts$|\/gen\//.test(path);
  return Object.entries(SOURCES).filter(([path]) => isSource(path)).map(([, text]) => text).join('\n');
}

const escaped = (key: string) => key.replace(/[^\w]/g, '\\$&');

/** Names read from anything that holds words; the members of a joined array do not count. */
function asked(source: string): Set<string> {
  const speaker = /(?:\b(?:words|said|saidHere|told)\(\)|\b(?:words|own|hall|text|voice)\b|\])[!?]*((?:\.\w+)+)/g;
  return new Set([...source.matchAll(speaker)].flatMap(([, names]) => names!.split('.')));
}

/** Whether a word is used by its name: `words().key`, destructured `{ key }`, or the name in quotes. */
function isSaid(key: string, source: string, names: Set<string>): boolean {
  const name = escaped(key);
  return names.has(key) || new RegExp(`[{,]\\s*${name}\\s*[,}:]|['"\`]${name}['"\`]`).test(source);
}

/** Whether everything under a word is used by name, too, and never as a whole or by an index. */
function isTakenByName(key: string, source: string): boolean {
  const uses = [...source.matchAll(new RegExp(`\\.${escaped(key)}(?![\\w$])(.)`, 'gs'))];
  return uses.length > 0 && uses.every(([, next]) => next === '.');
}

function unsaid(words: Words, source: string, path = '', names = asked(source)): string[] {
  return Object.entries(words).flatMap(([key, value]) => {
    if (!isSaid(key, source, names)) return [path + key];
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isGroup && isTakenByName(key, source) ? unsaid(value as Words, source, `${path}${key}.`, names) : [];
  });
}

it.each(Object.entries(PAGES))('what is in %s is said somewhere', (_, words) => {
  expect(unsaid(Object.values(words).find((one) => typeof one === 'object')!, sourceIn('../'))).toEqual([]);
});

it.each(Object.entries(GAMES))('what is in %s is said by the game', (path, { words }) => {
  expect(unsaid(words, sourceIn(path.split('words/')[0]!))).toEqual([]);
});
