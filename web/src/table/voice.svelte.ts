/**
 * What the people of the house say and how they look. Little: at the start, when somebody else does something rare, at
 * the end; never twice within a minute, never while they think, and never over anything that asks for attention.
 */
import { say } from '../lib/announce.svelte.ts';
import type { PersonaId } from '../lib/cast.ts';
import type { Mood } from '../lib/faces.ts';
import type { Floor } from '../lib/floor.svelte.ts';
import type { Language } from '../lib/language.svelte.ts';
import { settings } from '../lib/settings.svelte.ts';
import type { Sitter } from '../games/contract.ts';
import type { Voices } from './voices/en.ts';

/** What there is to say something about. */
export type Occasion = keyof Voices[PersonaId];

const LOADERS: Record<Language, () => Promise<{ voices: Voices }>> = {
  en: () => import('./voices/en.ts'),
  ja: () => import('./voices/ja.ts'),
  'zh-Hant': () => import('./voices/zh-Hant.ts'),
};
/** How long a bubble stays, how long a mood, and how long nobody speaks again, in milliseconds. */
const BUBBLE = 2_500;
const MOOD = 4_000;
const QUIET = 60_000;

export class Voice {
  /** What somebody says now; shown only while it has the floor. */
  spoken: { seat: number; text: string } | null = $state.raw(null);
  moods: Record<number, Mood> = $state({});
  readonly #floor: Floor;
  #last = -Infinity;
  #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(floor: Floor) {
    this.#floor = floor;
  }

  /** Somebody is about to speak: the words are on their way. */
  #isComing = $state(false);

  /** Whether somebody speaks. */
  get isTalking(): boolean {
    return this.spoken !== null || this.#isComing;
  }

  /** Lets one of the house remark on something, if it may. */
  async remark({ seat, persona, name }: Pick<Sitter, 'seat' | 'persona' | 'name'>, on: Occasion, language: Language): Promise<void> {
    if (!persona || !settings.talk || this.isTalking || Date.now() - this.#last < QUIET) return;
    this.#last = Date.now();
    this.#isComing = true;
    const loaded = await LOADERS[language]().catch(() => null);
    this.#isComing = false;
    if (!loaded) return;
    const text = loaded.voices[persona][on];
    this.spoken = { seat, text };
    this.#floor.want('bubble', true);
    say(`${name}: ${text}`);
    this.#later(BUBBLE, () => {
      this.spoken = null;
      this.#floor.want('bubble', false);
    });
  }

  /** Somebody looks pleased or dismayed for a moment, or for good. */
  look(seat: number, mood: Mood, how: 'moment' | 'good' = 'moment'): void {
    this.moods[seat] = mood;
    if (how === 'moment') this.#later(MOOD, () => this.moods[seat] === mood && delete this.moods[seat]);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #later(milliseconds: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, milliseconds);
    this.#timers.add(timer);
  }
}
