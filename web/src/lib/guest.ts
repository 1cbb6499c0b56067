/** The name of a player who has not given one: a guest with a number that stays the same for the whole visit. */
import { words } from './language.svelte.ts';
import { settings } from './settings.svelte.ts';

let number: number | null = null;

function guestNumber(): number {
  if (number !== null) return number;
  const fresh = 2 + Math.floor(Math.random() * 98);
  try {
    const kept = Number(sessionStorage.getItem('baize.guest'));
    number = kept >= 2 && kept < 100 ? kept : fresh;
    sessionStorage.setItem('baize.guest', String(number));
  } catch {
    number = fresh;
  }
  return number;
}

/** The stored name, or something like `Guest 27`. */
export function ownName(): string {
  return settings.name || words().hall.guest(guestNumber());
}
