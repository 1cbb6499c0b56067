// The JSON of Nine, made from the types of crates/baize-nine; do not edit.

/** What a seat can do. */
export type Action =
  /** Commits a card for this turn. It is final. */
  | {
    type: 'PLAY';
    /** The card. */
    card: number;
    /** The helper laid beside it, in matches with helpers. */
    helper?:
      /** The lower card wins; laid by both, the two cancel out. */
      | 'reverse'
      /** The points of the turn count twice; laid by both, four times. */
      | 'double'
      /** If its owner would lose the turn, nobody gets points. */
      | 'shield';
  };

/** What a seat can do. */
export type ActionInput =
  /** Commits a card for this turn. It is final. */
  | {
    type: 'PLAY';
    /** The card. */
    card: number;
    /** The helper laid beside it, in matches with helpers. */
    helper?:
      /** The lower card wins; laid by both, the two cancel out. */
      | 'reverse'
      /** The points of the turn count twice; laid by both, four times. */
      | 'double'
      /** If its owner would lose the turn, nobody gets points. */
      | 'shield'
      | null;
  };

export type Answer = PolicyAnswer | SolveAnswer;

/** One of the cards 1 to 9. */
export type Card = number;

/** Something that happened. All events are for everybody: a card is named only once it lies face up. */
export type Event =
  /** A seat has chosen. */
  | {
    type: 'COMMITTED';
    /** The card, if it is an open lead. */
    card?: Card;
    /** The helper beside it. */
    helper?: Helper;
    /** The seat. */
    seat: number;
  }
  /** Both cards are shown. */
  | {
    type: 'REVEALED';
    /** The card of each seat. */
    cards: [Card, Card];
    /** Points carried to the next decided turn; lost after the last turn. */
    carried: number;
    /** The helper beside each card; absent if there are none. */
    helpers?: [Helper | null, Helper | null];
    /** The seat that led the turn. */
    leader: number;
    /** The points each seat gets. */
    points: [number, number];
    /** The scores after the turn. */
    scores: [number, number];
    /** The number of the turn. */
    turn: number;
    /** The seat whose card won; none in a tie. The other seat's shield may keep the points from it. */
    winner: number | null;
  }
  /** The nine turns are over, and the cards lost in ties are dealt back for bonus turns. */
  | {
    type: 'BONUS_DEALT';
    /** The cards, the same for both seats. */
    cards: Hand;
  }
  /** A game of a match of several is over. */
  | {
    type: 'GAME_ENDED';
    /** The number of the game, from 1. */
    game: number;
    /** Its final scores. */
    scores: [number, number];
    /** The seat that won it; none in a draw. */
    winner: number | null;
    /** The games each seat has won so far. */
    wins: [number, number];
  }
  /** A seat has left for good. */
  | {
    type: 'LEFT';
    /** The seat. */
    seat: number;
    /** Why it left. */
    why: Leaving;
  }
  /** The match is over. */
  | {
    type: 'GAME_OVER';
    /** The final scores: points, or games won in a match of several. */
    scores: [number, number];
    /** The seat that won; none in a draw. */
    winner: number | null;
  };

export type Goal =
  /** The difference in points still to come. */
  | 'difference'
  /** The chance to win. */
  | 'win';

/** How good a player's guesses have been. */
export type Guesses = {
  /** The mean chance a blind guess gave the card that was played. */
  blindChance: number;
  /** The mean chance the player gave the card that was played. */
  meanChance: number;
  /** How many turns the player guessed. */
  turns: number;
};

/** A set of cards; on the wire an ascending list. */
export type Hand = Card[];

/** Something a seat may lay beside its card. */
export type Helper =
  /** The lower card wins; laid by both, the two cancel out. */
  | 'reverse'
  /** The points of the turn count twice; laid by both, four times. */
  | 'double'
  /** If its owner would lose the turn, nobody gets points. */
  | 'shield';

