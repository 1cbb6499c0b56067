// The JSON of Banqi, made from the types of crates/baize-banqi; do not edit.

/** What a seat can do. Cells may be outside the board; the rules then refuse the action. */
export type Action =
  /** Turns a piece face-up. */
  | {
    type: 'FLIP';
    /** The cell of the piece. */
    at: number;
  }
  /** Moves a piece to an empty cell. */
  | {
    type: 'MOVE';
    /** The cell of the piece. */
    from: number;
    /** The cell it goes to. */
    to: number;
  }
  /** Takes an enemy piece and its cell. */
  | {
    type: 'CAPTURE';
    /** The cell of the attacker. */
    from: number;
    /** The cell of the target. */
    to: number;
  };

/** What a seat can do. Cells may be outside the board; the rules then refuse the action. */
export type ActionInput =
  /** Turns a piece face-up. */
  | {
    type: 'FLIP';
    /** The cell of the piece. */
    at:
      /** A cell of the board by its index: row by row from the top, from left to right. */
      | number
      | string;
  }
  /** Moves a piece to an empty cell. */
  | {
    type: 'MOVE';
    /** The cell of the piece. */
    from:
      /** A cell of the board by its index: row by row from the top, from left to right. */
      | number
      | string;
    /** The cell it goes to. */
    to:
      /** A cell of the board by its index: row by row from the top, from left to right. */
      | number
      | string;
  }
  /** Takes an enemy piece and its cell. */
  | {
    type: 'CAPTURE';
    /** The cell of the attacker. */
    from:
      /** A cell of the board by its index: row by row from the top, from left to right. */
      | number
      | string;
    /** The cell of the target. */
    to:
      /** A cell of the board by its index: row by row from the top, from left to right. */
      | number
      | string;
  };

/** The reply to `ADJACENT`. */
export type AdjacentAnswer = {
  /** The neighbours in the order up, down, left, right. */
  indices: number[];
};

export type Answer = AdjacentAnswer | CanCaptureAnswer | PerftAnswer;

/** A seat and the faction assigned to it. */
export type Assignment = {
  /** The faction. */
  faction: Faction;
  /** The seat. */
  seat: number;
};

/** The reply to `CAN_CAPTURE`. */
export type CanCaptureAnswer = {
  /** Whether it may. */
  allowed: boolean;
};

/** How Cannons move in Three Kingdoms when they do not take. */
export type CannonMove =
  /** One step along a row or column. */
  | 'step'
  /** Any number of free cells along a row or column. */
  | 'slide';

/** A seat that has left the match. */
export type Departure = {
  /** The seat. */
  seat: number;
  /** Why it left. */
  why: Why;
};

/** Further details of the result. */
export type Details = {
  /** The winner's faction, if it had one. */
  faction: Faction | null;
};

/** How a match ended. */
export type Ending = {
  /** Why it ended. */
  reason: Reason;
  /** The seat that won; none in a draw. */
  winner: number | null;
};

/** Something that happened; all events are for everybody. */
export type Event =
  /** A piece was turned face-up. */
  | {
    type: 'FLIPPED';
    /** The factions that this flip assigned to seats. */
    assigned: Assignment[];
    /** The cell. */
    at: number;
    /** The piece that came up. */
    piece: Piece;
    /** The seat that acted. */
    seat: number;
  }
  /** A piece went to an empty cell. */
  | {
    type: 'MOVED';
    /** The cell it left. */
    from: number;
    /** The piece. */
    piece: Piece;
    /** The seat that acted. */
    seat: number;
    /** The cell it went to. */
    to: number;
  }
  /** A piece took another and its place. */
  | {
    type: 'CAPTURED';
    /** The cell the attacker left. */
    from: number;
    /** The attacker. */
    piece: Piece;
    /** The cell of the piece that a Cannon jumped over; null for other captures. */
    screen: number | null;
    /** The seat that acted. */
    seat: number;
    /** The piece it took. */
    taken: Piece;
    /** The cell of the piece it took. */
    to: number;
  }
  /** A seat left of its own accord. */
  | {
    type: 'SEAT_LEFT';
    /** The seat. */
    seat: number;
    /** Why it left. */
    why: Why;
  }
  /** A faction left the match; its pieces, if any, stay. */
  | {
    type: 'FACTION_OUT';
    /** The faction. */
    faction: Faction;
    /** The seat. */
    seat: number;
    /** Why it left. */
    why: Why;
  }
  /** The match is decided. */
  | {
    type: 'GAME_OVER';
    /** The winner's faction, if it had one. */
    faction: Faction | null;
    /** Why the match ended. */
    reason: Reason;
    /** The seat that won; none in a draw. */
    winner: number | null;
  };

