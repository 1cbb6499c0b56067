/** Lessons: what the engine played beforehand, and the words around it. */
import type { AnyAction, AnyAnswer, AnyChosen, AnyEvent, AnyQuery, AnyView, Json } from '../gen/games.ts';
import type { Awaiting, Outcome, Problem } from '../gen/protocol.ts';
import type { Later, Listed } from '../games/contract.ts';

/** What stands around a position: what the reader can do there, and whom the table waits for. */
export interface Around {
  awaiting: Awaiting;
  result?: Outcome;
  actions?: Listed[];
  complete?: boolean;
}

/** Something that happens: who does it, what is told, and what has changed in the view: where, and what is there now. */
export interface Move {
  actor: number;
  events: AnyEvent[];
  changes: [place: (string | number)[], now: Json][];
}

/** Something that can be done right: what comes of it, or why the rules refuse it where that is the lesson. */
export interface Right {
  action: AnyAction;
  moves?: Move[];
  after?: Around;
  problem?: Problem;
}

/** One thing to do. */
export interface LessonStep {
  /** Where it begins; absent where it goes on from the step before. */
  start?: Around & { view: AnyView };
  right: Right[];
  /** What can be done and is not the lesson: it is shown, told, and taken back. */
  other?: Pick<Right, 'action' | 'moves'>[];
  /** What the rules refuse here. In messages `{square}` stands for that field of what was tried. */
  refused?: { problem: Problem; actions: AnyAction[] }[];
  /** What a board may ask here. */
  answers?: { queries: AnyQuery[]; answer?: AnyAnswer; problem?: Problem; /** To get this answer is the lesson. */ isRight?: true }[];
  /** What the table waits for: a call window is open. */
  waits?: 'call';
  /** What the board has prepared at first. */
  begin?: Json;
  /** Where to look, as a selector. */
  mark?: string;
}

/** A diagram, or a part of a tutorial: what `played.json` has under its name. */
export interface Played {
  seat: number;
  seats: number;
  options: AnyChosen;
  steps: LessonStep[];
}

/** The words of one step: what to do, what was learnt, and what is said to anything else that is legal. */
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
  /** By the ids of the plan's parts. What stands between two double asterisks is printed in bold. */
  parts: Record<string, { title: string; text: string; note?: string }>;
  /** How it ends: two or three cards. */
  ends: { title: string; text: string }[];
  /** By the ids of the figures: their words by name; `{name}` stands for something in them. */
  figures?: Record<string, Record<string, string>>;
  /** What the button says that goes on from where the tutorial ends; "Play on from here" where absent. */
  goesOn?: string;
  /** By the ids of the lessons, step by step. */
  lessons: Record<string, StepWords[]>;
}

/** What a figure is given. */
export type FigureProps = {
  entries: FigureEntry[];
  words: Record<string, string>;
  played: Record<string, Played>;
};

/** One entry of a figure, as the engine says it. */
export interface FigureEntry {
  name: Json;
  isLegal?: boolean;
  /** Some fields of the view, at first and after each action. */
  views?: Record<string, Json>[];
}

/** What a page or tutorial consists of, in every language. */
export interface Plan {
  /** How long the page takes to read. */
  minutes: number;
  /** The person at the table unless somebody wants another. */
  others: string[];
  /** The same, where a mode wants others. */
  othersIn?: Record<string, string[]>;
  parts: {
    id: string;
    lessons: string[];
    /** Ladders and bars, by their ids. */
    figures?: string[];
    /** Lessons and the note of this part are about an option: they are shown where it is on. */
    only?: string;
  }[];
  /** What draws the figures; what stands in them is in `figures*.json`. */
  figures?: Record<string, Later<FigureProps>>;
  /** A figure under a lesson of the tutorial, from its second step on. */
  under?: Record<string, string>;
  /** Lessons of the tutorial, in order; by mode where a game has several. */
  tutorials: Record<string, string[]>;
  /** The options of the game that a tutorial hands over to. */
  options?: Record<string, AnyChosen>;
  /** The position a tutorial hands over, from how its last lesson ended; the game begins afresh where it says nothing. */
  goesOn?: Record<string, (view: AnyView) => string>;
  /** Which of the scripted actions or queries this is, for a lesson; -1 for none. The equal one unless said. */
  match?(tried: AnyAction | AnyQuery, scripted: (AnyAction | AnyQuery)[]): number;
  /** What can be asked and done in a step, for a board that lets one turn and slide: given to it as `known`. */
  known?(all: (AnyAction | AnyQuery)[]): object;
  /** A question that was not asked beforehand and is a wrong try: then it is said what is wanted. */
  isTry?(query: AnyQuery, view: AnyView): boolean;
  /** What a board does for itself, such as putting a hand in order: it is let through and changes nothing. */
  isIdle?(action: AnyAction): boolean;
  /** A board may be shown in part, by the lesson. */
  trim?(view: AnyView, lesson: string): AnyView;
  /** Width over height of a diagram; the game's own unless said. `room` is how high it may be, where the page has to fit. */
  aspect?(view: AnyView, width: number, room: number): number;
  /** How wide a diagram may be, in pixels. */
  width?: number;
  /** The same on a phone on its side, where the words stand above the diagram then. */
  lowWidth?: number;
}
