/** The reveal: when each part is shown, and what is on the table meanwhile. Everything here is computed; nothing waits. */
import { paced, type Beat, type Timing, type Sitter } from '../contract.ts';
import { turnsOfGame, type Card, type Event, type GameEnded, type Helper, type Pair, type Revealed, type View } from './types.ts';

/** Milliseconds at normal speed, from the rules. */
export const TIMES = { think: 1000, gather: 220, pause: 500, flip: 420, hold: 2000, last: 1000, game: 1500 };
/** How long the result line stays without animation; below, when an earlier turn is shown. */
const STILL_HOLD = 1500;
const REPLAY_HOLD = 600;

/** The stages of a reveal, in order. */
const STAGES = ['think', 'gather', 'pause', 'flip', 'result'] as const;
export type Stage = (typeof STAGES)[number];
/** How long each stage lasts. */
export type Plan = Record<Stage, number>;

const NOTHING: Plan = { think: 0, gather: 0, pause: 0, flip: 0, result: 0 };

export function revealed(events: readonly Event[]): Revealed | null {
  return events.findLast((event) => event.type === 'REVEALED') ?? null;
}

function gameEnded(events: readonly Event[]): GameEnded | null {
  return events.findLast((event) => event.type === 'GAME_ENDED') ?? null;
}

/** Whether to show the computer thinking: always after a person's choice, even if it had chosen before. */
function isThinking(events: readonly Event[], { sitters, isLive }: Timing): boolean {
  const chosen = events.find((event) => event.type === 'COMMITTED');
  if (!chosen || !isLive) return false;
  return !sitters[chosen.seat]?.isComputer && (sitters[1 - chosen.seat]?.isComputer ?? false);
}

/** The stages for these events; null if there is nothing to wait for. */
export function planOf(events: readonly Event[], pace: Timing): Plan | null {
  const { settings, isLive } = pace;
  // Thinking and the pause are not motion: they remain without animation, and are only shortened by the fast setting.
  const hurry = settings.animation === 'fast' ? 0.5 : 1;
  const think = isThinking(events, pace) ? TIMES.think * hurry : 0;
  if (!revealed(events)) return think > 0 ? { ...NOTHING, think } : null;
  const isOver = events.some(({ type }) => type === 'GAME_OVER');
  const hold = isOver ? TIMES.last : settings.animation === 'off' ? STILL_HOLD : TIMES.hold;
  const more = !isOver && gameEnded(events) ? TIMES.game : 0;
  return {
    think,
    gather: paced(TIMES.gather, settings),
    pause: TIMES.pause * hurry,
    flip: paced(TIMES.flip, settings),
    result: (isLive ? hold + more : REPLAY_HOLD) * hurry,
  };
}

/** The total length of a plan. */
export function lengthOf(plan: Plan | null): number {
  return plan ? STAGES.reduce((sum, stage) => sum + plan[stage], 0) : 0;
}

/** How long the outcome is kept secret: until both cards are face-up. */
export function suspense(events: Event[], pace: Timing): number {
  const plan = revealed(events) ? planOf(events, pace) : null;
  return plan ? lengthOf(plan) - plan.result : 0;
}

/** Shortens a plan to the time available, which may be less after an absence. */
export function fitted(plan: Plan, room: number): Plan {
  const length = lengthOf(plan);
  const share = length > room ? room / length : 1;
  return Object.fromEntries(STAGES.map((stage) => [stage, plan[stage] * share])) as Plan;
}

/** The stage after this many milliseconds, and the time until the next. */
export function stageAt(plan: Plan, elapsed: number): { stage: Stage; left: number } {
  let end = 0;
  for (const stage of STAGES) {
    end += plan[stage];
    if (elapsed < end) return { stage, left: end - elapsed };
  }
  return { stage: plan.result > 0 ? 'result' : 'think', left: 0 };
}

/** A card in the middle; null if its face is not known. */
export interface Place {
  card: Card | null;
  isUp: boolean;
  /** The special card beside it, if known. */
  helper?: Helper | null;
}

/** What lies on the table. */
export interface Tableau {
  turn: number;
  /** The number of the last turn, as far as known now. */
  turns: number;
  leader: number;
  game: number;
  /** Games won in this match. */
  wins: Pair<number>;
  /** Unused cards. */
  hands: Pair<Card[]>;
  /** Unused special cards; null if the match has none. */
  helpers: Pair<Helper[]> | null;
  scores: Pair<number>;
  carried: number;
  centre: Pair<Place | null>;
  /** The turn whose result is being shown. */
  verdict: Revealed | null;
  /** The previous turn: its result stays readable until the next one, for a reader who looked away. */
  last: Revealed | null;
  /** The game whose end is being shown. */
  ended: GameEnded | null;
  isOver: boolean;
}