/** An army. */
export type Faction =
  /** Classic, capital letters. */
  | 'red'
  /** Classic, small letters. */
  | 'black'
  /** Three Kingdoms, green: two Kings and ten Pawns. */
  | 'team-a'
  /** Three Kingdoms, red: capital letters. */
  | 'team-b'
  /** Three Kingdoms, black: small letters. */
  | 'team-c';

/** A faction, as everybody sees it. */
export type FactionView = {
  /** How many pieces it has left, face-down ones included. */
  alive: number;
  /** The faction. */
  faction: Faction;
  /** Its owner, once it has one. */
  owner: number | null;
  /** The pieces it has taken, sorted. */
  taken: Heap[];
};

/** How Guards step in Three Kingdoms. */
export type GuardStep =
  /** Along rows and columns. */
  | 'orthogonal'
  /** From corner to corner. */
  | 'diagonal';

/** Pieces of the same kind and faction. */
export type Heap = {
  /** How many there are. */
  count: number;
  /** The piece. */
  piece: Piece;
};

/** What a player says about its choice. */
export type Info = {
  /** How many actions the player chose from. */
  choices?: number;
  /** How many actions the player looked ahead. */
  depth?: number;
  /** How many positions the player looked at. */
  nodes?: number;
  /** What the action is good for. */
  reason?: Reason2;
  /** The player's evaluation of the position. */
  score?: number;
  /** The reason for the choice, in a sentence. */
  why?: string;
  /** The chance to win; with three seats, the share of the game that the player expects. */
  winChance?: number;
};

/** The kinds of pieces; the numbers are the ranks of Classic. */
export type Kind =
  /** Soldier. */
  | 'Pawn'
  /** Takes by jumping over one piece. */
  | 'Cannon'
  /** Knight. */
  | 'Horse'
  /** Chariot. */
  | 'Rook'
  /** Elephant. */
  | 'Minister'
  /** Advisor. */
  | 'Guard'
  /** General. */
  | 'King';

/** Where the pieces of Three Kingdoms lie at the start. */
export type Layout =
  /** Four blocks of eight in the corners. */
  | 'corners'
  /** On any 32 of the 45 points. */
  | 'scatter';

/** A positive number at which something ends, or off. */
export type Limit = number | 'off';

/** A positive number at which something ends, or off. */
export type LimitInput = number | 'off' | null;

/** Which rule set is played. */
export type Mode =
  /** Two seats on 8 rows of 4 cells; ranks decide who takes whom. */
  | 'classic'
  /** Three seats on 9 rows of 5 points; every piece takes every other, but each walks its own way. */
  | 'three-kingdoms'
  /** Two seats as in Classic; other ranks, and the Cannon does not jump. */
  | 'hong-kong';

/** A piece on a cell; `piece` is null while it lies face-down. */
export type Occupant = {
  /** Whether it lies face-down. */
  faceDown: boolean;
  /** The piece, if it is face-up. */
  piece: Piece | null;
};

/**
 * The rules of one match; the default is Classic by the book.
 *
 * On the wire a limit is a positive number or `"off"` (`null` is read as off too). On input, the field
 * `preset` may name a base for missing fields.
 */
export type Options = {
  /** Three Kingdoms: how Cannons move when they do not take. */
  cannon: CannonMove;
  /** Three Kingdoms: a draw after this many actions without a capture. */
  counter: Limit;
  /** Three Kingdoms: how Guards step. */
  guard: GuardStep;
  /** Three Kingdoms: where the pieces lie at the start. */
  layout: Layout;
  /** The rule set. */
  mode: Mode;
  /** Two seats: a draw after this many actions without a flip or a capture. */
  noProgress: Limit;
  /** A draw after this many actions in all. */
  plyCap: Limit;
  /** A draw when a position occurs this often; 3 or off. */
  repetition: Limit;
};

/**
 * The rules of one match; the default is Classic by the book.
 *
 * On the wire a limit is a positive number or `"off"` (`null` is read as off too). On input, the field
 * `preset` may name a base for missing fields.
 */
export type OptionsInput = {
  cannon?: CannonMove | null;
  counter?: LimitInput | null;
  guard?: GuardStep | null;
  layout?: Layout | null;
  mode?: Mode | null;
  noProgress?: LimitInput | null;
  plyCap?: LimitInput | null;
  preset?: Preset | null;
  repetition?: LimitInput | null;
};

