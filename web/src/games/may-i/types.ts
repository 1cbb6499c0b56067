/** May I? as it comes over the wire. */

/** One card of the packs: `9H.1` is the second nine of hearts, `2C.0` a wild, `JK.3` a Joker. */
export type CardId = string;
/** What is printed on a card: `4S`. */
export type Face = string;
/** `m1`, `m2` in the order of the table. */
export type MeldId = string;
export type MeldKind = 'set' | 'run';
export type RunEnd = 'start' | 'end';
export type Phase = 'draw' | 'act' | 'discard' | 'may_i' | 'over';

export interface Contract {
  sets: number;
  runs: number;
}

export interface Meld {
  id: MeldId;
  owner: number;
  type: MeldKind;
  cards: CardId[];
  /** The values that a run covers, 3 to 14. */
  low?: number;
  high?: number;
}

export interface Pending {
  caller: number;
  card: CardId;
  asked: number;
  waiting: number[];
  resume: Phase;
}

export interface Record {
  round: number;
  winner: number | null;
  scores: number[];
}

/** Something that the viewer cannot do just now. */
export interface Blocked {
  type: Verb;
  code: string;
}

export type Verb = Action['type'];

export interface View {
  you: number | null;
  round: number;
  contract: Contract;
  dealer: number;
  current: number;
  phase: Phase;
  turn: number;
  hand: CardId[] | null;
  held: number[];
  /** What the viewer's hand would cost. */
  points?: number | null;
  stock: number;
  discard: CardId | null;
  covered: number;
  discardTaken: boolean;
  discardedBy: number | null;
  down: boolean[];
  laidDownThisTurn: boolean;
  table: Meld[];
  totals: number[];
  rounds: Record[];
  /** What each seat still held when the round before ended. */
  lastHands?: CardId[][];
  pending: Pending | null;
  left: { seat: number; why: 'resign' | 'timeout' }[];
  options: Options;
  blocked: Blocked[];
}

export interface LayOff {
  cardId: CardId;
  meldId: MeldId;
  position?: RunEnd;
}

export interface NamedMeld {
  type: MeldKind;
  cardIds: CardId[];
}

export type Action =
  | { type: 'DRAW_FROM_STOCK' }
  | { type: 'DRAW_FROM_DISCARD' }
  | { type: 'LAY_DOWN'; melds: NamedMeld[] }
  | ({ type: 'LAY_OFF' } & LayOff)
  | { type: 'GO_OUT'; layOffs: LayOff[] }
  | { type: 'SWAP_JOKER'; meldId: MeldId; jokerId: CardId; cardId: CardId }
  | { type: 'SKIP' }
  | { type: 'DISCARD'; cardId: CardId }
  | { type: 'CALL_MAY_I' }
  | { type: 'ALLOW_MAY_I' }
  | { type: 'CLAIM_MAY_I' }
  | { type: 'REORDER_HAND'; cardIds: CardId[] };

export type Event =
  | { type: 'DREW'; seat: number; source: 'stock' | 'discard'; card?: CardId }
  | { type: 'LAID_DOWN'; seat: number; melds: { id: MeldId; type: MeldKind; cards: CardId[] }[] }
  | { type: 'LAID_OFF'; seat: number; card: CardId; meld: MeldId; position: RunEnd | null; actsAs: Face | null }
  | { type: 'SWAPPED'; seat: number; meld: MeldId; joker: CardId; card: CardId }
  | { type: 'DISCARDED'; seat: number; card: CardId }
  | { type: 'MAY_I_CALLED'; seat: number; card: CardId; asked: number | null }
  | { type: 'MAY_I_ALLOWED'; seat: number }
  | { type: 'MAY_I_CLAIMED'; seat: number; card: CardId }
  | { type: 'MAY_I_GRANTED'; seat: number; card: CardId; penalty: boolean; penaltyCard?: CardId }
  | { type: 'MAY_I_WITHDRAWN'; seat: number }
  | { type: 'STOCK_REFILLED'; count: number }
  | { type: 'WENT_OUT'; seat: number }
  | { type: 'ROUND_ENDED'; round: number; winner: number | null; scores: number[]; totals: number[]; hands?: CardId[][] }
  | { type: 'ROUND_DEALT'; round: number; contract: Contract; dealer: number; current: number; card: CardId }
  | { type: 'GAME_ENDED'; winners: number[]; totals: number[] }
  | { type: 'HAND_REORDERED'; seat: number }
  | { type: 'LEFT'; seat: number; why: 'resign' | 'timeout' };

export interface Options {
  exactContract?: boolean;
  firstDealer?: number | 'random';
  lastRound?: number;
  maxTurns?: number | null;
  startRound?: number;
}

/** Answers to what the board asks. */
export interface MeldAnswer {
  valid: boolean;
  cards?: CardId[];
  low?: number;
  high?: number;
  reason?: Flaw;
}
export type Flaw =
  | 'too_few_cards'
  | 'no_natural'
  | 'too_many_wilds'
  | 'mixed_ranks'
  | 'mixed_suits'
  | 'repeated_rank'
  | 'gap_too_wide'
  | 'out_of_range'
  | 'not_exact';
export interface ContractAnswer {
  valid: boolean;
  error?: string;
  index?: number;
  reason?: Flaw;
}
export interface Place {
  cardId: CardId;
  meldId: MeldId;
  position: RunEnd | null;
  actsAs: Face | null;
}
export interface StagedAnswer {
  table: Meld[];
  hand: CardId[];
  failed: { index: number; error: string } | null;
  places: Place[];
}
export interface SuggestAnswer {
  distance: number;
  ways: { melds: NamedMeld[]; left: CardId[]; points: number }[];
}
