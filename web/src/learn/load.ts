/** Loads a game's lessons, only when somebody wants to read or learn, never along with a table. */
import { loadFace } from '../games/index.ts';
import { language, type Language } from '../lib/language.svelte.ts';
import { Lexicon } from '../lib/lexicon.ts';
import type { FigureEntry, LessonWords, Plan, Played } from './types.ts';
import { LEARN } from './words.ts';

type Figures = Record<string, FigureEntry[]>;

const PLANS = import.meta.glob<{ plan: Plan }>('../games/*/lessons/plan.ts');
const PLAYED = import.meta.glob<{ default: Record<string, Played> }>('../games/*/lessons/played.json');
const FIGURES = import.meta.glob<Figures>(['../games/*/lessons/figures*.json', '!../games/*/lessons/*.script.json'], { import: 'default' });
const WORDS = import.meta.glob<{ words: LessonWords }>('../games/*/lessons/words/*.ts');

const at = (game: string, file: string) => `../games/${game}/lessons/${file}`;
const lexicons = new Map<string, Lexicon<LessonWords>>();

/** The words of a game's lessons, in the available languages. */
function lexicon(game: string): Lexicon<LessonWords> {
  const known = lexicons.get(game);
  if (known) return known;
  const words = (spoken: Language) => WORDS[at(game, `words/${spoken}.ts`)]!;
  const made = new Lexicon<LessonWords>({ en: words('en'), ja: words('ja'), 'zh-Hant': words('zh-Hant') });
  lexicons.set(game, made);
  return made;
}

/** The contents of a game's figures, merged from all files that have a part of them. */
async function figuresOf(game: string): Promise<Figures> {
  const files = Object.keys(FIGURES).filter((file) => file.startsWith(at(game, '')));
  const figures: Figures = {};
  for (const part of await Promise.all(files.map((file) => FIGURES[file]!()))) {
    for (const [id, entries] of Object.entries(part)) figures[id] = [...(figures[id] ?? []), ...entries];
  }
  return figures;
}

/** Whether a game has lessons. */
export function hasLessons(game: string): boolean {
  return at(game, 'plan.ts') in PLANS;
}

/** Loads everything for a rules page or a tutorial. */
export async function loadLessons(game: string) {
  const words = lexicon(game);
  const [{ plan }, { default: played }, figures, face] = await Promise.all([
    PLANS[at(game, 'plan.ts')]!(),
    PLAYED[at(game, 'played.json')]!(),
    figuresOf(game),
    loadFace(game),
    words.load(language()),
    LEARN.load(language()),
  ]);
  while (!words.has(language()) || !LEARN.has(language())) await Promise.all([words.load(language()), LEARN.load(language())]);
  return { plan, played, figures, face, words };
}

export type Lessons = Awaited<ReturnType<typeof loadLessons>>;
