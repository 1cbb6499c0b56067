/** The steps of the build besides bundling: rules pages, the service worker, compressed copies. */
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

/** The words that go into a page's head, in each language. */
const SPOKEN = [
  { language: 'en', hall: hallEn, host: '{host}' },
  { language: 'ja', hall: hallJa, host: '{host}さん' },
  { language: 'zh-Hant', hall: hallZhHant, host: '{host}' },
] as const;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** The heads of invitation pages, for programs that show link previews: the server fills in who invites, and where. */
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

/** Writes the heads. */
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

/** The size limit for files fetched in advance: the 3D view waits until somebody wants it, or until there is time. */
const MOST_BYTES = 150_000;

/** What no game needs at once: the puzzles, and the review, which needs a server. */
const isExtra = ({ name, bytes }: Built) => /^assets\/review-/.test(name) || (name.endsWith('.js') && bytes.includes('baize-puzzles-1'));

/** The program that hosts the tables offline, for browsers with wide registers and for those without. */
const PROGRAMS = [true, false].map((isWide) => `offline/${fileFor(isWide)}`);
/** What the computer players have learnt. */
const LEARNT = /^offline\/.*\.weights$/;
/** Files that exist only in the folder for use without a server, in place of what a server provides. */
const OFFLINE_PAGE = 'offline/index.html';
const OFFLINE_WORKER = 'offline/service-worker.js';

/** Writes the pages and the service workers of both editions, and compressed copies of all text files. */
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
        // The program contains its players' weights and serves those.
        if (LEARNT.test(name)) rmSync(path);
        const isCode = /\.(js|css|wasm)$/.test(name);
        if (!isCode && (!/\.(html|svg|webmanifest)$/.test(name) || bytes.length < 600)) continue;
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
        // Browsers without wide registers are few, so one compressed copy is enough for them.
        if (name !== PROGRAMS[1]) writeFileSync(`${path}.br`, brotliCompressSync(bytes, options));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        // The program unpacks a copy for the few that need it, so the original need not be inside as well.
        if (isCode) rmSync(path);
      }
    },
  };
}

interface Built {
  path: string;
  /** The path within the folder. */
  name: string;
  bytes: Buffer;
}

/**
 * The page is built with relative addresses, so that it can be hosted in any folder. A server sends the same page for
 * many addresses, so its copy uses absolute ones.
 */
function writePages(folder: string): void {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  mkdirSync(join(folder, 'offline'), { recursive: true });
  writeFileSync(join(folder, OFFLINE_PAGE), page.replace('<html ', '<html data-edition="offline" '));
  writeFileSync(join(folder, 'index.html'), page.replaceAll('="./', '="/'));
}

/** A hash that changes when any of these files does. */
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
  // The browser picks one of the two; during development, only the first may exist.
  const programs = all.some(({ name }) => name === PROGRAMS[0]) ? PROGRAMS : [];
  // Without a server, everything is needed some day.
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
