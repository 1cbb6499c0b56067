/**
 * The one interface between the table page and a game.
 *
 * The table page knows no game: it shows seats, clocks, the log, the connection, the result, and asks the game's
 * `GameFace` for everything that is peculiar to it. A game knows no network: its `Board` draws a view, plays events,
 * and hands actions to `act`. Neither knows any rule: legal moves and positions come from the server.
 */
import type { Component, Snippet } from 'svelte';
import type { AnswerTo, AnyAction, AnyEvent, AnyChosen, AnyQuery, AnyShown, AnyView, Json, Listed } from '../gen/games.ts';
import type { Awaiting, CallWindow, Outcome, Problem, Waiting } from '../gen/protocol.ts';
import type { Mark } from '../gen/review.ts';
import type { PersonaId } from '../lib/cast.ts';
import type { Mood } from '../lib/faces.ts';
import type { Floor } from '../lib/floor.svelte.ts';
import type { Language } from '../lib/language.svelte.ts';
import type { Settings } from '../lib/settings.svelte.ts';
import type { Cue } from '../lib/sound.ts';
import type { HallWords } from '../words/hall-en.ts';

export type { Json, Listed };

/** Somebody at the table, as sentences speak of them. */
export interface Sitter {
  seat: number;
  /** As on the plate: `Dana`, `Bruno`, `Baize Hard`. */
  name: string;
  /** Where there is little room, computers go without their family name: `Hard`. */
  short: string;
  /** As a sentence names them: in Japanese people take `さん`. */
  called: string;
  isComputer: boolean;
  /** Who of the house it is; absent for people and for computers without a face. */
  persona?: PersonaId;
  /** Whether the reader sits here. */
  isYou: boolean;
  isHere: boolean;
}

/** What a sentence needs besides the event: who did it, who reads it, and in which language. */
export interface Scene<O = AnyChosen> {
  language: Language;
  /** The seat whose action led to the event; null for what the table did by itself. */
  actor: number | null;
  /** The reader's seat; null for those who watch. */
  you: number | null;
  sitters: Sitter[];
  options: O;
  /** Everything that happened in the same step, where a sentence is about one of its events. */
  events?: readonly AnyEvent[];
  /** What was tried and on which view, when a refusal is put into words. */
  attempt?: { action: AnyAction; view: AnyView };
}

/** Something that happened and is being shown: the board goes from `before` to the view it is given. */
export interface Beat<V = AnyView, E = AnyEvent> {
  /** Grows with every beat; a new number means a new thing to animate. */
  number: number;
  /** Whose action it was; null for what the table did by itself. */
  actor: number | null;
  events: E[];
  before: V | null;
  /** How long it lasts on the screen, in milliseconds; 0 means: be there at once. */
  duration: number;
  /** `performance.now()` when it began. */
  began: number;
}

