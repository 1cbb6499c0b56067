/** What a public table says about itself in a list. */
import type { Lister } from '../games/contract.ts';
import type { TableRow } from '../gen/protocol.ts';
import { gameWords } from '../lib/language.svelte.ts';
import type { ShellWords } from '../words/en.ts';

const LISTERS = import.meta.glob<Lister>('../games/*/listed.ts', { eager: true, import: 'listed' });

/** The first person at the table; null if there is none. */
export function hostOf(row: TableRow): string | null {
  return row.seats.find(({ occupant }) => occupant === 'person')?.name ?? null;
}

/** Rules and clock in a few words, and how many seats are still free if several are. */
export function factsOf(row: TableRow, words: ShellWords): string[] {
  const { hall } = words;
  const options = row.options ?? {};
  const facts: string[] = [];
  const { modes } = gameWords(row.game);
  if (modes) facts.push(modes[('mode' in options && options.mode) || ''] ?? Object.values(modes)[0]!);
  facts.push(...(LISTERS[`../games/${row.game}/listed.ts`]?.(options, hall) ?? []));
  const { bank, increment, turn } = row.clock;
  facts.push(bank ? words.clockChip(bank / 60, increment ?? 0) : turn ? words.turnChip(turn) : hall.noClock);
  const free = row.seats.filter(({ occupant }) => occupant === 'empty').length;
  if (row.phase === 'waiting' && free > 1) facts.push(hall.openChairs(free));
  return facts;
}