/** The reply to `PERFT`. */
export type PerftAnswer = {
  /** How many sequences there are; a match that ends earlier counts as one. */
  leaves: number;
};

/** A piece with all that a client needs to draw it. */
export type Piece = {
  /** Its faction. */
  faction: Faction;
  /** Its letter. */
  letter: string;
  /** Its kind. */
  type: Kind;
};

/** An action that was played, and by whom. */
export type Played = {
  /** The action. */
  action: Action;
  /** The seat. */
  seat: number;
};

/** An action that was played, and by whom. */
export type PlayedInput = {
  /** The action. */
  action: ActionInput;
  /** The seat. */
  seat: number;
};

/** Named choices of options; each rule set says what they mean there. */
export type Preset =
  /** All defaults, in every mode. */
  | 'contract'
  /** Three Kingdoms as played at home. */
  | 'folk'
  /** Classic, drawn after 60 actions without progress or a threefold repetition. */
  | 'tournament'
  /** Classic, drawn after 180 actions without progress or a threefold repetition. */
  | 'olympiad';

/** A question. */
export type Query =
  /** Which cells are next to this one? */
  | {
    type: 'ADJACENT';
    /** The cell; one outside the board has no neighbours. */
    index:
      /** A cell of the board by its index: row by row from the top, from left to right. */
      | number
      | string;
    /** The rule set whose board it is. */
    mode: Mode;
  }
  /** May this kind take that kind, leaving board and factions aside? */
  | {
    type: 'CAN_CAPTURE';
    /** The kind that takes. */
    attacker: Kind;
    /** The rule set. */
    mode: Mode;
    /** The kind that is taken. */
    target: Kind;
  }
  /** How many sequences of `depth` actions are there? */
  | {
    type: 'PERFT';
    /** The length of the sequences, at most 64 actions. */
    depth: number;
    /** The rules; the mode comes from the position. */
    options?: OptionsInput;
    /** The position as a line of text, with the face-down pieces. */
    position: string;
  };

/** Why a match ended. */
export type Reason =
  /** With two seats, the loser has no piece left; with three, the winner has captured all other pieces. */
  | 'capture-all'
  /** Only one faction is left. */
  | 'elimination'
  /** The last opponent could not act. */
  | 'stalemate'
  /** The no-capture counter ran down. */
  | 'draw'
  /** Too long without a flip or a capture. */
  | 'no-progress'
  /** The same position for the third time. */
  | 'repetition'
  /** The match reached its limit of actions. */
  | 'ply-cap'
  /** The last opponent gave up. */
  | 'resign'
  /** The last opponent ran out of time. */
  | 'timeout'
  /** The seats agreed on a draw. */
  | 'agreement';

/** What an action is good for, as people would put it; clients find the words. */
export type Reason2 =
  /** It wins in `turns` of the player's turns, this one included, whatever the others do. */
  | {
    kind: 'wins';
    turns: number;
  }
  /** No face-up piece can take the capturing piece. */
  | {
    kind: 'takesFree';
  }
  /** Any piece that takes back can be taken in turn. */
  | {
    kind: 'takesAgain';
  }
  /** The captured piece outranks the capturing one, which may be taken back. */
  | {
    kind: 'tradesUp';
  }
  /** The piece was under attack, and now no face-up piece attacks it. */
  | {
    kind: 'escapes';
  }
  /** It saves another piece of the player's, which was under attack. */
  | {
    kind: 'saves';
    /** The cell of that piece. */
    cell: number;
  }
  /** Whatever the other side does, this piece of theirs can be taken next. */
  | {
    kind: 'traps';
    /** The cell of that piece. */
    cell: number;
  }
  /** It attacks two pieces, and no face-up piece attacks it. */
  | {
    kind: 'attacksTwo';
    /** The cells of the two pieces. */
    cells: [number, number];
  }
  /** It attacks a piece, and no face-up piece attacks it. */
  | {
    kind: 'attacks';
    /** The cell of the attacked piece. */
    cell: number;
  }
  /** It gets nearer to a piece that it may take, and no face-up piece attacks it. */
  | {
    kind: 'nears';
    /** The cell of that piece. */
    cell: number;
  }
  /**
   * Of the `of` face-down pieces, `good` would put a piece of others under attack without endangering the
   * player's own, and `bad` would endanger the player's own.
   */
  | {
    kind: 'turns';
    bad: number;
    good: number;
    of: number;
  };

