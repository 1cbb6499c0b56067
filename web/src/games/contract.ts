/**
 * The one interface between the table page and a game.
 *
 * The table page knows no game: it shows seats, clocks, the log, the connection, the result, and asks the game's
 * `GameFace` for everything that is specific to it. A game knows no network: its `Board` draws a view, plays events,
 * and hands actions to `act`. Neither knows the rules: legal moves and positions come from the server.
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

/** A player at the table, as sentences refer to them. */
export interface Sitter {
  seat: number;
  /** As on the plate: `Dana`, `Bruno`, `Baize Hard`. */
  name: string;
  /** Short form for tight spaces: computers lose their family name, `Hard`. */
  short: string;
  /** As a sentence names them; in Japanese, people get `さん`. */
  called: string;
  isComputer: boolean;
  /** Which person of the house it is; absent for people and for computers without a face. */
  persona?: PersonaId;
  /** Whether the reader sits here. */
  isYou: boolean;
  isHere: boolean;
}

/** What a sentence needs besides the event: who did it, who reads it, and in which language. */
export interface Scene<O = AnyChosen> {
  language: Language;
  /** The seat whose action led to the event; null for what the table did itself. */
  actor: number | null;
  /** The reader's seat; null for spectators. */
  you: number | null;
  sitters: Sitter[];
  options: O;
  /** Everything that happened in the same step, for sentences about one of its events. */
  events?: readonly AnyEvent[];
  /** For the wording of a refusal: what was tried, and on which view. */
  attempt?: { action: AnyAction; view: AnyView };
}

/** Something that happened and is being shown: the board moves from `before` to its current view. */
export interface Beat<V = AnyView, E = AnyEvent> {
  /** Grows with every beat; a new number means a new thing to animate. */
  number: number;
  /** Whose action it was; null for what the table did itself. */
  actor: number | null;
  events: E[];
  before: V | null;
  /** How long it lasts on the screen, in milliseconds; 0 means no animation. */
  duration: number;
  /** `performance.now()` when it began. */
  began: number;
}

/** The props of a board. All of them are reactive, and they are all that ever changes a board. */
export interface BoardProps<V = AnyView, A extends AnyAction = AnyAction, E = AnyEvent, O = AnyChosen> {
  /** What to draw: the position after `beat`. */
  view: V;
  /** What is being shown now; null when nothing moves. A board must end exactly in `view` without it. */
  beat: Beat<V, E> | null;
  /** The viewer's seat; null for spectators. */
  seat: number | null;
  sitters: Sitter[];
  /** What the viewer can do now; empty unless `isLive`. May be used while a beat is still running. */
  actions: Listed<A>[];
  /** Whether `actions` lists everything that is legal; otherwise they are samples. */
  complete: boolean;
  awaiting: Awaiting;
  /** When a seat's time is up, in milliseconds by this browser's clock; null if no clock runs. */
  deadline(seat: number): number | null;
  options: O;
  result: Outcome | null;
  /** False while an earlier position is shown: nothing can be done then. */
  isLive: boolean;
  settings: Settings;
  language: Language;
  /** Plays an action; resolves to null, or to why it was refused. The table page has already shown the refusal. */
  act(action: A): Promise<Problem | null>;
  /** Asks the game a question; throws a `Problem` (see `isProblem`) if it is refused. */
  ask<Q extends AnyQuery>(query: Q): Promise<AnswerTo<Q>>;
  /** Tells screen readers: `polite` waits its turn, `now` interrupts. */
  say(text: string, how?: 'polite' | 'now'): void;
  /** Shows beside the board why something cannot be done, and says it aloud. */
  refuse(refusal: Refusal): void;
  /** Plays a sound, if sound is on. Loudness from 0 to 1. */
  cue(cue: Cue, loudness?: number): void;
  /** Ends the running beat at once. */
  skip(): void;
  /** Shows a short line on the reader's plate for a moment, "You turn 3 discs", where the board does not draw the seats. */
  remark(text: string): void;
  /** The milliseconds a seat has left, ten times a second while its clock runs; null without a clock. */
  timeLeft(seat: number): number | null;
  /** The table's id. */
  table: string;
  /** Every event of the game so far that the server tells, oldest first. While something moves, this may be ahead of `view`. */
  past: readonly E[];
  /** Whether several players share this device. */
  isShared: boolean;
  /** Puts a text under the title on small screens in place of the move number; an empty one restores the number. */
  caption(text: string): void;
  /**
   * Plays the same game again: against computers or on one device at a new table, giving up a game still running; with
   * other people as a rematch, once the game is over.
   */
  renew(): Promise<void>;
  /**
   * Why nobody acts just now, in this browser's time: a computer takes its time, a call window is open, a summary is
   * being read, the table is held. Null when the table waits only for the players.
   */
  waiting: Waiting | null;
  /** What the reader has just done and the table has not yet answered; drawn as a ghost. */
  pending: Pending<A> | null;
  /** The hint being shown; boards may draw its action, and the table page rings its places. */
  hint: ShownHint<A> | null;
  /** What a review says of the move after this position; null if there is nothing to say. */
  reviewed: ReviewedMove<A> | null;
  /**
   * Whether the reader is about to make their very first move in this game. Where a move takes a choice and a
   * confirmation, the board has then already made a choice, so that the reader only confirms it or picks another.
   */
  isFirstMove: boolean;
  /** Lets one thing at a time ask or tell something over the board; everything that wants to must ask here first. */
  floor: Floor;
  /** What a computer's plate says while it thinks; null while it does not. */
  thinking(seat: number): Thinking | null;
  /** How a person of the house looks just now. */
  mood(seat: number): Mood;
  /** What others are showing at the moment, by seat, such as where they aim. */
  shown: Readonly<Record<number, AnyShown>>;
  /** Shows the others something that is not an action. Call it on every change. */
  show(what: AnyShown): void;
  /** Says "No, thanks" in a call window; with `round`, to all questions of this round. */
  pass(how?: 'round'): void;
  /** Reports that the reader has closed the summary of a round. */
  seen(): void;
  /** Ends the current wait, motion or hold, if the table waits only for computers. */
  hurry(): void;
  /** Holds the table for the board's own reason, such as an open dialog, while `isHeld`. */
  hold(reason: string, isHeld: boolean): void;
  /** Whether the board fills the whole screen; the page then keeps its upper corners. */
  isFull?: boolean;
  /** The state of the connection, for a board that fills the screen: place it over something that can wait, without moving anything. */
  link?: Snippet;
  /**
   * The coach and hints on small screens, for a board with a bar of its own: place it above that bar, or where it takes
   * no room from the game.
   */
  strip?: Snippet;
  /**
   * In a lesson: what the game's plan says can be done here. A board with continuous controls, such as an aim, offers
   * only what was worked out beforehand.
   */
  known?: object;
  /** In a lesson: what the board starts with, such as an aim. */
  begin?: Json;
  /** Buttons for the action bar under the board on phones and in the rail on desktops; each call replaces the last. */
  offer(buttons: BarButton[]): void;
}

