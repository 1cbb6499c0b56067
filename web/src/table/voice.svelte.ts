/**
 * What the people of the house say and how they look. They say little: at the start, when somebody else does something
 * rare, and at the end; never twice within a minute, never while they think, and never over anything that asks for attention.
 */
import { say } from '../lib/announce.svelte.ts';
import type { PersonaId } from '../lib/cast.ts';
import type { Mood } from '../lib/faces.ts';
import type { Floor } from '../lib/floor.svelte.ts';
import type { Language } from '../lib/language.svelte.ts';
import { settings } from '../lib/settings.svelte.ts';
import type { Sitter } from '../games/contract.ts';
import type { Voices } from './voices/en.ts';

/** The occasions for a remark. */
export type Occasion = keyof Voices[PersonaId];

const LOADERS: Record<Language, () => Promise<{ voices: Voices }>> = {
  en: () => import('./voices/en.ts'),
  ja: () => import('./voices/ja.ts'),
  'zh-Hant': () => import('./voices/zh-Hant.ts'),
};
/** How many milliseconds a bubble stays, a mood stays, and nobody speaks again. */
const BUBBLE = 2_500;
const MOOD = 4_000;
const QUIET = 60_000;

export class Voice {
  /** The current remark; shown only while it has the floor. */
  spoken: { seat: number; text: string } | null = $state.raw(null);
  moods: Record<number, Mood> = $state({});
  readonly #floor: Floor;
  #last = -Infinity;
  #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(floor: Floor) {
    this.#floor = floor;
  }

  /** Whether somebody is about to speak: the words are being loaded. */
  #isComing = $state(false);

  /** Whether somebody is speaking or about to. */
  get isTalking(): boolean {
    return this.spoken !== null || this.#isComing;
  }

  /** Lets a member of the house make a remark, if the rules above allow it. */
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

  /** Makes somebody look pleased or dismayed, for a moment or for good. */
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
