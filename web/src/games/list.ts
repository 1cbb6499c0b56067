/** The games, as far as pages know them before loading one: every folder here with an `about.json` is one. */
import type { PersonaId } from '../lib/cast.ts';

/** The contents of a game's `about.json`. */
export interface About {
  /** Its place among the others. */
  place: number;
  /** The size limit of its table: kilobytes of compressed script, including the words of one language (`build/budgets.ts`). */
  kilobytes: number;
  /** The seats of the table opened by its card; two by default. */
  seats?: number;
  /** The people of the house that a newcomer meets; by default the gentlest. */
  opponents?: PersonaId[];
  /** Whether it takes more than a minute at the table to understand, so that newcomers are asked whether to learn it first. */
  takesTelling?: boolean;
  /** Whether a seat's view is secret; pass-and-play then covers the screen between turns. */
  isSecret?: boolean;
  /** Whether playing on from a position deals hidden cards or pieces again. */
  isDealtAgain?: boolean;
  /** Whether players may agree on a draw. */
  hasDraw?: boolean;
  /** The modes with a tutorial of their own. */
  lessonModes?: string[];
  /** The seats at a table of a mode, where different from usual. */
  modeSeats?: Record<string, number>;
}

/** The contents of a game's `about/en.json` and its counterparts: what it says about itself in a language. */
export interface GameWords {
  name: string;
  /** The name as written where the game comes from, for the other languages. */
  original?: string;
  /** What it is, in one sentence. */
  sentence: string;
  /** How many can play: `2 or 3 players`. */
  players: string;
  /** How long it takes: `10 min`. */
  length: string;
  /** Its rule sets by id, if it has several; the usual one first. */
  modes?: Record<string, string>;
  /** A note about its ratings; optional. */
  rating?: string;
}

const ABOUT = import.meta.glob<About>('./*/about.json', { eager: true, import: 'default' });

/** The ids of all games, in display order. */
export const GAME_IDS: readonly string[] = Object.entries(ABOUT)
  .sort(([, one], [, other]) => one.place - other.place)
  .map(([path]) => path.split('/')[1]!);

/** Whether there is a game with this id. */
export function isGame(id: string): boolean {
  return GAME_IDS.includes(id);
}

/** What is known of a game before it is loaded. */
export function about(id: string): About {
  return ABOUT[`./${id}/about.json`] ?? { place: 0, kilobytes: 0 };
}
