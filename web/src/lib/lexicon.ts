/**
 * The words of a game, one module per language. Only what is spoken is fetched: a game's words come with its face, and
 * the words of all games that are about come before another language is spoken. So whoever shows a game can read
 * `WORDS[language]` at once.
 */
import { closedUp } from './han.ts';
import type { Language } from './language.svelte.ts';

type Loaders<W> = Record<Language, () => Promise<{ words: W }>>;

/** The lexicons of the games that are about. */
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

  /** Fetches the words of a language; from then on the words of every language that is spoken are kept ready. */
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

/** Fetches what all games that are about have to say in a language, also those that come about meanwhile. */
export async function loadWords(language: Language): Promise<void> {
  for (;;) {
    const missing = [...used].filter((lexicon) => !lexicon.has(language));
    if (missing.length === 0) return;
    await Promise.all(missing.map((lexicon) => lexicon.load(language)));
  }
}