/** What a computer's plate says while it thinks, beside three dots. */
export interface Thinking {
  /** "Thinking…", and after a while "Still thinking". */
  text: string;
  /** Says that a tap on the table ends the wait, whenever it does. */
  hurry?: string;
}

/** An action on its way to the table. */
export interface Pending<A = AnyAction> {
  action: A;
  /** It is taking long: a spinner is shown on the piece. */
  isSlow: boolean;
}

/** A hint as the reader sees it: first where to look, then what to do. */
export interface ShownHint<A = AnyAction> {
  action: A;
  tells: 'where' | 'what';
}

/** A hint in words, made from an action by a game's `hint.ts`. */
export interface Hint {
  /** Where to look: "Look at the corner." */
  where: string;
  /** What to do, and why: "Place at a1: it can never be turned." */
  what: string;
  /** Selectors of the game's own for what gets a blue ring while `where` is shown. */
  region: string[];
  /** The same while `what` is shown; `region` if absent. */
  exact?: string[];
}

/** Turns an action of the strong player into words; `info` is what that player says about it. */
export type Hinter<V = any, A = any, I = any> = (action: A, view: V, language: Language, seat: number, info?: I) => Hint;

/** Names an action for a review, in lists and in sentences, given the position before it; a game's `review.ts` has one. */
export type ActionNamer<V = any, A = any> = (action: A, view: V, language: Language) => string;

/** A card of the coach, shown beside the board until the reader has done what it says. */
export interface CoachCard<V = any, E = any> {
  title: string;
  text: string;
  /** What it speaks of: a selector inside the stage, which gets a blue ring. */
  about?: string;
  /**
   * Whether it can be shown now, given the view and the reader's actions; always, if absent. A card that is not due
   * makes way for the next that is.
   */
  isDue?(view: V, seat: number, actions: readonly Listed[]): boolean;
  /** Whether the reader has done it; `own` has the events of the reader's own actions since the card was shown. */
  isDone?(own: readonly E[], view: V): boolean;
}

