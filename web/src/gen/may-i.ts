// The JSON of May I?, made from the types of crates/baize-may-i; do not edit.

/** What a seat can do. */
export type Action =
  /** Draws from the stock. */
  | {
    type: 'DRAW_FROM_STOCK';
  }
  /** Draws the exposed discard. */
  | {
    type: 'DRAW_FROM_DISCARD';
  }
  /** Lays down the contract. */
  | {
    type: 'LAY_DOWN';
    /** All its melds. */
    melds: NamedMeld[];
  }
  /** Lays one card off on a meld. */
  | {
    type: 'LAY_OFF';
    /** The card. */
    cardId: string;
    /** The meld. */
    meldId: string;
    /**
     * For a wild on a run: the end it goes to. If absent, it goes to the upper end, or to the lower if only
     * that is free. Ignored for anything else.
     */
    position?: RunEnd;
  }
  /** Lays off several cards in order, which empties the hand. */
  | {
    type: 'GO_OUT';
    /** The lay-offs. */
    layOffs: LayOff[];
  }
  /** Takes a Joker out of a run for the card it stands for. */
  | {
    type: 'SWAP_JOKER';
    /** The card given for it. */
    cardId: string;
    /** The Joker. */
    jokerId: string;
    /** The run. */
    meldId: string;
  }
  /** Plays nothing more in this turn but the discard. */
  | {
    type: 'SKIP';
  }
  /** Ends the turn with a discard. */
  | {
    type: 'DISCARD';
    /** The card thrown away. */
    cardId: string;
  }
  /** Asks for the exposed discard out of turn. */
  | {
    type: 'CALL_MAY_I';
  }
  /** Allows a request: the next seat is asked, or the caller gets the card. */
  | {
    type: 'ALLOW_MAY_I';
  }
  /** Claims the card before the caller. */
  | {
    type: 'CLAIM_MAY_I';
  }
  /** Sorts one's own hand. */
  | {
    type: 'REORDER_HAND';
    /** All its cards in the new order. */
    cardIds: string[];
  };

/** What a seat can do. */
export type ActionInput =
  /** Draws from the stock. */
  | {
    type: 'DRAW_FROM_STOCK';
  }
  /** Draws the exposed discard. */
  | {
    type: 'DRAW_FROM_DISCARD';
  }
  /** Lays down the contract. */
  | {
    type: 'LAY_DOWN';
    /** All its melds. */
    melds: NamedMeld[];
  }
  /** Lays one card off on a meld. */
  | {
    type: 'LAY_OFF';
    /** The card. */
    cardId: string;
    /** The meld. */
    meldId: string;
    /**
     * For a wild on a run: the end it goes to. If absent, it goes to the upper end, or to the lower if only
     * that is free. Ignored for anything else.
     */
    position?: RunEnd | null;
  }
  /** Lays off several cards in order, which empties the hand. */
  | {
    type: 'GO_OUT';
    /** The lay-offs. */
    layOffs: LayOffInput[];
  }
  /** Takes a Joker out of a run for the card it stands for. */
  | {
    type: 'SWAP_JOKER';
    /** The card given for it. */
    cardId: string;
    /** The Joker. */
    jokerId: string;
    /** The run. */
    meldId: string;
  }
  /** Plays nothing more in this turn but the discard. */
  | {
    type: 'SKIP';
  }
  /** Ends the turn with a discard. */
  | {
    type: 'DISCARD';
    /** The card thrown away. */
    cardId: string;
  }
  /** Asks for the exposed discard out of turn. */
  | {
    type: 'CALL_MAY_I';
  }
  /** Allows a request: the next seat is asked, or the caller gets the card. */
  | {
    type: 'ALLOW_MAY_I';
  }
  /** Claims the card before the caller. */
  | {
    type: 'CLAIM_MAY_I';
  }
  /** Sorts one's own hand. */
  | {
    type: 'REORDER_HAND';
    /** All its cards in the new order. */
    cardIds: string[];
  };

