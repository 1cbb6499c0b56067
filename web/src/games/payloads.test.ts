import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Every source file but the generated ones. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'gen' ? [] : sources(path);
    return /\.(ts|svelte)$/.test(entry.name) && !/\.test\.ts$/.test(entry.name) ? [path] : [];
  });
}

/** Something a game says or hears, typed as if nobody knew what it is. */
const UNKNOWN =
  /\b(view|action|event|querie|query|answer|option|shown|what|info|begin|known)s?\??\)?:\s*(readonly )?(unknown|Record<string, unknown>)|<unknown>\(|Listed<unknown>/;
/** A game's payload written down by hand. */
const MIRROR = /^export (interface|type) (View|Action|Event|Options|Query|Info|Shown|Details|\w+Answer)\b|\b(details|details \?\? \{\}\)|view|action|query|event|shown\S*) as \{/m;

test('what games say and hear has the types made from the rules, and no others', () => {
  const files = sources('src');
  expect(files.length).toBeGreaterThan(100);
  const text = (path: string) => readFileSync(path, 'utf8');
  expect(files.filter((path) => UNKNOWN.test(text(path)))).toEqual([]);
  expect(files.filter((path) => path.includes('games') && MIRROR.test(text(path)))).toEqual([]);
});
