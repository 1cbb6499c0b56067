// The JSON of Banqi, made from the types of crates/baize-banqi; do not edit.

/** What a seat can do. The places may be outside the board: the rules answer that. */
export type Action =
  /** Turns a piece face-up. */
  | {
    type: 'FLIP';
    /** Where it lies. */
    at: number;
  }
  /** Goes to an empty cell. */
  | {
    type: 'MOVE';
    /** Where the piece stands. */
    from: number;
    /** Where it goes. */
    to: number;
  }
  /** Takes an enemy and its place. */
  | {
    type: 'CAPTURE';
    /** Where the attacker stands. */
    from: number;
    /** Where the target stands. */
    to: number;
  };

/** What a seat can do. The places may be outside the board: the rules answer that. */
export type ActionInput =
  /** Turns a piece face-up. */
  | {
    type: 'FLIP';
    /** Where it lies. */
    at:
      /** One place on the board: rows from the top, columns from the left. */
      | number
      | string;
  }
  /** Goes to an empty cell. */
  | {
    type: 'MOVE';
    /** Where the piece stands. */
    from:
      /** One place on the board: rows from the top, columns from the left. */
      | number
      | string;
    /** Where it goes. */
    to:
      /** One place on the board: rows from the top, columns from the left. */
      | number
      | string;
  }
  /** Takes an enemy and its place. */
  | {
    type: 'CAPTURE';
    /** Where the attacker stands. */
    from:
      /** One place on the board: rows from the top, columns from the left. */
      | number
      | string;
    /** Where the target stands. */
    to:
      /** One place on the board: rows from the top, columns from the left. */
      | number
      | string;
  };

/** To `ADJACENT`. */
export type AdjacentAnswer = {
  /** The neighbours in the order up, down, left, right. */
  indices: number[];
};

export type Answer = AdjacentAnswer | CanCaptureAnswer | PerftAnswer;

/** A seat and the faction it got. */
export type Assignment = {
  /** What. */
  faction: Faction;
  /** Who. */
  seat: number;
};

/** To `CAN_CAPTURE`. */
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
  /** Who. */
  seat: number;
  /** Why. */
  why: Why;
};

/** What stands beside the result. */
export type Details = {
  /** The winner's faction, if it had one. */
  faction: Faction | null;
};

/** How a match ended. */
export type Ending = {
  /** Why. */
  reason: Reason;
  /** Who won; nobody in a draw. */
  winner: number | null;
};

/** Something that happened; all events are for everybody. */
export type Event =
  /** A piece was turned face-up. */
  | {
    type: 'FLIPPED';
    /** The factions that seats got by it. */
    assigned: Assignment[];
    /** Where. */
    at: number;
    /** What came up. */
    piece: Piece;
    /** Who did it. */
    seat: number;
  }
  /** A piece went to an empty cell. */
  | {
    type: 'MOVED';
    /** Where from. */
    from: number;
    /** What moved. */
    piece: Piece;
    /** Who did it. */
    seat: number;
    /** Where to. */
    to: number;
  }
  /** A piece took another and its place. */
  | {
    type: 'CAPTURED';
    /** Where from. */
    from: number;
    /** What took. */
    piece: Piece;
    /** What a Cannon jumped over. */
    screen: number | null;
    /** Who did it. */
    seat: number;
    /** What was taken. */
    taken: Piece;
    /** Where to. */
    to: number;
  }
  /** A seat left of its own accord. */
  | {
    type: 'SEAT_LEFT';
    /** Who. */
    seat: number;
    /** Why. */
    why: Why;
  }
  /** A faction left the match; its pieces, if any, stay. */
  | {
    type: 'FACTION_OUT';
    /** Which. */
    faction: Faction;
    /** Who. */
    seat: number;
    /** Why. */
    why: Why;
  }
  /** The match is decided. */
  | {
    type: 'GAME_OVER';
    /** The winner's faction, if it had one. */
    faction: Faction | null;
    /** Why. */
    reason: Reason;
    /** Who won; nobody in a draw. */
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
  /** Which. */
  faction: Faction;
  /** Its owner, once it has one. */
  owner: number | null;
  /** What it has taken, sorted. */
  taken: Heap[];
};