export type Answer = CheckContractAnswer | CheckLayOffAnswer | CheckMeldAnswer | CheckSwapAnswer | StagedAnswer | SuggestMeldsAnswer;

/** A meld in a question. */
export type AskedMeld = {
  cards: CardName[];
  meldType: MeldKind;
};

/** Something that a seat cannot do just now. */
export type Blocked = {
  /** The code of the refusal. */
  code: string;
  /** Why, in a few words that a person can act on. */
  reason: string;
  /** The kind of action. */
  type: Verb;
};

/**
 * One physical card. Its id is the face, a dot and the copy: `7H.0`, `JK.3`.
 *
 * In memory it is one byte: the face and two bits for the copy. Jokers can have up to six copies because no
 * face comes after them.
 */
export type CardId = string;

/** A card in a question: a face, with or without a copy. The same card may be named any number of times. */
export type CardName = string;

/** Whether melds meet a contract. */
export type CheckContractAnswer = {
  /** Why not: the code of the refusal without the name of the game. */
  error?: string;
  /** The number of the meld at fault, from 0. */
  index?: number;
  /** Why it is no meld. */
  reason?: Flaw;
  /** Whether they do. */
  valid: boolean;
};

/** Where a card goes. */
export type CheckLayOffAnswer = {
  /** Whether the card fits the meld. */
  accepted: boolean;
  /** What the card stands for, if it is a wild on a run. */
  actsAs: Face | null;
  /** The meld with the card. */
  cards?: CardName[];
  /** Why not. */
  error?: Misfit;
  high?: number;
  low?: number;
  /** Whether the player must choose an end. */
  needsChoice: boolean;
  /** The end it goes to, if the meld is a run. */
  position: RunEnd | null;
};

export type CheckMeldAnswer =
  /** The cards are a meld. */
  | {
    /** Always true. */
    valid: true;
    /** Its cards in order. */
    cards: CardName[];
    high?: number;
    low?: number;
  }
  /** The cards are no meld. */
  | {
    /** Always false. */
    valid: false;
    /** Why not. */
    reason: Flaw;
  };

/** Whether a Joker can be swapped. */
export type CheckSwapAnswer = {
  /** Whether it can. */
  allowed: boolean;
  /** Why not: the code of the refusal without the name of the game. */
  error?: string;
};

/** How many sets and runs go down together, no more and no fewer. */
export type Contract = {
  /** How many runs. */
  runs: number;
  /** How many sets. */
  sets: number;
};

/**
 * Dice that always fall in the same order: ChaCha20 keyed by the seed, and how many 32-bit words of its
 * stream have been used.
 *
 * Bounded draws and the shuffle are implemented here, not taken from a library, so that recorded games
 * replay the same for ever; golden vectors in the tests pin them.
 */
export type Dice = {
  drawn: number;
  /**
   * 256 bits from which every shuffle of a game follows.
   *
   * Its `commitment` can be published before the deal and the seed itself after the end, so that
   * anybody can check that the deal was fixed beforehand. `Debug` does not show the bits.
   */
  seed: string;
};

/**
 * Something that happened. An event with a hidden card is told in two versions: with the card to its seat,
 * without it to all others.
 */
