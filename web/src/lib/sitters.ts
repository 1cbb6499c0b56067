/** How the people and computers at a table are called. */
import type { Sitter } from '../games/contract.ts';
import type { Presence, SeatState } from '../gen/protocol.ts';
import type { ShellWords } from '../words/en.ts';
import type { Language } from './language.svelte.ts';

/** The name of a computer player: `Baize Hard`. */
export function computerName(player: string, words: ShellWords): string {
  return `Baize ${words.levels[player] ?? player}`;
}

/** The name of whoever is in a seat. */
export function seatName(state: SeatState, words: ShellWords): string {
  if (state.name) return state.name;
  if (state.player) return computerName(state.player, words);
  return words.emptySeat;
}

/** Everybody at the table. */
export function sittersOf(
  seats: SeatState[],
  presence: Presence,
  you: number | null,
  language: Language,
  words: ShellWords,
): Sitter[] {
  return seats.map((state, seat) => {
    const name = seatName(state, words);
    const isComputer = state.occupant === 'computer';
    return {
      seat,
      name,
      called: language === 'ja' && state.occupant === 'person' ? `${name}さん` : name,
      isComputer,
      isYou: seat === you,
      isHere: isComputer || presence.here.includes(seat),
    };
  });
}
