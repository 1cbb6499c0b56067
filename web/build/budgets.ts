/** Size limits of the games: the build fails when a table needs more. */
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { aboutGame, GAME_IDS } from './games.ts';

/**
 * Limit in kilobytes of compressed script for a table of the game: face, board and the words of one language. May I?
 * draws all players at the table itself, in four arrangements by height, and has a call window. Nine-ball loads every
 * verdict, warning and word for speed and spin at the start; what only phones or only dialogs need comes later. Nine
 * has special cards and bonus turns, with one file per language for its words for hands, verdicts and setup. Parts
 * shared with the position editor (cards, balls) are a separate chunk, which costs each of these games a little. The
 * three draw their seats themselves, so what they load at the start includes who is thinking and how they feel, what
 * waits for an answer, and what computers do before they act (the deal card by card, the cue that turns and draws
 * back).
 */
const budget = (game: string) => aboutGame(game).kilobytes;

/** The parts of a chunk that are used here. */
export interface Chunk {
  fileName: string;
  facadeModuleId: string | null;
  /** The chunks loaded along with it; later imports are not included. */
  imports: string[];
  code: string;
}

export interface Weight {
  game: string;
  /** The language whose words are largest. */
  language: string;
  /** In kilobytes. */
  weight: number;
}

const kilobytes = ({ code }: Chunk) => gzipSync(code, { level: 9 }).length / 1000;

/** Weighs what each game adds to a table's page, in its heaviest language. */
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

/** Weighs the games of a build and fails if one is too heavy. */
export function budgets(): Plugin {
  let tell: (line: string) => void = () => {};
  return {
    name: 'budgets',
    apply: 'build',
    configResolved: ({ logger }) => {
      tell = (line) => logger.info(line);
    },
    generateBundle: {
      // Vite still writes into the chunks in this step, so this must run last.
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