export type Event =
  /** A seat drew. */
  | {
    type: 'DREW';
    /** The card; if it came from the stock, only its seat is told. */
    card?: CardId;
    /** The seat. */
    seat: number;
    /** Where the card came from. */
    source: Source;
  }
  /** A seat laid down the contract. */
  | {
    type: 'LAID_DOWN';
    /** Its melds. */
    melds: LaidMeld[];
    /** The seat. */
    seat: number;
  }
  /** A card was laid off. */
  | {
    type: 'LAID_OFF';
    /** What the card stands for, if it is a wild on a run. */
    actsAs: Face | null;
    /** The card. */
    card: CardId;
    /** The meld. */
    meld: MeldId;
    /** The end, if the meld is a run. */
    position: RunEnd | null;
    /** The seat. */
    seat: number;
  }
  /** A Joker was taken out of a run. */
  | {
    type: 'SWAPPED';
    /** The card given for it. */
    card: CardId;
    /** The Joker. */
    joker: CardId;
    /** The run. */
    meld: MeldId;
    /** The seat. */
    seat: number;
  }
  /** A turn ended with a discard. */
  | {
    type: 'DISCARDED';
    /** The card. */
    card: CardId;
    /** The seat. */
    seat: number;
  }
  /** A seat asks for the exposed discard. */
  | {
    type: 'MAY_I_CALLED';
    /** The seat that is asked first; none if no seat has to be asked. */
    asked: number | null;
    /** The card. */
    card: CardId;
    /** The seat. */
    seat: number;
  }
  /** A seat that was asked lets the card go. */
  | {
    type: 'MAY_I_ALLOWED';
    /** The seat. */
    seat: number;
  }
  /** A seat that was asked takes the card itself. */
  | {
    type: 'MAY_I_CLAIMED';
    /** The card. */
    card: CardId;
    /** The seat. */
    seat: number;
  }
  /** A seat gets the card. */
  | {
    type: 'MAY_I_GRANTED';
    /** The card. */
    card: CardId;
    /** Whether the seat also got a penalty card from the stock. */
    penalty: boolean;
    /** The penalty card, told only to its seat. */
    penaltyCard?: CardId;
    /** The seat. */
    seat: number;
  }
  /** A request is void because its caller left. */
  | {
    type: 'MAY_I_WITHDRAWN';
    /** The seat that had asked. */
    seat: number;
  }
  /** All but the top discard were shuffled into a new stock. */
  | {
    type: 'STOCK_REFILLED';
    /** How many cards were shuffled. */
    count: number;
  }
  /** A seat has no card left. */
  | {
    type: 'WENT_OUT';
    /** The seat. */
    seat: number;
  }
  /** A round is over. */
  | {
    type: 'ROUND_ENDED';
    /** The cards each seat still held, so that everybody can check the points. */
    hands: CardId[][];
    /** The round. */
    round: number;
    /** The points of each seat in this round. */
    scores: number[];
    /** The points of each seat so far. */
    totals: number[];
    /** The seat that went out; none if the stock or the turns ran out. */
    winner: number | null;
  }
  /** A round begins. */
  | {
    type: 'ROUND_DEALT';
    /** The card turned up. */
    card: CardId;
    /** What must be laid down. */
    contract: Contract;
    /** The seat that plays first. */
    current: number;
    /** The seat that dealt. */
    dealer: number;
    /** The round. */
    round: number;
  }
  /** The game is over. */
  | {
    type: 'GAME_ENDED';
    /** The points of each seat. */
    totals: number[];
    /** The seats that won; several share a win. */
    winners: number[];
  }
  /** A seat has sorted its hand; told only to it. */
  | {
    type: 'HAND_REORDERED';
    /** The seat. */
    seat: number;
  }
  /** A seat has left for good. */
  | {
    type: 'LEFT';
    /** The seat. */
    seat: number;
    /** Why it left. */
    why: Leaving;
  };

/**
 * What a card shows: a rank in a suit, or a Joker. Two cards with the same face are still different cards.
 *
 * All arithmetic uses the value: 3 to 10, jack 11, queen 12, king 13, ace 14. A 2 has the value 2 but is
 * wild, so no place in a run has that value.
 */
export type Face = string;

/** A staged lay-off that cannot be made. */
export type Failed = {
  /** Why: the code of the refusal without the name of the game. */
  error: string;
  /** The number of the lay-off, from 0. */
  index: number;
  /** Why, in words. */
  message: string;
};

/** Why a group of cards is no meld. */
export type Flaw =
  /** Fewer than three cards in a set, or four in a run. */
  | 'too_few_cards'
  /** Nothing but wilds. */
  | 'no_natural'
  /** More wilds than naturals. */
  | 'too_many_wilds'
  /** A set of several ranks. */
  | 'mixed_ranks'
  /** A run of several suits. */
  | 'mixed_suits'
  /** A run with one rank twice. */
  | 'repeated_rank'
  /** Not enough wilds for the gaps between the naturals of a run. */
  | 'gap_too_wide'
  /** No room for all cards of a run between 3 and ace. */
  | 'out_of_range'
  /** Longer than the option `exactContract` allows. */
  | 'not_exact';

