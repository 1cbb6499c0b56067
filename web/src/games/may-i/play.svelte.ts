/**
 * What a player does before anything is sent: the order of the hand, the selection, the plan and staged lay-offs. The
 * server is always asked whether a meld is valid and where a card fits.
 */
import type { BoardProps } from '../contract.ts';
import { isWild, rankAt, rankOf, signOf, standsFor, suitOfRun } from './cards.ts';
import { movedBy } from './motion.ts';
import { rankName, short } from './naming.ts';
import { Sorted } from './order.svelte.ts';
import { emptyPlan, fits, keepPlan, pruned, recallPlan, shifted, slotOf, stateOf, toggled, type Slot } from './plan.ts';
import { layOffAt, meldNumber, placesOn, settle, zonesOf } from './staging.ts';
import type {
  Action,
  CardId,
  CheckContractAnswer,
  Event,
  LayOff,
  Meld,
  CheckMeldAnswer,
  Chosen,
  Place,
  StagedAnswer,
  Verb,
  View,
} from './types.ts';
import { WORDS } from './words.ts';

export type Props = BoardProps<View, Action, Event, Chosen>;

/** How long to wait before checking the plan, in milliseconds. */
const DEBOUNCE = 60;

/** Another valid order of a run in the plan, in which its wilds stand for other cards. */
export interface Turned {
  cards: CardId[];
  low: number;
  high: number;
}

/** Something to be confirmed before it is sent. */
export interface Question {
  title: string;
  text: string;
  yes: string;
  go(): void;
}

