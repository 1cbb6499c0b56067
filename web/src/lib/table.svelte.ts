/** The page's end of the table protocol: one table, one viewer, any number of connections one after another. */
import type { AnswerTo, AnyAction, AnyEvent, AnyInfo, AnyQuery, AnyShown, AnyView } from '../gen/games.ts';
import type {
  StepFact,
  Message,
  Outcome,
  Pace,
  Presence,
  Problem,
  Proposed,
  Reaction,
  Request,
  Step,
  TableInfo,
  TableState,
  Waiting,
  You,
} from '../gen/protocol.ts';
import { PROTOCOL } from '../gen/protocol.ts';
import { Beats } from './beats.svelte.ts';
import { isDeed } from './deeds.ts';
import { carrierTo, ofThisDevice } from './here.ts';
import { freshId } from './keys.ts';
import { type Language, language } from './language.svelte.ts';
import { Pulse } from './pulse.ts';
import type { Carrier, Transport } from './transport.ts';

/** In which role to come to a table. */
export type Claim =
  | { token: string }
  | { join: { secret?: string; seat?: number; name: string; key: string; player?: string } }
  | { watch?: string };

/** The state of the connection. */
export type ConnectionState =
  /** For the first time; silent once it has taken long enough to say so. */
  | { is: 'connecting'; isSilent?: boolean }
  | { is: 'open' }
  /** Lost: nothing was heard after `since`; `tries` attempts were made, and the next one is at `nextTry`. */
  | { is: 'lost'; since: number; nextTry: number; tries: number; isRestart: boolean; isSilent: boolean }
  /** The server does not let this page in. */
  | { is: 'refused'; problem: Problem }
  /** Another tab has taken over. */
  | { is: 'elsewhere' };

type Body<R> = R extends { id: string } ? Omit<R, 'id'> : never;
/** A request without its id. */
export type Ask = Body<Exclude<Request, { op: 'hello' }>>;
type Reply = Extract<Message, { op: 'done' | 'invitation' | 'answer' | 'hinted' }>;

interface Pending {
  request: Ask & { id: string };
  settle(reply: Reply | Problem): void;
  isSent: boolean;
  isRetried: boolean;
}

/** A move that has been sent but not answered. */
export interface Sending {
  action: AnyAction;
  /** How long the answer has taken: long enough for a spinner (`slow`), or to say so (`late`). */
  is: 'fresh' | 'slow' | 'late';
}

/** The answer to a request from somebody who has since passed the seat on: it is not shown to anybody. */
export const WITHDRAWN: Problem = { code: 'page.withdrawn', message: 'somebody else has the seat now', details: null };

/** After how many milliseconds an unanswered move gets a spinner, and after how many a message. */
const SLOW = 300;
const LATE = 2_000;
/** Milliseconds before each new attempt; the last one repeats. */
const BACK_OFF = [0, 250, 500, 1_000, 2_000, 4_000, 8_000, 15_000];
/** After a gap, up to this many events are shown at normal speed, and up to `MOST_QUICK` quickly; more are skipped. */
const MOST_NORMAL = 3;
const MOST_QUICK = 20;
/** After how many milliseconds out of sight the page jumps to the present. */
const MOST_HIDDEN = 10_000;

export interface TableOptions {
  carrier?: Carrier;
  /** How long events last on the screen, which the game decides. */
  duration?: (events: AnyEvent[], before: AnyView | null, after: AnyView | null) => number;
}

