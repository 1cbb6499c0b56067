/** What the build does besides bundling: rules pages, the service worker, compressed copies. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { hall as hallEn } from '../src/words/hall-en.ts';
import { hall as hallJa } from '../src/words/hall-ja.ts';
import { hall as hallZhHant } from '../src/words/hall-zh-Hant.ts';
import { fileFor, WIDE } from '../src/offline/engine.ts';
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
      const text = escaped(`${words.sentence} ${words.players} · ${words.length}`);
      const lines = [
        `<title>${title}</title>`,
        `<meta name="description" content="${text}" />`,
        '<meta property="og:type" content="website" />',
        '<meta property="og:url" content="{url}{path}" />',
        `<meta property="og:title" content="${title}" />`,
        `<meta property="og:description" content="${text}" />`,
        `<meta property="og:image" content="{url}/about/${game}.jpg" />`,
        '<meta property="og:image:width" content="1200" />',
        '<meta property="og:image:height" content="630" />',
        `<meta property="og:image:alt" content="${escaped(words.name)}" />`,
        '<meta property="og:site_name" content="Baize" />',
        '<meta name="twitter:card" content="summary_large_image" />',
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

/** Files that are fetched beforehand are at most so large: the 3D view waits until somebody wants it, or until there is time. */
const MOST_BYTES = 150_000;

/** What no game needs at once: the puzzles, and the review, for which there must be a server. */
const isExtra = ({ name, bytes }: Built) => /^assets\/review-/.test(name) || (name.endsWith('.js') && bytes.includes('baize-puzzles-1'));

/** The program that has the tables, for browsers with wide registers and for those without. */
const PROGRAMS = [true, false].map((isWide) => `offline/${fileFor(isWide)}`);
/** What computer players have learnt. */
const LEARNT = /^offline\/.*\.weights$/;
/** What stands only in the folder without a server, in place of what a server gives. */
const OFFLINE_PAGE = 'offline/index.html';
const OFFLINE_WORKER = 'offline/service-worker.js';

/** Writes the page and the service worker of both editions, and a compressed copy of every text. */
export function finish(): Plugin {
  let folder = 'dist';
  return {
    name: 'finish',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      writePages(folder);
      const all: Built[] = files(folder).map((path) => ({ path, name: relative(folder, path).replaceAll('\\', '/'), bytes: readFileSync(path) }));
      const workers = [
        { name: 'service-worker.js', edition: 'server' as const },
        { name: OFFLINE_WORKER, edition: 'offline' as const },
      ].map(({ name, edition }) => ({ path: join(folder, name), name, bytes: Buffer.from(serviceWorker(all, edition)) }));
      for (const { path, bytes } of workers) writeFileSync(path, bytes);
      for (const { path, name, bytes } of [...all, ...workers]) {
        // The program's own players have them: it gives out theirs.
        if (LEARNT.test(name)) rmSync(path);
        const isCode = /\.(js|css|wasm)$/.test(name);
        if (!isCode && (!/\.(html|svg|webmanifest)$/.test(name) || bytes.length < 600)) continue;
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
        // Browsers without wide registers are few: for them one copy is enough.
        if (name !== PROGRAMS[1]) writeFileSync(`${path}.br`, brotliCompressSync(bytes, options));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        // The program unpacks it for the few who cannot: so it is not inside three times.
        if (isCode) rmSync(path);
      }
    },
  };
}

interface Built {
  path: string;
  /** Below the folder. */
  name: string;
  bytes: Buffer;
}

/**
 * The page is built with addresses that lead from where it lies, so that any folder of any host can have it. A server gives
 * the same page for many addresses, so its own begins them at the root.
 */
function writePages(folder: string): void {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  mkdirSync(join(folder, 'offline'), { recursive: true });
  writeFileSync(join(folder, OFFLINE_PAGE), page.replace('<html ', '<html data-edition="offline" '));
  writeFileSync(join(folder, 'index.html'), page.replaceAll('="./', '="/'));
}

/** A name that changes with any of these files. */
function sumOf(what: string, all: Built[]): string {
  const sum = createHash('sha256').update(what);
  for (const { name, bytes } of all) sum.update(name).update(bytes);
  return sum.digest('hex').slice(0, 16);
}

/** The service worker of an edition, with the list of what it keeps. */
function serviceWorker(all: Built[], edition: 'server' | 'offline'): string {
  const isOurs = ({ name }: Built) => !/\.(br|gz)$|^\.|index\.html$|service-worker\.js$|^about\/|^licenses\.txt$|^offline\//.test(name);
  const ours = all.filter(isOurs);
  const isSmall = (file: Built) => file.bytes.length <= MOST_BYTES && !(edition === 'offline' && isExtra(file));
  const nameOf = ({ name }: Built) => name;
  const names = ['./', ...ours.filter(isSmall).map(nameOf)];
  // The browser takes one of the two; while somebody works at the page only the first may be there.
  const programs = all.some(({ name }) => name === PROGRAMS[0]) ? PROGRAMS : [];
  // Without a server all of it is wanted some day.
  const soon = edition === 'server' ? [] : ours.filter((file) => !isSmall(file)).map(nameOf);
  const learnt = all.filter(({ name }) => LEARNT.test(name));
  const version = sumOf(edition, all.filter((file) => !learnt.includes(file)));
  return readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8')
    .replace('__EDITION__', edition)
    .replace('__VERSION__', version)
    .replace('__LEARNT__', sumOf('learnt', learnt))
    .replace("['__FILES__']", JSON.stringify(names))
    .replace("['__PROGRAMS__']", JSON.stringify(programs))
    .replace("'__WIDE__'", WIDE.join(', '))
    .replace("['__SOON__']", JSON.stringify(soon))
    .replace("['__LATER__']", JSON.stringify(learnt.map(nameOf)));
}
