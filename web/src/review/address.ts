/** Lines of one's own in the address: kept nowhere else, so a reload or a link brings them back. */

/** The position of the game that a line leaves, and its moves as people type them. */
export interface KeptLine {
  ply: number;
  moves: readonly string[];
}

/** What stands in the address for a game: the id of its table, or the game itself. */
export interface Addressed {
  id: string;
  whole?: string | null;
}

/** The line of an address, behind its question mark or behind the game that stands in it. */
export function readLine(href: string): KeptLine | null {
  const { search, hash } = new URL(href);
  const said = new URLSearchParams((search || hash).slice(1));
  const [ply, line] = [said.get('ply') ?? '', said.get('line') ?? ''];
  return /^\d{1,6}$/.test(ply) && /^[\w-]{1,12}(\.[\w-]{1,12}){0,63}$/.test(line) ? { ply: Number(ply), moves: line.split('.') } : null;
}

/** The address of a line; null for a game that has none. */
export function withLine({ id, whole }: Addressed, { ply, moves }: KeptLine): string | null {
  const game = id ? `/g/${id}?` : whole ? `/g#r=${whole}&` : null;
  return game && `${game}ply=${ply}&line=${moves.join('.')}`;
}

export const withoutLine = (href: string): string => href.replace(/&line=[^&]*/, '');
