// The JSON of Nine-ball, made from the types of crates/baize-nine-ball; do not edit.

/** What a seat can do. Numbers on the wire are whole, so that a record replays exactly. */
export type Action =
  /** Places the cue ball; may be repeated until the shot. */
  | {
    type: 'PLACE_BALL';
    /** Micrometres from the centre towards the foot. */
    xUm: number;
    /** Micrometres from the centre to the left, seen from the head. */
    yUm: number;
  }
  /** Strikes the cue ball. */
  | {
    type: 'SHOOT';
    /** The direction, counter-clockwise from the foot end, in microradians. */
    aimUrad: number;
    /** How steep the cue is, in microradians. */
    elevationUrad: number;
    /** Declares a push-out. */
    pushOut: boolean;
    /** How far left of the centre the tip strikes, in thousandths of the radius. */
    sideMilli: number;
    /** The speed of the cue in millimetres per second. */
    speedMmS: number;
    /** How far above the centre, in thousandths of the radius. */
    topMilli: number;
  }
  /** Decides who plays on after a push-out. */
  | {
    type: 'CHOOSE';
    /** Whether the chooser plays; otherwise the pusher does. */
    play: boolean;
  }
  /** Gives the rack to the opponent. */
  | {
    type: 'CONCEDE';
  };

/** What a seat can do. Numbers on the wire are whole, so that a record replays exactly. */
export type ActionInput =
  /** Places the cue ball; may be repeated until the shot. */
  | {
    type: 'PLACE_BALL';
    /** Micrometres from the centre towards the foot. */
    xUm: number;
    /** Micrometres from the centre to the left, seen from the head. */
    yUm: number;
  }
  /** Strikes the cue ball. */
  | {
    type: 'SHOOT';
    /** The direction, counter-clockwise from the foot end, in microradians. */
    aimUrad: number;
    /** How steep the cue is, in microradians. */
    elevationUrad?: number;
    /** Declares a push-out. */
    pushOut?: boolean;
    /** How far left of the centre the tip strikes, in thousandths of the radius. */
    sideMilli?: number;
    /** The speed of the cue in millimetres per second. */
    speedMmS: number;
    /** How far above the centre, in thousandths of the radius. */
    topMilli?: number;
  }
  /** Decides who plays on after a push-out. */
  | {
    type: 'CHOOSE';
    /** Whether the chooser plays; otherwise the pusher does. */
    play: boolean;
  }
  /** Gives the rack to the opponent. */
  | {
    type: 'CONCEDE';
  };

/** The first paths of a shot. */
export type AimAnswer = {
  /** What the cue ball meets first. */
  contact?: Contact;
  /** The path of the cue ball to its first contact. */
  cue?: Path;
  /** The path of the cue ball from there to its next contact. */
  cueAfter?: Path;
  /** The centre of the cue ball when it hits a ball. */
  ghost?: [number, number];
  /** How much the table lets players see; with `none` there are no other fields. */
  help: AimHelp;
  /** The path of the ball that was hit to its next contact. */
  object?: Path;
};

/** How much of a shot clients may show before it is played; the same for all seats of a table. */
export type AimHelp =
  /** Nothing. */
  | 'none'
  /** The path to the first contact, and what is hit there. */
  | 'contact'
  /** Also the first path of each ball after the contact. */
  | 'full';