/** What a board is given. Everything is reactive; nothing here changes a board but these. */
export interface BoardProps<V = AnyView, A extends AnyAction = AnyAction, E = AnyEvent, O = AnyChosen> {
  /** What to draw: the position after `beat`. */
  view: V;
  /** What is being shown just now; null when all is at rest. A board must end exactly in `view` without it. */
  beat: Beat<V, E> | null;
  /** The viewer's seat; null for those who watch. */
  seat: number | null;
  sitters: Sitter[];
  /** What the viewer can do now; empty unless `isLive`. May be used while a beat is still running. */
  actions: Listed<A>[];
  /** Whether `actions` lists everything that is legal; otherwise they are samples. */
  complete: boolean;
  awaiting: Awaiting;
  /** When a seat's time is up, in milliseconds by this browser's clock; null if none runs. */
  deadline(seat: number): number | null;
  options: O;
  result: Outcome | null;
  /** False while an earlier position is looked at: nothing can be done then. */
  isLive: boolean;
  settings: Settings;
  language: Language;
  /** Plays an action; the answer is null, or why not. The table page has shown the refusal already. */
  act(action: A): Promise<Problem | null>;
  /** Asks the game something; throws a `Problem` (see `isProblem`) if it is refused. */
  ask<Q extends AnyQuery>(query: Q): Promise<AnswerTo<Q>>;
  /** Tells screen readers: `polite` waits its turn, `now` interrupts. */
  say(text: string, how?: 'polite' | 'now'): void;
  /** Shows why something cannot be done, beside the board, and says it. */
  refuse(refusal: Refusal): void;
  /** Plays a sound, if sound is on. Loudness from 0 to 1. */
  cue(cue: Cue, loudness?: number): void;
  /** Ends the running beat at once. */
  skip(): void;
  /** Puts a short line on the reader's plate for a moment: "You turn 3 discs". Where the board shows no seats itself. */
  remark(text: string): void;
  /** The milliseconds a seat has left, ten times a second while its clock runs; null without a clock. */
  timeLeft(seat: number): number | null;
  /** The table's id. */
  table: string;
  /**
   * Every event of the game so far, oldest first, as far as the server tells. While something moves it may be ahead
   * of `view`.
   */
  past: readonly E[];
  /** Whether several players share this device. */
  isShared: boolean;
  /** What stands under the title on small screens, in place of the number of the move; empty for that. */
  caption(text: string): void;
  /**
   * The same game again: against computers and on one device at a new table, giving up what still runs; with other
   * people as a rematch, once it is over.
   */
  renew(): Promise<void>;
  /**
   * Why nobody acts just now, in this browser's time: a computer takes its time, a call window is open, a summary is
   * read, the table is held. Null when it waits for nothing but the players.
   */
  waiting: Waiting | null;
  /** What the reader has just done and the table has not answered yet: it is drawn as a ghost. */
  pending: Pending<A> | null;
  /** The hint that is shown; boards may draw its action, the table page rings its places. */
  hint: ShownHint<A> | null;
  /** What a review says of the move after this position; null where there is nothing to say. */
  reviewed: ReviewedMove<A> | null;
  /**
   * Whether the reader is about to make a first move of this game at all. Where a move takes a choice and a confirmation, the
   * board has chosen one then: what is left is to confirm it, or to choose another.
   */
  isFirstMove: boolean;
  /** One thing at a time: whoever wants to ask or tell something over the board asks here first. */
  floor: Floor;
  /** What a computer's plate says while it thinks; null while it does not. */
  thinking(seat: number): Thinking | null;
  /** How one of the house looks just now. */
  mood(seat: number): Mood;
  /** What others show at the moment, by seat, such as where they aim. */
  shown: Readonly<Record<number, AnyShown>>;
  /** Shows the others something that is no action. Call it as often as it changes. */
  show(what: AnyShown): void;
  /** "No, thanks" in a call window; with `round`, for all the questions of this round. */
  pass(how?: 'round'): void;
  /** The reader has closed the summary of a round. */
  seen(): void;
  /** Ends the present wait, motion or hold, where only computers are waited for. */
  hurry(): void;
  /** Holds the table for a reason of the board's own while `isHeld`, such as an open dialog. */
  hold(reason: string, isHeld: boolean): void;
  /** Whether the board has the whole screen: its upper corners are the page's. */
  isFull?: boolean;
  /** What is told about the connection, for a board that has the whole screen: it lies over something that can wait, and moves nothing. */
  link?: Snippet;
  /** The coach and hints on small screens, for a board with a bar of its own: it stands above that, or takes no room from the game. */
  strip?: Snippet;
  /** In a lesson, what a game's plan says of it: a board that lets one turn and slide keeps to what was worked out. */
  known?: object;
  /** In a lesson: what a board has prepared at first, such as an aim. */
  begin?: Json;
  /** Buttons for the action bar under the board on phones and in the rail on desktops; replaced by each call. */
  offer(buttons: BarButton[]): void;
}

/** What is told of a computer that thinks; three dots stand beside it. */
export interface Thinking {
  /** "Thinking…", and after a while "Still thinking". */
  text: string;
  /** That a tap on the table ends the wait, while that is said. */
  hurry?: string;
}

/** An action on its way to the table. */
export interface Pending<A = AnyAction> {
  action: A;
  /** It takes long: a spinner stands on the piece. */
  isSlow: boolean;
}

/** A hint as the reader has it: first where to look, then what to do. */
export interface ShownHint<A = AnyAction> {
  action: A;
  tells: 'where' | 'what';
}

/** A hint in words: what `hint.ts` of a game makes of an action. */
export interface Hint {
  /** Where to look: "Look at the corner." */
  where: string;
  /** What to do, and why: "Place at a1: it can never be turned." */
  what: string;
  /** What gets a blue ring on the board while `where` is told, as selectors of the game's own. */
  region: string[];
  /** The same while `what` is told; the region again if absent. */
  exact?: string[];
}

/** Turns an action of the strong player into words; `info` is what that player says about it. */
export type Hinter<V = any, A = any, I = any> = (action: A, view: V, language: Language, seat: number, info?: I) => Hint;

/** What a review calls an action, in lists and in sentences, given the position before it: what `review.ts` of a game makes of it. */
export type ActionNamer<V = any, A = any> = (action: A, view: V, language: Language) => string;

/** A card of the coach. It stands beside the board, and goes when the reader has done what it says. */
export interface CoachCard<V = any, E = any> {
  title: string;
  text: string;
  /** What it speaks of: a selector inside the stage; it gets a blue ring. */
  about?: string;
  /** Whether its moment has come, by what is seen and what the reader can do; at once unless said. A card that is not due makes room for the next that is. */
  isDue?(view: V, seat: number, actions: readonly Listed[]): boolean;
  /** Whether the reader has done it: the events of the reader's own actions since the card was shown. */
  isDone?(own: readonly E[], view: V): boolean;
}

