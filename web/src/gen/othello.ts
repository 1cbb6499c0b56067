// The JSON of Othello, made from the types of crates/baize-othello; do not edit.

/**
 * A disc on a square, or a forced pass.
 *
 * `{"type":"PLACE","square":"d3"}` (an index from 0 to 63 is read too) or `{"type":"PASS"}`.
 */
export type Action =
  /** A disc on a square. */
  | {
    type: 'PLACE';
    /** Which; an index from 0 to 63 is read too. */
    square: Square;
  }
  /** Hands the turn over; only when there is no legal square. */
  | {
    type: 'PASS';
  };

/**
 * A disc on a square, or a forced pass.
 *
 * `{"type":"PLACE","square":"d3"}` (an index from 0 to 63 is read too) or `{"type":"PASS"}`.
 */
export type ActionInput =
  /** A disc on a square. */
  | {
    type: 'PLACE';
    /** Which; an index from 0 to 63 is read too. */
    square: Square | number;
  }
  /** Hands the turn over; only when there is no legal square. */
  | {
    type: 'PASS';
  };

export type Answer = PerftAnswer | SolveAnswer;

/** One of the moves a player looked at. */
export type Candidate = {
  /** It is worth no more than this. */
  atMost?: number;
  /** Where. */
  move?: Square;
  /** What `classic` counts. */
  points?: number;
  /** What it is worth. */
  score?: number;
};

/** A side. */
export type Colour =
  /** Moves first; seat 0. */
  | 'black'
  /** Seat 1. */
  | 'white';

/** What stands beside the result. */
export type Details = {
  /** By how much the winner won, empty squares included; 0 for a draw. */
  margin: number;
  /** Whether the winner has all 64 squares. */
  perfect: boolean;
  /** Whether the loser has no disc left. */
  wipeout: boolean;
};

/** Discs of each side. */
export type DiscCount = {
  /** Black's discs. */
  black: number;
  /** White's discs. */
  white: number;
};

/** Something that happened on the board. */
export type Event =
  /** A disc was placed. */
  | {
    type: 'PLACED';
    /** Bitboard of the discs it turned; a list of names on the wire. */
    flipped: Square[];
    /** Where. */
    square: Square;
  }
  /** A side could not move. */
  | {
    type: 'PASSED';
    /** Always true: there is no choice to pass. */
    forced: boolean;
    /** Whose turn it was. */
    seat: number;
  }
  /** A side left the game. */
  | {
    type: 'LEFT';
    /** Who. */
    seat: number;
    /** Why. */
    why: Leaving;
  }
  /** Neither side can move, or one has left. */
  | {
    type: 'GAME_OVER';
  };

/** What a player says about its choice. */
export type Info = {
  /** What else it looked at. */
  candidates?: Candidate[];
  /** How many actions `random` had. */
  choices?: number;
  /** How many moves it looked ahead. */
  depth?: number;
  /** It is best play to the end. */
  exact?: boolean;
  /** The discs that the action turns; in a hint. */
  flips?: Square[];
  /** What it expects, square by square. */
  line?: string;
  /** Positions it looked at. */
  nodes?: number;
  /** With so much certainty it is best play to the end. */
  percent?: number;
  /** How far the score may be off. */
  plusMinus?: number;
  /** What `classic` counts. */
  points?: number;
  /** What the action is good for. */
  reason?: Reason2;
  /** What the game is worth to it, in discs at the end. */
  score?: number;
  /** In a sentence. */
  why?: string;
  /** How likely it wins, a draw being half of it. */
  winChance?: number;
};

/** Why a seat leaves a game before its end. */
export type Leaving =
  /** It gives up. */
  | 'resign'
  /** Its time ran out, or it went away and did not come back. */
  | 'timeout';

/** Who left a game that was not over. */
export type Left = {
  /** Who. */
  seat: number;
  /** Why. */
  why: Leaving;
};

/** Othello has no options. */
export type Options = Record<string, never>;

/** The reply to a `Query`. */
export type PerftAnswer = {
  /** Move sequences; a game that ends earlier counts once. */
  leaves: number;
};

export type PlayerQuery =
  /** What is the final score with best play? */
  | {
    type: 'SOLVE';
    /** How long it may take; without it, as long as it takes. */
    millis?: number | null;
    /** The position, in any notation that `load` reads. */
    position: string;
  };

export type Query =
  /** How many sequences of `depth` moves are there? */
  | {
    type: 'PERFT';
    /** How many moves. */
    depth: number;
    /** Whether a forced pass counts as a move, as in the published series; true if absent. */
    passCounts?: boolean | null;
    /** The position, in any notation that `load` reads. */
    position: string;
  }
  | PlayerQuery;

