/** The reader's own lines, in the address: they are stored nowhere else, so a reload or a link brings them back. */

/** The position at which a line leaves the game, and its moves as typed. */
export interface KeptLine {
  ply: number;
  moves: readonly string[];
}

/** How an address names a game: by the id of its table, or by holding the game itself. */
export interface Addressed {
  id: string;
  whole?: string | null;
}

/** Reads the line from an address, where it follows the question mark or the game it holds. */
export function readLine(href: string): KeptLine | null {
  const { search, hash } = new URL(href);
  const said = new URLSearchParams((search || hash).slice(1));
  const [ply, line] = [said.get('ply') ?? '', said.get('line') ?? ''];
  return /^\d{1,6}$/.test(ply) && /^[\w-]{1,12}(\.[\w-]{1,12}){0,63}$/.test(line) ? { ply: Number(ply), moves: line.split('.') } : null;
}

/** The address of a line; null for a game that has no address. */
export function withLine({ id, whole }: Addressed, { ply, moves }: KeptLine): string | null {
  const game = id ? `/g/${id}?` : whole ? `/g#r=${whole}&` : null;
  return game && `${game}ply=${ply}&line=${moves.join('.')}`;
}

export const withoutLine = (href: string): string => href.replace(/&line=[^&]*/, '');
