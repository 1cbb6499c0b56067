/**
 * A scripted table: a board behaves here as at a real table, and every answer was computed by the real engine when the
 * page was built. Nothing here knows a rule.
 */
import type { BarButton, BoardProps, GameFace, Refusal, Scene, Sitter } from '../games/contract.ts';
import type { AnswerTo, AnyAction, AnyEvent, AnyChosen, AnyQuery, AnyView, Json } from '../gen/games.ts';
import type { Outcome, Problem, Waiting } from '../gen/protocol.ts';
import { say } from '../lib/announce.svelte.ts';
import { Beats } from '../lib/beats.svelte.ts';
import { isPersona, personaCalled, personaName } from '../lib/cast.ts';
import { now } from '../lib/clock.svelte.ts';
import { isEqual } from '../lib/equal.ts';
import { Floor } from '../lib/floor.svelte.ts';
import { language, words } from '../lib/language.svelte.ts';
import { settings, type Settings } from '../lib/settings.svelte.ts';
import { play as playSound } from '../lib/sound.ts';
import { LEARN } from './words.ts';
import type { Around, Move, Plan, Played, Right, LessonStep, StepWords } from './types.ts';

/** How long a call window appears to be open, in milliseconds. */
const WINDOW = 3000;

/** Returns a view with some changes applied; the old one is not modified. */
export function changed(view: AnyView, changes: Move['changes']): AnyView {
  let after = structuredClone(view);
  for (const [place, now] of changes) {
    if (place.length === 0) {
      after = structuredClone(now) as AnyView;
      continue;
    }
    let inner = after as Record<string | number, any>;
    for (const name of place.slice(0, -1)) inner = inner[name];
    inner[place.at(-1)!] = structuredClone(now);
  }
  return after;
}

/** Puts what was tried into the message. */
function named({ problem }: { problem: Problem }, action: AnyAction): Problem {
  const fields: Record<string, Json | undefined> = action;
  return { ...problem, message: problem.message.replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name])) };
}

/** What the reader is told under the board. */
export interface Told {
  how: 'task' | 'done' | 'wrong';
  text: string;
  reason?: string;
}

export class Lesson {
  readonly face: GameFace;
  readonly #played: Played;
  readonly #plan: Plan;
  readonly #id: string;
  readonly beats = new Beats();
  readonly #floor = new Floor();
  /** The current step; the number of steps once all are done. */
  at = $state(0);
  /** How often the lesson was started: each time gets a new board. */
  tries = $state(0);
  /** Whether moves are being shown whose result is told afterwards. */
  isTrying = $state(false);
  /** Whether the next step starts from another position while the reader still looks at this one. */
  isWaiting = $state(false);
  #then: (() => void) | null = null;
  /** When the current step began. */
  #since = $state(Date.now());
  buttons: BarButton[] = $state.raw([]);
  #around: Around = $state.raw({ awaiting: { must: [], may: [] } });
  /** The full view after everything so far. */
  #view!: AnyView;
  #past: AnyEvent[] = $state.raw([]);
  /** What was said last, not yet in words: these follow the language. */
  #last: { how: 'task' } | { how: 'done'; step: number; problem?: Problem; action?: AnyAction } | { how: 'wrong'; refusal: Refusal | null } = $state.raw({ how: 'task' });
  readonly #words: () => StepWords[];

  constructor(id: string, face: GameFace, plan: Plan, played: Played, stepWords: () => StepWords[], from = 0) {
    this.#id = id;
    this.face = face;
    this.#plan = plan;
    this.#played = played;
    this.#words = stepWords;
    this.again();
    for (const { start, right } of played.steps.slice(0, Math.max(0, Math.min(from, played.steps.length - 1)))) this.#pass(start, right[0]);
  }

