/** Lessons: what the engine computed beforehand, and the words that go with it. */
import type { AnyAction, AnyAnswer, AnyChosen, AnyEvent, AnyQuery, AnyView, Json } from '../gen/games.ts';
import type { Awaiting, Outcome, Problem } from '../gen/protocol.ts';
import type { Later, Listed } from '../games/contract.ts';

/** What goes with a position: what the reader can do there, and whom the table waits for. */
export interface Around {
  awaiting: Awaiting;
  result?: Outcome;
  actions?: Listed[];
  complete?: boolean;
}

/** Something that happens: who does it, the events, and what has changed in the view (where, and the new value). */
export interface Move {
  actor: number;
  events: AnyEvent[];
  changes: [place: (string | number)[], now: Json][];
}

/** A correct action: what it leads to, or why the rules refuse it if that is the lesson. */
export interface Right {
  action: AnyAction;
  moves?: Move[];
  after?: Around;
  problem?: Problem;
}

/** One thing to do. */
export interface LessonStep {
  /** Where it begins; absent if it continues from the previous step. */
  start?: Around & { view: AnyView };
  right: Right[];
  /** Legal actions that are not the lesson: each is shown, explained and taken back. */
  other?: Pick<Right, 'action' | 'moves'>[];
  /** What the rules refuse here. In messages, `{square}` stands for that field of the action tried. */
  refused?: { problem: Problem; actions: AnyAction[] }[];
  /** What a board may ask here. */
  answers?: { queries: AnyQuery[]; answer?: AnyAnswer; problem?: Problem; /** Getting this answer is the lesson. */ isRight?: true }[];
  /** What the table waits for: an open call window. */
  waits?: 'call';
  /** What the board starts with. */
  begin?: Json;
  /** Where to look, as a selector. */
  mark?: string;
}

/** A diagram or a part of a tutorial, as stored in `played.json` under its name. */
export interface Played {
  seat: number;
  seats: number;
  options: AnyChosen;
  steps: LessonStep[];
}

/** The words of one step: what to do, what was learnt, and the reply to any other legal action. */
export interface StepWords {
  task: string;
  done: string;
  wrong: string;
}

/** The words of a game's rules page and tutorials, in one language. */
export interface LessonWords {
  /** What the game is, in one sentence. */
  sentence: string;
  /** The second sentence of the page. */
  lead: string;
  /** By id of the plan's parts. Text between two double asterisks is bold. */
  parts: Record<string, { title: string; text: string; note?: string }>;
  /** How it ends: two or three cards. */
  ends: { title: string; text: string }[];
  /** Words by name, by id of the figures; `{name}` stands for something in the figure. */
  figures?: Record<string, Record<string, string>>;
  /** The label of the button that continues from where the tutorial ends; "Play on from here" if absent. */
  goesOn?: string;
  /** By id of the lessons, step by step. */
  lessons: Record<string, StepWords[]>;
}

/** The props of a figure. */
export type FigureProps = {
  entries: FigureEntry[];
  words: Record<string, string>;
  played: Record<string, Played>;
};

/** One entry of a figure, as computed by the engine. */
export interface FigureEntry {
  name: Json;
  isLegal?: boolean;
  /** Some fields of the view, before and after each action. */
  views?: Record<string, Json>[];
}

/** What a page or tutorial consists of; the same in every language. */
export interface Plan {
  /** How many minutes it takes to read the page. */
  minutes: number;
  /** The default people at the table. */
  others: string[];
  /** The same by mode, where a mode has its own. */
  othersIn?: Record<string, string[]>;
  parts: {
    id: string;
    lessons: string[];
    /** Ladders and bars, by id. */
    figures?: string[];
    /** The option that the lessons and the note of this part are about: they are shown if it is on. */
    only?: string;
  }[];
  /** The components that draw the figures; their contents are in `figures*.json`. */
  figures?: Record<string, Later<FigureProps>>;
  /** A figure below a lesson of the tutorial, from its second step on. */
  under?: Record<string, string>;
  /** Lessons of the tutorial, in order; by mode if a game has several. */
  tutorials: Record<string, string[]>;
  /** The options of the game that follows a tutorial. */
  options?: Record<string, AnyChosen>;
  /** The position the game continues from, given the final view of the last lesson; without one, a new game begins. */
  goesOn?: Record<string, (view: AnyView) => string>;
  /** Which scripted action or query this counts as, in a lesson; -1 for none. By default the equal one. */
  match?(tried: AnyAction | AnyQuery, scripted: (AnyAction | AnyQuery)[]): number;
  /** What can be asked and done in a step, for a board with continuous controls; passed to it as `known`. */
  known?(all: (AnyAction | AnyQuery)[]): object;
  /** Whether a question that was not prepared is a wrong attempt; the reader is then told what is wanted. */
  isTry?(query: AnyQuery, view: AnyView): boolean;
  /** Whether a board does this for its own sake, such as sorting a hand: it is accepted and changes nothing. */
  isIdle?(action: AnyAction): boolean;
  /** Reduces a board to the part that a lesson needs. */
  trim?(view: AnyView, lesson: string): AnyView;
  /** Width divided by height of a diagram; by default the game's own. `room` is the greatest height, where the page has to fit. */
  aspect?(view: AnyView, width: number, room: number): number;
  /** The greatest width of a diagram, in pixels. */
  width?: number;
  /** The same on a phone held sideways, where the words are above the diagram. */
  lowWidth?: number;
}