/** What the referee at the table says. */
export type Announcement =
  /** The cue ball was put down. */
  | {
    type: 'PLACED';
    /** Where it was put. */
    at: Point;
    /** The seat. */
    seat: number;
  }
  /** How the balls moved in the shot just played; balls that are not listed did not move. */
  | {
    type: 'MOTION';
    /** The motion of each ball. */
    balls: Track[];
    /** When all balls lay still, in seconds after the strike. */
    seconds: number;
  }
  /** The shot was a foul. */
  | {
    type: 'FOUL';
    /** All fouls of the shot. */
    all: Foul[];
    /** The ball hit first. */
    hit: Ball | null;
    /** How many fouls in a row this seat has made. */
    inARow: number;
    /** The first foul. */
    kind: Foul;
    /** The seat that fouled. */
    seat: number;
    /** The ball that should have been hit first. */
    target: Ball | null;
  }
  /** A ball was put back on the bed. */
  | {
    type: 'RESPOT';
    /** Where it was put. */
    at: Point;
    /** The ball, always the 9. */
    ball: Ball;
  }
  /** Who acts next. */
  | {
    type: 'TURN';
    /** What the game waits for. */
    phase: Phase;
    /** Whether the shot may be declared a push-out. */
    pushOk: boolean;
    /** The seat. */
    seat: number;
    /** The ball to hit first. */
    target: Ball | null;
  }
  /** A seat decided who plays on after a push-out. */
  | {
    type: 'CHOSEN';
    /** Whether that seat plays; otherwise the pusher does. */
    play: boolean;
    /** The seat that decided. */
    seat: number;
  }
  /** The rack was given up. */
  | {
    type: 'CONCEDED';
    /** The seat that gave it up. */
    seat: number;
  }
  /** A rack of a match of several is over. */
  | {
    type: 'RACK_OVER';
    /** Racks won by each seat. */
    racks: number[];
    /** How it ended. */
    reason: Reason;
    /** The seat that won it, if any. */
    winner: number | null;
  }
  /** The next rack is set up. */
  | {
    type: 'RACK';
    /** Where the balls lie. */
    balls: Layout;
    /** The seat that breaks. */
    breaker: number;
  }
  /** A seat has left for good. */
  | {
    type: 'LEFT';
    /** The seat. */
    seat: number;
    /** Why it left. */
    why: Leaving;
  }
  /** The game is over. */
  | {
    type: 'GAME_OVER';
    /** Racks won by each seat. */
    racks: number[];
    /** How it ended. */
    reason: Reason;
    /** The seat that won; none if a player at a table for one lost or stopped. */
    winner: number | null;
  };

export type Answer = AimAnswer | CheckPlaceAnswer | JudgeAnswer | ShotsAnswer | SimulateAnswer;

/** Where the cue ball may be placed. */
export type Area =
  /** Behind the head string, as on the break. */
  | 'behindString'
  /** Anywhere. */
  | 'anywhere';

/** One of the ten balls; 0 is the cue ball. */
export type Ball = number;

/** How the impact of two balls is modelled. */
export type BallBall =
  /** Friction is limited by the normal impulse. */
  | 'coulomb'
  /** Friction is limited by the speed of separation, as in pooltool 0.6.0, for comparison with its data. */
  | 'separation'
  /** Elastic and without friction. */
  | 'ideal';

/** Who breaks the racks after the first. */
export type BreakOrder =
  /** The winner of the last rack. */
  | 'winner'
  /** The seats in turn. */
  | 'alternate';

/** A shot to choose. */
export type Candidate = {
  /** The ball that is hit first. */
  ball: Ball;
  /** The cushion that the cue ball comes off. */
  cushion?: Rail;
  /** The ball that drops. */
  drops?: Ball;
  /** How often the shot succeeds with the standard hand. */
  ease?: Ease;
  /** The kind of shot. */
  kind: Kind;
  /** The pocket it drops into. */
  pocket?: PocketId;
  /** How to strike. */
  shot: Cue;
  /** On which side of the ball the cue ball passes, looking along the cue. */
  side?: Side;
};

/** The reply to `CHECK_PLACE`. */
export type CheckPlaceAnswer = PlaceAnswer;

/** What a ball meets. */
export type Contact =
  /** Another ball. */
  | {
    kind: 'ball';
    /** The ball. */
    ball: Ball;
    /** Whether it may be hit first. */
    legal: boolean;
    /** The time in seconds after the strike. */
    t: number;
  }
  /** A cushion. */
  | {
    kind: 'cushion';
    /** The time in seconds after the strike. */
    t: number;
  }
  /** A pocket. */
  | {
    kind: 'pocket';
    /** The pocket. */
    pocket: PocketId | null;
    /** The time in seconds after the strike. */
    t: number;
  };

/** A stroke within the bounds. */
export type Cue = {
  /** The direction in microradians, 0 to 6,283,185. */
  aimUrad: number;
  /** How steep the cue is in microradians, 0 to 1,221,730. */
  elevationUrad: number;
  /** How far left of the centre the tip strikes, in thousandths of the radius. */
  sideMilli: number;
  /** The speed of the cue in millimetres per second, 1 to 12,000. */
  speedMmS: number;
  /**
   * How far above the centre, in thousandths; with the side offset, at most 500 thousandths from the
   * centre.
   */
  topMilli: number;
};

