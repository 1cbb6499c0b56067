/** One click takes the first free seat of a public table: no page in between, no question. */
import { ownName } from './guest.ts';
import { freshKey, playerKey } from './keys.ts';
import { go } from './route.svelte.ts';
import type { Claim } from './table.svelte.ts';

/** The claim that the page of a table finds when it opens. */
let claims = new Map<string, Claim>();

export function takeSeat(table: string): void {
  claims.set(table, { join: { name: ownName(), key: freshKey(), player: playerKey() } });
  go(`/t/${table}`);
}

/** The claim left for a table, once. */
export function leftClaim(table: string): Claim | null {
  const found = claims.get(table) ?? null;
  claims.delete(table);
  return found;
}
