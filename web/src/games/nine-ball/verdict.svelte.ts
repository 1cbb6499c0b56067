/** The verdict on a shot, in the strip above the table. */
import type { Scene } from '../contract.ts';
import { foulOf, story } from './sentences.ts';
import { first, type Chosen, type Event, type Props } from './types.ts';

/** What happened, and what follows. */
export interface Verdict {
  title: string;
  text: string;
  kind: 'foul' | 'pot' | 'plain';
}

/** How long the reader's own foul stays at least, in milliseconds, whatever happens next. */
const OWN_FOUL = 2500;
/** The events that follow from a shot. */
const FOLLOWS = ['RESPOT', 'TURN', 'RACK'];

function verdictOn(events: Event[], scene: Scene<Chosen>): Verdict {
  const foul = first(events, 'FOUL');
  const text = story(events.filter(({ type }) => FOLLOWS.includes(type)), scene);
  if (foul) return { title: foulOf(foul, scene), text, kind: 'foul' };
  const isPot = events.some(({ type, ...event }) => type === 'POT' && 'a' in event && event.a !== 0);
  return { title: story(events.filter(({ type }) => !FOLLOWS.includes(type)), scene), text, kind: isPot ? 'pot' : 'plain' };
}

/** Shows one verdict after another; the reader's own foul is shown for long enough first. */
export class VerdictStrip {
  now = $state.raw<Verdict | null>(null);
  #standsUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(next: Verdict | null): void {
    clearTimeout(this.#timer);
    const wait = this.#standsUntil - performance.now();
    if (wait > 0) this.#timer = setTimeout(() => this.show(next), wait);
    else this.now = next;
  }

  /** Judges a shot, and announces a foul. */
  judge(events: Event[], actor: number | null, { language, seat, sitters, options, isShared, say }: Props): void {
    const verdict = verdictOn(events, { language, actor, you: isShared ? null : seat, sitters, options });
    this.show(verdict);
    if (verdict.kind !== 'foul') return;
    if (first(events, 'FOUL')?.seat === seat) this.#standsUntil = performance.now() + OWN_FOUL;
    say([verdict.title, verdict.text].join(' '), 'now');
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