/** How the impact of a ball on a cushion is modelled. */
export type Cushion =
  /** Han 2005, corrected: an impulse with friction at the nose, in closed form. */
  | 'han'
  /** Mathavan 2010: the impact in small steps of impulse, with friction at the nose and at the bed. */
  | 'mathavan'
  /** Stronge's compliant contact: springs along and across the normal, which may stick and snap back. */
  | 'stronge'
  /** A mirror that leaves the spin alone. */
  | 'ideal';

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

/** How often a shot succeeds with the standard hand: at least 24 of 32 times, 12 of 32, or less. */
export type Ease =
  /** At least three times in four. */
  | 'easy'
  /** At least three times in eight. */
  | 'fair'
  /** Less often. */
  | 'hard';

/** Something that happened. Everybody hears everything. */
export type Event =
  /** Something on the bed during a shot; the judge reads exactly these. */
  | Happening
  /** Anything else at the table. */
  | Announcement;

/** The fouls, in the order in which they are checked. */
export type Foul =
  /** The cue ball dropped. */
  | 'cue_ball_potted'
  /** A ball left the table. */
  | 'ball_off_table'
  /** The cue ball hit nothing. */
  | 'no_ball_hit'
  /** The first ball hit was not the target. */
  | 'wrong_ball_first'
  /** No ball dropped, and none reached a cushion after the first contact. */
  | 'no_cushion_after_contact'
  /** On the break no ball dropped, and fewer than four object balls reached a cushion. */
  | 'illegal_break';

/** One thing that happened in a shot. Times are seconds after the strike. */
export type Happening =
  /** Two balls hit each other. */
  | {
    type: 'COLLISION';
    /** One of the balls. */
    a: Ball;
    /** The other ball. */
    b: Ball;
    /** The time. */
    t?: number;
  }
  /** A ball hits a rail, a jaw or the tip of a jaw. */
  | {
    type: 'CUSHION';
    /** The ball. */
    a: Ball;
    /** The ball lay against this cushion before the shot and has not left it since. */
    frozen?: boolean;
    /** The time. */
    t?: number;
  }
  /** A ball drops. */
  | {
    type: 'POT';
    /** The ball. */
    a: Ball;
    /** The pocket. */
    pocket?: PocketId;
    /** The time. */
    t?: number;
  }
  /** A ball leaves the table. Our simulator keeps balls on the bed; others may not. */
  | {
    type: 'OFF_TABLE';
    /** The ball. */
    a: Ball;
    /** The time. */
    t?: number;
  };

/** One thing that happened in a shot. Times are seconds after the strike. */
export type HappeningInput =
  /** Two balls hit each other. */
  | {
    type: 'COLLISION';
    /** One of the balls. */
    a: Ball;
    /** The other ball. */
    b: Ball;
    /** The time. */
    t?: number | null;
  }
  /** A ball hits a rail, a jaw or the tip of a jaw. */
  | {
    type: 'CUSHION';
    /** The ball. */
    a: Ball;
    /** The ball lay against this cushion before the shot and has not left it since. */
    frozen?: boolean;
    /** The time. */
    t?: number | null;
  }
  /** A ball drops. */
  | {
    type: 'POT';
    /** The ball. */
    a: Ball;
    /** The pocket. */
    pocket?: PocketId | null;
    /** The time. */
    t?: number | null;
  }
  /** A ball leaves the table. Our simulator keeps balls on the bed; others may not. */
  | {
    type: 'OFF_TABLE';
    /** The ball. */
    a: Ball;
    /** The time. */
    t?: number | null;
  };

/** What a player says about its choice. */
export type Info = {
  /** The ball to be potted. */
  ball?: Ball;
  /** The chance that the shot succeeds. */
  chance?: number;
  /** The upper end of the 95 % interval of `chance`. */
  chanceHigh?: number;
  /** The lower end of the 95 % interval of `chance`. */
  chanceLow?: number;
  /** How many actions `random` chose from. */
  choices?: number;
  /** How difficult `potter` finds the pot. */
  difficulty?: number;
  /** How many shots the player tried out. */
  nodes?: number;
  /** How unsteady the hand is, as a multiple of the standard error. */
  noise?: number;
  /** What the player intends. */
  plan?: Plan;
  /** The pocket for `ball`. */
  pocket?: PocketId;
  /** The chance to win the rack. */
  score?: number;
  /** The reason for the choice, in a sentence. */
  why?: string;
};