  /** Continues as if the current step were done. */
  #pass(start: LessonStep['start'], right: Right | undefined): void {
    if (start) this.#view = start.view;
    for (const { events, changes } of right?.moves ?? []) {
      this.#view = changed(this.#view, changes);
      this.#past = [...this.#past, ...events];
    }
    if (right?.after) this.#around = right.after;
    this.at += 1;
    if (this.#step?.start) this.#begin(this.#step);
    else this.beats.jump(this.#shown(this.#view));
  }

  /** Starts over. */
  again(): void {
    this.#then = null;
    this.isTrying = this.isWaiting = false;
    this.at = 0;
    this.tries += 1;
    this.#past = [];
    this.#last = { how: 'task' };
    this.#begin(this.#played.steps[0]!);
  }

  /** Stops all motion. */
  close(): void {
    this.#then = null;
    this.beats.jump(this.beats.view);
    this.#floor.close();
  }

  get isDone(): boolean {
    return this.at >= this.#played.steps.length;
  }

  get seat(): number {
    return this.#played.seat;
  }

  get options(): AnyChosen {
    return this.#played.options;
  }

  get result(): Outcome | null {
    return this.#around.result ?? null;
  }

  /** The full view, not trimmed. */
  get view(): AnyView {
    return this.#view;
  }

  /** Where to look now. */
  get mark(): string | null {
    return this.beats.beat === null && !this.isWaiting ? (this.#step?.mark ?? null) : null;
  }

  get told(): Told {
    const last = this.#last;
    const own = this.#words();
    if (last.how === 'done') {
      const text = own[last.step]?.done ?? '';
      if (!last.problem) return { how: 'done', text };
      const refusal = this.#explain(last.problem, last.action!);
      return { how: 'done', text, reason: refusal.title };
    }
    if (last.how === 'wrong') {
      const here = own[Math.min(this.at, own.length - 1)];
      return last.refusal ? { how: 'wrong', text: last.refusal.title, reason: last.refusal.reason } : { how: 'wrong', text: here?.wrong ?? '' };
    }
    return { how: 'task', text: own[this.at]?.task ?? '' };
  }

  /** The reader has read on: shows the next step's task. */
  proceed(): void {
    const step = this.#step;
    if (!step) return;
    this.#last = { how: 'task' };
    if (this.isWaiting) this.#begin(step);
    this.isWaiting = false;
  }

  get sitters(): Sitter[] {
    const others = this.#plan.others.filter(isPersona);
    return Array.from({ length: this.#played.seats }, (_, seat) => {
      if (seat === this.seat) {
        return { seat, name: LEARN[language()].you, short: LEARN[language()].you, called: LEARN[language()].you, isComputer: false, isYou: true, isHere: true };
      }
      const persona = others[(seat > this.seat ? seat - 1 : seat) % others.length]!;
      const name = personaName(persona, language());
      return { seat, name, short: name, called: personaCalled(persona, language()), persona, isComputer: true, isYou: false, isHere: true };
    });
  }

  get #step(): LessonStep | undefined {
    return this.#played.steps[this.at];
  }

  #shown(view: AnyView): AnyView {
    return this.#plan.trim ? this.#plan.trim(view, this.#id) : view;
  }

  #begin(step: LessonStep): void {
    if (!step.start) return;
    const { view, ...around } = step.start;
    this.#view = view;
    this.beats.jump(this.#shown(view));
    this.#around = around;
  }

