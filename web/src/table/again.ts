/** The next game after a finished one: with the same people of the house, or with one of them replaced. */
import type { AnyChosen } from '../gen/games.ts';
import type { GameInfo } from '../gen/protocol.ts';
import { games, openTable } from '../lib/api.ts';
import { gentler, isPersona, stronger, type PersonaId } from '../lib/cast.ts';
import { chosen, keepChoice } from '../lib/choice.ts';
import { ownName } from '../lib/guest.ts';
import { freshKey, playerKey } from '../lib/keys.ts';
import { go } from '../lib/route.svelte.ts';
import { allHeld, hold, type Held } from '../lib/seats.ts';
import { settings } from '../lib/settings.svelte.ts';
import { secretOf } from '../lib/start.ts';
import { ended, verdict } from '../lib/tally.ts';
import { personaOf } from '../lib/sitters.ts';
import type { Desk } from './desk.svelte.ts';
import { said } from './words.ts';

/** How many wins in a row bring the next stronger person, and how many losses the next gentler one. */
const WINS = 2;
const LOSSES = 3;

/** The person who would like a game next, after the latest games of a kind against `persona`; null for nobody. */
export function whoNext(all: Held[], game: string, persona: PersonaId): PersonaId | null {
  const latest = ended(all)
    .filter((one) => one.game === game)
    .sort((a, b) => b.at - a.at);
  const run = (how: 'won' | 'lost') => {
    const end = latest.findIndex((one) => verdict(one) !== how || !one.ending.personas?.includes(persona));
    return end === -1 ? latest.length : end;
  };
  if (run('won') >= WINS) return stronger(persona);
  if (run('lost') >= LOSSES) return gentler(persona);
  return null;
}

/** The member of the house who would like the next game at this table. */
export function wouldLike(desk: Desk): PersonaId | null {
  const { table } = desk;
  const others = (table.state.seats ?? []).map((state, seat) => (seat === table.seat ? null : personaOf(state)));
  const [persona, ...more] = others.filter((one) => one !== null);
  if (!desk.isAlone || !persona || more.length > 0 || !table.info) return null;
  return whoNext(allHeld(), table.info.game, persona);
}

/** Where watchers can go after the game: to the next one of these players, or to another table. */
export function onward({ table, isShared }: Desk): { label: string; href: string }[] {
  if (table.seat !== null || isShared) return [];
  const next = table.state.rematch?.table;
  return [...(next ? [{ label: said().nextGame, href: `/t/${next}` }] : []), { label: said().watchAnother, href: '/watch' }];
}

/** Which computer player a member of the house is in a game. */
function playerOf(game: GameInfo, persona: PersonaId, options: AnyChosen): string | undefined {
  const mode = (options as { mode?: string } | null)?.mode;
  const entries = game.cast.filter((one) => one.persona === persona);
  return (entries.find((one) => one.mode !== undefined && one.mode === mode) ?? entries.find((one) => one.mode === undefined))?.player;
}

/** Opens the same game again, in the same seat; `persona` replaces the single opponent. */
export async function playAgain(desk: Desk, persona?: PersonaId): Promise<void> {
  const { info, seat, state } = desk.table;
  const seats = state.seats ?? [];
  if (!info || seat === null) return;
  const known = persona ? (await games()).games.find(({ id }) => id === info.game) : undefined;
  const player = known && persona ? playerOf(known, persona, info.options) : undefined;
  const sat = seats.map((one, index): { player?: string; persona?: string } => (index === seat ? {} : player ? { player, persona } : one));
  const { table, token, links, watch } = await openTable({
    game: info.game,
    options: info.options,
    seats: seats.length,
    clock: info.clock,
    hints: info.hints,
    callWindow: info.callWindow,
    name: seats[seat]?.name ?? ownName(),
    pace: settings.pace,
    players: sat.map((one) => one.player ?? null),
    personas: sat.map((one) => one.persona ?? null),
    key: freshKey(),
    player: playerKey(),
  });
  const personas = sat.flatMap((one) => one.persona ?? []);
  hold(table, { game: info.game, seat, personas, token, watch: secretOf(watch), watchLink: watch, links, at: Date.now() });
  // The home page offers the last opponent.
  if (player) keepChoice(info.game, { ...chosen(info.game), who: 'house', personas: personas.filter(isPersona), seats: seats.length });
  go(`/t/${table}`);
}
