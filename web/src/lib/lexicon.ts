/**
 * The words of a game, one module per language. Only languages in use are fetched: a game's words are loaded with its face,
 * and before the language changes, the words of all loaded games are fetched in the new one. So code that shows a game
 * can always read `WORDS[language]`.
 */
import { closedUp } from './han.ts';
import type { Language } from './language.svelte.ts';

type Loaders<W> = Record<Language, () => Promise<{ words: W }>>;

/** The lexicons of the loaded games. */
const used = new Set<Lexicon<unknown>>();

/** Words by language. The English ones give the type, so the compiler misses none in the others. */
export class Lexicon<W> implements Record<Language, W> {
  readonly #loaders: Loaders<W>;
  readonly #loaded: Partial<Record<Language, W>> = {};

  constructor(loaders: Loaders<W>) {
    this.#loaders = loaders;
  }

  get en(): W {
    return this.#at('en');
  }

  get ja(): W {
    return this.#at('ja');
  }

  get 'zh-Hant'(): W {
    return this.#at('zh-Hant');
  }

  has(language: Language): boolean {
    return this.#loaded[language] !== undefined;
  }

  /** Fetches the words of a language. From then on, the words are also fetched at every change of language. */
  async load(language: Language): Promise<void> {
    used.add(this);
    if (this.has(language)) return;
    const { words } = await this.#loaders[language]();
    this.#loaded[language] ??= language === 'zh-Hant' ? closedUp(words) : words;
  }

  #at(language: Language): W {
    const words = this.#loaded[language];
    if (words === undefined) throw new Error(`words in ${language} are read before they are loaded`);
    return words;
  }
}

/** Fetches the words of all loaded games in a language, including games that are loaded meanwhile. */
export async function loadWords(language: Language): Promise<void> {
  for (;;) {
    const missing = [...used].filter((lexicon) => !lexicon.has(language));
    if (missing.length === 0) return;
    await Promise.all(missing.map((lexicon) => lexicon.load(language)));
  }
}
