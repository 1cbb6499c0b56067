// The JSON of Nine, made from the types of crates/baize-nine; do not edit.

/** What a seat can do. */
export type Action =
  /** Commits a card for this turn. It is final. */
  | {
    type: 'PLAY';
    /** The card. */
    card: number;
    /** What is laid beside it, where the match has helpers. */
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
    /** What is laid beside it, where the match has helpers. */
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

/** Something that happened. Everybody hears everything: a card is only named once it lies face up. */
export type Event =
  /** A seat has chosen. */
  | {
    type: 'COMMITTED';
    /** The card, if it is an open lead. */
    card?: Card;
    /** What lies beside it. */
    helper?: Helper;
    /** Who. */
    seat: number;
  }
  /** Both cards are shown. */
  | {
    type: 'REVEALED';
    /** The card of each seat. */
    cards: [Card, Card];
    /** Points that wait for the next decided turn; lost after the last. */
    carried: number;
    /** What each seat has laid beside it, if anybody has. */
    helpers?: [Helper | null, Helper | null];
    /** Who led it. */
    leader: number;
    /** The points each seat gets. */
    points: [number, number];
    /** The scores after it. */
    scores: [number, number];
    /** Which turn it was. */
    turn: number;
    /** Whose card won; the other's shield may keep the points from it. */
    winner: number | null;
  }
  /** The nine turns are over, and cards that were lost in ties are dealt back for as many bonus turns. */
  | {
    type: 'BONUS_DEALT';
    /** The cards, the same for both. */
    cards: Hand;
  }
  /** A game of a match of several is over. */
  | {
    type: 'GAME_ENDED';
    /** Which game it was, from 1. */
    game: number;
    /** Its final scores. */
    scores: [number, number];
    /** Who won it. */
    winner: number | null;
    /** The games each seat has won so far. */
    wins: [number, number];
  }
  /** A seat has left for good. */
  | {
    type: 'LEFT';
    /** Who. */
    seat: number;
    /** Why. */
    why: Leaving;
  }
  /** It is over. */
  | {
    type: 'GAME_OVER';
    /** The scores of the result: points, or games won in a match of several. */
    scores: [number, number];
    /** Who won; nobody if it is a draw. */
    winner: number | null;
  };

export type Goal =
  /** Points still to come. */
  | 'difference'
  /** The chance to win. */
  | 'win';

/** How well a player has guessed. */
export type Guesses = {
  /** The same for somebody who knows nothing. */
  blindChance: number;
  /** The chance it gave to the card that came, on average. */
  meanChance: number;
  /** In how many turns. */
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
  /** What its guesses have brought so far. */
  account?: number;
  /** What it may risk. */
  budget?: number;
  /** How many actions `random` had. */
  choices?: number;
  /** What it expects of the other. */
  expects?: Partial<Record<string, number>>;
  /** How well it has guessed. */
  guesses?: Guesses;
  /** The points to come if the other plays as expected. */
  points?: number;
  /** The points to come whatever the other does. */
  pointsAtLeast?: number;
  /** The chances of its cards. */
  probabilities?: Partial<Record<string, number>>;
  /** What the card is good for. */
  reason?: Reason2;
  /** In a sentence. */
  why?: string;
  /** How likely it wins if the other plays as expected. */
  winChance?: number;
  /** How likely it wins whatever the other does. */
  winChanceAtLeast?: number;
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

export type OnlyHard =
  /** As it meets a stranger: without a game to learn from. */
  | 'hard';

/** What can be chosen per match. */
export type Options = {
  /** After the ninth turn, cards that were lost in ties are played once more. Not where ties carry. */
  bonus?: boolean;
  /** Screens show the backs of the opponent's unused cards. Nothing is hidden by it: both hands are public. */
  coverOpponent: boolean;
  /** The leader's card lies face up before the follower chooses. */
  openLead: boolean;
  /** How many games win the match, 1 to 5. */
  raceTo: number;
  /** What each seat may lay beside a card, once each. */
  special?: Helper[];
  /** What happens to the points of two equal cards. */
  ties: Ties;
  /** By how much the points of each turn are multiplied, 0 to 100. */
  turnWeights: number[];
};

/** What can be chosen per match. */
export type OptionsInput = {
  /** After the ninth turn, cards that were lost in ties are played once more. Not where ties carry. */
  bonus?: boolean;
  /** Screens show the backs of the opponent's unused cards. Nothing is hidden by it: both hands are public. */
  coverOpponent?: boolean;
  /** The leader's card lies face up before the follower chooses. */
  openLead?: boolean;
  /** How many games win the match, 1 to 5. */
  raceTo?: number;
  /** What each seat may lay beside a card, once each. */
  special?: Helper[];
  /** What happens to the points of two equal cards. */
  ties?: Ties;
  /** By how much the points of each turn are multiplied, 0 to 100. */
  turnWeights?: number[];
};

/** Whether cards are still chosen. The reveal is a matter of screens: to the rules it takes no time. */
export type Phase =
  /** Cards are chosen. */
  | 'selection'
  /** The game is over. */
  | 'complete';

export type PlayerQuery =
  /** What is the position worth to seat 0, and how do both play it? */
  | {
    type: 'SOLVE';
    /** Must be off: with bonus turns nothing is solved. */
    bonus?: boolean;
    /** Points of tied turns that wait for the next decided one. */
    carried?: number;
    /** The unused cards of each seat. */
    hands: [Hand, Hand];
    /** What both play for. */
    objective: Goal;
    /** Whether the leader's card lies face up. */
    openLead?: boolean;
    /** The points of each seat. */
    scores?: [number, number];
    /** Must be empty: with helpers nothing is solved. */
    special?: Helper[];
    /** What happens to the points of two equal cards. */
    ties?: Ties;
    /** By how much the points of each turn are multiplied; all 1 if absent. */
    turnWeights?: number[] | null;
  }
  /** What does this player do here? `hands` and `scores`: own, other. */
  | {
    type: 'POLICY';
    /** Must be off: with bonus turns nothing is solved. */
    bonus?: boolean;
    /** Points of tied turns that wait for the next decided one. */
    carried?: number;
    /** The unused cards: own, other. */
    hands: [Hand, Hand];
    /** Which player. */
    player: Who;
    /** The points: own, other. */
    scores: [number, number];
    /** Must be empty: with helpers nothing is solved. */
    special?: Helper[];
    /** What happens to the points of two equal cards. */
    ties?: Ties;
    /** By how much the points of each turn are multiplied; all 1 if absent. */
    turnWeights?: number[] | null;
  };

/** A rule that gives each unused card a chance, from the position and perfect play in it alone. */
export type Policy =
  /** Mostly the lowest card. */
  | 'beginner'
  /** Every card alike; in the plain game nobody can do better. */
  | 'easy'
  /** The first of five rules that applies (`docs/rules/nine.md`, "Computer players"). */
  | 'medium'
  /** The same with looser conditions, as the program had it that the game comes from. */
  | 'medium-loose'
  /** Perfect play tilted to high cards early on. */
  | 'aggressive'
  /** Perfect play, not tilted. */
  | 'balanced'
  /** Perfect play tilted to low cards early on. */
  | 'defensive'
  /** Exact play for the win. */
  | 'perfect'
  /** Saves its high cards: nearly always the lowest. */
  | 'novice'
  /** Likes the middle cards. */
  | 'casual'
  /** Saves its high cards: often one of the three lowest. */
  | 'steady'
  /** Wants to win now: often one of the three highest. */
  | 'able'
  /** Chooses blindly, but for a weakness for high cards. */
  | 'keen';

/** What a player does. */
export type PolicyAnswer = {
  /** The chances of its cards. */
  probabilities: Partial<Record<string, number>>;
};

export type Query = PlayerQuery;

/** Why a match ended. */
export type Reason =
  /** By the points of a single game. */
  | 'points'
  /** By the games won in a match of several. */
  | 'match'
  /** A seat gave up. */
  | 'resign'
  /** A seat ran out of time. */
  | 'timeout';

/** What a card is good for, as people would put it. Whoever shows it finds the words. */
export type Reason2 =
  /** With it the game is won, whatever the other side plays, if one goes on well. */
  | {
    kind: 'decides';
  }
  /** It is the lowest of those that beat the card that lies open. */
  | {
    kind: 'beatsLead';
  }
  /** It loses to the card that lies open, and is the lowest of the hand. */
  | {
    kind: 'givesUp';
  }
  /** The other side has no higher card. */
  | {
    kind: 'unbeaten';
  }
  /** It wins the turn so many times of a hundred, at least as often as not, if the other side plays as expected. */
  | {
    kind: 'expected';
    percent: number;
  }
  /** Play that nobody can take advantage of takes it so many times of a hundred, which is more often than by chance. */
  | {
    kind: 'chosen';
    percent: number;
  }
  /** It beats so many of so many cards of the other side. */
  | {
    kind: 'beats';
    cards: number;
    of: number;
  }
  /** It is the lowest, so that all others are kept. */
  | {
    kind: 'keeps';
  };

/** What stands beside a refusal. */
export type RefusalDetails = {
  /** The cards that can be played. */
  hand: Hand;
};

/** The whole state, sealed cards included. Only the hands are needed to set up a game; all else has a default. */
export type Setup = {
  /** Points of tied turns that wait for the next decided one. */
  carried: number;
  /** The earlier games of the match. */
  earlier: Tally;
  /** The unused cards of each seat. */
  hands: [Hand, Hand];
  /** Who left before the end. */
  left?: Left;
  /** What was chosen for the match. */
  options: Options;
  /** The cards each seat has played in this game, in order; turns before those listed are not known. */
  played: [Card[], Card[]];
  /** The points of each seat in this game. */
  scores: [number, number];
  /** The card each seat has chosen for this turn. */
  sealed: [Card | null, Card | null];
  /** What lies beside the sealed cards. */
  sealedHelpers?: [Helper | null, Helper | null];
  /** What lay beside the cards that were shown last, in this game or at the end of the one before. */
  shownHelpers?: [Helper | null, Helper | null];
  /** The cards lost in ties, where they come back after the ninth turn; see `Position::tied`. */
  tied?: Hand;
  /** Follows from the hands: 10 minus their size, and 9 after the end. Not looked at when a game is set up. */
  turn: number;
  /** The helpers that each seat has used. */
  used?: [Helper[], Helper[]];
};

/** The whole state, sealed cards included. Only the hands are needed to set up a game; all else has a default. */
export type SetupInput = {
  /** Points of tied turns that wait for the next decided one. */
  carried?: number;
  /** The earlier games of the match. */
  earlier?: TallyInput;
  /** The unused cards of each seat. */
  hands: [Hand, Hand];
  /** Who left before the end. */
  left?: Left | null;
  /** What was chosen for the match. */
  options?: OptionsInput;
  /** The cards each seat has played in this game, in order; turns before those listed are not known. */
  played?: [Card[], Card[]];
  /** The points of each seat in this game. */
  scores?: [number, number];
  /** The card each seat has chosen for this turn. */
  sealed?: [Card | null, Card | null];
  /** What lies beside the sealed cards. */
  sealedHelpers?: [Helper | null, Helper | null];
  /** What lay beside the cards that were shown last, in this game or at the end of the one before. */
  shownHelpers?: [Helper | null, Helper | null];
  /** The cards lost in ties, where they come back after the ninth turn; see `Position::tied`. */
  tied?: Hand;
  /** Follows from the hands: 10 minus their size, and 9 after the end. Not looked at when a game is set up. */
  turn?: number;
  /** The helpers that each seat has used. */
  used?: [Helper[], Helper[]];
};

/** Exact play. */
export type SolveAnswer = {
  /** The chances of each seat's cards; a card without a chance is left out. */
  strategies: [Partial<Record<string, number>>, Partial<Record<string, number>>];
  /** For seat 0: points still to come, or the chance to win with a draw worth one half. */
  value: number;
};

export type State = Setup;

export type StateInput = SetupInput;

/** Finished games of a match. */
export type Tally = {
  /** Games nobody won. */
  drawn: number;
  /** Games won by each seat. */
  wins: [number, number];
};

/** Finished games of a match. */
export type TallyInput = {
  /** Games nobody won. */
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
  /** Points of tied turns that wait for the next decided one. */
  carried: number;
  /** Whether each seat has chosen. */
  committed: [boolean, boolean];
  /** The earlier games of the match. */
  earlier: Tally;
  /** Which game of the match this is, from 1. */
  game: number;
  /** The unused cards of each seat. */
  hands: [Hand, Hand];
  /** The helpers that each seat has left, in matches that have some. */
  helpers?: [Helper[], Helper[]];
  /** The seat named first this turn. */
  leader: number;
  /** Who left before the end. */
  left: Left | null;
  /** What was chosen for the match. */
  options: Options;
  /** Whether cards are still chosen. */
  phase: Phase;
  /** The cards each seat has played in this game, in order. */
  played: [Card[], Card[]];
  /** The points of each seat in this game. */
  scores: [number, number];
  /** The chosen cards that this viewer may see: its own, and an open lead. */
  sealed: [Card | null, Card | null];
  /** What lies beside those cards. */
  sealedHelpers?: [Helper | null, Helper | null];
  /** What lay beside the cards that were shown last, in this game or at the end of the one before. */
  shownHelpers?: [Helper | null, Helper | null];
  /** The cards lost in ties, where they come back after the ninth turn; from then on, all that is played. */
  tied?: Hand;
  /** 1 to 9 and on through bonus turns; the last one after the end too. */
  turn: number;
  /** The seat that looks, if it is one. */
  you: number | null;
};

/** A player of whom one can ask what it does. */
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