/** The verdict on a shot. */
export type JudgeAnswer = {
  /** All fouls. */
  allFouls: Foul[];
  consecutiveFoulsAfter: [number, number];
  /** The first foul. */
  foul: Foul | null;
  /** What comes next. */
  next: NextWord;
  /** A set of balls; on the wire an ascending list. */
  onTableAfter: Ball[];
  /** The seat that acts next; none after the end. */
  playerToAct: number | null;
  pushOutAvailable: boolean;
  /** Where the 9 is put back. */
  respot: [number, number] | null;
  targetAfter: Ball | null;
  /** The seat that has won. */
  winner: number | null;
};

/** What a shot is for. */
export type Kind =
  /** Opens the rack. */
  | 'break'
  /** The ball that is hit drops. */
  | 'pot'
  /** The ball that is hit sends the 9 into a pocket. */
  | 'combination'
  /** A legal hit and nothing more. */
  | 'safe'
  /** A legal hit off a cushion. */
  | 'kick';

/** Where each ball on the bed lies; `{"0":[x,y],..}` on the wire. */
export type Layout = Partial<Record<string, Point>>;

/** Why a seat leaves a game before its end. */
export type Leaving =
  /** The seat gives up. */
  | 'resign'
  /** Its time ran out, or its player went away and did not come back. */
  | 'timeout';

/** Which theory is used for each kind of impact. */
export type Models = {
  /** Ball and ball. */
  ballBall?: BallBall;
  /** Ball and cushion. */
  cushion?: Cushion;
  /** Whether side spin pushes the cue ball off the line of aim. */
  squirt?: Squirt;
};

/** What comes after a shot. */
export type NextWord = 'shooter_continues' | 'opponent_plays' | 'opponent_ball_in_hand' | 'push_out_choice' | 'game_over';

/** The options of a match. On the wire, `preset` may name the base for missing fields. */
export type Options = {
  /** How much of a shot clients may show before it is played. */
  aimHelp: AimHelp;
  /** Who breaks the racks after the first. */
  breakOrder: BreakOrder;
  /** Every rack is the same and perfectly even. */
  fixedRack: boolean;
  /** A ball that touches a cushion must leave it before that cushion counts. */
  frozenCushion: boolean;
  /** A break that pots nothing must send four object balls to a cushion. */
  legalBreak: boolean;
  /** One player alone; any of 1 to 8 may be hit first. */
  practice: boolean;
  /** The shot after the break may be declared a push-out. */
  pushOut: boolean;
  /** How many racks win the match, 1 to 100. */
  raceTo: number;
  /** How large the table is. */
  table: TableSize;
  /** Three fouls in a row lose the rack. */
  threeFouls: boolean;
};

/** The options of a match. On the wire, `preset` may name the base for missing fields. */
export type OptionsInput = {
  aimHelp?: AimHelp | null;
  breakOrder?: BreakOrder | null;
  fixedRack?: boolean | null;
  frozenCushion?: boolean | null;
  legalBreak?: boolean | null;
  practice?: boolean | null;
  preset?: Preset | null;
  pushOut?: boolean | null;
  raceTo?: number | null;
  table?: TableSize | null;
  threeFouls?: boolean | null;
};

/** Physical parameters, in SI units. The default is a pool ball on a common cloth. */
export type Params = {
  /** `a`, `b` and `c` of the friction `a + b exp(-c v)` between two balls whose surfaces slip at `v`. */
  ballFriction?: [number, number, number];
  /** Share of the normal speed left after two balls collide. */
  ballRestitution?: number;
  /** Mass of the cue. */
  cueMass?: number;
  /** Friction between ball and cushion. */
  cushionFriction?: number;
  /** Share of the normal speed left after a cushion. */
  cushionRestitution?: number;
  /** Effective mass of the end of the cue, which makes a ball hit off centre squirt. */
  endMass?: number;
  /** Gravity. */
  g?: number;
  /** Mass of a ball. */
  mass?: number;
  /** Resistance to rolling. */
  muRoll?: number;
  /** Friction of a ball sliding over the cloth. */
  muSlide?: number;
  /** Resistance to spinning about the vertical. */
  muSpin?: number;
  /** Radius of a ball. */
  radius?: number;
};