/** A button that a board wants in the action bar, such as "Place at g4, turns 4". */
export interface BarButton {
  id: string;
  label: string;
  isPrimary?: boolean;
  /** Why it cannot be pressed now; the button stays focusable and says so. */
  disabled?: string | null;
  press(): void;
}

/** Why something was refused: a bold line, and a second one with the names of pieces and places. */
export interface Refusal {
  title: string;
  reason?: string;
  /** The original of a fixed English message, for readers of another language. */
  original?: string;
}

/** A move of a finished game and its alternatives, each with its worth to the seat that acted. */
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

/** The props of a game's own result dialog. */
export interface ResultProps<V = AnyView, A extends AnyAction = AnyAction, E = AnyEvent, O = AnyChosen> extends BoardProps<V, A, E, O> {
  /** The seats that want another game. */
  asked: number[];
  /** Who left and how, from the reader's side; null if nobody did. */
  parting: string | null;
  /** How many hints the reader had, in words; empty for none. */
  hinted: string;
  /** Another person of the house who would like a game. */
  next: { said: string; label: string; play(): void } | null;
  /** Where spectators can go next; empty for players. */
  onward: { label: string; href: string }[];
  close(): void;
  share(): void;
  review(): void;
}

/** What a game may need in order to say how long something takes. */
export interface Timing {
  settings: Settings;
  sitters: Sitter[];
  /** False while an earlier position is shown. */
  isLive: boolean;
}

/** What a seat's plate shows besides name and clock. */
export interface SeatFace {
  /** The role in words: `Black`, `Red`, `Down`. */
  role?: string;
  /** The marker of a side, before its role: a colour and a shape. */
  mark?: { shape: 'disc' | 'square' | 'triangle'; colour: string };
  /** A second line, such as `took 7`. */
  note?: string;
  /** The big number: discs, points, racks. */
  score?: number;
}

/** One choice on the setup page. The chosen value goes into `options` under `name`. */
export interface OptionField<O> {
  name: keyof O & string;
  label: string;
  help?: string;
  values: { value: O[keyof O]; label: string }[];
  /** A list of custom numbers, offered beside the values. */
  numbers?: NumberList;
  /** Why it cannot be chosen along with these other options; null if it can. */
  disabled?(options: Partial<O>): string | null;
}

/** A list of numbers to type in. */
export interface NumberList {
  /** Its name beside the values. */
  label: string;
  /** What each number is for. */
  names: string[];
  from: number;
  to: number;
  decimals: number;
  /** The error for a number outside the range. */
  error(name: string): string;
}

/** A named set of options. */
export interface Preset<O> {
  id: string;
  label: string;
  help: string;
  options: Partial<O>;
  /** How many seats it needs, where it matters. */
  seats?: number;
}

/** Everything for setting up a game, in one language; from a game's `setup.ts`. */
export interface SetupForm<O> {
  presets: Preset<O>[];
  fields: OptionField<O>[];
  /** The default level. */
  level?: string;
  /** Explains a level. */
  levelHelp?(level: string): string | undefined;
  /** The rule sets of a game that has several, with pictures; each is a value of the option `mode`. */
  modes?: { id: string; name: string; players: number; picture: readonly (readonly [glyph: string, colour: string])[] }[];
  /** Names of the seats, where it makes a difference; `opponent` is the name of the player in the second seat. */
  sides?(seats: number, opponent: string): string[];
  /** Whether a black and a white disc are drawn beside them. */
  hasDiscs?: boolean;
  /** A note about the people of the house in this game. */
  note?: string;
  /** How long people may ask for something out of turn, in games that allow it; null follows the pace. */
  asking?: { label: string; values: { value: CallWindow | null; label: string }[] };
  /** How many can play under these options. */
  seats(options: Partial<O>): { from: number; to: number };
  /** What is different in a newcomer's first game started with one click, by the newcomer's seat. */
  firstGame?(seat: number, seats: number): Partial<O>;
}

/** How the end is told. The headline (You win, Draw ...) comes from the table page. */
export interface ResultFace {
  /** One line: why it ended. */
  reason: string;
  /** The score of two players, by seat. */
  score?: [number, number];
  /** Two or three chips: `Margin 16`. */
  facts: string[];
  /** The whole in one sentence, for the log and for sharing. */
  sentence: string;
}

/** A component that is not needed at first: fetched on demand. */
export type Later<P extends Record<string, any>> = () => Promise<{ default: Component<P> }>;

/** The props of a study of one action. */
export interface StudyProps<V = any, E = any> {
  /** The game before it. */
  before: V;
  /** What it led to. */
  events: E[];
  language: Language;
  /** The review's verdict, in one line. */
  caption: string;
  /** Other things to do with it. */
  children?: Snippet;
}

