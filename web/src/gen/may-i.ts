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
    /** The end of a run for a wild; without one it goes to the end if that is free. Of no effect on anything else. */
    position?: RunEnd;
  }
  /** Lays off several cards in order, the last of which empties the hand. */
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
  /** Gives up all further play in this turn but the discard. */
  | {
    type: 'SKIP';
  }
  /** Ends the turn. */
  | {
    type: 'DISCARD';
    /** The card thrown away. */
    cardId: string;
  }
  /** Asks for the exposed discard out of turn. */
  | {
    type: 'CALL_MAY_I';
  }
  /** Lets the caller, or whoever is asked next, have the card. */
  | {
    type: 'ALLOW_MAY_I';
  }
  /** Takes the card before the caller. */
  | {
    type: 'CLAIM_MAY_I';
  }
  /** Sorts the own hand. */
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
    /** The end of a run for a wild; without one it goes to the end if that is free. Of no effect on anything else. */
    position?: RunEnd | null;
  }
  /** Lays off several cards in order, the last of which empties the hand. */
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
  /** Gives up all further play in this turn but the discard. */
  | {
    type: 'SKIP';
  }
  /** Ends the turn. */
  | {
    type: 'DISCARD';
    /** The card thrown away. */
    cardId: string;
  }
  /** Asks for the exposed discard out of turn. */
  | {
    type: 'CALL_MAY_I';
  }
  /** Lets the caller, or whoever is asked next, have the card. */
  | {
    type: 'ALLOW_MAY_I';
  }
  /** Takes the card before the caller. */
  | {
    type: 'CLAIM_MAY_I';
  }
  /** Sorts the own hand. */
  | {
    type: 'REORDER_HAND';
    /** All its cards in the new order. */
    cardIds: string[];
  };

export type Answer = CheckContractAnswer | CheckLayOffAnswer | CheckMeldAnswer | CheckSwapAnswer | StagedAnswer | SuggestMeldsAnswer;

/** A meld of a question. */
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
  /** What. */
  type: Verb;
};

/**
 * One physical card. Its id is the face, a dot and the copy: `7H.0`, `JK.3`.
 *
 * One byte: the face and two bits of copy. Jokers have up to six copies, and nothing lies above them.
 */
export type CardId = string;

/** A card of a question: a face, with or without a copy. Any number of them may show the same. */
export type CardName = string;

/** Whether melds meet a contract. */
export type CheckContractAnswer = {
  /** Why not, as the code of the refusal without the name of the game. */
  error?: string;
  /** Which meld is to blame, from 0. */
  index?: number;
  /** Why that is no meld. */
  reason?: Flaw;
  /** Whether they do. */
  valid: boolean;
};

/** Where a card goes. */
export type CheckLayOffAnswer = {
  /** Whether it goes anywhere. */
  accepted: boolean;
  /** What a wild on a run stands for. */
  actsAs: Face | null;
  /** The meld with the card. */
  cards?: CardName[];
  /** Why not. */
  error?: Misfit;
  high?: number;
  low?: number;
  /** Whether its player must choose an end. */
  needsChoice: boolean;
  /** The end of a run. */
  position: RunEnd | null;
};

export type CheckMeldAnswer =
  /** A meld. */
  | {
    /** Always true. */
    valid: true;
    /** Its cards in order. */
    cards: CardName[];
    high?: number;
    low?: number;
  }
  /** No meld. */
  | {
    /** Always false. */
    valid: false;
    /** Why. */
    reason: Flaw;
  };

/** Whether a Joker can be swapped. */
export type CheckSwapAnswer = {
  /** Whether it can. */
  allowed: boolean;
  /** Why not, as the code of the refusal without the name of the game. */
  error?: string;
};

/** How many sets and runs go down together, no more and no fewer. */
export type Contract = {
  /** Runs. */
  runs: number;
  /** Sets. */
  sets: number;
};

/**
 * Dice thrown in a fixed order: ChaCha20 keyed by the seed, and how many 32-bit words of its stream are used up.
 *
 * Bounded draws and the shuffle are written here, not taken from a library, so that recorded games replay for ever;
 * golden vectors in the tests pin them.
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
 * Something that happened. What not everybody may know is told in two halves: the one with the card to its seat, the
 * one without to all others.
 */