/** One ball's path over the bed. */
export type Path = {
  ball: Ball;
  /** The pocket it ends in. */
  pocket?: PocketId;
  /** The motion, as in `MOTION`. */
  rows: Row[];
  /** Where it ends. */
  to: [number, number];
  /** When it ends, in seconds after the strike. */
  until: number;
};

/** What the game waits for. */
export type Phase =
  /** The breaker places the cue ball behind the head string. */
  | {
    name: 'break_placement';
    /** The seat. */
    seat: number;
  }
  /** A seat shoots. */
  | {
    name: 'aim';
    /** The seat. */
    seat: number;
  }
  /** The cue ball is in hand and may be placed anywhere. */
  | {
    name: 'ball_in_hand';
    /** The seat. */
    seat: number;
  }
  /** A seat decides who plays on after a push-out. */
  | {
    name: 'push_out_choice';
    /** The seat. */
    seat: number;
  }
  /** Nothing: the game is over. */
  | {
    name: 'game_over';
    /** What ended it. */
    reason: Reason;
    /** The seat that won; none if a player at a table for one lost a rack or stopped. */
    winner: number | null;
  };

/** What the game waits for. */
export type PhaseInput =
  /** The breaker places the cue ball behind the head string. */
  | {
    name: 'break_placement';
    /** The seat. */
    seat: number;
  }
  /** A seat shoots. */
  | {
    name: 'aim';
    /** The seat. */
    seat: number;
  }
  /** The cue ball is in hand and may be placed anywhere. */
  | {
    name: 'ball_in_hand';
    /** The seat. */
    seat: number;
  }
  /** A seat decides who plays on after a push-out. */
  | {
    name: 'push_out_choice';
    /** The seat. */
    seat: number;
  }
  /** Nothing: the game is over. */
  | {
    name: 'game_over';
    /** What ended it. */
    reason?: Reason;
    /** The seat that won; none if a player at a table for one lost a rack or stopped. */
    winner?: number | null;
  };

/** Whether the cue ball may be placed somewhere. */
export type PlaceAnswer = {
  /** The ball that is in the way. */
  ball?: Ball;
  message?: string;
  ok: boolean;
  /** Why not: the end of the refusal's code, such as `outside`, `too_close` or `behind_line`. */
  reason?: string;
};

/** What a player of Nine-ball intends. */
export type Plan = 'break' | 'place' | 'choose' | 'pot' | 'bank' | 'carom' | 'combination' | 'hit' | 'kick' | 'safety' | 'push-out';

/** Seat 0 or 1. */
export type Player = number;

/** One of the six pockets: head, middle or foot, left or right as seen from the head. */
export type PocketId =
  /** Head left. */
  | 'HL'
  /** Head right. */
  | 'HR'
  /** Middle left. */
  | 'ML'
  /** Middle right. */
  | 'MR'
  /** Foot left. */
  | 'FL'
  /** Foot right. */
  | 'FR';

/** A point of the plane in whole micrometres from the centre of the bed; `[x, y]` in metres on the wire. */
export type Point = [number, number];

export type Preset = 'wpa';

/** A question. */
export type Query =
  /** What is the verdict on this shot? */
  | {
    type: 'JUDGE';
    /** What happened, in order. */
    events: HappeningInput[];
    /** The object balls before the shot. */
    onTableBefore: Ball[];
    /** Where the balls lay afterwards, in metres; needed to place the 9. */
    positionsAfter?: Partial<Record<string, [number, number]>>;
    state: Stake;
  }
  /** What would this shot do? */
  | {
    type: 'SIMULATE';
    /** Centres of the balls, by their numbers. */
    balls: Partial<Record<string, [number, number]>>;
    /** The stroke on ball 0. */
    cue: SimulatedCue;
    /** Models; the default for each that is absent. */
    models?: Models;
    /** Parameters; the default for each that is absent. */
    params?: Params;
    /** The table; the 9-foot table if absent. */
    table?: SimulatedTable;
  }
  /** Where does a shot go from here, as far as the table lets players see? */
  | {
    type: 'AIM';
    /** The shot, with the fields of `SHOOT`. */
    shot: Stroke;
  }
  /** May the cue ball be placed there? */
  | {
    type: 'CHECK_PLACE';
    /** Micrometres from the centre towards the foot. */
    xUm: number;
    /** Micrometres from the centre to the left, seen from the head. */
    yUm: number;
  }
  /** Which shots can be played from here? */
  | {
    type: 'SHOTS';
  };