/** How a card came to lie open, or how an open card was taken. */
export type How =
  /** Turned up by the dealer. */
  | 'turned'
  /** Thrown away. */
  | 'thrown'
  /** Taken as a draw. */
  | 'taken'
  /** Taken by a request. */
  | 'asked';

/** What a player says about its choice. */
export type Info = {
  /** The card that a laid-off wild would stand for; only in hints. */
  actsAs?: string;
  /** The chance of going out. */
  chance?: number;
  /** How many actions the player chose from. */
  choices?: number;
  /** How many imagined deals the player tried. */
  deals?: number;
  /** How many cards the hand lacks for the contract. */
  distance?: number;
  /** How many rounds the player imagined. */
  nodes?: number;
  /** The points that the hand costs. */
  points?: number;
  /** The points left in the hand after a lay-down; only in hints. */
  pointsLeft?: number;
  /** What the action is good for. */
  reason?: Reason2;
  /** The points the player expects to get in this round. */
  score?: number;
  /** The reason for the choice, in a few words. */
  why?: string;
};

/** A meld as it was laid down. */
export type LaidMeld = {
  /** Its cards in order. */
  cards: CardId[];
  /** Its name. */
  id: MeldId;
  /** Set or run. */
  type: MeldKind;
};

/** One card for one meld. */
export type LayOff = {
  /** The card. */
  cardId: string;
  /** The meld. */
  meldId: string;
  /**
   * For a wild on a run: the end it goes to. If absent, it goes to the upper end, or to the lower if only
   * that is free. Ignored for anything else.
   */
  position?: RunEnd;
};

/** One card for one meld. */
export type LayOffInput = {
  /** The card. */
  cardId: string;
  /** The meld. */
  meldId: string;
  /**
   * For a wild on a run: the end it goes to. If absent, it goes to the upper end, or to the lower if only
   * that is free. Ignored for anything else.
   */
  position?: RunEnd | null;
};

/** Why a seat leaves a game before its end. */
export type Leaving =
  /** The seat gives up. */
  | 'resign'
  /** Its time ran out, or its player went away and did not come back. */
  | 'timeout';

/** A seat that left before the end. */
export type Left = {
  /** The seat. */
  seat: number;
  /** Why it left. */
  why: Leaving;
};

/** A meld on the table: who laid it down, and its cards in order. */
export type Meld = {
  /** Its cards in order. */
  cards: CardId[];
  /** The highest value of a run, up to 14. */
  high?: number;
  /** Its name. */
  id: MeldId;
  /** The lowest value of a run, from 3. */
  low?: number;
  /** The seat that laid it down. */
  owner: number;
  /** Set or run. */
  type: MeldKind;
};

/** The name of a meld: `m1`, `m2` and so on in table order, starting anew each round. */
export type MeldId = string;

/** A meld on the table: who laid it down, and its cards in order. */
export type MeldInput = {
  /** Its cards in order. */
  cards: CardId[];
  /** Ignored on input. */
  high?: number | null;
  /** Ignored on input. */
  id?: MeldId | null;
  /** Ignored on input. */
  low?: number | null;
  /** The seat that laid it down. */
  owner: number;
  /** Set or run. */
  type: MeldKind;
};

/** A set or a run. */
export type MeldKind =
  /** Three or more cards whose naturals have one rank. */
  | 'set'
  /** Four or more cards of one suit on consecutive values. */
  | 'run';

/** Why a card cannot be laid off. */
export type Misfit =
  /** It fits nowhere on this meld. */
  | 'does_not_fit'
  /** It is wild and the end that was asked for is not free. */
  | 'position_unavailable';

