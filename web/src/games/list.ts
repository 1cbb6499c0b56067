/** The games, as far as pages know them before one is loaded: every folder here with an `about.json` is one. */
import type { PersonaId } from '../lib/cast.ts';

/** `about.json` of a game. */
export interface About {
  /** Where it stands among the others. */
  place: number;
  /** What its table may weigh: kilobytes of compressed script, words of one language included (`build/budgets.ts`). */
  kilobytes: number;
  /** How many sit at the table that its card opens; two unless said. */
  seats?: number;
  /** Whom of the house a newcomer meets; the gentlest unless said. */
  opponents?: PersonaId[];
  /** Whether it is not understood at the table in a minute, so that newcomers are asked whether to learn it first. */
  takesTelling?: boolean;
  /** Whether a seat's view is its own secret: then pass-and-play covers the screen between turns. */
  isSecret?: boolean;
  /** Whether players may agree on a draw. */
  hasDraw?: boolean;
  /** The modes that have a tutorial of their own. */
  lessonModes?: string[];
  /** How many sit at a table of a mode, where that is not as usual. */
  modeSeats?: Record<string, number>;
}

/** `about/en.json` of a game and its sisters: what it says of itself in a language. */
export interface GameWords {
  name: string;
  /** How the name is written where the game comes from, in the other languages. */
  original?: string;
  /** What it is, in one sentence. */
  sentence: string;
  /** How many can play: `2 or 3 players`. */
  players: string;
  /** How long it takes: `10 min`. */
  length: string;
  /** Its rule sets by their ids, where it has several; the usual one first. */
  modes?: Record<string, string>;
  /** What is to be known of ratings in it; optional. */
  rating?: string;
}

const ABOUT = import.meta.glob<About>('./*/about.json', { eager: true, import: 'default' });

/** The ids of all games, in the order in which they are shown. */
export const GAME_IDS: readonly string[] = Object.entries(ABOUT)
  .sort(([, one], [, other]) => one.place - other.place)
  .map(([path]) => path.split('/')[1]!);

/** Whether there is a game with this id. */
export function isGame(id: string): boolean {
  return GAME_IDS.includes(id);
}

/** What is known of a game beforehand. */
export function about(id: string): About {
  return ABOUT[`./${id}/about.json`] ?? { place: 0, kilobytes: 0 };
}
