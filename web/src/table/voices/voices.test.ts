import { expect, it } from 'vitest';
import { CAST } from '../../lib/cast.ts';
import { voices as en } from './en.ts';
import { voices as ja } from './ja.ts';
import { voices as zhHant } from './zh-Hant.ts';

it.each(Object.entries({ en, ja, 'zh-Hant': zhHant }))('everybody of the house speaks %s, briefly', (_, voices) => {
  expect(Object.keys(voices)).toEqual([...CAST]);
  for (const persona of CAST) {
    expect(Object.keys(voices[persona])).toEqual(Object.keys(en.bruno));
    for (const line of Object.values(voices[persona])) {
      expect(line.length).toBeGreaterThan(0);
      expect(line.length, line).toBeLessThanOrEqual(60);
    }
  }
});