/** A seat, as everybody sees it. */
export type SeatInfo = {
  /** Its faction, once it has one. */
  faction: Faction | null;
  /** Whether it has left the match. */
  out: boolean;
  /** The seat. */
  seat: number;
};

/** The whole state written down: the position as a line, the rules, and what the line does not contain. */
export type Setup = {
  /** Whether the seats have agreed on a draw. */
  agreed?: boolean;
  /** The moves since the last flip, capture or departure, if `repetition` needs them. */
  history?: string[];
  /** The last action. */
  last?: Played;
  /** The seats that have left the match, in order, as far as known. */
  left?: Departure[];
  /** The rules; the mode comes from the position. */
  options: Options;
  /** The position as a line of text, with the face-down pieces. */
  position: string;
  /** The same line without the face-down pieces; ignored on input. */
  public: string;
  /** Actions since the last flip or capture, if `noProgress` counts them. */
  quiet?: number;
  /** Where the match stands; ignored on input. */
  status: Status | null;
};

/** The whole state written down: the position as a line, the rules, and what the line does not contain. */
export type SetupInput = {
  /** Whether the seats have agreed on a draw. */
  agreed?: boolean;
  /** The moves since the last flip, capture or departure, if `repetition` needs them. */
  history?: string[];
  /** The last action. */
  last?: PlayedInput | null;
  /** The seats that have left the match, in order, as far as known. */
  left?: Departure[];
  /** The rules; the mode comes from the position. */
  options?: OptionsInput;
  /** The position as a line of text, with the face-down pieces. */
  position: string;
  /** The same line without the face-down pieces; ignored on input. */
  public?: string;
  /** Actions since the last flip or capture, if `noProgress` counts them. */
  quiet?: number;
  /** Where the match stands; ignored on input. */
  status?: Status | null;
};

export type State = Setup;

export type StateInput = SetupInput;

/** Where a match stands. */
export type Status =
  /** Nobody has acted yet. */
  | 'waiting-first-flip'
  /** Under way. */
  | 'in-progress'
  /** Decided. */
  | 'ended';

/** The public position, ready to be drawn. */
export type View = {
  /** Whether the seats have agreed on a draw. */
  agreed?: boolean;
  /** Every cell by index; null if it is empty. */
  cells: (Occupant | null)[];
  /** How many columns the board has. */
  columns: number;
  /** Actions left until the draw, if the rules count them. */
  counter: number | null;
  /** How the match ended, once it has. */
  ending: Ending | null;
  /** The factions in order. */
  factions: FactionView[];
  /** The moves since the last irreversible action, if repetition matters. */
  history: string[];
  /** The last action. */
  last: Played | null;
  /** The seats that have left, in order, as far as known. */
  left: Departure[];
  /** The rule set. */
  mode: Mode;
  /** The rules. */
  options: Options;
  /** How many actions there have been. */
  ply: number;
  /** The position as a line of text, without the face-down pieces. */
  public: string;
  /** Actions since the last flip or capture, if the rules count them. */
  quiet: number | null;
  /** How many rows the board has. */
  rows: number;
  /** The seats in order. */
  seats: SeatInfo[];
  /** Where the match stands. */
  status: Status;
  /** The seat on turn; none after the end. */
  turn: number | null;
  /** The pieces that lie face-down, without their places. */
  unknown: Heap[];
};

/** Why a seat has left the match. */
export type Why =
  /** Its last piece was taken. */
  | 'captured'
  /** It could not act. */
  | 'stalemate'
  /** It gave up. */
  | 'resign'
  /** Its time ran out. */
  | 'timeout';

/** The options that were chosen; all others are as usual. */
export type Chosen = Partial<Options>;

/** The words that options can be, in their order. */
export const CHOICES = {
  cannon: ['step', 'slide'],
  guard: ['orthogonal', 'diagonal'],
  layout: ['corners', 'scatter'],
  mode: ['classic', 'three-kingdoms', 'hong-kong'],
  preset: ['contract', 'folk', 'tournament', 'olympiad'],
} as const;

/** The type of an answer by the `type` of its question. */
export interface Answers {
  ADJACENT: AdjacentAnswer;
  CAN_CAPTURE: CanCaptureAnswer;
  PERFT: PerftAnswer;
}

/** All of it. */
export interface Payloads {
  options: Options;
  action: Action;
  remarks: object;
  view: View;
  event: Event;
  reason: Reason;
  details: Details;
  refusalDetails: never;
  shown: never;
  query: Query;
  info: Info;
  chosen: Chosen;
  answers: Answers;
}

declare module './games.ts' {
  interface Games {
    'banqi': Payloads;
  }
}