/** A meld to be laid down. */
export type NamedMeld = {
  /** Its cards; the order of a run says what a wild stands for. */
  cardIds: string[];
  /** Set or run. */
  type: MeldKind;
};

/** The options of a match. */
export type Options = {
  /** In rounds 1 to 5 sets have exactly three cards and runs exactly four. */
  exactContract: boolean;
  /** Who deals the first round. */
  firstDealer:
    /** One of at most eight places at a table, counted from 0. */
    | number
    | 'random';
  /** The round to end with, not before `startRound`. */
  lastRound: number;
  /** How many turns a round may have before it ends without a winner; null for no limit. */
  maxTurns: number | null;
  /** The round to begin with. */
  startRound: number;
};

/** The options of a match. */
export type OptionsInput = {
  /** In rounds 1 to 5 sets have exactly three cards and runs exactly four. */
  exactContract?: boolean;
  /** Who deals the first round. */
  firstDealer?:
    /** One of at most eight places at a table, counted from 0. */
    | number
    | 'random';
  /** The round to end with, not before `startRound`. */
  lastRound?: number;
  /** How many turns a round may have before it ends without a winner; null for no limit. */
  maxTurns?: number | null;
  /** The round to begin with. */
  startRound?: number;
};

/** A request that waits for an answer. */
export type Pending = {
  /** The seat being asked. */
  asked: number;
  /** The seat that wants the card. */
  caller: number;
  /** The card, the top of the discard pile. */
  card: CardId;
  /** The phase that the request interrupted. */
  resume: Phase;
  /** The seats to be asked next, in order. */
  waiting: number[];
};

/** A request that waits for an answer. */
export type PendingInput = {
  /** The seat being asked. */
  asked: number;
  /** The seat that wants the card. */
  caller: number;
  /** The card, the top of the discard pile. */
  card: CardId;
  /** The phase that the request interrupted. */
  resume: Phase;
  /** The seats to be asked next, in order. */
  waiting?: number[];
};

/** What the table waits for. */
export type Phase =
  /** The current seat must draw. */
  | 'draw'
  /** It has drawn and may lay down, lay off, swap, skip or discard. */
  | 'act'
  /** It has laid down or skipped; only a discard is left. */
  | 'discard'
  /** A request is being settled. */
  | 'may_i'
  /** The game is finished. */
  | 'over';

/** A place where a card could be laid off. */
export type Place = {
  /** What the card would stand for, if it is a wild on a run. */
  actsAs: Face | null;
  /** The card. */
  cardId: CardId;
  /** The meld. */
  meldId: MeldId;
  /** The end, if the meld is a run. */
  position: RunEnd | null;
};

/** A question. Cards are faces, with or without a copy, except in questions about a game in progress. */
export type Query =
  /**
   * Can these cards be laid down as a meld, and in which order would they lie? At a table, its round and
   * options apply.
   */
  | {
    type: 'CHECK_MELD';
    /** The cards in the order in which they are named. */
    cards: CardName[];
    /** Set or run. */
    meldType: MeldKind;
  }
  /** Do these melds meet the contract of a round? */
  | {
    type: 'CHECK_CONTRACT';
    /** The melds. */
    melds: AskedMeld[];
    /** The round. */
    round: number;
  }
  /** Where does a card go on a meld that lies on the table? */
  | {
    type: 'CHECK_LAY_OFF';
    /** The card. */
    card: CardName;
    /** The meld as it lies. */
    meld: CardName[];
    /** Set or run. */
    meldType: MeldKind;
    /** The end wanted for a wild on a run. */
    position?: RunEnd | null;
  }
  /** Can a card be given for the Joker at this place of a meld? */
  | {
    type: 'CHECK_SWAP';
    /** The card. */
    card: CardName;
    /** The place of the Joker, from 0. */
    index: number;
    /** The meld as it lies. */
    meld: CardName[];
    /** Set or run. */
    meldType: MeldKind;
  }
  /**
   * What would the table look like after these lay-offs, and where could the other cards of the hand then
   * go?
   */
  | {
    type: 'STAGED';
    /** The lay-offs, in order. */
    layOffs: LayOffInput[];
  }
  /** How can the hand meet the contract, or how far is it from that? */
  | {
    type: 'SUGGEST_MELDS';
  };