/** A cushion, seen from the head. */
export type Rail =
  /** At the head. */
  | 'head'
  /** At the foot. */
  | 'foot'
  /** Along the left side. */
  | 'left'
  /** Along the right side. */
  | 'right';

/** What ended the last rack, and with it the game. */
export type Reason =
  /** The 9 was potted. */
  | 'nine_potted'
  /** Three fouls in a row. */
  | 'three_fouls'
  /** The rack was conceded. */
  | 'conceded'
  /** A seat resigned. */
  | 'resign'
  /** A seat ran out of time or was gone for too long. */
  | 'timeout';

/** Further details of a refusal. */
export type RefusalDetails =
  /** A place for the cue ball too close to another ball. */
  | {
    /** The ball that lies there. */
    ball: Ball;
  }
  /** A number out of bounds. */
  | {
    /** The field. */
    field: string;
    /** The largest allowed value. */
    max: number;
    /** The smallest allowed value. */
    min: number;
  }
  /** A value that is not a whole number. */
  | {
    /** The field. */
    field: string;
  }
  /** A shot that cannot be simulated. */
  | {
    /** Why. */
    physics: string;
  };

/** One interval of motion. */
export type Row = number[];

/**
 * The whole state, the dice of later racks included. Only `balls` and `phase` are needed to set up a
 * position; everything else has a default or follows from them.
 */
export type Setup = {
  /** Where the balls on the bed lie. */
  balls: Layout;
  /** The seat that broke this rack. */
  breaker: number;
  /** Whether the cue ball is off the bed; derived from `balls`, not read. */
  cueInHand: boolean;
  /** The dice for shuffling the next racks; if missing, dice with a fixed seed. */
  dice?: Dice;
  /** Consecutive fouls of each seat; one number at a table for one. */
  fouls: number[];
  /**
   * Where the cue ball may be placed now. A missing value follows from the phase; before a break shot the
   * cue ball may be placed again.
   */
  mayPlace: Area | null;
  /** The options of the match. */
  options: Options;
  /** What the game waits for. */
  phase: Phase;
  /** The object balls that are down; derived from `balls`, not read. */
  pocketed: Ball[];
  /** Balls each seat has legally potted in this rack, for show only. */
  potted: number[];
  /** Whether the next shot may be declared a push-out. */
  pushOk: boolean;
  /** Racks each seat has won. */
  racks: number[];
  /** Shots taken in this rack; shot 0 is the break. */
  shotNo: number;
};

/**
 * The whole state, the dice of later racks included. Only `balls` and `phase` are needed to set up a
 * position; everything else has a default or follows from them.
 */
export type SetupInput = {
  /** Where the balls on the bed lie. */
  balls: Layout;
  /** The seat that broke this rack. */
  breaker?: number;
  /** Whether the cue ball is off the bed; derived from `balls`, not read. */
  cueInHand?: boolean;
  /** The dice for shuffling the next racks; if missing, dice with a fixed seed. */
  dice?: Dice | null;
  /** Consecutive fouls of each seat; one number at a table for one. */
  fouls?: number[];
  /**
   * Where the cue ball may be placed now. A missing value follows from the phase; before a break shot the
   * cue ball may be placed again.
   */
  mayPlace?: Area | null;
  /** The options of the match. */
  options?: OptionsInput;
  /** What the game waits for. */
  phase: PhaseInput;
  /** The object balls that are down; derived from `balls`, not read. */
  pocketed?: Ball[];
  /** Balls each seat has legally potted in this rack, for show only. */
  potted?: number[];
  /** Whether the next shot may be declared a push-out. */
  pushOk?: boolean;
  /** Racks each seat has won. */
  racks?: number[];
  /** Shots taken in this rack; shot 0 is the break. */
  shotNo?: number;
};

/** The shots from a position, the most natural first. */
export type ShotsAnswer = {
  /** How much the table lets players see: only with full help are shots aimed exactly and rated. */
  help: AimHelp;
  shots: Candidate[];
};

/** What a seat may show before its action: a direction or a place for the cue ball. */
export type Shown = {
  /** Where the cue points, in microradians. */
  aimUrad?: number;
  /** Micrometres from the centre towards the foot. */
  xUm?: number;
  /** Micrometres from the centre to the left, seen from the head. */
  yUm?: number;
};

