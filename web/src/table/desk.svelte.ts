/** The state shared by the parts of the table page: the table, its game, who sits where, and what has just been said. */
import { untrack } from 'svelte';
import type { AnyAction, AnyEvent, AnyView } from '../gen/games.ts';
import type { BarButton, GameFace, Listed, Timing, Refusal, Scene, ShownHint, Sitter } from '../games/contract.ts';
import { loadFace } from '../games/index.ts';
import { isGame } from '../games/list.ts';
import type { StepFact, Presence, Problem, Step } from '../gen/protocol.ts';
import { say } from '../lib/announce.svelte.ts';
import { onBehalf } from '../lib/behalf.ts';
import { now } from '../lib/clock.svelte.ts';
import { freshKey } from '../lib/keys.ts';
import { between, language, sentence, words } from '../lib/language.svelte.ts';
import { held, hold, type LocalSeat } from '../lib/seats.ts';
import { start } from '../lib/start.ts';
import { choose, settings } from '../lib/settings.svelte.ts';
import { ownName } from '../lib/guest.ts';
import { personaOf, sittersOf } from '../lib/sitters.ts';
import { play as playSound } from '../lib/sound.ts';
import { Floor } from '../lib/floor.svelte.ts';
import { answered, isFirst } from '../learn/first.ts';
import { isDeed } from '../lib/deeds.ts';
import { TableClient, WITHDRAWN, type Claim } from '../lib/table.svelte.ts';
import { playAgain } from './again.ts';
import { Coaching } from './coaching.svelte.ts';
import type { Accuracy, Keys, Lane, Panel, Reviewing } from '../review/index.ts';
import { Hinting } from './hinting.svelte.ts';
import { Holds } from './holds.svelte.ts';
import { Voice } from './voice.svelte.ts';
import { said } from './words.ts';
import { lineOf, linesOf, sentences, type Reader } from './lines.ts';
import { Replay } from './replay.svelte.ts';

/** How many milliseconds a refusal stays. */
const REFUSAL = 6_000;
/** How many milliseconds something said stays at a plate. */
const BUBBLE = 3_500;
/** How many milliseconds a remark stays on the reader's plate. */
const REMARK = 2_000;
/** For how many milliseconds the tip stays that a tap ends a wait. */
const HURRY_TOLD = 4_000;

/** Notes that the tip about tapping has been read, so that it does not appear again. */
function hurryIsTold(): void {
  if (!settings.told.includes('hurry')) choose({ told: [...settings.told, 'hurry'] });
}

export class Desk {
  readonly table: TableClient;
  readonly replay: Replay;
  readonly floor = new Floor();
  readonly holds = new Holds();
  readonly voice = new Voice(this.floor);
  readonly coaching: Coaching;
  readonly hinting: Hinting;
  face: GameFace | null = $state.raw(null);
  /** Whether the game's code could not be loaded. */
  isBroken = $state(false);
  refusal: Refusal | null = $state.raw(null);
  /** The buttons that the board puts into the action bar. */
  buttons: BarButton[] = $state.raw([]);
  bubbles: Record<number, string> = $state({});
  /** How many lines of chat are unread. */
  unread = $state(0);
  isChatOpen = $state(false);
  /** The board's text under the title on small screens. */
  caption = $state('');
  remarked: string | null = $state(null);
  #remarkTimer: ReturnType<typeof setTimeout> | undefined;
  /** The seat whose plate has the tip that a tap ends the wait. */
  hurryAt: number | null = $state(null);
  /** How much longer the tip must be shown to count as read. If a wait is too short for it, the next wait goes on. */
  #hurryLeft = HURRY_TOLD;
  #refusalTimer: ReturnType<typeof setTimeout> | undefined;
  /** The hint that is shown. */
  hint: ShownHint | null = $state.raw(null);
  /** The review of the finished game and its components, once the reader has looked back. */
  review: { reviewing: Reviewing; Accuracy: typeof Accuracy; Keys: typeof Keys; Lane: typeof Lane; Panel: typeof Panel } | null = $state.raw(null);
  #acting: { said: string; answer: Promise<Problem | null> } | null = null;
  #isReadySent = false;
  /** Whether the reader wants to learn the game first: the others wait, and see why. */
  isLearning = $state(false);
  /** At a public table: whether everybody is seated and the countdown is over. */
  isCountedDown = $state(false);
  /** Whether the game was seen in progress, and whether its end has been remarked on. */
  #wasPlaying = false;
  #isBidFarewell = false;
  #agreedHere: number | null = null;