/** Why a game ended. */
export type Reason =
  /** The last round was played. */
  | 'points'
  /** All others have left, the last one by giving up. */
  | 'resign'
  /** All others have left, the last one by running out of time. */
  | 'timeout';

/** What an action is good for, as people would put it; clients find the words. */
export type Reason2 =
  /** The last card leaves the hand. */
  | {
    kind: 'goesOut';
  }
  /** The contract lacks `after` cards instead of `before`; with 0 it is complete. */
  | {
    kind: 'nears';
    after: number;
    before: number;
  }
  /** The exposed card is left because it would bring the contract no nearer. */
  | {
    kind: 'noNearer';
  }
  /**
   * Without the discarded card the contract lacks no more cards than with it, and `outs` of the `of`
   * unseen cards would bring it nearer.
   */
  | {
    kind: 'waits';
    missing: number;
    of: number;
    outs: number;
  }
  /** The discarded card fits no meld on the table; it costs `points` points. */
  | {
    kind: 'fitsNowhere';
    points: number;
  }
  /** The hand costs `points` points less; if a card is discarded, no other costs more. */
  | {
    kind: 'sheds';
    points: number;
  }
  /** In imagined deals the round ends with `points` points fewer than after the next best action. */
  | {
    kind: 'saves';
    points: number;
  };

/** Further details of a refusal. */
export type RefusalDetails =
  /** For a group of cards that is no meld. */
  | {
    /** The number of the meld in the lay-down, from 0. */
    index: number;
    /** Why it is no meld. */
    reason: Flaw;
  }
  /** For one lay-off among several. */
  | {
    /** The number of the lay-off, from 0. */
    index: number;
  }
  /** For melds that are not those of the contract. */
  | {
    /** The contract of the round. */
    contract: Contract;
  }
  /** For a swap with the wrong card. */
  | {
    /** The card that the wild stands for. */
    standsFor: Face;
  }
  /** For lay-offs that do not empty the hand. */
  | {
    /** How many cards are left. */
    count: number;
  };

/** What clients may show beside an action of the menu. */
export type Remarks = {
  /** What a wild laid off on a run would stand for. */
  actsAs?: Face;
  /** The points that would be left in the hand after a lay-down. */
  pointsLeft?: number;
};

/** The result of a round. */
export type RoundRecord = {
  /** The round. */
  round: number;
  /** The points of each seat. */
  scores: number[];
  /** The seat that went out; none if the stock or the turns ran out. */
  winner: number | null;
};

/** The result of a round. */
export type RoundRecordInput = {
  /** The round. */
  round: number;
  /** The points of each seat. */
  scores: number[];
  /** The seat that went out; none if the stock or the turns ran out. */
  winner?: number | null;
};

/** One end of a run. */
export type RunEnd =
  /** The lower end. */
  | 'start'
  /** The upper end. */
  | 'end';

/**
 * The whole state, hidden cards included. It need not be one that can arise in play, but has every card
 * exactly once.
 */
export type Setup = {
  /** The seat whose turn it is. */
  current: number;
  /** The seat that dealt the round. */
  dealer: number;
  /** The dice for later shuffles; if left out, derived from how the cards lie. */
  dice: Dice | null;
  /** The discard pile, the top first. */
  discard: CardId[];
  /** Whether somebody has taken the exposed discard in this turn. */
  discardTaken: boolean;
  /**
   * The seat that discarded the card exposed in this turn, even if it has been taken; none at the start of
   * a round.
   */
  discardedBy: number | null;
  /** Whether each seat is down; if left out, none is. */
  down: boolean[];
  /** The cards of each seat, in the order in which it keeps them. */
  hands: CardId[][];
  /** Whether the current seat has laid down in this turn. */
  laidDownThisTurn: boolean;
  /** The cards each seat still held when the previous round ended; empty in the first round. */
  lastHands?: CardId[][];
  /** The seats that left before the end, in order. */
  left?: Left[];
  /** What everybody may remember of this round, in order. */
  memory?: Shown[];
  /** The options of the match. */
  options: Options;
  /** A request that waits for an answer. */
  pending: Pending | null;
  /** What the table waits for. */
  phase: Phase;
  /** The round. */
  round: number;
  /** The results of the earlier rounds. */
  rounds: RoundRecord[];
  /** The stock, the next card first. */
  stock: CardId[];
  /** The melds on the table. */
  table: Meld[];
  /** The points of each seat in the earlier rounds; all zero if left out. */
  totals: number[];
  /** The number of the turn in the round, from 1. */
  turn: number;
};