/** A button that a board wants in the action bar, such as "Place at g4, turns 4". */
export interface BarButton {
  id: string;
  label: string;
  isPrimary?: boolean;
  /** Why it cannot be pressed now; it stays focusable and says so. */
  disabled?: string | null;
  press(): void;
}

/** Why something was refused: a bold line, and a second line with the names of pieces and places. */
export interface Refusal {
  title: string;
  reason?: string;
  /** The original of a fixed English message, where the language is another. */
  original?: string;
}

/** A move of a finished game and what else could have been done, each with its worth to the seat that acted. */
export interface ReviewedMove<A = AnyAction> {
  seat: number;
  action: A;
  best: A;
  mark: Mark | null;
  /** Best first. */
  choices: { action: A; value: number }[];
  /** Whether the values are proved. */
  isExact: boolean;
}

/** What a game's own result dialog is given. */
export interface ResultProps<V = AnyView, A extends AnyAction = AnyAction, E = AnyEvent, O = AnyChosen> extends BoardProps<V, A, E, O> {
  /** The seats that want another game. */
  asked: number[];
  /** Who left and how, from the reader's side; null if nobody did. */
  parting: string | null;
  /** How many hints the reader had, in words; empty for none. */
  hinted: string;
  /** Somebody else of the house who would like a game. */
  next: { said: string; label: string; play(): void } | null;
  /** Where those go who only watched; empty for players. */
  onward: { label: string; href: string }[];
  close(): void;
  share(): void;
  review(): void;
}

/** What a game may want to know to say how long something takes. */
export interface Timing {
  settings: Settings;
  sitters: Sitter[];
  /** False while an earlier position is looked at. */
  isLive: boolean;
}

/** What stands on a seat's plate besides name and clock. */
export interface SeatFace {
  /** The role in words: `Black`, `Red`, `Down`. */
  role?: string;
  /** The sign of a side, before its role: a colour and a shape. */
  mark?: { shape: 'disc' | 'square' | 'triangle'; colour: string };
  /** A second line, such as `took 7`. */
  note?: string;
  /** The big number: discs, points, racks. */
  score?: number;
}

/** One choice on the setup page. Values are what goes into `options` under `name`. */
export interface OptionField<O> {
  name: keyof O & string;
  label: string;
  help?: string;
  values: { value: O[keyof O]; label: string }[];
  /** A list of numbers of one's own, which may be chosen beside the values. */
  numbers?: NumberList;
  /** Why it cannot be chosen with these other options; null if it can. */
  disabled?(options: Partial<O>): string | null;
}

/** A list of numbers that can be typed. */
export interface NumberList {
  /** How it is called beside the values. */
  label: string;
  /** What each number is for. */
  names: string[];
  from: number;
  to: number;
  decimals: number;
  /** What is told about a number that is none of these. */
  error(name: string): string;
}

/** Options under a name. */
export interface Preset<O> {
  id: string;
  label: string;
  help: string;
  options: Partial<O>;
  /** How many seats it needs, where it matters. */
  seats?: number;
}

/** All about setting up a game, in one language: what `setup.ts` of a game gives. */
export interface SetupForm<O> {
  presets: Preset<O>[];
  fields: OptionField<O>[];
  /** The level that is chosen unless somebody chooses another. */
  level?: string;
  /** What there is to know about a level. */
  levelHelp?(level: string): string | undefined;
  /** The rule sets of a game that has several, in pictures; each is the option `mode`. */
  modes?: { id: string; name: string; players: number; picture: readonly (readonly [glyph: string, colour: string])[] }[];
  /** What the seats are called, where it makes a difference; `opponent` is whoever sits in the second. */
  sides?(seats: number, opponent: string): string[];
  /** Whether a black and a white disc stand beside them. */
  hasDiscs?: boolean;
  /** What there is to know about the people of the house in this game. */
  note?: string;
  /** How long people may ask for something out of turn, where they may; null follows the pace. */
  asking?: { label: string; values: { value: CallWindow | null; label: string }[] };
  /** How many can play under these options. */
  seats(options: Partial<O>): { from: number; to: number };
  /** What differs in a newcomer's first game that is started with one click, by where the newcomer sits. */
  firstGame?(seat: number, seats: number): Partial<O>;
}

/** How the end is told. The headline (You win, Draw ...) is the table page's. */
export interface ResultFace {
  /** One line: why it ended. */
  reason: string;
  /** The score of two players, by seat. */
  score?: [number, number];
  /** Two or three chips: `Margin 16`. */
  facts: string[];
  /** The whole as a sentence, for the log and for sharing. */
  sentence: string;
}

/** A part that is not in the first picture: it is fetched when somebody wants it. */
export type Later<P extends Record<string, any>> = () => Promise<{ default: Component<P> }>;

