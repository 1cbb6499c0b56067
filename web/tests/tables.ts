/** A table of each game against the computer, as a newcomer would meet it. */
import type { Wanted } from './opening.ts';

/** What must be there before somebody can begin: the first move of each game. */
export const TABLES: (Wanted & { usable: string })[] = [
  { game: 'othello', players: [null, 'random'], usable: '.cell.legal' },
  { game: 'banqi', players: [null, 'random'], usable: '.cell.flips' },
  { game: 'nine', players: [null, 'medium'], usable: '.pick.available:not([aria-disabled=true])' },
  { game: 'may-i', players: [null, 'random', 'random'], options: { firstDealer: 2 }, usable: '[data-pile=stock][aria-disabled=false]' },
  { game: 'nine-ball', players: [null, 'potter'], usable: '.nineball[data-mode=place], .nineball[data-mode=aim]' },
];
