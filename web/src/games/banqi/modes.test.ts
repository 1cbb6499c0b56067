import { expect, test } from 'vitest';
import { LANGUAGES } from '../../lib/language.svelte.ts';
import { emptyLine, factionOf, readLine, writeLine } from './editor/line.ts';
import { ALL } from './sets/index.ts';
import { WORDS } from './words.ts';

const about = import.meta.glob<{ modes: Record<string, string> }>('./about/*.json', { eager: true, import: 'default' });

test('the home page and the table call a rule set by the same name', async () => {
  for (const language of LANGUAGES) {
    await WORDS.load(language);
    const { sets } = WORDS[language];
    const { modes } = about[`./about/${language}.json`]!;
    expect(Object.keys(modes)).toEqual(ALL.map(({ id }) => id));
    expect(Object.values(modes)).toEqual(ALL.map(({ id }) => sets[id].name));
  }
});

test('each rule set has a letter of its own, and its empty line can be read again', () => {
  expect(new Set(ALL.map(({ letter }) => letter)).size).toBe(ALL.length);
  for (const { letter, rows, columns, pieces } of ALL) {
    const line = emptyLine(letter);
    expect(line.cells.length).toBe(rows * columns);
    expect(pieces.reduce((sum, count) => sum + count, 0)).toBe(line.cells.length - (letter === 't' ? 13 : 0));
    expect(readLine(writeLine(line))).toEqual(line);
  }
  expect(['K', 'G', 'g'].map((piece) => factionOf(piece, 't'))).toEqual(['team-a', 'team-b', 'team-c']);
  for (const { letter } of ALL.filter(({ seats }) => seats === 2)) {
    expect(['K', 'k'].map((piece) => factionOf(piece, letter))).toEqual(['red', 'black']);
  }
});