  #scene(attempt?: Scene['attempt']): Scene {
    return { language: language(), actor: null, you: this.seat, sitters: this.sitters, options: this.options, attempt };
  }

  #explain(problem: Problem, action: AnyAction): Refusal {
    const refusal = this.face.refusal(problem, this.#scene({ action, view: this.beats.view! }));
    return refusal ?? { title: words().refusals[problem.code] ?? problem.message };
  }

  #find<T>(tried: AnyAction | AnyQuery, scripted: T[], of: (one: T) => AnyAction | AnyQuery): T | undefined {
    const all = scripted.map(of);
    return scripted[this.#plan.match ? this.#plan.match(tried, all) : all.findIndex((one) => isEqual(tried, one))];
  }

  /** A call window that runs for a second and then holds, so that readers are not hurried. */
  get #waiting(): Waiting | null {
    if (this.#step?.waits !== 'call' || this.beats.beat !== null) return null;
    const until = Math.max(this.#since + WINDOW, now() + WINDOW - 1000);
    return { why: 'call', seats: [this.seat], since: until - WINDOW, until };
  }

  /** Everything that was asked or done when the script was made. */
  get #known(): object | undefined {
    const { right = [], other = [] } = this.#step ?? {};
    return this.#plan.known?.([...this.#answers.flatMap(({ queries }) => queries), ...[...right, ...other].map(({ action }) => action)]);
  }

  /** What can be asked now: while the position stays the same, earlier questions can be asked again. */
  get #answers(): NonNullable<LessonStep['answers']> {
    const { steps } = this.#played;
    const found: NonNullable<LessonStep['answers']> = [];
    for (let at = Math.min(this.at, steps.length - 1); at >= 0; at -= 1) {
      found.push(...(steps[at]!.answers ?? []));
      if (steps[at]!.start) break;
    }
    return found;
  }

  /** Plays an action that the lesson calls for; otherwise says why not. */
  async act(action: AnyAction): Promise<Problem | null> {
    const step = this.#step;
    if (!step || this.isTrying || this.isWaiting || this.#plan.isIdle?.(action)) return null;
    const right = this.#find(action, step.right, (one) => one.action);
    if (right) return this.#do(right);
    const other = this.#find(action, step.other ?? [], (one) => one.action);
    if (other) return this.#try(other);
    const refused = step.refused?.find(({ actions }) => actions.some((one) => isEqual(action, one)));
    const problem = refused ? named(refused, action) : null;
    this.refuse(problem && this.#explain(problem, action));
    return problem ?? { code: 'page.lesson', message: 'not in this lesson', details: null };
  }

  #do(right: Partial<Right>): Problem | null {
    const step = this.at;
    const { moves = [], after, problem } = right;
    const finish = () => {
      this.#last = { how: 'done', step, problem, action: right.action };
      this.at = step + 1;
      this.#since = Date.now();
      if (after) this.#around = after;
      this.isWaiting = this.#step?.start !== undefined;
      say([this.told.reason, this.told.text].filter(Boolean).join(' '), 'now');
    };
    // If the outcome is a surprise, it is told only after it has been seen.
    if (this.face.suspense && moves.length > 0) this.#afterwards(finish);
    else finish();
    this.#show(moves);
    return problem ?? null;
  }

  #afterwards(then: () => void): void {
    this.isTrying = true;
    this.#then = () => {
      this.isTrying = false;
      then();
    };
  }

  /** Shows moves one after another. */
  #show(moves: Move[]): void {
    for (const { actor, events, changes } of moves) {
      const before = this.#shown(this.#view);
      this.#view = changed(this.#view, changes);
      const seen = this.#shown(this.#view);
      const pace = { settings, sitters: this.sitters, isLive: true };
      const lasts = this.face.duration(events, before, seen, pace);
      this.#past = [...this.#past, ...events];
      this.beats.push({ actor, events, view: seen, duration: lasts });
      for (const event of events) {
        const cue = this.face.cue(event);
        if (cue) playSound(cue);
      }
    }
  }

  /** Shows what another legal action leads to, then restores the position and says what was wanted. */
  #try({ moves = [] }: Pick<Right, 'moves'>): null {
    const [view, past] = [this.#view, this.#past];
    const { actor, events } = moves[0]!;
    this.#afterwards(() => {
      this.#view = view;
      this.#past = past;
      this.beats.jump(this.#shown(view));
      const scene = { ...this.#scene(), actor, events };
      this.refuse({ title: this.#words()[this.at]?.wrong ?? '', reason: this.face.story?.(events, scene) });
    });
    this.#show(moves);
    return null;
  }

  /** Called when all motion has ended. */
  settle(): void {
    const then = this.#then;
    this.#then = null;
    then?.();
  }

  /** Says why not, in the words of the rules or of the lesson. */
  refuse(refusal: Refusal | null): void {
    this.#last = { how: 'wrong', refusal };
    playSound('refusal');
    say([this.told.text, this.told.reason].filter(Boolean).join(' '), 'now');
  }

  async ask<Q extends AnyQuery>(query: Q): Promise<AnswerTo<Q>> {
    // A board may ask while it renders; changes that follow from the answer must come later.
    await null;
    const asked = this.#answers.flatMap((answer) => answer.queries.map((one) => ({ one, answer })));
    const found = this.#find(query, asked, ({ one }) => one)?.answer;
    if (found?.isRight && this.#step?.answers?.includes(found)) this.#do({});
    else if (!found && this.#plan.isTry?.(query, this.beats.view!)) this.refuse(null);
    if (found?.answer !== undefined) return found.answer as AnswerTo<Q>;
    throw found?.problem ?? { code: 'page.lesson', message: 'not in this lesson', details: null };
  }

  /** The board's props. A tap acts at once here, and what can be done is always shown. */
  props(): BoardProps {
    const lesson = this;
    const known = $derived(lesson.#known);
    const waiting = $derived(lesson.#waiting);
    const here: Settings = $derived({ ...settings, confirm: 'never', hints: true });
    return {
      get view() {
        return lesson.beats.view!;
      },
      get beat() {
        return lesson.beats.beat;
      },
      get seat() {
        return lesson.seat;
      },
      get sitters() {
        return lesson.sitters;
      },
      get actions() {
        return lesson.isDone ? [] : (lesson.#around.actions ?? []);
      },
      get complete() {
        return lesson.#around.complete ?? true;
      },
      get awaiting() {
        return lesson.#around.awaiting;
      },
      deadline: () => null,
      get options() {
        return lesson.options;
      },
      get result() {
        return lesson.beats.beat === null ? lesson.result : null;
      },
      get isLive() {
        // The last move is shown as at a table, with the board's remarks about it.
        return (!lesson.isDone || lesson.beats.beat !== null) && !lesson.isTrying && !lesson.isWaiting;
      },
      get known() {
        return known;
      },
      get begin() {
        return lesson.#step?.begin;
      },
      get settings() {
        return here;
      },
      get language() {
        return language();
      },
      act: (action) => lesson.act(action),
      ask: (query) => lesson.ask(query),
      say,
      refuse: (refusal) => lesson.refuse(refusal),
      cue: (cue, loudness) => playSound(cue, loudness),
      skip: () => lesson.beats.skip(),
      remark: () => {},
      timeLeft: () => null,
      table: 'lesson',
      get past() {
        return lesson.#past;
      },
      isShared: false,
      caption: () => {},
      renew: async () => lesson.again(),
      get waiting() {
        return waiting;
      },
      // Nobody else is here: nothing is ever pending or shown to others.
      pending: null,
      hint: null,
      reviewed: null,
      isFirstMove: false,
      floor: lesson.#floor,
      shown: {},
      show: () => {},
      pass: () => {},
      seen: () => {},
      hurry: () => lesson.beats.skip(),
      hold: () => {},
      thinking: () => null,
      mood: () => 'calm' as const,
      offer: (buttons) => (lesson.buttons = buttons),
    };
  }
}