/** What a seat may show before its action: a direction or a place for the cue ball. */
export type ShownInput = {
  /** Where the cue points, in microradians. */
  aimUrad?: number | null;
  /** Micrometres from the centre towards the foot. */
  xUm?: number | null;
  /** Micrometres from the centre to the left, seen from the head. */
  yUm?: number | null;
};

/** Where a ball is hit, looking along the cue. */
export type Side =
  /** In the middle. */
  | 'full'
  /** The cue ball passes on its left. */
  | 'left'
  /** The cue ball passes on its right. */
  | 'right';

/** The answer to a `SimulateQuery`. */
export type SimulateAnswer = {
  /** Velocity and spin of ball 0 just after the stroke. */
  afterStrike: Strike;
  /** Everything that happened, in order. */
  events: SimulatedEvent[];
  /** Where each ball was left. */
  final: Partial<Record<string, SimulatedEnd>>;
  /** When the last ball also stopped spinning. */
  seconds: number;
  /** When the last ball stopped moving over the bed. */
  settled: number;
};

/** One stroke of the cue. */
export type SimulatedCue = {
  /** Tip offset to the left, in ball radii, seen along the cue. */
  a: number;
  /** Tip offset upwards, in ball radii. */
  b: number;
  /** Direction of aim, radians from plus x towards plus y, in `[0, 2 pi)`. */
  phi: number;
  /** Elevation of the butt, radians. */
  theta: number;
  /** Speed of the cue, metres per second. */
  v0: number;
};

/** Where a ball was left. */
export type SimulatedEnd = {
  /** Centre; for a pocketed ball, the place where it was captured. */
  r: [number, number];
  /** Stationary or pocketed. */
  state: SimulatedState;
};

/** One event of a `SimulateAnswer`. */
export type SimulatedEvent = {
  /** The two balls of a collision, or the one ball of anything else. */
  balls: number[];
  /** Name of the pocket a ball fell into. */
  pocket?: string;
  /** Seconds after the stroke. */
  t: number;
  /** The state to which a ball changed. */
  to?: SimulatedState;
  /** What happened. */
  type: SimulatedKind;
};

/** The kinds of events of a `SimulateAnswer`. */
export type SimulatedKind =
  /** The cue hit a ball. */
  | 'STRIKE'
  /** Two balls hit each other. */
  | 'COLLISION'
  /** A ball hit a cushion. */
  | 'CUSHION'
  /** A ball fell into a pocket. */
  | 'POT'
  /** A ball changed to another kind of motion by itself. */
  | 'TRANSITION';

/** A pocket: a ball whose centre enters the circle is gone. */
export type SimulatedPocket = {
  /** Centre of the capture circle. */
  center: [number, number];
  /** Name, such as `FL` for the foot pocket on the left. */
  id: string;
  /** Radius of the capture circle. */
  radius: number;
};

/** A straight face of a cushion. */
export type SimulatedSegment = {
  /** One end. */
  from: [number, number];
  /** The other end. */
  to: [number, number];
};

/** What a ball is doing. */
export type SimulatedState =
  /** Lying still. */
  | 'stationary'
  /** Turning about the vertical in one place. */
  | 'spinning'
  /** Moving with its lowest point slipping over the cloth. */
  | 'sliding'
  /** Moving with its lowest point at rest on the cloth. */
  | 'rolling'
  /** Gone into a pocket. */
  | 'pocketed';

/**
 * A table. Lengths are metres, the origin is the centre of the bed, the foot is at plus x.
 *
 * Everything a ball can meet is listed: straight faces, rounded jaw tips and the capture circles of pockets.
 * Faces are solid from both sides, so the order of their ends does not matter.
 */
export type SimulatedTable = {
  /** From the nose of the head cushion to that of the foot cushion. */
  length: number;
  /** Height of the cushion noses over the bed. */
  noseHeight: number;
  /** Pockets. */
  pockets?: SimulatedPocket[];
  /** Straight cushion noses and jaw faces. */
  segments: SimulatedSegment[];
  /** Rounded jaw tips. */
  tips?: SimulatedTip[];
  /** From nose to nose across the table. */
  width: number;
};

/** A rounded end of a cushion. */
export type SimulatedTip = {
  /** Centre of the rounding. */
  center: [number, number];
  /** Radius of the rounding. */
  radius: number;
};