export type Event =
  /** A seat drew. */
  | {
    type: 'DREW';
    /** The card: told to all if it lay face up, else only to the drawer. */
    card?: CardId;
    /** Who. */
    seat: number;
    /** From where. */
    source: Source;
  }
  /** A seat laid down the contract. */
  | {
    type: 'LAID_DOWN';
    /** Its melds. */
    melds: LaidMeld[];
    /** Who. */
    seat: number;
  }
  /** A card was laid off. */
  | {
    type: 'LAID_OFF';
    /** What a wild on a run stands for. */
    actsAs: Face | null;
    /** The card. */
    card: CardId;
    /** On which meld. */
    meld: MeldId;
    /** At which end of a run. */
    position: RunEnd | null;
    /** Who. */
    seat: number;
  }
  /** A Joker was taken out of a run. */
  | {
    type: 'SWAPPED';
    /** The card given for it. */
    card: CardId;
    /** The Joker. */
    joker: CardId;
    /** From which run. */
    meld: MeldId;
    /** Who. */
    seat: number;
  }
  /** A turn ended with a discard. */
  | {
    type: 'DISCARDED';
    /** The card. */
    card: CardId;
    /** Who. */
    seat: number;
  }
  /** A seat asks for the exposed discard. */
  | {
    type: 'MAY_I_CALLED';
    /** Who is asked first; nobody if nobody has to be. */
    asked: number | null;
    /** The card. */
    card: CardId;
    /** Who. */
    seat: number;
  }
  /** A seat that was asked lets the card go. */
  | {
    type: 'MAY_I_ALLOWED';
    /** Who. */
    seat: number;
  }
  /** A seat that was asked takes the card itself. */
  | {
    type: 'MAY_I_CLAIMED';
    /** The card. */
    card: CardId;
    /** Who. */
    seat: number;
  }
  /** A seat gets the card. */
  | {
    type: 'MAY_I_GRANTED';
    /** The card. */
    card: CardId;
    /** Whether it also got a card from the stock. */
    penalty: boolean;
    /** That card, told only to its seat. */
    penaltyCard?: CardId;
    /** Who. */
    seat: number;
  }
  /** A request is void because its caller left. */
  | {
    type: 'MAY_I_WITHDRAWN';
    /** Who had asked. */
    seat: number;
  }
  /** All but the top discard were shuffled into a new stock. */
  | {
    type: 'STOCK_REFILLED';
    /** How many cards. */
    count: number;
  }
  /** A seat has no card left. */
  | {
    type: 'WENT_OUT';
    /** Who. */
    seat: number;
  }
  /** A round is over. */
  | {
    type: 'ROUND_ENDED';
    /** What each seat still held, so that everybody can check the points. */
    hands: CardId[][];
    /** Which. */
    round: number;
    /** The points of each seat in this round. */
    scores: number[];
    /** The points of each seat so far. */
    totals: number[];
    /** Who went out; nobody if the stock or the turns ran out. */
    winner: number | null;
  }
  /** A round begins. */
  | {
    type: 'ROUND_DEALT';
    /** The card turned up. */
    card: CardId;
    /** What must be laid down. */
    contract: Contract;
    /** Who plays first. */
    current: number;
    /** Who dealt. */
    dealer: number;
    /** Which. */
    round: number;
  }
  /** The game is over. */
  | {
    type: 'GAME_ENDED';
    /** The points of each seat. */
    totals: number[];
    /** Who won; several share a win. */
    winners: number[];
  }
  /** A seat has sorted its hand; told only to it. */
  | {
    type: 'HAND_REORDERED';
    /** Who. */
    seat: number;
  }
  /** A seat has left for good. */
  | {
    type: 'LEFT';
    /** Who. */
    seat: number;
    /** Why. */
    why: Leaving;
  };

/**
 * What a card shows: a rank in a suit, or a Joker. Two cards of one face are different cards.
 *
 * All arithmetic is on the value: 3 to 10, jack 11, queen 12, king 13, ace 14. A 2 has the value 2 but is wild, so
 * it never stands at a place of that value.
 */
export type Face = string;

/** A staged lay-off that cannot be made. */
export type Failed = {
  /** Why, as the code of the refusal without the name of the game. */
  error: string;
  /** Which, from 0. */
  index: number;
  /** Why, in words. */
  message: string;
};

/** Why a group of cards is no meld. */
export type Flaw =
  /** Fewer than three cards for a set, four for a run. */
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
  /** Not enough wilds for what lies between the naturals of a run. */
  | 'gap_too_wide'
  /** No room for all cards of a run between 3 and ace. */
  | 'out_of_range'
  /** Longer than the option `exactContract` allows. */
  | 'not_exact';