/**
 * The whole state, hidden cards included. It need not be one that can arise in play, but has every card
 * exactly once.
 */
export type SetupInput = {
  /** The seat whose turn it is. */
  current: number;
  /** The seat that dealt the round. */
  dealer: number;
  /** The dice for later shuffles; if left out, derived from how the cards lie. */
  dice?: Dice | null;
  /** The discard pile, the top first. */
  discard: CardId[];
  /** Whether somebody has taken the exposed discard in this turn. */
  discardTaken?: boolean;
  /**
   * The seat that discarded the card exposed in this turn, even if it has been taken; none at the start of
   * a round.
   */
  discardedBy?: number | null;
  /** Whether each seat is down; if left out, none is. */
  down?: boolean[];
  /** The cards of each seat, in the order in which it keeps them. */
  hands: CardId[][];
  /** Whether the current seat has laid down in this turn. */
  laidDownThisTurn?: boolean;
  /** The cards each seat still held when the previous round ended; empty in the first round. */
  lastHands?: CardId[][];
  /** The seats that left before the end, in order. */
  left?: Left[];
  /** What everybody may remember of this round, in order. */
  memory?: Shown[];
  /** The options of the match. */
  options?: OptionsInput;
  /** A request that waits for an answer. */
  pending?: PendingInput | null;
  /** What the table waits for. */
  phase: Phase;
  /** The round. */
  round: number;
  /** The results of the earlier rounds. */
  rounds?: RoundRecordInput[];
  /** The stock, the next card first. */
  stock: CardId[];
  /** The melds on the table. */
  table?: MeldInput[];
  /** The points of each seat in the earlier rounds; all zero if left out. */
  totals?: number[];
  /** The number of the turn in the round, from 1. */
  turn?: number;
};

/** A card that everybody has seen. */
export type Shown = {
  /** The card. */
  card: CardId;
  /** What happened to it. */
  how: How;
  /** The seat that turned up, threw away or took the card. */
  seat: number;
};

/** Where a card is drawn from. */
export type Source =
  /** The stock, face down. */
  | 'stock'
  /** The discard pile, face up. */
  | 'discard';

/** What lay-offs would lead to. */
export type StagedAnswer = {
  /** The first lay-off that fails. */
  failed: Failed | null;
  /** The cards left in the hand. */
  hand: CardId[];
  /** Where the cards left in the hand could go. */
  places: Place[];
  /** The table after the lay-offs before the first that fails. */
  table: Meld[];
};

export type State = Setup;

export type StateInput = SetupInput;

/** Ways to meet the contract. */
export type SuggestMeldsAnswer = {
  /** How many cards the hand lacks for the contract; 0 if there are ways. */
  distance: number;
  /**
   * If there are no ways: the cards of the hand that belong to a lay-down lacking `distance` cards,
   * meld by meld.
   */
  nearest?: SuggestedMeld[];
  /** Some ways, the one that leaves the fewest points first. */
  ways: Suggestion[];
};

/** A meld of a suggestion. */
export type SuggestedMeld = {
  /** Its cards in order. */
  cardIds: CardId[];
  /** Set or run. */
  type: MeldKind;
};