/** A table as this page knows it, and the connection to it. */
export class TableClient {
  readonly id: string;
  link: ConnectionState = $state.raw({ is: 'connecting' });
  you: You = $state.raw({ isHost: false });
  info: TableInfo | null = $state.raw(null);
  state: TableState = $state.raw({});
  presence: Presence = $state.raw({ here: [], watching: 0 });
  /** Everything that happened, oldest first; from the beginning if the server still has it. */
  steps: Step[] = $state.raw([]);
  version = $state(0);
  /** The hash of the log that the server told at that version; the page sends it when it comes back. */
  #history: string | undefined;
  /** How many requests are waiting for a connection. */
  unsent = $state(0);
  /** The move that is waiting for its answer. */
  sending: Sending | null = $state.raw(null);
  /** What other players are showing at the moment, by seat. */
  shown: Record<number, AnyShown> = $state.raw({});
  /** How many requests are waiting for their answer, sent or not. */
  asked = $state(0);
  /** How many moves were made while the page was away and not shown one by one; null if none. */
  missed: number | null = $state(null);
  /** The language of the text that the server sends. */
  spoken: Language = $state('en');
  /** The server's clock minus ours, in milliseconds. */
  skew = $state(0);
  readonly beats = new Beats();
  /** Called for every new step while the page is in sight. */
  onstep: (step: Step) => void = () => {};
  /** Called once with the token of a seat that was just taken. */
  ontoken: (token: string, you: You) => void = () => {};
  /** Called when the connection is back. */
  onback: () => void = () => {};

