/** Takes the first free seat of a public table with one click, without a page or question in between. */
import { ownName } from './guest.ts';
import { freshKey, playerKey } from './keys.ts';
import { go } from './route.svelte.ts';
import type { Claim } from './table.svelte.ts';

/** Claims left for table pages to find when they open, by table. */
let claims = new Map<string, Claim>();

export function takeSeat(table: string): void {
  claims.set(table, { join: { name: ownName(), key: freshKey(), player: playerKey() } });
  go(`/t/${table}`);
}

/** The claim left for a table; it is handed out once. */
export function leftClaim(table: string): Claim | null {
  const found = claims.get(table) ?? null;
  claims.delete(table);
  return found;
}
