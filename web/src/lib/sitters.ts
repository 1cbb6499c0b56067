/** The names of people and computers at a table. */
import type { Sitter } from '../games/contract.ts';
import type { Presence, SeatState } from '../gen/protocol.ts';
import type { ShellWords } from '../words/en.ts';
import { called, isPersona, personaName, type PersonaId } from './cast.ts';
import type { Language } from './language.svelte.ts';

const FAMILY = 'Baize ';

/** The name of a computer player that is not one of the house, such as `Baize Hard`. */
export function computerName(player: string, words: ShellWords): string {
  return FAMILY + (words.levels[player] ?? player);
}

/** The member of the house in this seat; null for anybody else. */
export function personaOf(state: SeatState & { persona?: string }): PersonaId | null {
  return state.occupant === 'computer' && isPersona(state.persona) ? state.persona : null;
}

/** The name of the player in a seat. */
export function seatName(state: SeatState, words: ShellWords, language: Language): string {
  if (state.name) return state.name;
  const persona = personaOf(state);
  if (persona) return personaName(persona, language);
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
  /** The name others see if you have not given one; you yourself see "You". */
  guestName: string | null = null,
): Sitter[] {
  const names = seats.map((state) => seatName(state, words, language));
  return seats.map((state, seat) => {
    // Computers with the same name are numbered.
    const isComputer = state.occupant === 'computer';
    const persona = personaOf(state);
    const alike = names.flatMap((one, other) => (one === names[seat] ? [other] : []));
    const name = isComputer && alike.length > 1 ? `${names[seat]} ${alike.indexOf(seat) + 1}` : names[seat]!;
    const shown = seat === you && name === guestName ? words.hall.you : name;
    return {
      seat,
      name: shown,
      short: isComputer && name.startsWith(FAMILY) ? name.slice(FAMILY.length) : shown,
      called: state.occupant === 'person' || persona ? called(name, language) : name,
      persona: persona ?? undefined,
      isComputer,
      isYou: seat === you,
      isHere: isComputer || presence.here.includes(seat),
    };
  });
}
