/** Hints: first where to look, then what to do. They come from the strongest careful player, who knows only what the seat does. */
import type { AnyAction } from '../gen/games.ts';
import type { Hint, ShownHint } from '../games/contract.ts';
import { loadHinter } from '../games/index.ts';
import { say } from '../lib/announce.svelte.ts';
import { language } from '../lib/language.svelte.ts';
import { allHeld } from '../lib/seats.ts';
import type { Desk } from './desk.svelte.ts';
import { said } from './words.ts';

/** How many milliseconds the two kinds of hint stay. */
const WHERE = 3_000;
const WHAT = 8_000;
/** After how many milliseconds without an action a hint is offered, once, in the first games of a kind. */
const OFFER_AFTER = 12_000;
const FIRST_GAMES = 3;

export class Hinting {
  /** The hint on the screen. */
  told: (Hint & { tells: ShownHint['tells'] }) | null = $state.raw(null);
  isOffered = $state(false);
  isBusy = $state(false);
  /** The answer for the current position. */
  #known: { plies: number; action: AnyAction; hint: Hint } | null = null;
  #wasOffered = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #desk: Desk;

  /** Whether this table allows hints at all, and whether one can be asked for now. */
  readonly isAllowed = $derived.by(() => {
    const { table, phase } = this.#desk;
    return (table.state.hints ?? table.info?.hints ?? false) && table.seat !== null && phase === 'playing';
  });
  readonly isNow = $derived.by(() => this.isAllowed && this.#desk.isLive && this.#desk.isMyTurn && this.#desk.table.sending === null);

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Handles the button: the first press tells where, the next one what. */
  press = async (): Promise<void> => {
    const desk = this.#desk;
    const { table } = desk;
    this.isOffered = false;
    if (!this.isAllowed || !table.info || this.isBusy) return;
    if (!this.isNow) return desk.refuse({ title: said().hintNotNow });
    // Hints are events of the table too, so a position is identified by the number of moves, not by the version.
    const { plies } = desk;
    if (this.#known?.plies === plies) return this.#tell('what');
    this.isBusy = true;
    const [answer, hinter] = await Promise.all([table.hint(), loadHinter(table.info.game)]).finally(() => (this.isBusy = false));
    if (desk.plies !== plies) return;
    if (!('action' in answer)) return desk.refuse(desk.explain(answer));
    this.#known = { plies, action: answer.action, hint: hinter(answer.action, table.state.view, language(), table.seat!, answer.info) };
    this.#tell('where');
  };

  #tell(tells: ShownHint['tells']): void {
    const known = this.#known;
    if (!known) return;
    this.told = { ...known.hint, tells };
    this.#desk.hint = { action: known.action, tells };
    say(known.hint[tells], 'now');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.clear(), tells === 'where' ? WHERE : WHAT);
  }

  clear = (): void => {
    clearTimeout(this.#timer);
    this.told = null;
    this.#desk.hint = null;
  };

  /** Drops the hint when the position has changed. Call it in an effect. */
  forget(): void {
    const { plies } = this.#desk;
    if (this.#known && this.#known.plies !== plies) {
      this.#known = null;
      this.clear();
    }
  }

  /** Offers a hint to a newcomer who has not acted for a while. Call it in an effect; it returns its cleanup. */
  offer(): (() => void) | undefined {
    const { table, coaching, plies } = this.#desk;
    // The wait starts over with every move, and after the reader has looked back.
    void plies;
    this.isOffered = false;
    const game = table.info?.game;
    const isNew = allHeld().filter((one) => one.game === game).length <= FIRST_GAMES;
    if (!this.isNow || this.#wasOffered || coaching.isShown || !isNew) return undefined;
    const timer = setTimeout(() => {
      if (this.told) return;
      this.#wasOffered = true;
      this.isOffered = true;
      say(said().hintOffer);
    }, OFFER_AFTER);
    return () => clearTimeout(timer);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