/** What a player says about its choice. */
export type Info = {
  /** How much `hard` may still lose by guessing, in wins. */
  account?: number;
  /** The value at which `account` began. */
  budget?: number;
  /** How many actions `random` chose from. */
  choices?: number;
  /** The probability the player gives each card of the other seat. */
  expects?: Partial<Record<string, number>>;
  /** How good the player's guesses have been. */
  guesses?: Guesses;
  /** The lead in points still to come if the other seat plays as expected. */
  points?: number;
  /** The lead in points still to come whatever the other seat plays. */
  pointsAtLeast?: number;
  /** The probability of each of the player's own cards. */
  probabilities?: Partial<Record<string, number>>;
  /** What the card is good for. */
  reason?: Reason2;
  /** The reason for the choice, in a sentence. */
  why?: string;
  /** The chance to win if the other seat plays as expected. */
  winChance?: number;
  /** The chance to win whatever the other seat plays. */
  winChanceAtLeast?: number;
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

export type OnlyHard =
  /** `hard` as it plays a stranger, with no earlier game to learn from. */
  | 'hard';

/** The options of a match. */
export type Options = {
  /** After the ninth turn, cards lost in ties are played once more. Has no effect where ties carry. */
  bonus?: boolean;
  /** Screens show the backs of the opponent's unused cards. This hides nothing: both hands are public. */
  coverOpponent: boolean;
  /** The leader's card lies face up before the follower chooses. */
  openLead: boolean;
  /** How many games win the match, 1 to 5. */
  raceTo: number;
  /** The helpers that each seat may lay beside a card, each of them once. */
  special?: Helper[];
  /** What happens to the points of two equal cards. */
  ties: Ties;
  /** The factor for the points of each turn, 0 to 100. */
  turnWeights: number[];
};

/** The options of a match. */
export type OptionsInput = {
  /** After the ninth turn, cards lost in ties are played once more. Has no effect where ties carry. */
  bonus?: boolean;
  /** Screens show the backs of the opponent's unused cards. This hides nothing: both hands are public. */
  coverOpponent?: boolean;
  /** The leader's card lies face up before the follower chooses. */
  openLead?: boolean;
  /** How many games win the match, 1 to 5. */
  raceTo?: number;
  /** The helpers that each seat may lay beside a card, each of them once. */
  special?: Helper[];
  /** What happens to the points of two equal cards. */
  ties?: Ties;
  /** The factor for the points of each turn, 0 to 100. */
  turnWeights?: number[];
};

/** Whether cards are still being chosen. Screens may take time over a reveal; in the rules it takes none. */
export type Phase =
  /** Cards are being chosen. */
  | 'selection'
  /** The game is over. */
  | 'complete';

export type PlayerQuery =
  /** What is the position worth to seat 0, and how do both seats play it? */
  | {
    type: 'SOLVE';
    /** Must be off: positions with bonus turns are not solved. */
    bonus?: boolean;
    /** Points of tied turns, for the winner of the next decided turn. */
    carried?: number;
    /** The unused cards of each seat. */
    hands: [Hand, Hand];
    /** What both play for. */
    objective: Goal;
    /** Whether the leader's card lies face up. */
    openLead?: boolean;
    /** The points of each seat. */
    scores?: [number, number];
    /** Must be empty: positions with helpers are not solved. */
    special?: Helper[];
    /** What happens to the points of two equal cards. */
    ties?: Ties;
    /** The factor for the points of each turn; all 1 if absent. */
    turnWeights?: number[] | null;
  }
  /** What does this player do in a position? `hands` and `scores` begin with the player's own. */
  | {
    type: 'POLICY';
    /** Must be off: positions with bonus turns are not solved. */
    bonus?: boolean;
    /** Points of tied turns, for the winner of the next decided turn. */
    carried?: number;
    /** The unused cards, the player's own first. */
    hands: [Hand, Hand];
    /** The player. */
    player: Who;
    /** The points, the player's own first. */
    scores: [number, number];
    /** Must be empty: positions with helpers are not solved. */
    special?: Helper[];
    /** What happens to the points of two equal cards. */
    ties?: Ties;
    /** The factor for the points of each turn; all 1 if absent. */
    turnWeights?: number[] | null;
  };

/** A rule that gives each unused card a chance, based only on the position and on perfect play in it. */
export type Policy =
  /** Mostly the lowest card. */
  | 'beginner'
  /** Every card equally likely; in the plain game that is perfect play. */
  | 'easy'
  /** The first of five rules that applies (`docs/rules/nine.md`, "Computer players"). */
  | 'medium'
  /** `medium` with looser conditions, as in the program that this game comes from. */
  | 'medium-loose'
  /** Perfect play tilted to high cards early on. */
  | 'aggressive'
  /** Perfect play, not tilted. */
  | 'balanced'
  /** Perfect play tilted to low cards early on. */
  | 'defensive'
  /** Exact play to win. */
  | 'perfect'
  /** Saves its high cards: plays the lowest more often than not. */
  | 'novice'
  /** Likes the middle cards. */
  | 'casual'
  /** Saves its high cards: often one of the three lowest. */
  | 'steady'
  /** Wants to win now: often one of the three highest. */
  | 'able'
  /** Chooses blindly, with a slight preference for high cards. */
  | 'keen';

/** What a player does in a position. */
export type PolicyAnswer = {
  /** The probability of each of its cards. */
  probabilities: Partial<Record<string, number>>;
};

export type Query = PlayerQuery;

/** Why a match ended. */
export type Reason =
  /** A single game was played to its end. */
  | 'points'
  /** A match of several games was played to its end. */
  | 'match'
  /** A seat gave up. */
  | 'resign'
  /** A seat ran out of time. */
  | 'timeout';

/** What a card is good for, as people would put it; clients find the words. */
export type Reason2 =
  /** With good play afterwards it wins the game, whatever the other side plays. */
  | {
    kind: 'decides';
  }
  /** It is the lowest card that beats the open one. */
  | {
    kind: 'beatsLead';
  }
  /** It loses to the open card and is the lowest of the hand. */
  | {
    kind: 'givesUp';
  }
  /** The other side has no higher card. */
  | {
    kind: 'unbeaten';
  }
  /**
   * It wins the turn `percent` % of the time, and at least half of the time, if the other side plays as
   * expected.
   */
  | {
    kind: 'expected';
    percent: number;
  }
  /** Play that nobody can exploit chooses it `percent` % of the time, more often than pure chance would. */
  | {
    kind: 'chosen';
    percent: number;
  }
  /** It beats `cards` of the other side's `of` cards. */
  | {
    kind: 'beats';
    cards: number;
    of: number;
  }
  /** It is the lowest of the hand, so all the others are kept. */
  | {
    kind: 'keeps';
  };

/** Further details of a refusal. */
export type RefusalDetails = {
  /** The cards that can be played. */
  hand: Hand;
};

/** The whole state, sealed cards included. Only the hands are needed to set up a game; all else has a default. */
export type Setup = {
  /** Points of tied turns, for the winner of the next decided turn. */
  carried: number;
  /** The results of the earlier games of the match. */
  earlier: Tally;
  /** The unused cards of each seat. */
  hands: [Hand, Hand];
  /** The seat that left before the end, if any. */
  left?: Left;
  /** The options of the match. */
  options: Options;
  /** The cards each seat has played in this game, in order; turns before the first listed one are unknown. */
  played: [Card[], Card[]];
  /** The points of each seat in this game. */
  scores: [number, number];
  /** The card each seat has chosen for this turn. */
  sealed: [Card | null, Card | null];
  /** The helpers beside the sealed cards. */
  sealedHelpers?: [Helper | null, Helper | null];
  /** The helpers beside the cards shown last, in this game or at the end of the previous one. */
  shownHelpers?: [Helper | null, Helper | null];
  /** The cards lost in ties, if they come back after the ninth turn; see `Position::tied`. */
  tied?: Hand;
  /**
   * The number of the turn; it follows from the hands (10 minus their size in the nine turns) and is
   * ignored on input.
   */
  turn: number;
  /** The helpers each seat has used. */
  used?: [Helper[], Helper[]];
};

/** The whole state, sealed cards included. Only the hands are needed to set up a game; all else has a default. */
export type SetupInput = {
  /** Points of tied turns, for the winner of the next decided turn. */
  carried?: number;
  /** The results of the earlier games of the match. */
  earlier?: TallyInput;
  /** The unused cards of each seat. */
  hands: [Hand, Hand];
  /** The seat that left before the end, if any. */
  left?: Left | null;
  /** The options of the match. */
  options?: OptionsInput;
  /** The cards each seat has played in this game, in order; turns before the first listed one are unknown. */
  played?: [Card[], Card[]];
  /** The points of each seat in this game. */
  scores?: [number, number];
  /** The card each seat has chosen for this turn. */
  sealed?: [Card | null, Card | null];
  /** The helpers beside the sealed cards. */
  sealedHelpers?: [Helper | null, Helper | null];
  /** The helpers beside the cards shown last, in this game or at the end of the previous one. */
  shownHelpers?: [Helper | null, Helper | null];
  /** The cards lost in ties, if they come back after the ninth turn; see `Position::tied`. */
  tied?: Hand;
  /**
   * The number of the turn; it follows from the hands (10 minus their size in the nine turns) and is
   * ignored on input.
   */
  turn?: number;
  /** The helpers each seat has used. */
  used?: [Helper[], Helper[]];
};

/** Exact play. */
export type SolveAnswer = {
  /** The probability of each card for each seat; cards that are never played are left out. */
  strategies: [Partial<Record<string, number>>, Partial<Record<string, number>>];
  /** For seat 0: its lead in points still to come, or its chance to win, a draw counting half. */
  value: number;
};

export type State = Setup;

export type StateInput = SetupInput;

/** Finished games of a match. */
export type Tally = {
  /** Games that nobody won. */
  drawn: number;
  /** Games won by each seat. */
  wins: [number, number];
};

/** Finished games of a match. */
export type TallyInput = {
  /** Games that nobody won. */
  drawn?: number;
  /** Games won by each seat. */
  wins: [number, number];
};

/** What happens to the points of two equal cards. */
export type Ties =
  /** Nobody gets them. */
  | 'none'
  /** Each seat gets half: the number on its card. */
  | 'split'
  /** The winner of the next decided turn gets them too; they are lost if there is none. */
  | 'carry';

/** What one viewer may know: everything but the cards that others have sealed. */
export type View = {
  /** Points of tied turns, for the winner of the next decided turn. */
  carried: number;
  /** Whether each seat has chosen. */
  committed: [boolean, boolean];
  /** The results of the earlier games of the match. */
  earlier: Tally;
  /** The number of this game in the match, from 1. */
  game: number;
  /** The unused cards of each seat. */
  hands: [Hand, Hand];
  /** The helpers each seat has left; absent in matches without helpers. */
  helpers?: [Helper[], Helper[]];
  /** The seat that leads this turn. */
  leader: number;
  /** The seat that left before the end, if any. */
  left: Left | null;
  /** The options of the match. */
  options: Options;
  /** Whether cards are still being chosen. */
  phase: Phase;
  /** The cards each seat has played in this game, in order. */
  played: [Card[], Card[]];
  /** The points of each seat in this game. */
  scores: [number, number];
  /** The chosen cards that this viewer may see: its own, and an open lead. */
  sealed: [Card | null, Card | null];
  /** The helpers beside those cards. */
  sealedHelpers?: [Helper | null, Helper | null];
  /** The helpers beside the cards shown last, in this game or at the end of the previous one. */
  shownHelpers?: [Helper | null, Helper | null];
  /**
   * The cards lost in ties, if they come back after the ninth turn; from then on, the cards played in
   * bonus turns.
   */
  tied?: Hand;
  /** The turn, from 1 to 9 and on through bonus turns; after the end, the last one. */
  turn: number;
  /** The viewer's seat; none for a spectator. */
  you: number | null;
};

/** A player that can be asked for its policy. */
export type Who = Policy | OnlyHard;

/** The options that were chosen; all others are as usual. */
export type Chosen = Partial<Options>;

/** The words that options can be, in their order. */
export const CHOICES = {
  ties: ['none', 'split', 'carry'],
} as const;

/** The type of an answer by the `type` of its question. */
export interface Answers {
  POLICY: PolicyAnswer;
  SOLVE: SolveAnswer;
}

/** All of it. */
export interface Payloads {
  options: Options;
  action: Action;
  remarks: object;
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
    'nine': Payloads;
  }
}
