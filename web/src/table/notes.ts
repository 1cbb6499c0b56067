/** The second line of a plate. */
import { language, words } from '../lib/language.svelte.ts';
import type { Desk } from './desk.svelte.ts';

/** What there is to say of a seat now: whose turn it is, who is away, what the game says. */
export function noteOf(desk: Desk, seat: number, { isShort }: { isShort: boolean }): string {
  const { face, table } = desk;
  const { view } = desk.beats;
  const own = words();
  const said = face && view ? face.seat(view, seat, language()).note : undefined;
  if (isShort && said && desk.phase === 'playing') return said;
  const sitter = desk.sitters[seat];
  if (desk.phase === 'over' && table.result?.winners.includes(seat)) return own.winner;
  const isTurn = desk.isLive && desk.must.includes(seat);
  if (isTurn && sitter?.isYou && face?.prompt && desk.phase === 'playing') {
    const more = face.prompt(table.state.view, (table.state.actions as never[]) ?? [], language());
    return [own.yourMove, more, said].filter(Boolean).join(language() === 'en' ? ', ' : '、');
  }
  const turn = isTurn ? (sitter?.isComputer ? own.thinking : sitter?.isYou ? own.yourMove : own.toMove) : '';
  const away = sitter && !sitter.isHere && desk.phase === 'playing' ? own.away : '';
  const kind = sitter?.isComputer ? own.computer : '';
  return [turn, away, said].filter(Boolean).join(' · ') || kind || own.here;
}
