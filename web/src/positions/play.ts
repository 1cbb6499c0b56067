/** Opens a table that begins with a position. */
import type { PositionSource } from '../gen/protocol.ts';
import { companions, usualOpponents, type Chosen } from '../lib/choice.ts';
import { ownName } from '../lib/guest.ts';
import { words } from '../lib/language.svelte.ts';
import { start, type Companion, type Wish } from '../lib/start.ts';

/** A position that somebody wants to play. */
export interface Playable {
  game: string;
  options: Chosen;
  text: string;
  seats: number;
  source?: PositionSource;
}

/** Against whom: the house, a friend by link, everybody on this device, or nobody. */
export type Against = 'house' | 'friend' | 'myself' | 'drill';

/** Opens the table and goes there. `house` are the opponents, if known. */
export async function play({ game, options, text, seats, source }: Playable, against: Against, seat: number, house?: Companion[]): Promise<void> {
  const name = ownName();
  const wish = { game, options, seats, name, position: text, source };
  await start({ ...wish, others: await others() });

  async function others(): Promise<Wish['others']> {
    if (against === 'friend') return { are: 'link', seat };
    if (against === 'myself') return { are: 'local', names: Array.from({ length: seats }, (_, index) => (index === 0 ? name : words().defaultName(index + 1))) };
    if (seats === 1) return { are: 'computer', companions: [], seat: 0 };
    const sits = house?.length === seats - 1 ? house : await companions(game, usualOpponents(game, seats), options);
    return { are: 'computer', companions: sits, seat };
  }
}