/** How a card came to lie open, or was taken when it did. */
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
  /** What a wild that is laid off would stand for; in a hint. */
  actsAs?: string;
  /** How likely it goes out. */
  chance?: number;
  /** How many actions there were. */
  choices?: number;
  /** Imagined deals. */
  deals?: number;
  /** How many cards its hand lacks for the contract. */
  distance?: number;
  /** Rounds played in its head. */
  nodes?: number;
  /** What its hand costs. */
  points?: number;
  /** What a lay-down would leave; in a hint. */
  pointsLeft?: number;
  /** What the action is good for. */
  reason?: Reason2;
  /** The points it expects of this round. */
  score?: number;
  /** In a few words. */
  why?: string;
};

/** A meld as it was laid down. */
export type LaidMeld = {
  /** Its cards in order. */
  cards: CardId[];
  /** Its name. */
  id: MeldId;
  /** What it is. */
  type: MeldKind;
};

/** One card for one meld. */
export type LayOff = {
  /** The card. */
  cardId: string;
  /** The meld. */
  meldId: string;
  /** The end of a run for a wild; without one it goes to the end if that is free. Of no effect on anything else. */
  position?: RunEnd;
};

/** One card for one meld. */
export type LayOffInput = {
  /** The card. */
  cardId: string;
  /** The meld. */
  meldId: string;
  /** The end of a run for a wild; without one it goes to the end if that is free. Of no effect on anything else. */
  position?: RunEnd | null;
};

/** Why a seat leaves a game before its end. */
export type Leaving =
  /** It gives up. */
  | 'resign'
  /** Its time ran out, or it went away and did not come back. */
  | 'timeout';

/** A seat that left before the end. */
export type Left = {
  /** Who. */
  seat: number;
  /** Why. */
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
  /** Who laid it down. */
  owner: number;
  /** What it is. */
  type: MeldKind;
};

/** The name of a meld: `m1`, `m2` and so on in table order, anew each round. */
export type MeldId = string;