export class Play {
  readonly #props: Props;
  selected: CardId[] = $state.raw([]);
  readonly order: Sorted;
  plan: Slot[] = $state.raw([]);
  answers: Record<string, CheckMeldAnswer> = $state.raw({});
  turned: Record<string, Turned> = $state.raw({});
  contract: CheckContractAnswer | null = $state.raw(null);
  staged: LayOff[] = $state.raw([]);
  where: StagedAnswer | null = $state.raw(null);
  /** Whether the zones are waiting for the server. */
  isAsking = $state(false);
  /** The run whose zones the reader should notice. */
  pulsing: string | null = $state(null);
  question: Question | null = $state.raw(null);
  /** How many suggestions have been answered. */
  suggested = $state(0);
  /** Whether this is a lesson, which starts without a stored plan. */
  get #isLesson(): boolean {
    return this.#props.table === 'lesson';
  }
  #planFor = '';
  #isSending = $state(false);

  readonly words = $derived.by(() => WORDS[this.#props.language]);
  readonly view = $derived.by(() => this.#props.view);
  readonly seat = $derived.by(() => this.#props.seat);
  readonly hand: CardId[] = $derived.by(() => this.order.hand);
  readonly canPlay = $derived.by(() => this.#props.isLive && this.seat !== null && this.view.hand !== null && this.view.phase !== 'over');
  readonly isMine = $derived.by(() => this.seat !== null && this.view.current === this.seat && this.view.phase !== 'over');
  readonly isDown = $derived.by(() => this.seat !== null && this.view.down[this.seat] === true);
  readonly isAsked = $derived.by(() => this.seat !== null && this.view.pending?.asked === this.seat && this.canPlay);
  /** Whether the hand has a plan: while the contract has not been laid down. */
  readonly hasPlan = $derived.by(() => this.canPlay && !this.isDown);
  /** Whether cards can be staged: at any time once down, except in the last round, which has no lay-offs. */
  readonly canStage = $derived.by(() => this.canPlay && this.isDown && !(this.isMine && this.view.laidDownThisTurn));
  /** The call window, while this seat may still ask and has not declined. */
  readonly callWindow = $derived.by(() => {
    const { waiting, isLive } = this.#props;
    return isLive && waiting?.why === 'call' && this.seat !== null && waiting.seats.includes(this.seat) ? waiting : null;
  });
  readonly single = $derived.by(() => (this.selected.length === 1 ? this.selected[0]! : null));
  readonly states = $derived.by(() => this.plan.map((slot) => stateOf(slot, this.answers[keyOf(slot)] ?? null)));
  readonly readyCount = $derived.by(() => this.states.filter(({ is }) => is === 'valid').length);
  readonly isClash = $derived.by(() => this.contract?.error === 'runs_too_close');
  readonly unplanned: CardId[] = $derived.by(() => this.hand.filter((card) => slotOf(this.plan, card) === -1));
  readonly table: Meld[] = $derived.by(() => (this.staged.length > 0 && this.where ? this.where.table : this.view.table));
  readonly places: Place[] = $derived.by(() => (this.canStage && !this.isAsking ? (this.where?.places ?? []) : []));
  /** Jokers that the selected card can be swapped for. */
  readonly swaps = $derived.by(() =>
    this.#props.actions.flatMap(({ action }) =>
      action.type === 'SWAP_JOKER' && action.cardId === this.single ? [action] : [],
    ),
  );

  constructor(props: Props) {
    this.#props = props;
    this.order = new Sorted(props);
  }

  can(verb: Verb): boolean {
    return this.#props.actions.some(({ action }) => action.type === verb);
  }

  /** The discard sent but not yet answered: it is already on the pile. */
  readonly discarding: CardId | null = $derived.by(() => {
    const action = this.#props.pending?.action;
    return action?.type === 'DISCARD' ? action.cardId : null;
  });

  /** Whether an action of this kind, or one that moves this card, is waiting for its answer, and whether it has been for long. */
  sent(what: Verb | CardId): { isSlow: boolean } | null {
    const { pending } = this.#props;
    return pending && (pending.action.type === what || movedBy(pending.action).includes(what)) ? pending : null;
  }

  /** Why something cannot be done now, in words; null if no reason is known. */
  why(verb: Verb): string | null {
    const blocked = this.view.blocked.find(({ type }) => type === verb);
    return blocked ? (this.words.refusals[blocked.code.replace('may-i.', '')] ?? null) : null;
  }

  /** Follows the hand: cards that are gone are removed everywhere. Call it in an effect. */
  followHand(hand: CardId[] | null): void {
    const held = hand ?? [];
    this.order.follow(held);
    if (this.selected.some((card) => !held.includes(card))) this.selected = this.selected.filter((card) => held.includes(card));
    if (this.staged.some(({ cardId }) => !held.includes(cardId))) {
      this.staged = this.staged.filter(({ cardId }) => held.includes(cardId));
    }
  }

  /** Sets up the plan for this seat and round. Call it in an effect. */
  followRound(seat: number | null, round: number, contract: View['contract'], hand: CardId[] | null): void {
    const name = `${seat}/${round}`;
    if (seat === null || hand === null) {
      this.plan = [];
    } else if (this.#planFor !== name || !fits(this.plan, contract)) {
      this.plan = this.#isLesson ? emptyPlan(contract) : pruned(recallPlan(seat, round, contract), hand);
      // A card of the last round may return in the next deal, but it has not been chosen again.
      this.staged = [];
      this.selected = [];
    } else {
      const plan = pruned(this.plan, hand);
      if (plan !== this.plan) this.plan = plan;
    }
    this.#planFor = name;
  }

  /** Asks the server about the plan; some contracts require the whole hand. Call it in an effect. */
  checkPlan(plan: Slot[], _hand: CardId[]): (() => void) | undefined {
    if (!this.hasPlan || plan.length === 0) return undefined;
    if (this.seat !== null && !this.#isLesson) keepPlan(this.seat, this.view.round, plan);
    const timer = setTimeout(() => void this.#check(plan), DEBOUNCE);
    return () => clearTimeout(timer);
  }

  async #check(plan: Slot[]): Promise<void> {
    try {
      const asked = plan.filter((slot) => slot.cards.length > 0 && !this.answers[keyOf(slot)]);
      const answers = await Promise.all(asked.map((slot) => this.#askMeld(slot.kind, slot.cards)));
      const found = { ...this.answers };
      asked.forEach((slot, index) => {
        const answer = answers[index]!;
        found[keyOf(slot)] = answer;
        if (answer.valid) found[keyOf({ ...slot, cards: answer.cards })] = answer;
      });
      this.answers = found;
      if (this.plan !== plan) return;
      // The order shown is the order to be laid down.
      const ordered = plan.map((slot) => {
        const answer = found[keyOf(slot)];
        return answer?.valid ? { ...slot, cards: answer.cards } : slot;
      });
      if (ordered.some((slot, index) => slot.cards.join() !== plan[index]!.cards.join())) {
        this.plan = ordered;
        return;
      }
      await Promise.all(plan.map((slot) => this.#findTurned(slot)));
      this.contract = null;
      if (!plan.every((slot) => found[keyOf(slot)]?.valid)) return;
      const melds = plan.map(({ kind, cards }) => ({ meldType: kind, cards }));
      const contract = await this.#props.ask({ type: 'CHECK_CONTRACT', round: this.view.round, melds });
      if (this.plan === plan) this.contract = contract;
    } catch {
      // The connection is gone or the table is over: the slots stay unchanged.
    }
  }

  #askMeld(meldType: Slot['kind'], cards: CardId[]): Promise<CheckMeldAnswer> {
    return this.#props.ask({ type: 'CHECK_MELD', meldType, cards });
  }

  /** Checks whether a wild at one end of a run could also be at the other. */
  async #findTurned(slot: Slot): Promise<void> {
    const key = keyOf(slot);
    if (slot.kind !== 'run' || !this.answers[key]?.valid || this.turned[key]) return;
    const [first, last] = [slot.cards[0]!, slot.cards.at(-1)!];
    const ways = [
      ...(isWild(last) ? [[last, ...slot.cards.slice(0, -1)]] : []),
      ...(isWild(first) ? [[...slot.cards.slice(1), first]] : []),
    ];
    for (const cards of ways) {
      const answer = await this.#askMeld('run', cards);
      if (answer.valid && answer.cards?.join() === cards.join() && answer.low !== undefined && answer.high !== undefined) {
        this.turned = { ...this.turned, [key]: { cards, low: answer.low, high: answer.high } };
        return;
      }
    }
  }

  turnedOf(slot: Slot): Turned | null {
    return this.turned[keyOf(slot)] ?? null;
  }

  turn(index: number): void {
    const slot = this.plan[index];
    const turned = slot && this.turnedOf(slot);
    if (turned) this.#setSlot(index, { ...slot, cards: turned.cards });
  }

  #setSlot(index: number, slot: Slot): void {
    this.plan = this.plan.map((one, at) => (at === index ? slot : one));
  }

  shift(index: number, card: CardId, step: 1 | -1): void {
    const slot = this.plan[index];
    if (slot) this.#setSlot(index, shifted(slot, card, step));
  }

  /** The text of a slot. */
  slotText(index: number): string {
    const { words } = this;
    const [slot, state] = [this.plan[index]!, this.states[index]!];
    if (this.isClash && slot.kind === 'run') return words.refusals.runs_too_close!;
    switch (state.is) {
      case 'empty':
        return slot.kind === 'set' ? words.slotEmptySet : words.slotEmptyRun;
      case 'asking':
        return words.slotAsking;
      case 'partial':
        return this.missingText(slot);
      case 'invalid':
        return words.flaws[state.answer.reason];
      case 'valid': {
        const wilds = slot.cards.filter(isWild);
        const { low, high } = state.answer;
        if (slot.kind === 'set' || low === undefined || high === undefined) return words.slotValid(wilds.length);
        const range = this.rangeText(slot.cards, low, high);
        const place = slot.cards.findIndex(isWild);
        const as = standsFor({ cards: slot.cards, low }, place);
        return wilds.length === 1 && as ? words.slotRunWild(range, short(wilds[0]!, words), short(as, words)) : range;
      }
    }
  }

  rangeText(cards: CardId[], low: number, high: number): string {
    const suit = suitOfRun(cards);
    return this.words.slotRun(rankAt(low), rankAt(high), suit ? signOf(suit) : '');
  }

  /** What a partly filled slot still needs. */
  missingText({ kind, cards }: Slot, isShort = false): string {
    const { words } = this;
    const natural = cards.find((card) => !isWild(card));
    const missing = (kind === 'set' ? 3 : 4) - cards.length;
    if (kind === 'run' || !natural || isShort) return words.slotMore(missing);
    const rank = words.ranks[rankOf(natural)] ?? rankOf(natural);
    // A set of three can have only one wild.
    return cards.some(isWild) ? words.slotOneOf(rank) : words.slotMoreOf(missing, rank);
  }

  /** What a card would complete, in a sentence or briefly. */
  fitText(slot: Slot, isShort: boolean): string {
    const { words } = this;
    const natural = slot.cards.find((card) => !isWild(card));
    if (slot.kind === 'run' || !natural) return isShort ? words.fitsRunShort : words.fitsRun;
    const rank = rankName(natural, words);
    return isShort ? words.fitsSetShort(rank) : words.fitsSet(rank);
  }

  /** The slot of the plan that a card would complete. Two unplanned cards of its rank count as the start of an empty set slot. */
  async completes(card: CardId): Promise<Slot | null> {
    const alike = this.unplanned.filter((held) => !isWild(card) && !isWild(held) && rankOf(held) === rankOf(card));
    const begun = this.plan.flatMap((slot): Slot[] => {
      if (slot.cards.length > 0) return [slot];
      return slot.kind === 'set' && alike.length === 2 ? [{ ...slot, cards: alike }] : [];
    });
    for (const slot of begun) {
      if (this.answers[keyOf(slot)]?.valid) continue;
      if ((await this.#askMeld(slot.kind, [...slot.cards, card])).valid) return slot;
    }
    return null;
  }

  /** Puts the selected cards into a slot, or takes them out. */
  choose(index: number, cards: CardId[] = this.selected): void {
    if (!this.hasPlan || index >= this.plan.length || cards.length === 0) return;
    this.plan = toggled(this.plan, index, cards);
    this.selected = [];
    this.#props.cue('card-slide', 0.4);
  }

  unplan(cards: CardId[]): void {
    this.plan = this.plan.map((slot) => ({ ...slot, cards: slot.cards.filter((card) => !cards.includes(card)) }));
  }

  clearPlan(): void {
    this.plan = emptyPlan(this.view.contract);
  }

  async suggest(): Promise<void> {
    try {
      const { distance, ways, nearest = [] } = await this.#props.ask({ type: 'SUGGEST_MELDS' });
      const [best] = ways;
      const { words } = this;
      const rest = [...(best?.melds ?? nearest)];
      this.plan = emptyPlan(this.view.contract).map((slot) => {
        const place = rest.findIndex(({ type }) => type === slot.kind);
        return place === -1 ? slot : { ...slot, cards: rest.splice(place, 1)[0]!.cardIds };
      });
      this.selected = [];
      if (!best) this.#props.say(words.suggestShort(distance), 'now');
      else this.#props.say(best.left.length === 0 ? words.suggestedAll : words.suggested(best.left.length, best.points), 'now');
    } catch {
      // Without a connection, the banner says so.
    } finally {
      this.suggested += 1;
    }
  }

  /** Why the plan cannot be laid down now; null if it can. */
  whyNotLayDown(): string | null {
    const { words } = this;
    if (this.readyCount < this.plan.length) return this.why('LAY_DOWN') ?? words.layDownIncomplete;
    const error = this.contract?.error;
    if (error === 'must_use_all_cards') return words.mustUse(this.unplanned.length);
    return error ? (words.refusals[error] ?? words.layDownIncomplete) : this.#whyNotNow('LAY_DOWN');
  }

  /** Why an action of a turn is not possible now: on the reader's turn, the server's reason; otherwise, whom the table waits for. */
  #whyNotNow(verb: Verb): string | null {
    const { words, view } = this;
    if (this.isMine) return this.why(verb);
    return view.pending ? words.refusals.may_i_pending! : words.notYourTurn(this.nameOf(view.current));
  }

  nameOf(seat: number): string {
    return this.#props.sitters[seat]?.called ?? '';
  }

  layDown(): void {
    const { words } = this;
    const block = this.whyNotLayDown();
    if (block) {
      this.#props.refuse({ title: block });
      return;
    }
    const melds = this.plan.map(({ kind, cards }) => ({ type: kind, cardIds: cards }));
    this.question = {
      title: words.layDown,
      text: words.layDownAsk(melds.length),
      yes: words.layDown,
      go: () => void this.#props.act({ type: 'LAY_DOWN', melds }),
    };
  }

  /** Selects a card: one alone for laying off, several for the plan. */
  press(card: CardId): void {
    if (!this.canPlay) return;
    this.order.touch(card);
    const isIn = this.selected.includes(card);
    if (this.isDown) this.selected = isIn ? [] : [card];
    else this.selected = isIn ? this.selected.filter((one) => one !== card) : [...this.selected, card];
  }

  /** Moves a card by one place. */
  nudge(card: CardId, step: 1 | -1): void {
    const { words } = this;
    const to = this.order.nudge(card, step);
    if (to !== null) this.#props.say(words.moved(short(card, words), to + 1, this.hand.length), 'now');
  }

  sort(): void {
    this.order.toggle();
    if (this.order.by !== 'hand') this.#props.say(this.words.sorted[this.order.by]);
  }

  /** Asks where cards fit on the table as staged. Call it in an effect. */
  async checkStaged(staged: LayOff[]): Promise<void> {
    if (!this.canStage) {
      this.where = null;
      return;
    }
    this.isAsking = true;
    try {
      const settled = await settle(staged, (layOffs) => this.#props.ask({ type: 'STAGED', layOffs }));
      if (this.staged !== staged) return;
      this.where = settled.answer;
      if (settled.dropped.length > 0) {
        this.staged = settled.staged;
        this.#tellBack(settled.dropped);
      }
    } catch {
      if (this.staged === staged) this.where = null;
    } finally {
      if (this.staged === staged) this.isAsking = false;
    }
  }

  #tellBack(layOffs: LayOff[]): void {
    const { words } = this;
    this.#props.say(words.unstaged(layOffs.map(({ cardId }) => short(cardId, words)).join(' ')), 'now');
  }

  stage(place: Place): void {
    const { words } = this;
    this.staged = [...this.staged, layOffAt(place)];
    this.selected = [];
    this.#props.cue('card-snap', 0.5);
    this.#props.say(words.staged(short(place.cardId, words), meldNumber(place.meldId)), 'now');
  }

  /** Handles a tap on a meld with a card selected: stages the card, or asks which end. */
  pressMeld(meld: Meld, card: CardId | null = this.single): void {
    if (card === null) return;
    const [swap] = this.swaps.filter(({ meldId }) => meldId === meld.id);
    if (swap) {
      this.swap(swap);
      return;
    }
    const { words } = this;
    if (!this.canStage) {
      const why = this.why('LAY_OFF') ?? (this.isDown ? words.refusals.laid_down_this_turn : words.refusals.not_down);
      this.#props.refuse({ title: why! });
      return;
    }
    const places = placesOn(this.places, card, meld.id);
    if (Object.keys(zonesOf(this.places, card, meld.id)).length > 1) {
      this.pulsing = meld.id;
      setTimeout(() => (this.pulsing = null), 1_000);
      this.#props.say(words.chooseEnd(short(card, words)), 'now');
    } else if (places[0]) {
      this.stage(places[0]);
    } else if (!this.isAsking) {
      this.#props.refuse({ title: words.doesNotFit(short(card, words)) });
    }
  }

  unstage(card: CardId): void {
    const gone = this.staged.filter(({ cardId }) => cardId === card);
    if (gone.length === 0) return;
    this.staged = this.staged.filter(({ cardId }) => cardId !== card);
    this.#tellBack(gone);
  }

  takeBack(): void {
    const last = this.staged.at(-1);
    if (last) this.unstage(last.cardId);
  }

  /** Why staged lay-offs cannot be sent now; null if they can. */
  sendBlock(): string | null {
    const { words, view } = this;
    if (view.pending) return words.refusals.may_i_pending!;
    if (!this.isMine) return words.notYourTurn(this.nameOf(view.current));
    return this.why('LAY_OFF') ?? (this.#isSending ? '…' : null);
  }

  send(): void {
    const { words, staged } = this;
    const block = this.sendBlock();
    if (block) {
      this.#props.refuse({ title: block });
      return;
    }
    if (staged.length < this.hand.length) {
      void this.#sendEach();
      return;
    }
    this.question = {
      title: words.goOut,
      text: words.goOutAsk(staged.length),
      yes: words.goOut,
      go: () => void this.#props.act({ type: 'GO_OUT', layOffs: staged }),
    };
  }

  /** Sends them one by one in the order staged; after a refusal, the rest stay staged. */
  async #sendEach(): Promise<void> {
    this.#isSending = true;
    for (const layOff of this.staged) {
      if (!this.staged.some(({ cardId }) => cardId === layOff.cardId)) continue;
      const problem = await this.#props.act({ type: 'LAY_OFF', ...layOff });
      if (problem) break;
      this.staged = this.staged.filter(({ cardId }) => cardId !== layOff.cardId);
    }
    this.#isSending = false;
  }

  swap(action: Extract<Action, { type: 'SWAP_JOKER' }>): void {
    const { words } = this;
    this.question = {
      title: words.swapTitle,
      text: words.swapAsk(short(action.cardId, words)),
      yes: words.swapTitle,
      go: () => void this.#props.act(action),
    };
  }

  /** Confirms the question. */
  confirm(): void {
    const { question } = this;
    this.question = null;
    question?.go();
  }

  /** Why a card cannot be discarded now; null if it can. */
  whyNotDiscard(card: CardId | null = this.single): string | null {
    const { words } = this;
    if (this.isMine && this.staged.length > 0) return words.sendFirst;
    return this.#whyNotNow('DISCARD') ?? (card === null ? words.discardPick : null);
  }

  async discard(card: CardId | null = this.single): Promise<void> {
    const block = this.whyNotDiscard(card);
    if (block || card === null) {
      this.#props.refuse({ title: block ?? this.words.discardPick });
      return;
    }
    await this.#props.act({ type: 'DISCARD', cardId: card });
  }

  /** Says "No, thanks". */
  pass(): void {
    this.#props.pass();
  }

  /** Performs an action without further details, or says why it is impossible. */
  async simply(type: 'DRAW_FROM_STOCK' | 'DRAW_FROM_DISCARD' | 'CALL_MAY_I' | 'ALLOW_MAY_I' | 'CLAIM_MAY_I'): Promise<void> {
    if (!this.canPlay) return;
    const why = this.why(type);
    if (why) this.#props.refuse({ title: why });
    else await this.#props.act({ type });
  }
}

function keyOf({ kind, cards }: Slot): string {
  return `${kind}:${cards.join()}`;
}
