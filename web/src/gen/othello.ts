// The JSON of Othello, made from the types of crates/baize-othello; do not edit.

/**
 * A disc on a square, or a forced pass.
 *
 * `{"type":"PLACE","square":"d3"}` (an index from 0 to 63 is accepted too) or `{"type":"PASS"}`.
 */
export type Action =
  /** A disc on a square. */
  | {
    type: 'PLACE';
    /** The square; an index from 0 to 63 is accepted too. */
    square: Square;
  }
  /** A pass of the turn; allowed only if there is no legal square. */
  | {
    type: 'PASS';
  };

/**
 * A disc on a square, or a forced pass.
 *
 * `{"type":"PLACE","square":"d3"}` (an index from 0 to 63 is accepted too) or `{"type":"PASS"}`.
 */
export type ActionInput =
  /** A disc on a square. */
  | {
    type: 'PLACE';
    /** The square; an index from 0 to 63 is accepted too. */
    square: Square | number;
  }
  /** A pass of the turn; allowed only if there is no legal square. */
  | {
    type: 'PASS';
  };

export type Answer = PerftAnswer | SolveAnswer;

/** One of the moves a player looked at. */
export type Candidate = {
  /** Instead of `score`: the value is no higher than this. */
  atMost?: number;
  /** The square. */
  move?: Square;
  /** The points that `classic` counts for the move. */
  points?: number;
  /** The value of the move. */
  score?: number;
};

/** A side. */
export type Colour =
  /** Moves first; seat 0. */
  | 'black'
  /** Seat 1. */
  | 'white';

/** Further details of the result. */
export type Details = {
  /** By how many discs the winner won, with the empty squares counted for the winner; 0 for a draw. */
  margin: number;
  /** Whether the winner has all 64 squares. */
  perfect: boolean;
  /** Whether the loser has no disc left. */
  wipeout: boolean;
};

/** How many discs each side has. */
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
    /** The discs it turned: a bitboard in Rust, a list of names on the wire. */
    flipped: Square[];
    /** The square. */
    square: Square;
  }
  /** A side could not move. */
  | {
    type: 'PASSED';
    /** Always true: a pass is never a choice. */
    forced: boolean;
    /** Whose turn it was. */
    seat: number;
  }
  /** A side left the game. */
  | {
    type: 'LEFT';
    /** The seat. */
    seat: number;
    /** Why it left. */
    why: Leaving;
  }
  /** Neither side can move, or one has left. */
  | {
    type: 'GAME_OVER';
  };

