/** The keyboard controls of the table. */
import type { AtTable } from './at-table.svelte.ts';
import { chooseShots } from './choosing.ts';
import { aimText, elevationText, speedText, spinText } from './readings.ts';
import type { Showing } from './showing.svelte.ts';
import { strengthOf } from './stroke.svelte.ts';
import type { Candidate, Point, Props } from './types.ts';

/** How long Enter must be held to shoot, in milliseconds. */
const HOLD = 300;
/** How long the keys must rest before a reading is spoken, in milliseconds. */
const REST = 350;

const STEPS: Record<string, Point> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const SPINS: Record<string, Point> = { w: [0, 50], s: [0, -50], a: [50, 0], d: [-50, 0] };

/** What keys do besides playing. */
export interface Ways {
  openShots(): void;
  toggleView(): void;
  zoomBy(step: number): void;
  /** Whether the table is upright on the screen. */
  isTurned(): boolean;
}

const isPlain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey;

export class Keys {
  readonly #props: Props;
  readonly #table: AtTable;
  readonly #showing: Showing;
  readonly #ways: Ways;
  readonly #shots: ReturnType<typeof chooseShots>;
  /** When Enter was pressed, by the event's own time, because a busy page handles it late. */
  #heldFrom: number | null = null;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  #sayTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(props: Props, table: AtTable, showing: Showing, ways: Ways) {
    this.#props = props;
    this.#table = table;
    this.#showing = showing;
    this.#ways = ways;
    this.#shots = chooseShots(props, table);
  }

  takeShot(candidate: Candidate, index: number): void {
    this.#shots.take(candidate, index);
  }

  close(): void {
    clearTimeout(this.#holdTimer);
    clearTimeout(this.#sayTimer);
  }

  down(event: KeyboardEvent): void {
    let isOurs = false;
    if (this.#table.isPlacing) isOurs = this.#place(event);
    else if (this.#table.isAiming) isOurs = this.#aim(event);
    if (!isOurs && isPlain(event)) isOurs = this.#look(event.key.toLowerCase());
    if (!isOurs) return;
    event.preventDefault();
    event.stopPropagation();
  }

  up(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || this.#heldFrom === null) return;
    const time = event.timeStamp - this.#heldFrom;
    clearTimeout(this.#holdTimer);
    if (time >= HOLD) this.#shoot();
    else this.#heldFrom = null;
    if (time < HOLD && this.#table.isAiming) this.#props.say(this.#table.words.holdEnter, 'polite');
  }

  #hold({ timeStamp }: KeyboardEvent): void {
    clearTimeout(this.#holdTimer);
    this.#heldFrom = timeStamp;
    // If Enter was released in time while the page was busy, that event is still queued: let it be handled first.
    this.#holdTimer = setTimeout(() => (this.#holdTimer = setTimeout(() => this.#shoot())), HOLD);
  }

  #shoot(): void {
    if (this.#heldFrom === null) return;
    this.#heldFrom = null;
    void this.#table.shoot();
  }

  #place(event: KeyboardEvent): boolean {
    const step = STEPS[event.key];
    if (step && this.#table.hand.held) {
      const size = event.shiftKey ? 1000 : event.ctrlKey ? 50_000 : 10_000;
      const [x, y] = this.#ways.isTurned() ? [step[1], -step[0]] : step;
      this.#table.hand.nudge(x * size, y * size);
      return true;
    }
    if (event.key === 'Enter' && !event.repeat && this.#table.isRested) void this.#table.place();
    return event.key === 'Enter' || (event.key === 'Escape' && this.#table.hand.putBack());
  }

  #aim(event: KeyboardEvent): boolean {
    const { shot, words } = this.#table;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const degrees = event.shiftKey ? 0.01 : event.ctrlKey ? 1 : 0.1;
      shot.turn(key === 'ArrowLeft' ? degrees : -degrees);
      this.readAim();
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      shot.faster((key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 100));
      this.#read(() => words.speedReads(speedText(shot.speedMmS), words.strengths[strengthOf(shot.speedMmS)]));
    } else if (key === 'Enter') {
      if (!event.repeat && this.#table.isRested) this.#hold(event);
    } else if (!isPlain(event) || (key.length === 1 && !this.#props.settings.shortcuts)) return false;
    else if (key in SPINS || key === '0') {
      const [side, top] = SPINS[key] ?? [-shot.sideMilli, -shot.topMilli];
      shot.strike(shot.sideMilli + side, shot.topMilli + top);
      this.#read(() => words.spinReads(spinText(shot, words)));
    } else if (key === 'e' || key === 'q') {
      shot.lift(key === 'e' ? 1 : -1);
      this.#read(() => (shot.elevationUrad === 0 ? words.level : words.elevationReads(elevationText(shot.elevationUrad))));
    } else if (key === 'n') this.#shots.next(event.shiftKey ? -1 : 1);
    else if (key === 'f') this.#ways.openShots();
    else if (key === 'p' && this.#table.view.pushOk) {
      shot.pushOut = !shot.pushOut;
      if (shot.pushOut) this.#props.say(words.pushOn, 'polite');
    } else if (key === 'g' && this.#table.mayLift) this.#table.takeUp();
    else return false;
    return true;
  }

  /** Handles a key for looking around; returns whether it was one. */
  #look(key: string): boolean {
    if (key === 'v') this.#ways.toggleView();
    else if (key === 'r' && this.#showing.past) this.#showing.replay();
    else if (key === '+' || key === '=') this.#ways.zoomBy(0.5);
    else if (key === '-') this.#ways.zoomBy(-0.5);
    else if (this.#showing.running && (key === 'escape' || key === 'enter' || key === ' ')) this.#showing.skip();
    else return false;
    return true;
  }

  /** Says the aim, and what it hits. */
  readAim(): void {
    const { words } = this.#table;
    this.#read(() => {
      const contact = this.#table.aiming.answer?.contact;
      const hit = contact?.kind === 'ball' ? (contact.legal ? words.contactBall(contact.ball) : words.predictFoul(contact.ball)) : '';
      return [words.aimReads(aimText(this.#table.shot.aimUrad)), hit].filter(Boolean).join(' ');
    });
  }

  /** Speaks a reading once the keys rest. */
  #read(text: () => string): void {
    clearTimeout(this.#sayTimer);
    this.#sayTimer = setTimeout(() => this.#props.say(text(), 'polite'), REST);
  }
}
