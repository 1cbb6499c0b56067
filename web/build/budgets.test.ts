import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { weigh, type Chunk } from './budgets.ts';
import { GAME_IDS } from './games.ts';

/** A chunk of this many kilobytes that hardly compresses. */
const chunk = (path: string, kilobytes: number, imports: string[] = []): Chunk => ({
  fileName: path,
  facadeModuleId: `/web/src/${path}`,
  imports,
  code: randomBytes(kilobytes * 1000).toString('latin1'),
});

it('weighs what a table of a game needs besides the page', () => {
  const games = GAME_IDS.flatMap((game) => [
    chunk(`games/${game}/index.ts`, 5, ['shared.js', `pieces-of-${game}.js`]),
    chunk(`pieces-of-${game}.js`, 2, [`games/${game}/index.ts`]),
    chunk(`games/${game}/words/en.ts`, 1, ['shared.js']),
    chunk(`games/${game}/words/ja.ts`, 3, [`pieces-of-${game}.js`]),
    chunk(`games/${game}/words/zh-Hant.ts`, 2),
  ]);
  const page = [chunk('table/TablePage.svelte', 20, ['shared.js']), chunk('shared.js', 20)];
  const weights = weigh([...games, ...page]);
  expect(weights.map(({ game }) => game)).toEqual(GAME_IDS);
  for (const { language, weight } of weights) {
    expect(language).toBe('ja');
    // Characters over 127 take two bytes in the script, hence more than 10.
    expect(weight).toBeGreaterThan(10);
    expect(weight).toBeLessThan(15);
  }
});

it('a game whose words are in no chunk of their own is not weighed but refused', () => {
  const missing = [chunk('table/TablePage.svelte', 1), chunk('games/othello/index.ts', 1)];
  expect(() => weigh(missing)).toThrow('games/othello/words/en.ts');
});
