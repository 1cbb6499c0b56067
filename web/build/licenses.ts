/** Puts the licences of all bundled packages into the page: `/licenses.txt`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

interface Package {
  name: string;
  version: string;
  license: string;
}

/** The folder of the package that a module belongs to; undefined for our own modules. */
export function packageFolder(module: string): string | undefined {
  const path = module.replace(/^\0/, '').split('?')[0]!;
  if (!path.includes('/node_modules/')) return undefined;
  let folder = dirname(path);
  // Some packages contain further manifests, without a version.
  while (!existsSync(join(folder, 'package.json')) || !/\/node_modules\/(@[^/]+\/)?[^/]+$/.test(folder)) {
    if (folder === dirname(folder)) return undefined;
    folder = dirname(folder);
  }
  return folder;
}

/** Lists every package of these modules with the text of its licence. */
export function licensesOf(modules: Iterable<string>): string {
  const folders = new Set([...modules].map(packageFolder).filter((folder) => folder !== undefined));
  const texts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
    const files = readdirSync(folder).filter((file) => /^(licen[sc]e|notice|copying)/i.test(file));
    const words = files.sort().map((file) => `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`);
    return `\n${'='.repeat(100)}\n${name} ${version}: ${license}\n${words.join('')}`;
  });
  return texts.sort().join('');
}

/** Writes them beside the page. */
export function licenses(): Plugin {
  return {
    name: 'licenses',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const source = licensesOf(chunks.flatMap(({ moduleIds }) => moduleIds));
      this.emitFile({ type: 'asset', fileName: 'licenses.txt', source });
    },
  };
}
