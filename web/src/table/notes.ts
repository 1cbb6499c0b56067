/** The second line of a plate. */
import type { Thinking } from '../games/contract.ts';
import { now } from '../lib/clock.svelte.ts';
import { language, words } from '../lib/language.svelte.ts';
import type { Desk } from './desk.svelte.ts';
import { said as saidHere } from './words.ts';

/** After how many milliseconds somebody is said to be "still" thinking. */
const LONG = 4_000;

/** When a computer started to think, not counting motion on the board; null if it is not thinking. */
export function thinkingSince(desk: Desk, seat: number): number | null {
  const { table } = desk;
  const isComputer = desk.sitters[seat]?.isComputer ?? false;
  if (!desk.isLive || desk.phase !== 'playing' || !isComputer || table.link.is !== 'open') return null;
  const { waiting, beats } = table;
  // While something is still moving on the board, the wait has not visibly begun.
  const rested = beats.beat ? now() : beats.restedSince;
  if (waiting?.why === 'move') return waiting.seats.includes(seat) ? Math.max(waiting.since, rested) : null;
  return waiting ? null : desk.must.includes(seat) ? now() : null;
}

/** The text about a thinking computer; null if it is not thinking. */
export function thinkingOf(desk: Desk, seat: number): Thinking | null {
  const since = thinkingSince(desk, seat);
  if (since === null) return null;
  const text = now() - since > LONG ? saidHere().stillThinking : words().thinking;
  return desk.hurryAt !== null ? { text, hurry: saidHere().tapToHurry } : { text };
}

/** What a computer is doing during its turn. */
function turnOfComputer(desk: Desk, seat: number): string {
  const { waiting } = desk.table;
  if (waiting?.why === 'held' || (waiting && desk.table.seat !== null && waiting.seats.includes(desk.table.seat))) return saidHere().waitsForYou;
  return thinkingOf(desk, seat)?.text ?? words().thinking;
}

/** The note about a seat: whether it is its turn, whether its player is away, and what the game says. */
export function noteOf(desk: Desk, seat: number, { isShort, isNarrow = false }: { isShort: boolean; /** Whether to show only what somebody is doing. */ isNarrow?: boolean }): string {
  const { face, table } = desk;
  const { view } = desk.beats;
  const own = words();
  const said = face && view ? face.seat(view, seat, language()).note : undefined;
  if (isShort && said && desk.phase === 'playing') return said;
  const sitter = desk.sitters[seat];
  if (desk.phase === 'over' && table.result?.winners.includes(seat)) return own.winner;
  if (sitter?.isYou && desk.remarked && desk.phase === 'playing') return desk.remarked;
  const isTurn = desk.isLive && desk.must.includes(seat);
  if (isTurn && sitter?.isYou && face && desk.phase === 'playing') {
    const more = face.prompt(table.state.view, (table.state.actions as never[]) ?? [], language());
    return [own.yourMove, more, isNarrow ? undefined : said].filter(Boolean).join(' · ');
  }
  const turn = isTurn ? (sitter?.isComputer ? turnOfComputer(desk, seat) : sitter?.isYou ? own.yourMove : own.toMove) : '';
  if (turn && isNarrow) return turn;
  const reads = !sitter?.isYou && (table.presence.reading?.includes(seat) ?? false) ? saidHere().readsRules : '';
  const away = sitter && !sitter.isHere && desk.phase === 'playing' ? own.away : '';
  const kind = sitter?.isComputer && !sitter.persona ? own.computer : '';
  return [turn, reads, away, said].filter(Boolean).join(' · ') || kind || own.here;
}