/** Whether a ball hit off centre leaves the line of aim. `true` or `false` on the wire. */
export type Squirt = boolean;

/** The situation before the shot. */
export type Stake = {
  breakShot?: boolean;
  consecutiveFouls?: [number, number];
  options?: OptionsInput;
  pushOutDeclared?: boolean;
  /** The seat that shot, 0 or 1. */
  shooter: Player;
};

export type State = Setup;

export type StateInput = SetupInput;

/** The struck ball just after the stroke. */
export type Strike = {
  /** Velocity of the centre. */
  v: [number, number];
  /** Spin. */
  w: [number, number, number];
};

/** How the cue should strike, not yet checked. */
export type Stroke = {
  /** The direction, counter-clockwise from the foot end, in microradians. */
  aimUrad: number;
  /** How steep the cue is, in microradians. */
  elevationUrad?: number;
  /** Declares a push-out. */
  pushOut?: boolean;
  /** How far left of the centre the tip strikes, in thousandths of the radius. */
  sideMilli?: number;
  /** The speed of the cue in millimetres per second. */
  speedMmS: number;
  /** How far above the centre, in thousandths of the radius. */
  topMilli?: number;
};

/** The size of the table, from nose to nose of the cushions. */
export type TableSize =
  /** 1.9812 m by 0.9906 m. */
  | '7-foot'
  /** 2.3368 m by 1.1684 m. */
  | '8-foot'
  /** 2.540 m by 1.270 m. */
  | '9-foot';

/**
 * How one ball moved: rows of numbers in order of time, each valid until the next begins.
 *
 * A row is `[t, x, y, vx, vy, ax, ay, wx, wy, wz, dwx, dwy, dwz]` without trailing zeros. With `s` the
 * seconds since `t`, the centre is at `(x, y) + (vx, vy) s + (ax, ay) s^2` and the spin is
 * `(wx, wy, wz) + (dwx, dwy, dwz) s`, whose vertical part stays at zero once it gets there. A row of three
 * numbers is a ball at rest; a row of one number says that the ball is gone.
 */
export type Track = {
  /** The ball. */
  ball: Ball;
  /** Its motion. */
  rows: Row[];
};

/** What one viewer may know. */
export type View = {
  /** Where the balls on the bed lie. */
  balls: Layout;
  /** The seat that broke this rack. */
  breaker: number;
  /** Whether the cue ball is off the bed; derived from `balls`, not read. */
  cueInHand: boolean;
  /** The dice for shuffling the next racks; if missing, dice with a fixed seed. */
  dice?: Dice;
  /** Consecutive fouls of each seat; one number at a table for one. */
  fouls: number[];
  /**
   * Where the cue ball may be placed now. A missing value follows from the phase; before a break shot the
   * cue ball may be placed again.
   */
  mayPlace: Area | null;
  /** The options of the match. */
  options: Options;
  /** What the game waits for. */
  phase: Phase;
  /** The object balls that are down; derived from `balls`, not read. */
  pocketed: Ball[];
  /** Balls each seat has legally potted in this rack, for show only. */
  potted: number[];
  /** Whether the next shot may be declared a push-out. */
  pushOk: boolean;
  /** Racks each seat has won. */
  racks: number[];
  /** Shots taken in this rack; shot 0 is the break. */
  shotNo: number;
  /** The ball to hit first; none if there is a choice, as in practice. */
  target: Ball | null;
  /** The viewer's seat; none for a spectator. */
  you: number | null;
};

/** The options that were chosen; all others are as usual. */
export type Chosen = Partial<Options>;

/** The words that options can be, in their order. */
export const CHOICES = {
  aimHelp: ['none', 'contact', 'full'],
  breakOrder: ['winner', 'alternate'],
  preset: ['wpa'],
  table: ['7-foot', '8-foot', '9-foot'],
} as const;

/** The type of an answer by the `type` of its question. */
export interface Answers {
  AIM: AimAnswer;
  CHECK_PLACE: CheckPlaceAnswer;
  JUDGE: JudgeAnswer;
  SHOTS: ShotsAnswer;
  SIMULATE: SimulateAnswer;
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
  shown: Shown;
  query: Query;
  info: Info;
  chosen: Chosen;
  answers: Answers;
}

declare module './games.ts' {
  interface Games {
    'nine-ball': Payloads;
  }
}