function places<T>(make: (seat: number) => T): Pair<T> {
  return [make(0), make(1)];
}

/** The table at rest. A computer's choice is hidden until the person has chosen, because it is then shown thinking. */
function atRest(view: View, past: readonly Event[], sitters: Sitter[]): Tableau {
  const isOver = view.phase === 'complete';
  const isQuiet = (seat: number) => (sitters[seat]?.isComputer ?? false) && !view.committed[1 - seat] && !view.options.openLead;
  const last = places((seat) => view.played[seat]!.at(-1) ?? null);
  return {
    turn: view.turn,
    turns: turnsOfGame(view),
    leader: view.leader,
    game: view.game,
    wins: view.earlier.wins,
    hands: view.hands,
    helpers: view.helpers ?? null,
    scores: view.scores,
    carried: view.carried,
    centre: places((seat) => {
      if (isOver) return last[seat] === null ? null : { card: last[seat]!, isUp: true, helper: view.shownHelpers?.[seat] };
      if (!view.committed[seat] || isQuiet(seat)) return null;
      return { card: view.sealed[seat]!, isUp: view.options.openLead && seat === view.leader, helper: view.sealedHelpers?.[seat] };
    }),
    verdict: isOver && !view.left ? revealed(past) : null,
    last: isOver ? null : lastTold(past, view.game, view.turn),
    ended: isOver && !view.left ? gameEnded(past) : null,
    isOver,
  };
}

/** What is on the screen: the view, or a stage on the way to it. */
export function tableau(
  view: View,
  beat: Beat<View, Event> | null,
  stage: Stage | null,
  past: readonly Event[],
  sitters: Sitter[],
): Tableau {
  const before = beat?.before;
  const turn = beat ? revealed(beat.events) : null;
  if (!beat || !before || !turn || stage === null) {
    const rest = atRest(view, past, sitters);
    // In a match, the games won include the one that has just ended.
    return rest.ended ? { ...rest, wins: rest.ended.wins } : rest;
  }
  const old = atRest(before, past, sitters);
  const isShown = stage === 'result';
  const isUp = stage === 'flip' || isShown;
  const chosen = beat.events.find((event) => event.type === 'COMMITTED')?.seat;
  return {
    ...old,
    turn: turn.turn,
    leader: turn.leader,
    hands: isShown ? places((seat) => before.hands[seat]!.filter((card) => card !== turn.cards[seat])) : before.hands,
    helpers: before.helpers
      ? places((seat) => before.helpers![seat]!.filter((helper) => !isShown || helper !== turn.helpers?.[seat]))
      : null,
    scores: isShown ? turn.scores : before.scores,
    carried: isShown ? turn.carried : before.carried,
    centre: places((seat) => {
      if (stage === 'think') return seat === chosen ? { card: turn.cards[seat]!, isUp: false } : old.centre[seat]!;
      const isOpen = isUp || (old.centre[seat]?.isUp ?? false);
      return { card: turn.cards[seat]!, isUp: isOpen, helper: isOpen ? turn.helpers?.[seat] : old.centre[seat]?.helper };
    }),
    verdict: isShown ? turn : null,
    ended: isShown ? gameEnded(beat.events) : null,
    wins: isShown ? (gameEnded(beat.events)?.wins ?? before.earlier.wins) : before.earlier.wins,
    isOver: isShown && view.phase === 'complete',
  };
}

/** The turns of one game that have been shown. */
export function turnsOf(past: readonly Event[], game: number, shown: number): Revealed[] {
  return gamesOf(past)[game - 1]?.slice(0, shown) ?? [];
}

/** The turn before this one, in this game or at the end of the previous one. */
function lastTold(past: readonly Event[], game: number, turn: number): Revealed | null {
  const games = gamesOf(past);
  return (turn > 1 ? games[game - 1]?.[turn - 2] : games[game - 2]?.at(-1)) ?? null;
}

/** The turns of every game of a match. */
export function gamesOf(past: readonly Event[]): Revealed[][] {
  const games: Revealed[][] = [];
  for (const event of past) {
    if (event.type !== 'REVEALED') continue;
    if (event.turn === 1 || games.length === 0) games.push([]);
    games.at(-1)!.push(event);
  }
  return games;
}