  #claim: Claim;
  #transport: Transport | null = null;
  #hello = '';
  #hasWelcome = false;
  #pending = new Map<string, Pending>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitedSince = 0;
  #hiddenSince: number | null = null;
  #isClosed = false;
  readonly #pulse = new Pulse({
    ping: () => this.#transport?.send(JSON.stringify({ op: 'ping', id: freshId() })),
    late: () => {
      if (this.link.is === 'connecting') this.link = { is: 'connecting', isSilent: true };
    },
    lost: (since) => this.#lost({ since, isSilent: true }),
  });
  readonly #carrier: Carrier;
  #duration: NonNullable<TableOptions['duration']>;

  constructor(id: string, claim: Claim, { carrier = carrierTo(id), duration = () => 0 }: TableOptions = {}) {
    this.id = id;
    this.#claim = claim;
    this.#carrier = carrier;
    this.#duration = duration;
    this.#connect();
    if (typeof document !== 'undefined') document.addEventListener('visibilitychange', this.#onvisibility);
    if (typeof addEventListener === 'function') {
      addEventListener('online', this.retry);
      addEventListener('offline', this.#onoffline);
    }
  }

  /** Sets how long events last on the screen. */
  timing(duration: NonNullable<TableOptions['duration']>): void {
    this.#duration = duration;
  }

  /** The viewer's seat; null for watchers. */
  get seat(): number | null {
    return this.you.seat ?? null;
  }

  get result(): Outcome | null {
    return this.state.result ?? null;
  }

  /**
   * Comes to the table as somebody else, over a new connection. In a game with secrets nothing of the old view
   * remains; in an open one the board stays until the new one is there.
   */
  become(claim: Claim, how: 'secret' | 'open'): void {
    this.#claim = claim;
    // One player's requests are never sent in another's name.
    for (const pending of this.#pending.values()) pending.settle(WITHDRAWN);
    this.#pending.clear();
    this.#count();
    if (how === 'secret') {
      this.#hasWelcome = false;
      this.version = 0;
      this.#history = undefined;
      this.state = {};
      this.steps = [];
      this.beats.jump(null);
    }
    this.#drop();
    this.link = { is: 'connecting' };
    this.#connect();
  }

  /** Tries to connect now. */
  retry = (): void => {
    if (this.link.is !== 'lost') return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  /** Takes the seat back from another tab. */
  takeOver(): void {
    this.#drop();
    this.#connect();
  }

  /** Leaves for good. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#drop();
    this.beats.flush();
    if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', this.#onvisibility);
    if (typeof removeEventListener === 'function') {
      removeEventListener('online', this.retry);
      removeEventListener('offline', this.#onoffline);
    }
  }

  /** Sends a request to the table. If it cannot be sent now, it is sent when the connection is back. */
  request(ask: Ask): Promise<Reply | Problem> {
    const id = freshId();
    return new Promise((settle) => {
      const pending = { request: { ...ask, id } as Pending['request'], settle, isSent: false, isRetried: false };
      this.#pending.set(id, pending);
      this.#send(pending);
    });
  }

  async #done(ask: Ask): Promise<Problem | null> {
    const reply = await this.request(ask);
    return 'op' in reply ? null : reply;
  }

  /** Plays an action that is meant for the table as of `version`. Any motion still running ends at once. */
  async play(action: AnyAction, version = this.version): Promise<Problem | null> {
    this.beats.flush();
    const sending: Sending = { action, is: 'fresh' };
    this.sending = sending;
    // A later move sets its own state.
    const mark = (is: Sending['is']) => {
      if (this.sending?.action === action) this.sending = { action, is };
    };
    const timers = [setTimeout(() => mark('slow'), SLOW), setTimeout(() => mark('late'), LATE)];
    const problem = await this.#done({ op: 'play', action, version });
    for (const timer of timers) clearTimeout(timer);
    if (this.sending?.action === action) this.sending = null;
    return problem;
  }

  /** Sends a query to the game; throws the `Problem` if it is refused. */
  async query<Q extends AnyQuery>(query: Q): Promise<AnswerTo<Q>> {
    const reply = await this.request({ op: 'query', query });
    if ('op' in reply && reply.op === 'answer') return reply.answer as AnswerTo<Q>;
    throw reply;
  }

  resign = () => this.#done({ op: 'resign' });
  stand = () => this.#done({ op: 'stand' });
  ready = (entropy: string) => this.#done({ op: 'ready', entropy });
  fill = (seat: number, player?: string, persona?: string) => this.#done({ op: 'seat', seat, player, persona });
  propose = (what: Proposed) => this.#done({ op: 'propose', what });
  agree = (proposal: number) => this.#done({ op: 'agree', proposal });
  decline = (proposal: number) => this.#done({ op: 'decline', proposal });
  claim = (seat: number) => this.#done({ op: 'claim', seat });
  comeBack = () => this.#done({ op: 'return' });
  rematch = () => this.#done({ op: 'rematch' });
  chat = (text: string) => this.#done({ op: 'chat', text });
  react = (reaction: Reaction) => this.#done({ op: 'react', reaction });
  setPace = (pace: Pace) => this.#done({ op: 'pace', pace });
  hold = (isHeld: boolean) => this.#done({ op: 'hold', isHeld });
  hurry = () => this.#done({ op: 'hurry' });
  pass = (isForRound?: boolean) => this.#done({ op: 'pass', isForRound });
  seen = () => this.#done({ op: 'seen' });

  /** What a strong player would do in this seat, or why there is no hint. */
  async hint(): Promise<{ action: AnyAction; info: AnyInfo } | Problem> {
    const reply = await this.request({ op: 'hint' });
    return 'op' in reply && reply.op === 'hinted' ? { action: reply.action, info: reply.info } : (reply as Problem);
  }

  /** Shows the others something that is not an action. Without a connection it is dropped. */
  show(what: AnyShown): void {
    if (this.link.is === 'open') this.#transport?.send(JSON.stringify({ op: 'show', id: freshId(), what }));
  }

  /** What the table is waiting for, with times by this browser's clock. */
  get waiting(): Waiting | null {
    const waiting = this.state.waiting ?? null;
    if (!waiting) return null;
    const { since, until } = waiting;
    return { ...waiting, since: since - this.skew, ...(until != null && { until: until - this.skew }) };
  }

  /** The secret of a link to a seat, or of the link to watch. */
  async invite(seat?: number, renew = false): Promise<string | Problem> {
    const reply = await this.request({ op: 'invite', seat, renew });
    return 'op' in reply ? (reply.op === 'invitation' ? reply.secret : '') : reply;
  }

  #send(pending: Pending): void {
    if (this.link.is === 'open' && this.#transport) {
      pending.isSent = true;
      this.#transport.send(JSON.stringify(pending.request));
    }
    this.#count();
  }

  #count(): void {
    this.unsent = [...this.#pending.values()].filter((pending) => !pending.isSent).length;
    this.asked = this.#pending.size;
  }

  #connect(): void {
    if (this.#isClosed) return;
    const transport = this.#carrier();
    this.#transport = transport;
    this.#pulse.start('connecting');
    // Messages from an old connection are about somebody else's view or about the past.
    const isOurs = () => this.#transport === transport;
    transport.onopen = () => {
      this.#hello = freshId();
      this.spoken = language();
      const wants = { protocol: PROTOCOL, table: this.id, want: ['text'], language: this.spoken, version: this.version, history: this.#history };
      transport.send(JSON.stringify({ op: 'hello', id: this.#hello, ...wants, ...this.#claim }));
    };
    transport.onmessage = (text) => {
      if (!isOurs()) return;
      this.#pulse.heard();
      this.#hear(JSON.parse(text) as Message);
    };
    transport.onclose = () => isOurs() && this.#lost();
  }

  #drop(): void {
    this.#pulse.stop();
    this.#transport?.close();
    this.#transport = null;
    for (const pending of this.#pending.values()) pending.isSent = false;
  }

  #lost({ isRestart = false, isSilent = false, wait, since = Date.now() }: { isRestart?: boolean; isSilent?: boolean; wait?: number; since?: number } = {}): void {
    if (this.link.is === 'refused' || this.link.is === 'elsewhere' || this.#isClosed) return;
    this.#drop();
    this.#count();
    const was = this.link.is === 'lost' ? this.link : { since, tries: 0, isRestart, isSilent };
    const delay = wait ?? BACK_OFF[Math.min(was.tries, BACK_OFF.length - 1)]!;
    const nextTry = Date.now() + delay;
    this.link = {
      is: 'lost',
      since: was.since,
      tries: was.tries + 1,
      nextTry,
      isRestart: was.isRestart || isRestart,
      isSilent: was.isSilent || isSilent,
    };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), delay);
  }

  #hear(message: Message): void {
    switch (message.op) {
      case 'welcome':
        return this.#welcome(message);
      case 'news':
        return this.#news(message);
      case 'presence':
        this.presence = { here: message.here, watching: message.watching, away: message.away, reading: message.reading };
        return;
      case 'elsewhere':
        this.#drop();
        this.link = { is: 'elsewhere' };
        return;
      case 'closing':
        return this.#lost({ isRestart: true, wait: message.retry });
      case 'refused':
        return this.#refused(message);
      case 'done':
      case 'invitation':
      case 'answer':
      case 'hinted':
        this.#pending.get(message.id)?.settle(message);
        this.#pending.delete(message.id);
        this.#count();
        return;
      case 'shown':
        this.shown = { ...this.shown, [message.seat]: message.what };
        return;
      case 'pong':
        return;
    }
  }

  #refused({ id, error }: Extract<Message, { op: 'refused' }>): void {
    if (id === this.#hello) {
      if (['table.ahead', 'table.bad_history'].includes(error.code) && this.version > 0) {
        // What this page knows is of no use: start again from the current state of the table.
        this.version = 0;
        this.#history = undefined;
        this.steps = [];
        this.#hasWelcome = false;
        return this.#lost();
      }
      if (['server.busy', 'server.storage', 'server.closing', 'request.too_fast'].includes(error.code)) {
        return this.#lost({ wait: 1_000 });
      }
      this.#drop();
      this.link = { is: 'refused', problem: error };
      return;
    }
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (!pending) return;
    if (['request.too_fast', 'server.busy', 'server.storage'].includes(error.code) && !pending.isRetried) {
      pending.isRetried = true;
      setTimeout(() => this.#pending.has(id!) && this.#send(pending), 1_000);
      return;
    }
    this.#pending.delete(id!);
    this.#count();
    pending.settle(this.#transport?.isLocal ? ofThisDevice(error) : error);
  }

  #welcome(message: Extract<Message, { op: 'welcome' }>): void {
    const isBack = this.#hasWelcome;
    this.#hasWelcome = true;
    const { version, history, you, info, state, presence, steps } = message;
    this.you = you;
    this.info = info;
    this.presence = presence;
    if (you.token) {
      this.#claim = { token: you.token };
      this.ontoken(you.token, you);
    }
    this.#setSkew(state);
    this.link = { is: 'open' };
    this.#pulse.start('open');
    const happened = steps ?? [];
    const from = this.version;
    this.version = version;
    this.#history = history;
    this.state = state;
    if (!isBack) {
      this.steps = happened;
      this.beats.jump(state.view ?? null);
    } else {
      this.steps = steps === undefined ? [] : [...this.steps, ...happened];
      this.#catchUp(steps === undefined ? version - from : null, happened);
      this.onback();
    }
    for (const pending of this.#pending.values()) this.#send(pending);
  }

  #catchUp(gap: number | null, steps: Step[]): void {
    const moves = steps.filter(({ event }) => isMove(event));
    const missed = gap ?? moves.length;
    if (gap !== null || missed > MOST_QUICK || this.#wasHidden()) {
      this.missed = missed > MOST_NORMAL ? missed : null;
      this.beats.jump(this.state.view ?? null);
    } else if (missed > 0) {
      this.#show(steps, missed > MOST_NORMAL ? 2_500 : Infinity);
    } else {
      this.beats.jump(this.state.view ?? null);
    }
    for (const step of steps) this.onstep(step);
  }

  #news({ version, history, steps, state }: Extract<Message, { op: 'news' }>): void {
    this.version = version;
    this.#history = history;
    this.steps = [...this.steps, ...steps];
    this.#setSkew(state, true);
    if (steps.some(({ event }) => event.type === 'ACTED')) this.shown = {};
    this.state = { ...this.state, ...state };
    // A change that only this seat may see comes without a step; it waits until what is being shown is over.
    const isOwn = steps.length === 0 && state.view !== undefined && this.beats.beat !== null;
    if ((isOwn || steps.some(({ event }) => isMove(event))) && !this.#wasHidden()) this.#show(steps, Infinity);
    else if (state.view !== undefined) this.beats.jump(state.view);
    for (const step of steps) this.onstep(step);
  }

  /** Queues what happened for the screen: the events of all steps, and the view they led to. */
  #show(steps: Step[], most: number): void {
    const events: AnyEvent[] = [];
    let actor: number | null = null;
    for (const { event } of steps) {
      if (!isDeed(event)) continue;
      events.push(...event.events);
      actor = event.seat;
    }
    const view = this.state.view ?? null;
    const duration = Math.min(most, this.#duration(events, this.beats.view, view));
    this.beats.push({ actor, events, view, duration, version: this.version });
  }

  #setSkew(state: TableState, isNews = false): void {
    const { clocks, waiting } = state;
    if (clocks) this.skew = clocks.at - Date.now();
    // Without clocks, the start of a new wait gives the server's time.
    else if (isNews && waiting && waiting.since !== this.#waitedSince) this.skew = waiting.since - Date.now();
    if (waiting) this.#waitedSince = waiting.since;
  }

  #wasHidden(): boolean {
    return this.#hiddenSince !== null && Date.now() - this.#hiddenSince > MOST_HIDDEN;
  }

  #onvisibility = (): void => {
    const isHidden = document.visibilityState === 'hidden';
    this.#pulse.see(!isHidden);
    this.#hiddenSince = isHidden ? Date.now() : null;
    if (!isHidden) this.retry();
  };

  #onoffline = (): void => {
    if (this.link.is === 'open' && !this.#transport?.isLocal) this.#lost({ isSilent: true });
  };
}

/** Whether this event changed the position. */
function isMove(event: StepFact): boolean {
  return isDeed(event) || event.type === 'TAKEN_BACK' || event.type === 'STARTED';
}
