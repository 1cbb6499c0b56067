/** What is open on a table's page, how much room there is, and what its buttons do. */
import { about } from '../games/list.ts';
import { isHere } from '../lib/here.ts';
import { gameWords, language, words } from '../lib/language.svelte.ts';
import { held } from '../lib/seats.ts';
import { list } from '../words/plural.ts';
import type { Desk } from './desk.svelte.ts';

export type Sheet = 'log' | 'chat' | 'table' | 'share' | 'resign' | 'keys' | 'menu' | 'tutorial' | 'rules';
export const TABS = ['log', 'chat', 'table'] as const;
export type Tab = (typeof TABS)[number];

/** Elements that handle taps and keys themselves; everything else is free cloth. */
export const CONTROLS = 'button, a, input, select, textarea, label, summary, dialog, canvas, [role=grid], [role=slider], [draggable=true], ol';

export class Screen {
  sheet = $state<Sheet | null>(null);
  tab = $state<Tab>('log');
  isTextShown = $state(false);
  isResultShown = $state(false);
  /** Whether the result was shown and closed, which leaves a small button. */
  wasResultShown = $state(false);
  width = $state(globalThis.innerWidth ?? 1200);
  height = $state(globalThis.innerHeight ?? 800);
  readonly #desk: Desk;
  #hostLink = $state('');

  readonly isPhone = $derived(this.width < 768);
  /** Whether the game takes the whole screen. */
  readonly isFull = $derived.by(() => {
    const { face, isGathering, isLive, phase } = this.#desk;
    // In a review, its graph and text are beside the board.
    return !isGathering && (isLive || phase !== 'over') && (face?.takesScreen?.(this.width, this.height) ?? false);
  });
  readonly hasRail = $derived(!this.isFull && (this.width >= 1024 || (this.width >= 768 && this.width > this.height)));
  /** Whether the game draws the whole stage. */
  readonly isBare = $derived.by(() => !this.#desk.isGathering && (this.#desk.face?.draws?.includes('stage') ?? false));

  /** Whether the board has its own bar of buttons on a small screen. */
  readonly hasOwnBar = $derived.by(() => {
    const { face, isLive, isGathering, phase } = this.#desk;
    const isDrawn = this.isBare || (phase === 'playing' && (face?.draws?.includes('bar') ?? false));
    return !this.hasRail && !isGathering && isLive && isDrawn;
  });

  readonly title = $derived.by(() => (this.#desk.table.info ? gameWords(this.#desk.table.info.game).name : ''));
  readonly subtitle = $derived.by(() => {
    const { phase, caption, plies, table, isAlone } = this.#desk;
    if (phase === 'waiting' && isAlone) return words().against(this.#opponents);
    if (phase !== 'playing' && phase !== 'over') return words().waitingTitle;
    if (caption) return caption;
    if (phase === 'over') return words().gameOver;
    return `${words().moveNumber(plies + 1)} · ${table.seat === null ? words().youWatch : words().against(this.#opponents)}`;
  });

  readonly canResign = $derived.by(() => this.#desk.table.seat !== null && this.#desk.phase === 'playing');
  readonly canTakeBack = $derived.by(() => {
    const { table } = this.#desk;
    const hasActed = () => table.steps.some(({ event }) => event.type === 'ACTED' && event.seat === table.seat);
    return this.canResign && table.state.proposal == null && hasActed();
  });

  readonly canOfferDraw = $derived.by(() => {
    const { table } = this.#desk;
    return this.canResign && table.state.proposal == null && (about(table.info?.game ?? '').hasDraw ?? false);
  });

  /** The links for watching that this browser knows. */
  readonly watchLinks: string[] = $derived.by(() => {
    const { table } = this.#desk;
    // Nobody else can come to a table on this device.
    if (isHere(table.id)) return [];
    const known = held(table.id);
    if (table.info?.isPublic) return [`${location.origin}/t/${table.id}`];
    if (known?.watch) return [`${location.origin}/t/${table.id}#watch=${known.watch}`];
    if (known?.watchLink) return [known.watchLink];
    return this.#hostLink ? [this.#hostLink] : [];
  });
  /** The result in a sentence. */
  readonly shareText = $derived.by(() => {
    const { face, table } = this.#desk;
    if (!table.result || !face || !table.state.view) return '';
    return `${this.title}: ${face.result(table.result, table.state.view, this.#desk.scene()).sentence}`;
  });

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get #opponents(): string {
    const { sitters, table } = this.#desk;
    const near = table.seat ?? 0;
    const others = sitters.map((_, index) => sitters[(near + 1 + index) % sitters.length]!).filter(({ seat }) => seat !== near);
    return list(others.map(({ name }) => name), language());
  }

  open = (sheet: Sheet): void => {
    this.sheet = sheet;
  };

  close = (): void => {
    this.sheet = null;
  };

  openChat = (): void => {
    if (this.hasRail) this.tab = 'chat';
    else this.sheet = 'chat';
  };

  coach = (): void => {
    this.#desk.coaching.again();
    this.sheet = null;
  };

  takeBack = (): void => {
    if (this.canTakeBack) void this.#desk.attempt(this.#desk.table.propose({ type: 'TAKEBACK' }));
  };

  offerDraw = (): void => {
    this.sheet = null;
    if (this.canOfferDraw) void this.#desk.attempt(this.#desk.table.propose({ type: 'DRAW' }));
  };

  askResign = (): void => {
    if (this.canResign) this.sheet = 'resign';
  };

  resign = async (): Promise<void> => {
    this.sheet = null;
    await this.#desk.attempt(this.#desk.table.resign());
  };

  share = async (): Promise<void> => {
    this.isResultShown = false;
    this.sheet = 'share';
    const { table } = this.#desk;
    if (!table.you.isHost || isHere(table.id) || this.watchLinks.length > 0) return;
    const secret = await table.invite();
    if (typeof secret === 'string') this.#hostLink = `${location.origin}/t/${table.id}#watch=${secret}`;
  };

  showResult = (): void => {
    this.isResultShown = true;
    this.#desk.replay.live();
  };

  hideResult = (): void => {
    this.isResultShown = false;
    this.wasResultShown = true;
  };

  /** Shows the game from its beginning. */
  review = (): void => {
    this.hideResult();
    void this.#desk.replay.look(0, this.#desk.plies);
  };
}
