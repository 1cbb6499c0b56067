/** The keys of the table. */
import type { AtTable } from './at-table.svelte.ts';
import { chooseShots } from './choosing.ts';
import { aimText, elevationText, speedText, spinText } from './readings.ts';
import type { Showing } from './showing.svelte.ts';
import { strengthOf } from './stroke.svelte.ts';
import type { Point, Props } from './types.ts';

/** How long Enter must be held to shoot, in milliseconds. */
const HOLD = 300;
/** How long the keys must rest before a reading is said. */
const REST = 350;

const STEPS: Record<string, Point> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const SPINS: Record<string, Point> = { w: [0, 50], s: [0, -50], a: [50, 0], d: [-50, 0] };

/** What keys do besides playing. */
export interface Ways {
  openShots(): void;
  toggleView(): void;
  zoomBy(step: number): void;
  /** Whether the table stands upright on the screen. */
  isTurned(): boolean;
}

const isPlain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey;

export type Keys = ReturnType<typeof followKeys>;

export function followKeys(props: Props, table: AtTable, showing: Showing, ways: Ways) {
  const { shot, aiming } = table;
  const shots = chooseShots(props, table);
  /** When Enter went down, by the event's own time: a busy page hears of it late. */
  let heldFrom: number | null = null;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;
  let sayTimer: ReturnType<typeof setTimeout> | undefined;

  function close(): void {
    clearTimeout(holdTimer);
    clearTimeout(sayTimer);
  }

  function down(event: KeyboardEvent): void {
    let isOurs = false;
    if (table.isPlacing) isOurs = place(event);
    else if (table.isAiming) isOurs = aim(event);
    if (!isOurs && isPlain(event)) isOurs = look(event.key.toLowerCase());
    if (!isOurs) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function up(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || heldFrom === null) return;
    const time = event.timeStamp - heldFrom;
    clearTimeout(holdTimer);
    if (time >= HOLD) shoot();
    else heldFrom = null;
    if (time < HOLD && table.isAiming) props.say(table.words.holdEnter, 'polite');
  }

  function hold({ timeStamp }: KeyboardEvent): void {
    clearTimeout(holdTimer);
    heldFrom = timeStamp;
    // If Enter came up in time while the page was busy, that is still to be heard: it gets its turn first.
    holdTimer = setTimeout(() => (holdTimer = setTimeout(shoot)), HOLD);
  }

  function shoot(): void {
    if (heldFrom === null) return;
    heldFrom = null;
    void table.shoot();
  }

  function place(event: KeyboardEvent): boolean {
    const step = STEPS[event.key];
    if (step && table.held) {
      const size = event.shiftKey ? 1000 : event.ctrlKey ? 50_000 : 10_000;
      const [x, y] = ways.isTurned() ? [step[1], -step[0]] : step;
      table.nudge(x * size, y * size);
      return true;
    }
    if (event.key === 'Enter' && !event.repeat && table.isRested) void table.place();
    return event.key === 'Enter' || (event.key === 'Escape' && table.putBack());
  }

  function aim(event: KeyboardEvent): boolean {
    const { words } = table;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const degrees = event.shiftKey ? 0.01 : event.ctrlKey ? 1 : 0.1;
      shot.turn(key === 'ArrowLeft' ? degrees : -degrees);
      readAim();
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      shot.faster((key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 100));
      read(() => words.speedReads(speedText(shot.speedMmS), words.strengths[strengthOf(shot.speedMmS)]));
    } else if (key === 'Enter') {
      if (!event.repeat && table.isRested) hold(event);
    } else if (!isPlain(event) || (key.length === 1 && !props.settings.shortcuts)) return false;
    else if (key in SPINS || key === '0') {
      const [side, top] = SPINS[key] ?? [-shot.sideMilli, -shot.topMilli];
      shot.strike(shot.sideMilli + side, shot.topMilli + top);
      read(() => words.spinReads(spinText(shot, words)));
    } else if (key === 'e' || key === 'q') {
      shot.lift(key === 'e' ? 1 : -1);
      read(() => (shot.elevationUrad === 0 ? words.level : words.elevationReads(elevationText(shot.elevationUrad))));
    } else if (key === 'n') shots.next(event.shiftKey ? -1 : 1);
    else if (key === 'f') ways.openShots();
    else if (key === 'p' && table.view.pushOk) {
      shot.pushOut = !shot.pushOut;
      if (shot.pushOut) props.say(words.pushOn, 'polite');
    } else if (key === 'g' && table.mayLift) table.takeUp();
    else return false;
    return true;
  }

  /** Whether it was a key for whoever looks on. */
  function look(key: string): boolean {
    if (key === 'v') ways.toggleView();
    else if (key === 'r' && showing.past) showing.replay();
    else if (key === '+' || key === '=') ways.zoomBy(0.5);
    else if (key === '-') ways.zoomBy(-0.5);
    else if (showing.running && (key === 'escape' || key === 'enter' || key === ' ')) showing.skip();
    else return false;
    return true;
  }

  /** Says the aim, and what it hits. */
  function readAim(): void {
    const { words } = table;
    read(() => {
      const contact = aiming.answer?.contact;
      const hit = contact?.kind === 'ball' ? (contact.legal ? words.contactBall(contact.ball) : words.predictFoul(contact.ball)) : '';
      return [words.aimReads(aimText(shot.aimUrad)), hit].filter(Boolean).join(' ');
    });
  }

  /** Says a reading once the keys rest. */
  function read(text: () => string): void {
    clearTimeout(sayTimer);
    sayTimer = setTimeout(() => props.say(text(), 'polite'), REST);
  }

  return { down, up, close, readAim, takeShot: shots.take };
}