/** A meld on the table: who laid it down, and its cards in order. */
export type MeldInput = {
  /** Its cards in order. */
  cards: CardId[];
  /** Not looked at. */
  high?: number | null;
  /** Not looked at. */
  id?: MeldId | null;
  /** Not looked at. */
  low?: number | null;
  /** Who laid it down. */
  owner: number;
  /** What it is. */
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

/** What can be chosen per match. */
export type Options = {
  /** In rounds 1 to 5 sets have exactly three cards and runs exactly four. */
  exactContract: boolean;
  /** Who deals the first round. */
  firstDealer:
    /** One of at most eight places at a table, counted from 0. */
    | number
    | 'random';
  /** The round to end with, not before the first. */
  lastRound: number;
  /** A round ends without a winner after so many turns; null for never. */
  maxTurns: number | null;
  /** The round to begin with. */
  startRound: number;
};

/** What can be chosen per match. */
export type OptionsInput = {
  /** In rounds 1 to 5 sets have exactly three cards and runs exactly four. */
  exactContract?: boolean;
  /** Who deals the first round. */
  firstDealer?:
    /** One of at most eight places at a table, counted from 0. */
    | number
    | 'random';
  /** The round to end with, not before the first. */
  lastRound?: number;
  /** A round ends without a winner after so many turns; null for never. */
  maxTurns?: number | null;
  /** The round to begin with. */
  startRound?: number;
};

/** A request that waits for an answer. */
export type Pending = {
  /** Who is being asked. */
  asked: number;
  /** Who wants the card. */
  caller: number;
  /** The card, the top of the discard pile. */
  card: CardId;
  /** The phase that was interrupted. */
  resume: Phase;
  /** Who will be asked after that, in order. */
  waiting: number[];
};

/** A request that waits for an answer. */
export type PendingInput = {
  /** Who is being asked. */
  asked: number;
  /** Who wants the card. */
  caller: number;
  /** The card, the top of the discard pile. */
  card: CardId;
  /** The phase that was interrupted. */
  resume: Phase;
  /** Who will be asked after that, in order. */
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

/** A place for a card. */
export type Place = {
  /** What a wild on a run would stand for. */
  actsAs: Face | null;
  /** The card. */
  cardId: CardId;
  /** The meld. */
  meldId: MeldId;
  /** The end of a run. */
  position: RunEnd | null;
};

/** A question. Cards are faces, with or without a copy, except in those about a game in progress. */
export type Query =
  /**
   * Can these cards be laid down as a meld, and in which order would they lie? At a table its round and options
   * are taken into account.
   */
  | {
    type: 'CHECK_MELD';
    /** The cards as named. */
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
    /** The end that is asked for. */
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
  /** What would the table be after these lay-offs, and where could the other cards of the hand go then? */
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
  /** All others gave up. */
  | 'resign'
  /** All others are gone, the last one by its time. */
  | 'timeout';

/** What an action is good for, as people would put it. Whoever shows it finds the words. */
export type Reason2 =
  /** The last card leaves the hand. */
  | {
    kind: 'goesOut';
  }
  /** The contract lacks so many cards instead of so many; none if it is complete. */
  | {
    kind: 'nears';
    after: number;
    before: number;
  }
  /** The exposed card, which is left, would bring the contract no nearer. */
  | {
    kind: 'noNearer';
  }
  /**
   * The contract lacks as many cards as with the one that is thrown away, and so many of so many unseen cards would bring
   * it nearer.
   */
  | {
    kind: 'waits';
    missing: number;
    of: number;
    outs: number;
  }
  /** The card that is thrown away fits no meld on the table; it costs so many points. */
  | {
    kind: 'fitsNowhere';
    points: number;
  }
  /** The hand costs so many points less; of a card that is thrown away, no other costs more. */
  | {
    kind: 'sheds';
    points: number;
  }
  /** In imagined deals the round ends with so many points fewer than after the next best. */
  | {
    kind: 'saves';
    points: number;
  };

/** What stands beside a refusal. */
export type RefusalDetails =
  /** Of a group of cards that is no meld. */
  | {
    /** Which of the lay-down, from 0. */
    index: number;
    /** Why it is none. */
    reason: Flaw;
  }
  /** Of one lay-off among several. */
  | {
    /** Which, from 0. */
    index: number;
  }
  /** Of other melds than the round needs. */
  | {
    /** What it needs. */
    contract: Contract;
  }
  /** Of a swap with another card. */
  | {
    /** What the wild card stands for. */
    standsFor: Face;
  }
  /** Of lay-offs that do not empty the hand. */
  | {
    /** How many cards are left. */
    count: number;
  };

/** What stands beside an action of the menu. */
export type Remarks = {
  /** What a wild that is laid off on a run would stand for. */
  actsAs?: Face;
  /** What the cards left in the hand would cost after a lay-down. */
  pointsLeft?: number;
};

/** What came out of a round. */
export type RoundRecord = {
  /** Which round. */
  round: number;
  /** The points of each seat. */
  scores: number[];
  /** Who went out. */
  winner: number | null;
};

/** What came out of a round. */
export type RoundRecordInput = {
  /** Which round. */
  round: number;
  /** The points of each seat. */
  scores: number[];
  /** Who went out. */
  winner?: number | null;
};

/** One end of a run. */
export type RunEnd =
  /** The lower end. */
  | 'start'
  /** The upper end. */
  | 'end';

/** The whole state, hidden cards included. It need not be one that can arise, but every card is in it exactly once. */
export type Setup = {
  /** Whose turn it is. */
  current: number;
  /** Who dealt it. */
  dealer: number;
  /** What later shuffles come from; without them they follow from how the cards lie. */
  dice: Dice | null;
  /** The discard pile, the top first. */
  discard: CardId[];
  /** Whether somebody took the exposed discard in this turn. */
  discardTaken: boolean;
  /** Who discarded the card that is or was exposed in this turn; nobody at the start of a round. */
  discardedBy: number | null;
  /** Who is down; nobody if the list is left out. */
  down: boolean[];
  /** The cards of each seat, in the order in which it keeps them. */
  hands: CardId[][];
  /** Whether the current seat has laid down in this turn. */
  laidDownThisTurn: boolean;
  /** What each seat still held when the round before ended; empty in the first round. */
  lastHands?: CardId[][];
  /** Who left before the end, in order. */
  left?: Left[];
  /** What everybody may remember of this round, in order. */
  memory?: Shown[];
  /** What was chosen for the match. */
  options: Options;
  /** A request that waits for an answer. */
  pending: Pending | null;
  /** What the table waits for. */
  phase: Phase;
  /** The round. */
  round: number;
  /** What came out of the rounds before. */
  rounds: RoundRecord[];
  /** The stock, the next card first. */
  stock: CardId[];
  /** The melds. */
  table: Meld[];
  /** The points of each seat in the rounds before; all zero if left out. */
  totals: number[];
  /** Counts the turns of a round from 1. */
  turn: number;
};

/** The whole state, hidden cards included. It need not be one that can arise, but every card is in it exactly once. */
export type SetupInput = {
  /** Whose turn it is. */
  current: number;
  /** Who dealt it. */
  dealer: number;
  /** What later shuffles come from; without them they follow from how the cards lie. */
  dice?: Dice | null;
  /** The discard pile, the top first. */
  discard: CardId[];
  /** Whether somebody took the exposed discard in this turn. */
  discardTaken?: boolean;
  /** Who discarded the card that is or was exposed in this turn; nobody at the start of a round. */
  discardedBy?: number | null;
  /** Who is down; nobody if the list is left out. */
  down?: boolean[];
  /** The cards of each seat, in the order in which it keeps them. */
  hands: CardId[][];
  /** Whether the current seat has laid down in this turn. */
  laidDownThisTurn?: boolean;
  /** What each seat still held when the round before ended; empty in the first round. */
  lastHands?: CardId[][];
  /** Who left before the end, in order. */
  left?: Left[];
  /** What everybody may remember of this round, in order. */
  memory?: Shown[];
  /** What was chosen for the match. */
  options?: OptionsInput;
  /** A request that waits for an answer. */
  pending?: PendingInput | null;
  /** What the table waits for. */
  phase: Phase;
  /** The round. */
  round: number;
  /** What came out of the rounds before. */
  rounds?: RoundRecordInput[];
  /** The stock, the next card first. */
  stock: CardId[];
  /** The melds. */
  table?: MeldInput[];
  /** The points of each seat in the rounds before; all zero if left out. */
  totals?: number[];
  /** Counts the turns of a round from 1. */
  turn?: number;
};

/** A card that was seen. */
export type Shown = {
  /** Which card. */
  card: CardId;
  /** What became of it. */
  how: How;
  /** By whom. */
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
  /** The first that fails. */
  failed: Failed | null;
  /** The cards left in the hand. */
  hand: CardId[];
  /** Where the cards left could go. */
  places: Place[];
  /** The table after those before the first that fails. */
  table: Meld[];
};

export type State = Setup;

export type StateInput = SetupInput;

/** Lay-downs. */
export type SuggestMeldsAnswer = {
  /** How many cards are missing; zero if there are ways. */
  distance: number;
  /** If there is none: what the hand has for a lay-down that lacks so many cards, meld by meld. */
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
  /** What they cost. */
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
  /** Letting the caller have it. */
  | 'ALLOW_MAY_I'
  /** Taking it before the caller. */
  | 'CLAIM_MAY_I'
  /** Sorting the own hand. */
  | 'REORDER_HAND';

/** What one viewer may know: its own hand and what lies open. */
export type View = {
  /** What the viewer cannot do just now, and why: in its turn the actions of a turn, in another's to ask. */
  blocked: Blocked[];
  /** What must be laid down in it. */
  contract: Contract;
  /** How many discards are under it. */
  covered: number;
  /** Whose turn it is. */
  current: number;
  /** Who dealt it. */
  dealer: number;
  /** The top of the discard pile. */
  discard: CardId | null;
  /** Whether somebody took the exposed discard in this turn; then the top cannot be drawn or asked for. */
  discardTaken: boolean;
  /** Who discarded the card that is or was exposed in this turn. */
  discardedBy: number | null;
  /** Who is down. */
  down: boolean[];
  /** The viewer's own cards in the order in which it keeps them. */
  hand: CardId[] | null;
  /** How many cards each seat holds. */
  held: number[];
  /** Whether the current seat has laid down in this turn. */
  laidDownThisTurn: boolean;
  /** What each seat still held when the round before ended, which was counted in the open; empty in the first round. */
  lastHands?: CardId[][];
  /** Who left before the end. */
  left: Left[];
  /** What was chosen for the match. */
  options: Options;
  /** A request that waits for an answer. */
  pending: Pending | null;
  /** What the table waits for. */
  phase: Phase;
  /** What they would cost now. */
  points: number | null;
  /** The round. */
  round: number;
  /** What came out of the rounds before. */
  rounds: RoundRecord[];
  /** How many cards are in the stock. */
  stock: number;
  /** The melds. */
  table: Meld[];
  /** The points of each seat in the rounds before. */
  totals: number[];
  /** Counts the turns of a round from 1. */
  turn: number;
  /** The seat that looks, if it is one. */
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
