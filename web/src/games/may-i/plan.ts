/** The plan: which cards of the hand are intended for which meld of the contract. Only its player sees it. */
import { address } from '../../lib/route.svelte.ts';
import { isObject } from '../../lib/storage.ts';
import type { CardId, Contract, CheckMeldAnswer, MeldKind } from './types.ts';

export interface Slot {
  kind: MeldKind;
  cards: CardId[];
}

/** The state a slot shows. */
export type SlotState =
  | { is: 'empty' }
  /** The server's answer is pending. */
  | { is: 'asking' }
  | { is: 'partial' }
  | { is: 'valid'; answer: Extract<CheckMeldAnswer, { valid: true }> }
  | { is: 'invalid'; answer: Extract<CheckMeldAnswer, { valid: false }> };

/** An empty slot for every meld of the contract, sets first. */
export function emptyPlan({ sets, runs }: Contract): Slot[] {
  const slots = (kind: MeldKind, count: number) => Array.from({ length: count }, () => ({ kind, cards: [] }));
  return [...slots('set', sets), ...slots('run', runs)];
}

/** The slot that a card is in; -1 if it is in none. */
export function slotOf(plan: Slot[], card: CardId): number {
  return plan.findIndex((slot) => slot.cards.includes(card));
}

/** Puts cards into a slot, or takes them out if all of them are there already. */
export function toggled(plan: Slot[], index: number, cards: CardId[]): Slot[] {
  const isThere = cards.length > 0 && cards.every((card) => plan[index]?.cards.includes(card));
  return plan.map((slot, at) => {
    if (at !== index || isThere) return { ...slot, cards: slot.cards.filter((card) => !cards.includes(card)) };
    return { ...slot, cards: [...slot.cards, ...cards.filter((card) => !slot.cards.includes(card))] };
  });
}

/** The plan without cards that are no longer held. */
export function pruned(plan: Slot[], hand: CardId[]): Slot[] {
  if (plan.every((slot) => slot.cards.every((card) => hand.includes(card)))) return plan;
  return plan.map((slot) => ({ ...slot, cards: slot.cards.filter((card) => hand.includes(card)) }));
}

/** Moves a card of a slot by one place. */
export function shifted(slot: Slot, card: CardId, step: 1 | -1): Slot {
  const from = slot.cards.indexOf(card);
  const to = from + step;
  if (from === -1 || to < 0 || to >= slot.cards.length) return slot;
  return { ...slot, cards: slot.cards.toSpliced(from, 1).toSpliced(to, 0, card) };
}

/** The state that follows from the server's answer. */
export function stateOf(slot: Slot, answer: CheckMeldAnswer | null): SlotState {
  if (slot.cards.length === 0) return { is: 'empty' };
  if (answer === null) return { is: 'asking' };
  if (answer.valid) return { is: 'valid', answer };
  return answer.reason === 'too_few_cards' ? { is: 'partial' } : { is: 'invalid', answer };
}

/** Whether the plan has the slots of this contract. */
export function fits(plan: Slot[], contract: Contract): boolean {
  const wanted = emptyPlan(contract);
  return plan.length === wanted.length && wanted.every((slot, index) => slot.kind === plan[index]?.kind);
}

function isPlan(value: unknown): value is Slot[] {
  const isSlot = (slot: unknown) =>
    isObject(slot) && Array.isArray(slot.cards) && slot.cards.every((card) => typeof card === 'string');
  return Array.isArray(value) && value.every(isSlot);
}

const key = (seat: number, round: number) => `baize.plan.${address().pathname}.${seat}.${round}`;

/** The plan that this tab has stored for a round, if any. */
export function recallPlan(seat: number, round: number, contract: Contract): Slot[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key(seat, round)) ?? 'null');
    if (isPlan(kept) && fits(kept, contract)) return kept;
  } catch {
    // The browser stores nothing, or the item is not ours.
  }
  return emptyPlan(contract);
}

export function keepPlan(seat: number, round: number, plan: Slot[]): void {
  try {
    sessionStorage.setItem(key(seat, round), JSON.stringify(plan));
  } catch {
    // The plan lasts as long as the page.
  }
}