  readonly sitters: Sitter[] = $derived.by(() =>
    sittersOf(this.table.state.seats ?? [], this.#presence(), this.table.seat, language(), words(), settings.name ? null : ownName()),
  );
  readonly reader: Reader = $derived.by(() => ({
    face: this.face,
    language: language(),
    words: words(),
    sitters: this.sitters,
    // On a shared device everybody reads along, so nobody is called "you".
    you: this.isShared ? null : this.table.seat,
    options: this.table.info?.options ?? {},
  }));
  readonly lines = $derived.by(() => {
    const { told } = this.table.beats;
    return linesOf(this.table.steps, this.reader).filter(({ kind, version }) => kind !== 'move' || version <= told);
  });
  readonly plies = $derived.by(() => {
    let count = 0;
    for (const { event } of this.table.steps) {
      if (isDeed(event)) count += 1;
      if (event.type === 'TAKEN_BACK') count -= event.actions;
    }
    return count;
  });
  /** The game's events up to the position on the screen. */
  readonly past: AnyEvent[] = $derived.by(() => {
    const actions: AnyEvent[][] = [];
    for (const { event } of this.table.steps) {
      if (isDeed(event)) actions.push(event.events);
      if (event.type === 'TAKEN_BACK') actions.splice(actions.length - event.actions);
    }
    return actions.slice(0, this.replay.ply ?? actions.length).flat();
  });
  readonly isLive = $derived.by(() => this.replay.ply === null);
  readonly beats = $derived.by(() => (this.isLive ? this.table.beats : this.replay.beats));
  readonly must: number[] = $derived.by(() => this.table.state.awaiting?.must ?? []);
  readonly isMyTurn = $derived.by(() => this.table.seat !== null && this.must.includes(this.table.seat));
  readonly phase = $derived.by(() => this.table.state.phase ?? null);
  readonly out: number[] = $derived.by(() =>
    this.table.steps.flatMap(({ event }) => (event.type === 'LEFT' ? [event.seat] : [])),
  );
  /** Whether everybody else at the table is a computer, so that nobody else is kept waiting. */
  readonly isAlone = $derived.by(() => {
    const { seat, state } = this.table;
    return seat !== null && (state.seats ?? []).every(({ occupant }, index) => index === seat || occupant === 'computer');
  });
  /** Whether somebody may still sit down. A table whose other seats are all computers begins at once. */
  readonly isGathering = $derived.by(() => this.phase === 'waiting' && !this.isAlone);
  readonly #hasActed = $derived.by(() => this.table.steps.some(({ event }) => event.type === 'ACTED' && event.seat === this.table.seat));
  /** Whether a newcomer to the game is about to make their first move. */
  readonly isFirstMove = $derived.by(() => {
    const isNew = !settings.coached.includes(this.table.info?.game ?? '');
    return isNew && this.isLive && this.isMyTurn && this.phase === 'playing' && !this.#hasActed;
  });
  /** Whether a newcomer is asked, before anything is dealt, if they want to learn the game first. */
  readonly isFirstTime = $derived.by(() => {
    const { info } = this.table;
    return this.isAlone && this.phase === 'waiting' && !info?.isSetUp && isFirst(info?.game);
  });
  /** The component that asks this, once it is loaded. */
  FirstTime: typeof import('../learn/FirstTime.svelte').default | null = $state.raw(null);
  /** The actions possible now; only those that belong to the view on the screen. */
  readonly actions: Listed[] = $derived.by(() =>
    this.isLive && this.table.beats.isCurrent && this.phase === 'playing'
      ? (this.table.state.actions ?? [])
      : this.isLive
        ? []
        : (this.review?.reviewing.actions ?? []),
  );

  /** Whether several players share this device. */
  get isShared(): boolean {
    return (held(this.table.id)?.local?.length ?? 0) > 1;
  }

  constructor(id: string, claim: Claim) {
    this.table = new TableClient(id, claim);
    this.replay = new Replay(id, 'token' in claim ? claim.token : 'watch' in claim ? claim.watch : undefined);
    this.coaching = new Coaching(this);
    this.hinting = new Hinting(this);
    this.table.onstep = (step) => this.#step(step);
    this.table.ontoken = (token) => {
      hold(id, { token, game: this.table.info?.game ?? '', at: Date.now() });
      this.replay.use(token);
    };
    this.table.beats.suspense = (events) => this.face?.suspense?.(events, this.#pace(true)) ?? 0;
    this.table.beats.onshow = ({ events }) => this.#sound(events);
    this.table.beats.ontell = ({ actor, events }, before) => this.#tell(actor, events, before);
    this.replay.beats.onshow = ({ events }) => this.#sound(events);
  }

  close(): void {
    this.replay.pause();
    this.table.close();
    clearTimeout(this.#refusalTimer);
    clearTimeout(this.#remarkTimer);
    this.floor.close();
    this.holds.close();
    this.voice.close();
    this.hinting.close();
  }

  /** Starts the review while the reader looks back at a finished game. Call it in an effect; it returns its cleanup. */
  lookCloser(): (() => void) | undefined {
    if (this.phase !== 'over' || this.isLive) return undefined;
    let isOver = false;
    const begin = async () => {
      if (!untrack(() => this.review)) {
        const { Accuracy, Keys, Lane, Panel, Reviewing, loadReviewWords } = await import('../review/index.ts');
        await loadReviewWords();
        this.review ??= { reviewing: new Reviewing(this), Accuracy, Keys, Lane, Panel };
      }
      if (!isOver) await untrack(() => this.review!.reviewing.start());
    };
    // Without the review, the replay still works.
    begin().catch(() => {});
    return () => {
      isOver = true;
      untrack(() => this.review?.reviewing.stop());
    };
  }

  /** Whether the game is waiting only for computers. */
  get canHurry(): boolean {
    return this.isLive && this.isAlone && this.table.waiting?.why === 'move';
  }

  /** Shows the tip that a tap ends a wait, until it has been read once. Call it in an effect; it returns its cleanup. */
  tellHurry(): (() => void) | undefined {
    if (!this.canHurry || this.table.beats.beat || settings.told.includes('hurry')) return undefined;
    const since = Date.now();
    const timer = setTimeout(hurryIsTold, this.#hurryLeft);
    this.hurryAt = this.table.waiting!.seats[0] ?? null;
    return () => {
      clearTimeout(timer);
      this.hurryAt = null;
      this.#hurryLeft -= Date.now() - since;
    };
  }

  /** Ends all motion and, if the game is waiting only for computers, their thinking. It never answers a question. */
  hurry(): void {
    this.beats.flush();
    if (!this.canHurry) return;
    // A player who does it needs no tip.
    hurryIsTold();
    void this.table.hurry();
  }

  /** Lets somebody of the house say hello when a game begins. Call it in an effect. */
  greet(): void {
    if (this.phase !== 'playing' || !this.face || this.#wasPlaying) return;
    this.#wasPlaying = true;
    const host = this.sitters.find(({ persona }) => persona !== undefined);
    if (host && this.plies === 0 && this.table.seat !== null) {
      void this.voice.remark(host, this.isMyTurn ? 'youStart' : 'start', language());
    }
  }

  /** Lets the house react to the end of the game, and one of them speak. Call it in an effect. */
  bidFarewell(): void {
    const { result } = this.table;
    if (!result || !this.isLive || this.table.beats.beat || this.#isBidFarewell) return;
    this.#isBidFarewell = true;
    const house = this.sitters.filter(({ persona }) => persona !== undefined);
    const isDraw = result.winners.length === 0;
    for (const { seat } of house) if (!isDraw) this.voice.look(seat, result.winners.includes(seat) ? 'pleased' : 'dismayed', 'good');
    const speaker = house.find(({ seat }) => result.winners.includes(seat)) ?? house[0];
    if (!speaker || !this.#wasPlaying) return;
    const how = isDraw ? 'drawn' : result.winners.includes(speaker.seat) ? 'won' : 'lost';
    void this.voice.remark(speaker, how, language());
  }

  /** Loads the game once it is known. Call it in an effect. */
  async load(): Promise<void> {
    // The game of a table opened here is known before the table answers, so the board is fetched meanwhile.
    const game = this.table.info?.game ?? held(this.table.id)?.game;
    if (!game || this.face) return;
    if (!isGame(game)) {
      this.isBroken = true;
      return;
    }
    try {
      const face = await loadFace(game);
      const duration = (isLive: boolean) => (events: AnyEvent[], before: AnyView | null, after: AnyView | null) => face.duration(events, before, after, this.#pace(isLive));
      this.table.timing(duration(true));
      this.replay.pace(duration(false));
      this.face = face;
    } catch (error) {
      console.error(error);
      this.isBroken = true;
    }
  }

  /** Who is present, including everybody who shares this device. */
  #presence(): Presence {
    const { here, watching } = this.table.presence;
    return { here: [...here, ...this.local.map(({ seat }) => seat)], watching };
  }

  /** The seats of this device, if it is shared. */
  get local(): LocalSeat[] {
    const local = held(this.table.id)?.local ?? [];
    return local.length > 1 ? local : [];
  }

  /** Says that seated players are ready, with a random key of each for the deal. Call it in an effect. */
  ready(): void {
    const { seat, state } = this.table;
    // The deal is shown on the board, so the board must be loaded first.
    if (this.phase !== 'waiting' || this.#isReadySent || this.isLearning || this.isFirstTime || !this.face) return;
    // Strangers get three seconds' notice; friends have already agreed to play.
    if (this.table.info?.isPublic && !this.isCountedDown) return;
    const late = this.local.filter((one) => !state.seats?.[one.seat]?.isReady);
    const isLate = seat !== null && !state.seats?.[seat]?.isReady;
    if (late.length === 0 && !isLate) return;
    this.#isReadySent = true;
    const all = isLate ? [this.table.ready(freshKey())] : late.map((one) => this.#as(one, (table) => table.ready(freshKey())));
    void Promise.all(all).then(() => (this.#isReadySent = false));
  }

  /** Agrees to proposals among players on one device without asking. Call it in an effect. */
  agreeHere(): void {
    const proposal = this.table.state.proposal;
    // A draw ends the game, so it is asked even on one device.
    if (!proposal || proposal.number === this.#agreedHere || proposal.what.type === 'DRAW') return;
    const asked = this.local.filter(({ seat }) => proposal.waiting.includes(seat) && seat !== this.table.seat);
    if (asked.length === 0) return;
    this.#agreedHere = proposal.number;
    for (const one of asked) void this.#as(one, (table) => table.agree(proposal.number));
  }

  /** Asks for a rematch, for everybody on this device. */
  async rematch(): Promise<void> {
    const others = this.local.filter(({ seat }) => seat !== this.table.seat);
    await Promise.all(others.map((one) => this.#as(one, (table) => table.rematch())));
    await this.attempt(this.table.rematch());
  }

  /** Plays an action for a seat of this device without showing its cards. */
  async actFor(seat: LocalSeat, action: AnyAction): Promise<void> {
    await this.attempt(this.#as(seat, (table) => table.play(action, this.table.version)));
  }

  #as<T>({ token }: LocalSeat, work: (table: TableClient) => Promise<T>): Promise<T> {
    return onBehalf(this.table.id, { token }, work);
  }

  /** Loads the question for a newcomer; if that fails, the game begins. Call it in an effect. */
  askFirst(): void {
    if (!this.isFirstTime || this.FirstTime) return;
    import('../learn/FirstTime.svelte').then((part) => (this.FirstTime = part.default), () => answered(this.table.info!.game));
  }

  /** Stores how the game ended, for recent games and statistics. Call it in an effect. */
  remember(): void {
    const { result, info, id, seat } = this.table;
    if (!result || !info) return;
    const known = held(id);
    if (!known || known.ending) return;
    hold(id, {
      game: info.game,
      ending: {
        isSetUp: info.isSetUp || undefined,
        seat,
        result,
        names: this.sitters.map(({ name }) => name),
        players: (this.table.state.seats ?? []).map((state) => (state.occupant === 'computer' ? (state.player ?? null) : null)),
        personas: (this.table.state.seats ?? []).map((state) => personaOf(state)),
      },
    });
  }

  /** Why the game ended, for reasons common to all games: who resigned, or whose time ran out. */
  get parting(): string | null {
    const left = this.table.steps.findLast(({ event }) => event.type === 'LEFT')?.event;
    const reason = this.table.result?.reason;
    if (reason === 'abandoned') return said().tableFull;
    if (left?.type !== 'LEFT' || (reason !== 'resign' && reason !== 'timeout')) return null;
    const isYou = left.seat === this.reader.you;
    const name = this.sitters[left.seat]?.called ?? '';
    if (reason === 'resign') return isYou ? said().resignedYou : said().resignedOther(name);
    return isYou ? said().timeYou : said().timeOther(name);
  }

  /** How many hints the reader has had. */
  get hintsUsed(): number {
    const { seat, state } = this.table;
    return seat === null ? 0 : (state.seats?.[seat]?.hints ?? 0);
  }

  scene(actor: number | null = null): Scene {
    const { sitters, you, options } = this.reader;
    return { language: language(), actor, you, sitters, options };
  }

  /** The milliseconds a seat has left. It counts down while the page's clock runs. */
  timeLeft(seat: number): number | null {
    const clock = this.table.state.clocks?.seats[seat];
    if (clock?.deadline == null) return clock?.left ?? null;
    return clock.deadline - (now() + this.table.skew);
  }

  /** Plays an action. While the same action is already on its way, it is not sent again. */
  act(action: AnyAction): Promise<Problem | null> {
    const said = JSON.stringify(action);
    if (this.#acting?.said !== said) {
      const answer = this.#act(action).finally(() => {
        if (this.#acting?.answer === answer) this.#acting = null;
      });
      this.#acting = { said, answer };
    }
    return this.#acting.answer;
  }

  async #act(action: AnyAction): Promise<Problem | null> {
    this.refusal = null;
    this.floor.acted();
    const problem = await (this.isLive ? this.table.play(action) : (this.review?.reviewing.act(action) ?? null));
    if (problem?.code === WITHDRAWN.code) return null;
    if (problem) this.refuse(this.explain(problem, { action, view: this.table.state.view! }));
    return problem;
  }

  /** Starts the same game again: see `BoardProps.renew`. */
  async renew(): Promise<void> {
    const { info, seat, id } = this.table;
    const seats = this.table.state.seats ?? [];
    if (!info || seat === null) return;
    const local = held(id)?.local ?? [];
    const { isAlone } = this;
    if (!isAlone && local.length < 2) {
      if (this.phase === 'over') await this.attempt(this.table.rematch());
      return;
    }
    if (this.phase === 'playing') await this.table.resign();
    if (isAlone) return playAgain(this);
    const names = [...local].sort((a, b) => a.seat - b.seat).map(({ name }) => name);
    const others = { are: 'local' as const, names };
    await start({ game: info.game, options: info.options, seats: seats.length, clock: info.clock, name: names[0]!, others });
  }

  /** Awaits a request to the table and shows any refusal. Returns whether it was done. */
  async attempt(asked: Promise<Problem | null>): Promise<boolean> {
    const problem = await asked;
    if (problem && problem.code !== WITHDRAWN.code) this.refuse(this.explain(problem));
    return problem === null;
  }

  /** A refusal in words, from the game or the table. */
  explain(problem: Problem, attempt?: Scene['attempt']): Refusal {
    const own = words();
    const game = this.face?.refusal(problem, { ...this.scene(), attempt });
    if (game) return game;
    if (problem.code.endsWith('.not_your_turn')) {
      const name = this.sitters[this.must[0] ?? -1]?.called;
      if (name) return { title: own.notYourTurn(name) };
    }
    if (problem.code.endsWith('.game_over')) return { title: own.gameOver };
    const known = own.refusals[problem.code];
    return known ? { title: known } : { title: problem.message };
  }

  /** Shows a short line on the reader's plate. */
  remark(text: string): void {
    this.remarked = text;
    clearTimeout(this.#remarkTimer);
    this.#remarkTimer = setTimeout(() => (this.remarked = null), REMARK);
  }

  refuse(refusal: Refusal): void {
    this.refusal = refusal;
    playSound('refusal');
    say([refusal.title, refusal.reason].filter(Boolean).join(' '), 'now');
    clearTimeout(this.#refusalTimer);
    this.#refusalTimer = setTimeout(() => (this.refusal = null), REFUSAL);
  }

  /** The line about whose turn it is: "Your move. 13 legal squares." */
  turnLine(): string {
    const own = words();
    if (this.phase === 'over') return own.gameOver;
    if (this.isMyTurn) {
      const more = this.face?.prompt(this.table.state.view, this.table.state.actions ?? [], language());
      return more ? own.turnYou + between() + sentence(more) : own.turnYou;
    }
    const name = this.sitters[this.must[0] ?? -1]?.called;
    return name ? own.turnOther(name) : '';
  }

  #pace(isLive: boolean): Timing {
    return { settings, sitters: this.sitters, isLive };
  }

  #tell(actor: number | null, events: AnyEvent[], before: AnyView | null): void {
    const isOwn = actor !== null && actor === this.table.seat;
    if (!(settings.announce === 'terse' && isOwn)) say(sentences(events, actor, this.reader));
    if (settings.announce === 'full') say(this.turnLine());
    this.#remark(actor, events, before);
    // A board that draws the whole stage announces the turn itself.
    if (this.face?.draws?.includes('stage')) return;
    if (this.isMyTurn && actor !== this.table.seat && this.phase === 'playing') {
      say(this.turnLine(), 'now');
      playSound('your-turn', 0.5);
    }
  }

  /** Reacts to a rare event: the one who did it looks pleased, the others dismayed, and one speaks unless they are thinking. */
  #remark(actor: number | null, events: AnyEvent[], before: AnyView | null): void {
    const rare = this.face?.rarity?.(events, before);
    if (!rare || actor === null) return;
    const house = this.sitters.filter(({ persona }) => persona !== undefined);
    for (const { seat } of house) this.voice.look(seat, seat === actor ? 'pleased' : 'dismayed');
    const speaker = house.find(({ seat }) => seat !== actor && !this.must.includes(seat)) ?? house.find(({ seat }) => seat !== actor);
    if (speaker && this.table.waiting?.why !== 'move') void this.voice.remark(speaker, rare, language());
  }

  #sound(events: AnyEvent[]): void {
    for (const event of events) {
      const cue = this.face?.cue(event);
      if (cue) playSound(cue);
    }
  }

  #step(step: Step): void {
    const { event } = step;
    if (event.type === 'TAKEN_BACK') this.replay.forget();
    // A declined proposal is shown at the plate, because the log may be closed.
    if (event.type === 'DECLINED' && event.seat !== this.table.seat) this.#bubble(event.seat, words().declined(this.sitters[event.seat]?.called ?? ''));
    if (event.type === 'CHAT' || event.type === 'REACTED') this.#hear(event);
    else if (event.type !== 'ACTED') {
      const line = lineOf(step, this.reader, 0, null);
      if (line) say(line.text);
    }
  }

  /** The text beside a seat's name right now: its own words, or a remark of the house. */
  said(seat: number): string | undefined {
    const { spoken } = this.voice;
    return this.bubbles[seat] ?? (spoken?.seat === seat && this.floor.shown === 'bubble' ? spoken.text : undefined);
  }

  #bubble(seat: number, text: string): void {
    this.bubbles[seat] = text;
    setTimeout(() => {
      if (this.bubbles[seat] === text) delete this.bubbles[seat];
    }, BUBBLE);
  }

  #hear(event: Extract<StepFact, { type: 'CHAT' | 'REACTED' }>): void {
    const text = event.type === 'CHAT' ? event.text : (words().reactions[event.reaction] ?? '');
    const { seat } = event;
    this.#bubble(seat, text);
    if (seat === this.table.seat) return;
    if (!this.isChatOpen) this.unread += 1;
    say(`${this.sitters[seat]?.name}: ${text}`);
  }
}