/** How Guards step in Three Kingdoms. */
export type GuardStep =
  /** Along rows and columns. */
  | 'orthogonal'
  /** From corner to corner. */
  | 'diagonal';

/** Some pieces of one letter. */
export type Heap = {
  /** How many. */
  count: number;
  /** Which. */
  piece: Piece;
};

/** What a player says about its choice. */
export type Info = {
  /** How many actions there were. */
  choices?: number;
  /** How many actions it looked ahead. */
  depth?: number;
  /** Positions it looked at. */
  nodes?: number;
  /** What the action is good for. */
  reason?: Reason2;
  /** What the position is worth to it. */
  score?: number;
  /** In a sentence. */
  why?: string;
  /** How likely it wins, or its share among three. */
  winChance?: number;
};

/** What a piece is; the numbers are the ranks of Classic. */
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

/** A positive number that ends something when it is reached, or off. */
export type Limit = number | 'off';

/** A positive number that ends something when it is reached, or off. */
export type LimitInput = number | 'off' | null;

/** Which rule set is played. */
export type Mode =
  /** Two seats on 8 rows of 4 cells; ranks decide who takes whom. */
  | 'classic'
  /** Three seats on 9 rows of 5 points; every piece takes every other, but each walks its own way. */
  | 'three-kingdoms'
  /** Two seats as in Classic; other ranks, and the Cannon does not jump. */
  | 'hong-kong';

/** A piece on a cell; `piece` is missing while it lies face-down. */
export type Occupant = {
  /** Whether nobody knows it. */
  faceDown: boolean;
  /** What it is, face-up. */
  piece: Piece | null;
};

/**
 * The rules of one match; `Options::default()` is Classic by the book.
 *
 * On the wire a limit is a positive number or `"off"` (`null` is read as off too). The field `preset`, read only,
 * names what the missing fields are taken from.
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
  /** Which game. */
  mode: Mode;
  /** Two seats: a draw after this many actions without a flip or a capture. */
  noProgress: Limit;
  /** A draw after this many actions in all. */
  plyCap: Limit;
  /** A draw when a position occurs this often; 3 or off. */
  repetition: Limit;
};

/**
 * The rules of one match; `Options::default()` is Classic by the book.
 *
 * On the wire a limit is a positive number or `"off"` (`null` is read as off too). The field `preset`, read only,
 * names what the missing fields are taken from.
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

/** To `PERFT`. */
export type PerftAnswer = {
  /** How many sequences there are. */
  leaves: number;
};

/** A piece with all that a client needs to draw it. */
export type Piece = {
  /** Whose it is. */
  faction: Faction;
  /** Its letter. */
  letter: string;
  /** What it is. */
  type: Kind;
};

/** An action that was played, and by whom. */
export type Played = {
  /** What. */
  action: Action;
  /** Who. */
  seat: number;
};

/** An action that was played, and by whom. */
export type PlayedInput = {
  /** What. */
  action: ActionInput;
  /** Who. */
  seat: number;
};

/** Choices with a name; each rule set says what they mean there. */
export type Preset =
  /** All defaults, in every mode. */
  | 'contract'
  /** Three Kingdoms as it is played at home. */
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
    /** The cell; outside the board it has no neighbours. */
    index:
      /** One place on the board: rows from the top, columns from the left. */
      | number
      | string;
    /** On which board. */
    mode: Mode;
  }
  /** May this kind take that kind, board and factions left aside? */
  | {
    type: 'CAN_CAPTURE';
    /** What takes. */
    attacker: Kind;
    /** In which game. */
    mode: Mode;
    /** What is taken. */
    target: Kind;
  }
  /** How many sequences of actions are there? See `FullPosition::perft`. */
  | {
    type: 'PERFT';
    /** How many actions, at most 64. */
    depth: number;
    /** The rules; the mode comes from the line. */
    options?: OptionsInput;
    /** The full line. */
    position: string;
  };

/** Why a match ended. */
export type Reason =
  /** The winner, or in Classic nobody else, has pieces left; see the rules, section 9. */
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
  /** The match was limited to this length. */
  | 'ply-cap'
  /** The last opponent gave up. */
  | 'resign'
  /** The last opponent ran out of time. */
  | 'timeout'
  /** The seats agreed on a draw. */
  | 'agreement';

