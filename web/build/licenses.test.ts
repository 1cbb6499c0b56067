import { join } from 'node:path';
import { expect, it } from 'vitest';
import { licensesOf, packageFolder } from './licenses.ts';

const tools = join(import.meta.dirname, '../node_modules');

it('finds the package of a module, however deep it lies', () => {
  expect(packageFolder(`${tools}/three/build/three.core.js?v=1`)).toBe(`${tools}/three`);
  expect(packageFolder(`${tools}/svelte/src/internal/client/index.js`)).toBe(`${tools}/svelte`);
  expect(packageFolder(join(import.meta.dirname, 'licenses.ts'))).toBeUndefined();
});

it('names each package once, with the words of its licence', () => {
  const text = licensesOf([`${tools}/three/build/a.js`, `${tools}/three/src/b.js`, `${tools}/svelte/src/index.js`, '/src/own.ts']);
  expect(text.match(/^three [\d.]+: MIT$/gm)).toHaveLength(1);
  expect(text.match(/^svelte [\d.]+: MIT$/gm)).toHaveLength(1);
  expect(text).toContain('Permission is hereby granted');
});
