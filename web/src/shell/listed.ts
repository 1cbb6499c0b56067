/** What a public table says of itself in a list. */
import type { Chosen as Banqi } from '../gen/banqi.ts';
import type { Chosen as MayI } from '../gen/may-i.ts';
import type { Chosen as NineBall } from '../gen/nine-ball.ts';
import type { TableRow } from '../gen/protocol.ts';
import { gameWords } from '../lib/language.svelte.ts';
import type { ShellWords } from '../words/en.ts';

/** Whoever sat down first; null if nobody did. */
export function hostOf(row: TableRow): string | null {
  return row.seats.find(({ occupant }) => occupant === 'person')?.name ?? null;
}

/** Rules and clock, in a few words; and the seats that are still free where there are several. */
export function factsOf(row: TableRow, words: ShellWords): string[] {
  const { hall } = words;
  const options: Partial<Banqi & MayI & NineBall> = row.options ?? {};
  const facts: string[] = [];
  if (row.game === 'nine-ball' && options.raceTo) facts.push(hall.raceTo(options.raceTo));
  const { modes } = gameWords(row.game);
  if (modes) facts.push(modes[options.mode ?? ''] ?? Object.values(modes)[0]!);
  if (row.game === 'may-i') facts.push(hall.rounds(options.startRound ?? 1, options.lastRound ?? 6));
  const { bank, increment, turn } = row.clock;
  facts.push(bank ? words.clockChip(bank / 60, increment ?? 0) : turn ? words.turnChip(turn) : hall.noClock);
  const free = row.seats.filter(({ occupant }) => occupant === 'empty').length;
  if (row.phase === 'waiting' && free > 1) facts.push(hall.openChairs(free));
  return facts;
}