/** A way to meet the contract. */
export type Suggestion = {
  /** The cards left in the hand. */
  left: CardId[];
  /** The melds, as an action names them. */
  melds: SuggestedMeld[];
  /** The points that the cards left cost. */
  points: number;
};

/** The kind of an action. */
export type Verb =
  /** Drawing from the stock. */
  | 'DRAW_FROM_STOCK'
  /** Drawing the exposed discard. */
  | 'DRAW_FROM_DISCARD'
  /** Laying down the contract. */
  | 'LAY_DOWN'
  /** Laying one card off. */
  | 'LAY_OFF'
  /** Laying off all cards at once. */
  | 'GO_OUT'
  /** Taking a Joker out of a run. */
  | 'SWAP_JOKER'
  /** Giving up all play but the discard. */
  | 'SKIP'
  /** Ending the turn. */
  | 'DISCARD'
  /** Asking for the exposed discard. */
  | 'CALL_MAY_I'
  /** Letting the caller have the card. */
  | 'ALLOW_MAY_I'
  /** Claiming the card before the caller. */
  | 'CLAIM_MAY_I'
  /** Sorting one's own hand. */
  | 'REORDER_HAND';

/** What one viewer may know: its own hand and what lies open. */
export type View = {
  /**
   * What the viewer cannot do now, and why: in its own turn among the actions of a turn, in another's
   * among requests.
   */
  blocked: Blocked[];
  /** What must be laid down in this round. */
  contract: Contract;
  /** How many discards lie under the top one. */
  covered: number;
  /** The seat whose turn it is. */
  current: number;
  /** The seat that dealt this round. */
  dealer: number;
  /** The top of the discard pile. */
  discard: CardId | null;
  /**
   * Whether somebody has taken the exposed discard in this turn; then the top cannot be drawn or asked
   * for.
   */
  discardTaken: boolean;
  /**
   * The seat that discarded the card exposed in this turn, even if it has been taken; none at the start of
   * a round.
   */
  discardedBy: number | null;
  /** Whether each seat is down. */
  down: boolean[];
  /** The viewer's own cards in the order in which it keeps them. */
  hand: CardId[] | null;
  /** How many cards each seat holds. */
  held: number[];
  /** Whether the current seat has laid down in this turn. */
  laidDownThisTurn: boolean;
  /**
   * The cards each seat still held when the previous round ended, as everybody saw them counted; empty in
   * the first round.
   */
  lastHands?: CardId[][];
  /** The seats that left before the end. */
  left: Left[];
  /** The options of the match. */
  options: Options;
  /** A request that waits for an answer. */
  pending: Pending | null;
  /** What the table waits for. */
  phase: Phase;
  /** The points that the viewer's hand would cost now. */
  points: number | null;
  /** The round. */
  round: number;
  /** The results of the earlier rounds. */
  rounds: RoundRecord[];
  /** How many cards are in the stock. */
  stock: number;
  /** The melds on the table. */
  table: Meld[];
  /** The points of each seat in the earlier rounds. */
  totals: number[];
  /** The number of the turn in this round, from 1. */
  turn: number;
  /** The viewer's seat; none for a spectator. */
  you: number | null;
};

/** The options that were chosen; all others are as usual. */
export type Chosen = Partial<Options>;

/** The type of an answer by the `type` of its question. */
export interface Answers {
  CHECK_CONTRACT: CheckContractAnswer;
  CHECK_LAY_OFF: CheckLayOffAnswer;
  CHECK_MELD: CheckMeldAnswer;
  CHECK_SWAP: CheckSwapAnswer;
  STAGED: StagedAnswer;
  SUGGEST_MELDS: SuggestMeldsAnswer;
}

/** All of it. */
export interface Payloads {
  options: Options;
  action: Action;
  remarks: Remarks;
  view: View;
  event: Event;
  reason: Reason;
  details: never;
  refusalDetails: RefusalDetails;
  shown: never;
  query: Query;
  info: Info;
  chosen: Chosen;
  answers: Answers;
}

declare module './games.ts' {
  interface Games {
    'may-i': Payloads;
  }
}