/** What an action is good for, as people would put it. Whoever shows it finds the words. */
export type Reason2 =
  /** It wins, whatever the others do, in so many turns of its own, this one among them. */
  | {
    kind: 'wins';
    turns: number;
  }
  /** No open piece can take back what takes. */
  | {
    kind: 'takesFree';
  }
  /** Whoever takes back is taken. */
  | {
    kind: 'takesAgain';
  }
  /** What is taken ranks above what takes, which may be taken back. */
  | {
    kind: 'tradesUp';
  }
  /** The piece stood under attack, and no open piece attacks it now. */
  | {
    kind: 'escapes';
  }
  /** Another piece of one's own, which stands here, was under attack and is not any more. */
  | {
    kind: 'saves';
    /** Where it stands. */
    cell: number;
  }
  /** Whatever the other side does, the piece that stands here can be taken next. */
  | {
    kind: 'traps';
    /** Where it stands. */
    cell: number;
  }
  /** It attacks both of these, and no open piece attacks it. */
  | {
    kind: 'attacksTwo';
    /** Where they stand. */
    cells: [number, number];
  }
  /** It attacks the piece that stands here, and no open piece attacks it. */
  | {
    kind: 'attacks';
    /** Where it stands. */
    cell: number;
  }
  /** It comes nearer to the piece that stands here and that it may take; no open piece attacks it. */
  | {
    kind: 'nears';
    /** Where it stands. */
    cell: number;
  }
  /**
   * Of so many face-down pieces, so many would bring a piece of others under attack without endangering one's own, and
   * so many would endanger one's own.
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
  /** Which. */
  seat: number;
};

/** The whole state as it is written down: the full line, the rules, and what the line does not carry. */
export type Setup = {
  /** Whether the seats have agreed on a draw. */
  agreed?: boolean;
  /** The moves since the last flip, capture or departure, where `repetition` looks at them. */
  history?: string[];
  /** The last action. */
  last?: Played;
  /** Who has left the match and why, in order, as far as it is known. */
  left?: Departure[];
  /** The rules; the mode comes from the line. */
  options: Options;
  /** The full line. */
  position: string;
  /** The public line; not looked at when read. */
  public: string;
  /** Actions since the last flip or capture, where `noProgress` counts them. */
  quiet?: number;
  /** Where the match stands; not looked at when read. */
  status: Status | null;
};

/** The whole state as it is written down: the full line, the rules, and what the line does not carry. */
export type SetupInput = {
  /** Whether the seats have agreed on a draw. */
  agreed?: boolean;
  /** The moves since the last flip, capture or departure, where `repetition` looks at them. */
  history?: string[];
  /** The last action. */
  last?: PlayedInput | null;
  /** Who has left the match and why, in order, as far as it is known. */
  left?: Departure[];
  /** The rules; the mode comes from the line. */
  options?: OptionsInput;
  /** The full line. */
  position: string;
  /** The public line; not looked at when read. */
  public?: string;
  /** Actions since the last flip or capture, where `noProgress` counts them. */
  quiet?: number;
  /** Where the match stands; not looked at when read. */
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
  /** Every cell by index; `null` is empty. */
  cells: (Occupant | null)[];
  /** How many columns the board has. */
  columns: number;
  /** What the no-capture counter shows, if there is one. */
  counter: number | null;
  /** How the match ended, once it has. */
  ending: Ending | null;
  /** The factions in order. */
  factions: FactionView[];
  /** The moves since the last irreversible action, if repetition matters. */
  history: string[];
  /** The last action. */
  last: Played | null;
  /** Who has left and why, in order, as far as it is known. */
  left: Departure[];
  /** Which game. */
  mode: Mode;
  /** The rules. */
  options: Options;
  /** Actions so far. */
  ply: number;
  /** The public line. */
  public: string;
  /** Actions since the last flip or capture, if they are counted. */
  quiet: number | null;
  /** How many rows the board has. */
  rows: number;
  /** The seats in order. */
  seats: SeatInfo[];
  /** Where the match stands. */
  status: Status;
  /** Whose turn it is; nobody's after the end. */
  turn: number | null;
  /** What lies face-down, without saying where. */
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
