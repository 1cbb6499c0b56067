/** What the build does besides bundling: rules pages, the service worker, compressed copies. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { hall as hallEn } from '../src/words/hall-en.ts';
import { hall as hallJa } from '../src/words/hall-ja.ts';
import { hall as hallZhHant } from '../src/words/hall-zh-Hant.ts';
import { GAME_IDS, gameWordsIn } from './games.ts';
import { render } from './markdown.ts';

/** `import html from 'docs/rules/othello.md'`, without the title: the page has its own. */
export function rulesPages(): Plugin {
  return {
    name: 'rules-pages',
    enforce: 'pre',
    transform(source, id) {
      return id.endsWith('.md') ? `export default ${JSON.stringify(render(source.replace(/^# .*\n/, '')))};` : null;
    },
  };
}

/** What is made of words in a language for a page's head. */
const SPOKEN = [
  { language: 'en', hall: hallEn, host: '{host}' },
  { language: 'ja', hall: hallJa, host: '{host}さん' },
  { language: 'zh-Hant', hall: hallZhHant, host: '{host}' },
] as const;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** What stands in the head of an invitation, for those who show links to others: the server puts in who invites, and where. */
export function invitationHeads(): { name: string; text: string }[] {
  return SPOKEN.flatMap(({ language, hall, host }) =>
    GAME_IDS.map((game) => {
      const words = gameWordsIn(game, language);
      const title = escaped(hall.invites(host, words.name));
      const text = escaped(words.sentence);
      const lines = [
        `<title>${title}</title>`,
        `<meta name="description" content="${text}" />`,
        '<meta property="og:type" content="website" />',
        '<meta property="og:url" content="{url}{path}" />',
        `<meta property="og:title" content="${title}" />`,
        `<meta property="og:description" content="${text}" />`,
        '<meta property="og:image" content="{url}/icon-512.png" />',
        '<meta property="og:site_name" content="Baize" />',
        '<meta name="twitter:card" content="summary" />',
      ];
      return { name: `about/t-${game}.${language}.html`, text: `${lines.join('\n    ')}\n` };
    }),
  );
}

/** Writes them. */
export function invitations(): Plugin {
  return {
    name: 'invitations',
    apply: 'build',
    generateBundle() {
      for (const { name, text } of invitationHeads()) this.emitFile({ type: 'asset', fileName: name, source: text });
    },
  };
}

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)]))
    .sort();
}

/** Files that are fetched beforehand are at most so large: the 3D view waits until somebody wants it. */
const MOST_BYTES = 150_000;

/** Writes the service worker with the list of what it keeps, and a compressed copy of every text. */
export function finish(): Plugin {
  let folder = 'dist';
  return {
    name: 'finish',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      const all = files(folder).map((path) => ({ path, name: `/${relative(folder, path).replaceAll('\\', '/')}`, bytes: readFileSync(path) }));
      const kept = all.filter(({ name, bytes }) => bytes.length <= MOST_BYTES && !/\.(br|gz)$|^\/\.|index\.html$|^\/about\/t-/.test(name));
      const version = createHash('sha256');
      for (const { name, bytes } of all) version.update(name).update(bytes);
      const worker = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8')
        .replace('__VERSION__', version.digest('hex').slice(0, 16))
        .replace("['__FILES__']", JSON.stringify(['/', ...kept.map(({ name }) => name)]));
      const texts = [...all, { path: join(folder, 'service-worker.js'), name: '/service-worker.js', bytes: Buffer.from(worker) }];
      writeFileSync(join(folder, 'service-worker.js'), worker);
      for (const { path, name, bytes } of texts) {
        if (!/\.(js|css|html|svg|webmanifest)$/.test(name) || bytes.length < 600) continue;
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, options));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