/** Why a game ended. */
export type Reason =
  /** By counting discs. */
  | 'discs'
  /** A side gave up. */
  | 'resign'
  /** A side ran out of time. */
  | 'timeout';

/** What a move is good for, as people would put it, from what the search saw. Whoever shows it finds the words. */
export type Reason2 =
  /** It takes a corner. */
  | {
    kind: 'takesCorner';
  }
  /** With best play it wins by so many discs. */
  | {
    kind: 'wins';
    by: number;
  }
  /** The other side has no move after it. */
  | {
    kind: 'makesPass';
  }
  /** After most other moves the other side could take this corner. */
  | {
    kind: 'keepsCorner';
    corner: Square;
  }
  /** A few moves later it takes this corner. */
  | {
    kind: 'leadsToCorner';
    corner: Square;
  }
  /** It leaves the other side so few moves. */
  | {
    kind: 'fewReplies';
    count: number;
  };

/** What stands beside a refusal. */
export type RefusalDetails =
  /** Of a move that is not legal, or a pass. */
  | {
    /** What is. */
    legal: Action[];
  }
  /** Of a position that cannot be read. */
  | {
    /** Of the first bad character, counted from 1. */
    column: number;
  }
  /** Of a record that cannot be read. */
  | {
    /** Of the first bad move, counted from 1; 0 for what stands before the moves. */
    move: number;
  };

/** What stands beside an action of the menu. */
export type Remarks = {
  /** The discs it would turn; not beside a pass. */
  flips?: Square[];
};

/**
 * The whole state: the board, and who left if somebody did. Othello hides nothing.
 *
 * On the wire `{"board":"<64 characters>","toMove":"black","score":{..},"over":false}`. Score and end follow from the
 * board; they are written for the reader's convenience and not looked at when read.
 */
export type Setup = {
  /** Every square from a1 to h8, row by row: `X` black, `O` white, `-` empty. */
  board: string;
  /** Who left before the end. */
  left?: Left;
  /** Whether the game has ended. */
  over: boolean;
  /** Discs of each side. */
  score: DiscCount;
  /** The side to move. */
  toMove: Colour;
};

/**
 * The whole state: the board, and who left if somebody did. Othello hides nothing.
 *
 * On the wire `{"board":"<64 characters>","toMove":"black","score":{..},"over":false}`. Score and end follow from the
 * board; they are written for the reader's convenience and not looked at when read.
 */
export type SetupInput = {
  /** Every square from a1 to h8, row by row: `X` black, `O` white, `-` empty. */
  board: string;
  /** Who left before the end. */
  left?: Left | null;
  /** Not looked at. */
  over?: boolean | null;
  /** Not looked at. */
  score?: DiscCount | null;
  /** The side to move. */
  toMove: Colour;
};

/** What a position of Othello comes to. */
export type SolveAnswer = {
  /** The best square, `pass`, or null after the end. */
  best: string | null;
  /** Whether it was solved to the end; otherwise the score is an estimate. */
  exact: boolean;
  /** Best play, square by square. */
  line: string;
  /** Positions looked at. */
  nodes: number;
  /** For the side to move, empty squares to the winner. */
  score: number;
  /** How long it took. */
  seconds: number;
};

/** One of the 64 squares, row by row from the top: a1 = 0, h1 = 7, a8 = 56, h8 = 63. */
export type Square = string;

export type State = Setup;

export type StateInput = SetupInput;

/** What everybody sees: everything. */
export type View = {
  /** Every square from a1 to h8, row by row: `X` black, `O` white, `-` empty. */
  board: string;
  /** Who left before the end. */
  left?: Left;
  /** Bitboard of the legal squares of the side to move; a list of names on the wire. */
  legal: Square[];
  /** Whether the game has ended. */
  over: boolean;
  /** Discs of each side. */
  score: DiscCount;
  /** The side to move. */
  toMove: Colour;
};

/** The options that were chosen; all others are as usual. */
export type Chosen = Partial<Options>;

/** The type of an answer by the `type` of its question. */
export interface Answers {
  PERFT: PerftAnswer;
  SOLVE: SolveAnswer;
}

/** All of it. */
export interface Payloads {
  options: Options;
  action: Action;
  remarks: Remarks;
  view: View;
  event: Event;
  reason: Reason;
  details: Details;
  refusalDetails: RefusalDetails;
  shown: never;
  query: Query;
  info: Info;
  chosen: Chosen;
  answers: Answers;
}

declare module './games.ts' {
  interface Games {
    'othello': Payloads;
  }
}
