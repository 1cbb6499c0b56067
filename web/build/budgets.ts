/** What a game may weigh: the build fails when a table needs more. */
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { aboutGame, GAME_IDS } from './games.ts';

/**
 * Kilobytes of compressed script for a table of a game: face, board and the words of one language. May I? draws
 * everybody at the table itself, in four arrangements by height, and has a call window besides. Nine-ball tells every
 * verdict, warning and word for speed and spin in its first picture; what only phones or only dialogs need comes later.
 * Nine has special cards and bonus turns, with their words for hands, verdicts and setup in one file of a language. What
 * the position editor draws too (cards, balls) is a chunk of its own, which costs each of them a little.
 * The three draw their seats themselves: who thinks and how they feel, what waits for its answer, and what computers do
 * before they act (the deal card by card, the cue that turns and draws back) belong to their first picture.
 */
const budget = (game: string) => aboutGame(game).kilobytes;

/** As much of a chunk as is asked for here. */
export interface Chunk {
  fileName: string;
  facadeModuleId: string | null;
  /** The chunks that come with it at once; what is imported later is not among them. */
  imports: string[];
  code: string;
}

export interface Weight {
  game: string;
  /** The language whose words weigh most. */
  language: string;
  /** Kilobytes. */
  weight: number;
}

const kilobytes = ({ code }: Chunk) => gzipSync(code, { level: 9 }).length / 1000;

/** What each game adds to the page of a table, in its heaviest language. */
export function weigh(chunks: Chunk[]): Weight[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const at = (path: string) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${path}`));
    if (!chunk) throw new Error(`no chunk begins with ${path}`);
    return chunk;
  };
  const reached = (chunk: Chunk, into = new Set<Chunk>()): Set<Chunk> => {
    if (into.has(chunk)) return into;
    into.add(chunk);
    for (const name of chunk.imports) if (byFile.has(name)) reached(byFile.get(name)!, into);
    return into;
  };
  const page = reached(at('table/TablePage.svelte'));
  return GAME_IDS.map((game) => {
    const face = at(`games/${game}/index.ts`);
    const inLanguage = (language: string) => {
      const all = reached(at(`games/${game}/words/${language}.ts`), reached(face));
      const own = [...all].filter((chunk) => !page.has(chunk));
      return { game, language, weight: own.reduce((sum, chunk) => sum + kilobytes(chunk), 0) };
    };
    return ['en', 'ja', 'zh-Hant'].map(inLanguage).reduce((most, one) => (one.weight > most.weight ? one : most));
  });
}

/** Weighs the games of a build and refuses those that are too heavy. */
export function budgets(): Plugin {
  let tell: (line: string) => void = () => {};
  return {
    name: 'budgets',
    apply: 'build',
    configResolved: ({ logger }) => {
      tell = (line) => logger.info(line);
    },
    generateBundle: {
      // Vite still writes into the chunks in this step; this comes last.
      order: 'post',
      handler(_, bundle) {
        const weights = weigh(Object.values(bundle).filter((output) => output.type === 'chunk'));
        const line = ({ game, language, weight }: Weight) => `${game} weighs ${weight.toFixed(1)} of ${budget(game)} KB (${language})`;
        for (const each of weights) tell(line(each));
        const heavy = weights.filter(({ game, weight }) => weight > budget(game));
        if (heavy.length > 0) this.error(`too heavy: ${heavy.map(line).join(', ')}`);
      },
    },
  };
}