/** What a study of one action is given. */
export interface StudyProps<V = any, E = any> {
  /** The game before it. */
  before: V;
  /** What it led to. */
  events: E[];
  language: Language;
  /** What the review says of it, in one line. */
  caption: string;
  /** What else can be done with it. */
  children?: Snippet;
}

/** Everything peculiar to a game. `V`, `A`, `E`, `O` are its view, actions, events and options as JSON. */
export interface GameFace<V = any, A extends AnyAction = any, E = any, O = any> {
  /** The board, with its own keyboard and its own text for screen readers. */
  Board: Component<BoardProps<V, A, E, O>>;
  /** Facts for the rail and, on phones, for a sheet, such as what still lies face-down; optional. */
  Facts?: Later<BoardProps<V, A, E, O>>;
  /** The end, in place of the table page's own dialog, as soon as the last motion is over; optional. */
  Result?: Later<ResultProps<V, A, E, O>>;
  /** The first steps, to try out; optional. */
  Tutorial?: Later<{ settings: Settings; language: Language; close(): void }>;
  /** A small thing for the title bar on phones, such as a counter; optional. */
  Badge?: Component<BoardProps<V, A, E, O>>;
  /** A small picture of the whole game for the result, made from all its views; optional. */
  Chart?: Component<{ views: V[]; language: Language }>;
  /** What stands at the right of a plate: discs, captured pieces; optional. */
  Tray?: Component<{ view: V; seat: number; settings: Settings; language: Language }>;

  /** One action on paper, for the review: what moved how; optional. */
  Study?: Later<StudyProps<V, E>>;

  /** A seat's plate. */
  seat(view: V, seat: number, language: Language): SeatFace;
  /** The event as one sentence of the log; null for events that are not told. */
  sentence(event: E, scene: Scene<O>): string | null;
  /** All the events of one action as one text, where a sentence for each would not be a story. */
  story?(events: E[], scene: Scene<O>): string;
  /** What is said when it is the reader's turn, after "Your move.": `13 legal squares`. */
  prompt(view: V, actions: Listed<A>[], language: Language): string;
  /** A refusal in words. */
  refusal(problem: Problem, scene: Scene<O>): Refusal | null;
  /** The end in words; `past` is all that has happened, where it is at hand. */
  result(outcome: Outcome, view: V, scene: Scene<O>, past?: readonly E[]): ResultFace;
  /** How long these events take, in milliseconds, under the speed that is chosen: see `paced`. */
  duration(events: E[], before: V | null, after: V, pace: Timing): number;
  /**
   * How long the outcome of these events is kept back, in milliseconds, at most until their motion is over: until
   * then it is neither said nor in the log.
   */
  suspense?(events: E[], pace: Timing): number;
  /** The sound of an event; a board that times its own sounds gives null. */
  cue(event: E): Cue | null;
  /** Where a tick stands on the scrubber. */
  isMilestone?(event: E): boolean;

  /** The cards of the first game, in their order; three are shown at most. */
  coach(language: Language, options: O): CoachCard<V, E>[];
  /** Something rare among what a seat has just done, which an opponent may remark on; null for the rest. */
  rarity?(events: readonly E[], before: V | null): 'corner' | 'king' | 'granted' | 'break9' | null;
  /**
   * What somebody who shares the device can say out of turn while it is handed over, without a look at their cards:
   * `May I? 7♣`. Optional.
   */
  aside?(view: V, language: Language): { label: string; action: A } | null;
  /** Width over height of the board; null for a board that fills whatever space there is. */
  aspect(options: O, room: { width: number; height: number }, settings: Settings): number | null;
  /**
   * What the board draws in place of the table page: `seats`, each marked with `data-seat`, instead of plates around it; the whole
   * `stage`, its ground and its controls, and it says whose turn it is: no cloth, no margin, no action bar; its own `bar` of
   * buttons while a game is played. What somebody says stands beside the seat in every case.
   */
  draws?: readonly ('seats' | 'stage' | 'bar')[];
  /** Whether the board wants the whole of a screen of this size, with the page's own buttons in its upper corners. */
  takesScreen?(width: number, height: number): boolean;
}

/** `listed.ts` of a game, optional: what its tables say of their rules in a list, besides the rule set and the clock. */
export type Lister<O = any> = (options: Partial<O>, hall: HallWords) => string[];

/** What a miniature on a game card is given; without a view it draws a still. */
export interface MiniatureProps<V = AnyView> {
  view?: V;
}

/** Whether this is a refusal of the server. */
export function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}

/** How many milliseconds something takes under the chosen speed of animation. */
export function paced(milliseconds: number, settings: Pick<Settings, 'animation'>): number {
  return milliseconds * { off: 0, fast: 0.5, normal: 1, slow: 2 }[settings.animation];
}
