import { beforeEach, expect, it, vi } from 'vitest';

// The module remembers the loaded games, so each test begins with a fresh module.
let { Lexicon, loadWords } = await import('./lexicon.ts');
beforeEach(async () => {
  vi.resetModules();
  ({ Lexicon, loadWords } = await import('./lexicon.ts'));
});

/** A lexicon whose words arrive when the test lets them; `asked` lists the languages that were fetched. */
function slow() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const loader = (words: string) => () => {
    asked.push(words);
    return new Promise<{ words: string }>((resolve) => waiting.push(() => resolve({ words })));
  };
  const lexicon = new Lexicon({ en: loader('en'), ja: loader('ja'), 'zh-Hant': loader('zh-Hant') });
  return { lexicon, asked, arrive: () => waiting.splice(0).forEach((each) => each()) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('words are fetched once, in the languages that are spoken', async () => {
  const { lexicon, asked, arrive } = slow();
  expect(() => lexicon.en).toThrow('words in en');
  const loading = lexicon.load('en');
  arrive();
  await loading;
  expect(lexicon.en).toBe('en');
  await lexicon.load('en');
  expect(asked).toEqual(['en']);
  expect(() => lexicon.ja).toThrow('words in ja');
});

it('a language is ready when all games have it, also one that comes about meanwhile', async () => {
  const [first, second, unused] = [slow(), slow(), slow()];
  void first.lexicon.load('en');
  first.arrive();
  await settled();
  let isReady = false;
  const ready = loadWords('ja').then(() => (isReady = true));
  void second.lexicon.load('en');
  for (const each of [first, second]) each.arrive();
  await settled();
  expect(isReady).toBe(false);
  second.arrive();
  await ready;
  expect([first.lexicon.ja, second.lexicon.ja]).toEqual(['ja', 'ja']);
  expect(unused.asked).toEqual([]);
});

it('a language whose words do not come is not ready', async () => {
  const lexicon = new Lexicon({
    en: async () => ({ words: 'en' }),
    ja: () => Promise.reject(new Error('offline')),
    'zh-Hant': async () => ({ words: 'zh-Hant' }),
  });
  await lexicon.load('en');
  await expect(loadWords('ja')).rejects.toThrow('offline');
  expect(lexicon.has('ja')).toBe(false);
  await loadWords('zh-Hant');
  expect(lexicon['zh-Hant']).toBe('zh-Hant');
});