/** Everything specific to a game. `V`, `A`, `E`, `O` are its view, actions, events and options as JSON. */
export interface GameFace<V = any, A extends AnyAction = any, E = any, O = any> {
  /** The board, with its own keyboard and its own text for screen readers. */
  Board: Component<BoardProps<V, A, E, O>>;
  /** Facts for the rail and, on phones, for a sheet, such as what is still face-down; optional. */
  Facts?: Later<BoardProps<V, A, E, O>>;
  /** The result dialog, in place of the table page's own, as soon as the last motion is over; optional. */
  Result?: Later<ResultProps<V, A, E, O>>;
  /** An interactive introduction; optional. */
  Tutorial?: Later<{ settings: Settings; language: Language; close(): void }>;
  /** A small thing for the title bar on phones, such as a counter; optional. */
  Badge?: Component<BoardProps<V, A, E, O>>;
  /** A small picture of the whole game for the result, made from all its views; optional. */
  Chart?: Component<{ views: V[]; language: Language }>;
  /** Shown at the right of a plate: discs, captured pieces; optional. */
  Tray?: Component<{ view: V; seat: number; settings: Settings; language: Language }>;

  /** A drawing of one action, for the review: what moved how; optional. */
  Study?: Later<StudyProps<V, E>>;

  /** A seat's plate. */
  seat(view: V, seat: number, language: Language): SeatFace;
  /** The event as one sentence of the log; null for events that are left out. */
  sentence(event: E, scene: Scene<O>): string | null;
  /** All events of one action as one text, where one sentence per event would read badly. */
  story?(events: E[], scene: Scene<O>): string;
  /** Follows "Your move." when it is the reader's turn: `13 legal squares`. */
  prompt(view: V, actions: Listed<A>[], language: Language): string;
  /** A refusal in words. */
  refusal(problem: Problem, scene: Scene<O>): Refusal | null;
  /** The end in words; `past` has all events so far, if available. */
  result(outcome: Outcome, view: V, scene: Scene<O>, past?: readonly E[]): ResultFace;
  /** How long these events take, in milliseconds, at the chosen speed: see `paced`. */
  duration(events: E[], before: V | null, after: V, pace: Timing): number;
  /**
   * How long the outcome of these events is kept secret, in milliseconds, at most until their motion is over. Until
   * then it is neither said nor logged.
   */
  suspense?(events: E[], pace: Timing): number;
  /** The sound of an event; a board that times its own sounds gives null. */
  cue(event: E): Cue | null;
  /** Whether the event gets a tick on the scrubber. */
  isMilestone?(event: E): boolean;

  /** The cards of the first game, in order; at most three are shown. */
  coach(language: Language, options: O): CoachCard<V, E>[];
  /** Something rare that a seat has just done, for an opponent to remark on; null if nothing was. */
  rarity?(events: readonly E[], before: V | null): 'corner' | 'king' | 'granted' | 'break9' | null;
  /**
   * What a player who shares the device can say out of turn, `May I? 7♣`, while the device is handed over and without
   * looking at their cards. Optional.
   */
  aside?(view: V, language: Language): { label: string; action: A } | null;
  /** The board's width divided by its height; null for a board that fills any space. */
  aspect(options: O, room: { width: number; height: number }, settings: Settings): number | null;
  /**
   * What the board draws in place of the table page. With `seats`, each is marked with `data-seat` and replaces the
   * plates around the board. With `stage`, the board draws its ground and controls and says whose turn it is: there is
   * no cloth, margin or action bar. With `bar`, it has its own buttons while a game is played. What somebody says
   * always appears beside the seat.
   */
  draws?: readonly ('seats' | 'stage' | 'bar')[];
  /** Whether the board wants the whole of a screen of this size; the page's own buttons then go in its upper corners. */
  takesScreen?(width: number, height: number): boolean;
}

/** A game's optional `listed.ts`: what its tables in a list say about their rules, besides the rule set and the clock. */
export type Lister<O = any> = (options: Partial<O>, hall: HallWords) => string[];

/** The props of a miniature on a game card; without a view it draws a still picture. */
export interface MiniatureProps<V = AnyView> {
  view?: V;
}

/** Whether this is a refusal from the server. */
export function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error;
}

/** How many milliseconds something takes at the chosen animation speed. */
export function paced(milliseconds: number, settings: Pick<Settings, 'animation'>): number {
  return milliseconds * { off: 0, fast: 0.5, normal: 1, slow: 2 }[settings.animation];
}
