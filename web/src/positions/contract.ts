/**
 * What a game provides for the position editor. The page keeps the position as text, with undo, check, link and play; a
 * game draws it and turns edits into a new text. The game's part knows the notation but no rules: the server says
 * whether a position can be played.
 */
import type { Component } from 'svelte';
import type { Language } from '../lib/language.svelte.ts';

export interface EditorProps {
  text: string;
  language: Language;
  /** Reports a changed position. */
  edit(text: string): void;
  /** Set if the position is only shown; if the board can show the choices, the reader picks one there. */
  still?: Still;
}

/** What can be chosen in a position that is only shown. */
export interface Still {
  /** As typed. */
  choices: readonly string[];
  /** The choices tried, and whether each was right. */
  tried: ReadonlyMap<string, boolean>;
  pick(choice: string): void;
}

/** Something wrong or worth knowing about a position, as far as can be seen without the rules. */
export interface Flaw {
  text: string;
  /** Whether the position can be played all the same. */
  isNote?: boolean;
  /** A way to fix it. */
  fix?: { label: string; text: string };
}

export interface PositionEditor {
  Editor: Component<EditorProps>;
  /** The position in which a game begins. */
  start: string;
  /** The position with as little as possible. */
  empty?: string;
  mirror?(text: string): string;
  flaws?(text: string, language: Language): Flaw[];
  /** Who plays a seat, in the game's words; if null, the players are numbered. */
  seatName?(seat: number, text: string, language: Language): string | null;
  /** How players read a puzzle's choice, and below, its worth; without these, both are shown as they are. */
  choiceName?(choice: string, text: string, language: Language): string;
  valueName?(value: number, language: Language): string;
  /** Whether the board numbers a puzzle's choices. */
  isNumbered?: boolean;
  /** The position for one player alone, to try again and again; absent in games without drills. */
  drill?(text: string): string;
}

const EDITORS = import.meta.glob<{ editor: PositionEditor }>('../games/*/editor/index.ts');

/** The editor of a game; null if it has none of its own. */
export async function loadEditor(game: string): Promise<PositionEditor | null> {
  const load = EDITORS[`../games/${game}/editor/index.ts`];
  return load ? (await load()).editor : null;
}
