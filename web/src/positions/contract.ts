/**
 * What a game gives to the position editor. The page keeps the position as its text, with undo, check, link and play; a game draws
 * it and turns what is done into another text. It knows the notation and no rule: whether a position can be played is asked
 * of the server.
 */
import type { Component } from 'svelte';
import type { Language } from '../lib/language.svelte.ts';

export interface EditorProps {
  text: string;
  language: Language;
  /** The position has changed. */
  edit(text: string): void;
  /** It is only looked at; where that can be shown, one of these is picked on the board. */
  still?: Still;
}

/** What can be chosen in a position that is only looked at. */
export interface Still {
  /** As people type it. */
  choices: readonly string[];
  /** Those that were tried, and whether they were right. */
  tried: ReadonlyMap<string, boolean>;
  pick(choice: string): void;
}

/** Something that is wrong or worth knowing about a position, as far as it can be seen without the rules. */
export interface Flaw {
  text: string;
  /** It can be played all the same. */
  isNote?: boolean;
  /** What mends it. */
  fix?: { label: string; text: string };
}

export interface PositionEditor {
  Editor: Component<EditorProps>;
  /** As the rules begin. */
  start: string;
  /** With as little as possible. */
  empty?: string;
  mirror?(text: string): string;
  flaws?(text: string, language: Language): Flaw[];
  /** Who plays a seat, in the game's words; players are numbered where it has none. */
  seatName?(seat: number, text: string, language: Language): string | null;
  /** A choice of a puzzle and what it is worth as a player reads them; without these they stand there as they are. */
  choiceName?(choice: string, text: string, language: Language): string;
  valueName?(value: number, language: Language): string;
  /** The position for one player alone, who tries it again and again; absent where a game has no drills. */
  drill?(text: string): string;
}

const EDITORS = import.meta.glob<{ editor: PositionEditor }>('../games/*/editor/index.ts');

/** The editor of a game; null where it has none of its own. */
export async function loadEditor(game: string): Promise<PositionEditor | null> {
  const load = EDITORS[`../games/${game}/editor/index.ts`];
  return load ? (await load()).editor : null;
}
