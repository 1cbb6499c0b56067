/** What a public table says of itself in a list. */
import type { TableRow } from '../gen/protocol.ts';
import type { ShellWords } from '../words/en.ts';

/** Whoever sat down first; null if nobody did. */
export function hostOf(row: TableRow): string | null {
  return row.seats.find(({ occupant }) => occupant === 'person')?.name ?? null;
}

/** Rules and clock, in a few words; and the seats that are still free where there are several. */
export function factsOf(row: TableRow, words: ShellWords): string[] {
  const { hall } = words;
  const options = (row.options ?? {}) as { raceTo?: number; mode?: string; startRound?: number; lastRound?: number };
  const facts: string[] = [];
  if (row.game === 'nine-ball' && options.raceTo) facts.push(hall.raceTo(options.raceTo));
  if (row.game === 'banqi') facts.push(hall.modes[options.mode ?? ''] ?? hall.modes.classic!);
  if (row.game === 'may-i') facts.push(hall.rounds(options.startRound ?? 1, options.lastRound ?? 6));
  const { bank, increment, turn } = row.clock;
  facts.push(bank ? words.clockChip(bank / 60, increment ?? 0) : turn ? words.turnChip(turn) : hall.noClock);
  const free = row.seats.filter(({ occupant }) => occupant === 'empty').length;
  if (row.phase === 'waiting' && free > 1) facts.push(hall.openChairs(free));
  return facts;
}