/** What a player says about its choice. */
export type Info = {
  /** The moves the player compared. */
  candidates?: Candidate[];
  /** How many actions `random` chose from. */
  choices?: number;
  /** How many moves the player looked ahead. */
  depth?: number;
  /** Whether the score is certain: best play to the end. */
  exact?: boolean;
  /** The discs that the action turns; only in hints. */
  flips?: Square[];
  /** The moves the player expects, square by square. */
  line?: string;
  /** How many positions the player looked at. */
  nodes?: number;
  /** If the search reached the end by shortcuts: how likely each shortcut is right, in percent. */
  percent?: number;
  /** How far the score may be off, in discs. */
  plusMinus?: number;
  /** The points that `classic` counts for the move. */
  points?: number;
  /** What the action is good for. */
  reason?: Reason2;
  /** The margin the player expects at the end, in discs; negative if it expects to lose. */
  score?: number;
  /** The reason for the choice, in a sentence. */
  why?: string;
  /** The chance to win, a draw counting half. */
  winChance?: number;
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

/** Othello has no options. */
export type Options = Record<string, never>;

/** The reply to a `Query`. */
export type PerftAnswer = {
  /** How many sequences there are; a game that ends earlier counts as one. */
  leaves: number;
};

export type PlayerQuery =
  /** What is the final score with best play? */
  | {
    type: 'SOLVE';
    /** The time limit in milliseconds, besides any limit of the host. */
    millis?: number | null;
    /** The position, in any notation that `load` reads. */
    position: string;
  };

export type Query =
  /** How many sequences of `depth` moves are there? */
  | {
    type: 'PERFT';
    /** The length of the sequences, in moves. */
    depth: number;
    /** Whether a forced pass counts as a move, as in the published series; true if absent. */
    passCounts?: boolean | null;
    /** The position, in any notation that `load` reads. */
    position: string;
  }
  | PlayerQuery;

/** Why a game ended. */
export type Reason =
  /** The discs were counted. */
  | 'discs'
  /** A side gave up. */
  | 'resign'
  /** A side ran out of time. */
  | 'timeout';

/** What a move is good for, as people would put it, judged by the search; clients find the words. */
export type Reason2 =
  /** It takes a corner. */
  | {
    kind: 'takesCorner';
  }
  /** With best play it wins by `by` discs. */
  | {
    kind: 'wins';
    by: number;
  }
  /** It leaves the other side without a move. */
  | {
    kind: 'makesPass';
  }
  /** After most other moves the other side could take this corner. */
  | {
    kind: 'keepsCorner';
    corner: Square;
  }
  /** It leads to taking this corner a few moves later. */
  | {
    kind: 'leadsToCorner';
    corner: Square;
  }
  /** It leaves the other side only `count` moves. */
  | {
    kind: 'fewReplies';
    count: number;
  };

/** Further details of a refusal. */
export type RefusalDetails =
  /** For a square that is not legal, or a pass. */
  | {
    /** The legal actions. */
    legal: Action[];
  }
  /** For a position that cannot be read. */
  | {
    /** The column of the first bad character, from 1. */
    column: number;
  }
  /** For a record that cannot be read. */
  | {
    /** The number of the first bad move, from 1; 0 for anything before the moves. */
    move: number;
  };

/** What clients may show beside an action of the menu. */
export type Remarks = {
  /** The discs it would turn; absent for a pass. */
  flips?: Square[];
};

/**
 * The whole state: the board, and who left, if anybody did. Othello hides nothing.
 *
 * On the wire `{"board":"<64 characters>","toMove":"black","score":{..},"over":false}`. `score` and `over`
 * follow from the board: they are there for the reader's convenience and ignored on input.
 */
export type Setup = {
  /** Every square from a1 to h8, row by row: `X` black, `O` white, `-` empty. */
  board: string;
  /** The seat that left before the end, if any. */
  left?: Left;
  /** Whether the game has ended. */
  over: boolean;
  /** How many discs each side has. */
  score: DiscCount;
  /** The side to move. */
  toMove: Colour;
};

/**
 * The whole state: the board, and who left, if anybody did. Othello hides nothing.
 *
 * On the wire `{"board":"<64 characters>","toMove":"black","score":{..},"over":false}`. `score` and `over`
 * follow from the board: they are there for the reader's convenience and ignored on input.
 */
export type SetupInput = {
  /** Every square from a1 to h8, row by row: `X` black, `O` white, `-` empty. */
  board: string;
  /** The seat that left before the end, if any. */
  left?: Left | null;
  /** Ignored on input. */
  over?: boolean | null;
  /** Ignored on input. */
  score?: DiscCount | null;
  /** The side to move. */
  toMove: Colour;
};

/** The value of a position of Othello. */
export type SolveAnswer = {
  /** The best square, `pass`, or null after the end. */
  best: string | null;
  /** Whether it was solved to the end; otherwise the score is an estimate. */
  exact: boolean;
  /** Best play, square by square. */
  line: string;
  /** How many positions were looked at. */
  nodes: number;
  /** The final score for the side to move, with empty squares counted for the winner. */
  score: number;
  /** How long it took, in seconds. */
  seconds: number;
};

/** One of the 64 squares, row by row from the top: a1 = 0, h1 = 7, a8 = 56, h8 = 63. */
export type Square = string;

export type State = Setup;

export type StateInput = SetupInput;

/** What everybody sees, which is everything. */
export type View = {
  /** Every square from a1 to h8, row by row: `X` black, `O` white, `-` empty. */
  board: string;
  /** The seat that left before the end, if any. */
  left?: Left;
  /** The legal squares of the side to move: a bitboard in Rust, a list of names on the wire. */
  legal: Square[];
  /** Whether the game has ended. */
  over: boolean;
  /** How many discs each side has. */
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
