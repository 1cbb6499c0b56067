// The JSON of Nine-ball, made from the types of crates/baize-nine-ball; do not edit.

/** What a seat can do. Numbers on the wire are whole, so that a record replays exactly. */
export type Action =
  /** Puts the cue ball down; may be repeated until the shot. */
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
    /** How far above the centre. */
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
  /** Puts the cue ball down; may be repeated until the shot. */
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
    /** How far above the centre. */
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
  /** The way of the cue ball to its first contact. */
  cue?: Path;
  /** The way of the cue ball to its next contact. */
  cueAfter?: Path;
  /** The centre of the cue ball at the contact with a ball. */
  ghost?: [number, number];
  /** How much the table lets players see; nothing else is there with `none`. */
  help: AimHelp;
  /** The way of the ball that was hit to its next contact. */
  object?: Path;
};

/** How much of a shot clients may show before it is played; the same for all seats of a table. */
export type AimHelp =
  /** Nothing. */
  | 'none'
  /** The way to the first contact, and what is hit there. */
  | 'contact'
  /** The first paths of both balls too. */
  | 'full';

/** What the referee at the table says. */
export type Announcement =
  /** The cue ball was put down. */
  | {
    type: 'PLACED';
    /** Where. */
    at: Point;
    /** By whom. */
    seat: number;
  }
  /** How the balls moved in the shot just played; those not listed did not. */
  | {
    type: 'MOTION';
    /** Ball by ball. */
    balls: Track[];
    /** When all of them lay still. */
    seconds: number;
  }
  /** The shot was a foul. */
  | {
    type: 'FOUL';
    /** All of them. */
    all: Foul[];
    /** The ball hit first. */
    hit: Ball | null;
    /** How many in a row this seat has made. */
    inARow: number;
    /** The first one. */
    kind: Foul;
    /** Whose. */
    seat: number;
    /** The ball that should have been. */
    target: Ball | null;
  }
  /** A ball came back on the bed. */
  | {
    type: 'RESPOT';
    /** Where. */
    at: Point;
    /** Which: always the 9. */
    ball: Ball;
  }
  /** Who acts next. */
  | {
    type: 'TURN';
    /** What is waited for. */
    phase: Phase;
    /** Whether the shot may be declared a push-out. */
    pushOk: boolean;
    /** Who. */
    seat: number;
    /** The ball to hit first. */
    target: Ball | null;
  }
  /** Somebody decided who plays on after a push-out. */
  | {
    type: 'CHOSEN';
    /** Whether to play. */
    play: boolean;
    /** Who decided. */
    seat: number;
  }
  /** The rack was given up. */
  | {
    type: 'CONCEDED';
    /** By whom. */
    seat: number;
  }
  /** A rack of a match of several is over. */
  | {
    type: 'RACK_OVER';
    /** Racks won by each seat. */
    racks: number[];
    /** How. */
    reason: Reason;
    /** Who won it. */
    winner: number | null;
  }
  /** The next rack is set up. */
  | {
    type: 'RACK';
    /** Where the balls lie. */
    balls: Layout;
    /** Who breaks. */
    breaker: number;
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
    /** Racks won by each seat. */
    racks: number[];
    /** How. */
    reason: Reason;
    /** Who won; nobody if a player alone lost or stopped. */
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

/** Ball and ball. */
export type BallBall =
  /** Friction is limited by the normal impulse. */
  | 'coulomb'
  /** Friction is limited by the speed of separation, as in pooltool 0.6.0: for comparing with its data. */
  | 'separation'
  /** Elastic and without friction. */
  | 'ideal';

/** Who breaks the racks after the first. */
export type BreakOrder =
  /** Who won the last rack. */
  | 'winner'
  /** The seats in turn. */
  | 'alternate';

/** A shot to choose. */
export type Candidate = {
  /** The ball that is hit first. */
  ball: Ball;
  /** The cushion that the cue ball comes off. */
  cushion?: Rail;
  /** The ball that drops, and where. */
  drops?: Ball;
  /** How often it succeeds with the standard hand. */
  ease?: Ease;
  /** What it is. */
  kind: Kind;
  /** Where it drops. */
  pocket?: PocketId;
  /** How to strike. */
  shot: Cue;
  /** On which side of the ball the cue ball passes, seen along the cue. */
  side?: Side;
};

/** To `CHECK_PLACE`. */
export type CheckPlaceAnswer = PlaceAnswer;

/** What a ball meets. */
export type Contact =
  /** Another ball. */
  | {
    kind: 'ball';
    /** Which. */
    ball: Ball;
    /** Whether it may be hit first. */
    legal: boolean;
    /** When. */
    t: number;
  }
  /** A cushion. */
  | {
    kind: 'cushion';
    /** When. */
    t: number;
  }
  /** A pocket. */
  | {
    kind: 'pocket';
    /** Which. */
    pocket: PocketId | null;
    /** When. */
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
  /** How far above the centre; with the side at most 500 thousandths from the centre. */
  topMilli: number;
};

/** Ball and cushion. */
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

/** How often a shot succeeds with the standard hand: at least 24 of 32 times, 12 of 32, or less. */
export type Ease =
  /** Three times of four. */
  | 'easy'
  /** Three times of eight. */
  | 'fair'
  /** Less. */
  | 'hard';

/** Something that happened. Everybody hears everything. */
export type Event =
  /** On the bed during a shot; the judge reads exactly these. */
  | Happening
  /** At the table otherwise. */
  | Announcement;

/** A foul, in the order in which they are looked for. */
export type Foul =
  /** The cue ball dropped. */
  | 'cue_ball_potted'
  /** A ball left the table. */
  | 'ball_off_table'
  /** The cue ball hit nothing. */
  | 'no_ball_hit'
  /** The first ball hit was not the target. */
  | 'wrong_ball_first'
  /** Nothing dropped and no ball reached a cushion after the first contact. */
  | 'no_cushion_after_contact'
  /** Nothing dropped on the break and fewer than four balls reached a cushion. */
  | 'illegal_break';

/** One thing that happened in a shot. Times are seconds after the strike. */
export type Happening =
  /** Two balls hit each other. */
  | {
    type: 'COLLISION';
    /** One of them. */
    a: Ball;
    /** The other. */
    b: Ball;
    /** When. */
    t?: number;
  }
  /** A ball hits a rail, a jaw or the tip of a jaw. */
  | {
    type: 'CUSHION';
    /** The ball. */
    a: Ball;
    /** It lay against this cushion before the shot and has not left it since. */
    frozen?: boolean;
    /** When. */
    t?: number;
  }
  /** A ball drops. */
  | {
    type: 'POT';
    /** The ball. */
    a: Ball;
    /** Where. */
    pocket?: PocketId;
    /** When. */
    t?: number;
  }
  /** A ball leaves the table. Our simulator keeps balls on the bed; others may not. */
  | {
    type: 'OFF_TABLE';
    /** The ball. */
    a: Ball;
    /** When. */
    t?: number;
  };

/** One thing that happened in a shot. Times are seconds after the strike. */
export type HappeningInput =
  /** Two balls hit each other. */
  | {
    type: 'COLLISION';
    /** One of them. */
    a: Ball;
    /** The other. */
    b: Ball;
    /** When. */
    t?: number | null;
  }
  /** A ball hits a rail, a jaw or the tip of a jaw. */
  | {
    type: 'CUSHION';
    /** The ball. */
    a: Ball;
    /** It lay against this cushion before the shot and has not left it since. */
    frozen?: boolean;
    /** When. */
    t?: number | null;
  }
  /** A ball drops. */
  | {
    type: 'POT';
    /** The ball. */
    a: Ball;
    /** Where. */
    pocket?: PocketId | null;
    /** When. */
    t?: number | null;
  }
  /** A ball leaves the table. Our simulator keeps balls on the bed; others may not. */
  | {
    type: 'OFF_TABLE';
    /** The ball. */
    a: Ball;
    /** When. */
    t?: number | null;
  };

/** What a player says about its choice. */
export type Info = {
  /** The ball that is to drop. */
  ball?: Ball;
  /** How likely it succeeds. */
  chance?: number;
  /** The upper end of that. */
  chanceHigh?: number;
  /** The lower end of that, 95 of 100 times. */
  chanceLow?: number;
  /** How many actions `random` had. */
  choices?: number;
  /** How hard the pot is for `easy`. */
  difficulty?: number;
  /** Shots tried in its head. */
  nodes?: number;
  /** How much its hand shakes. */
  noise?: number;
  /** What the shot is meant to be. */
  plan?: Plan;
  /** Where it is to drop. */
  pocket?: PocketId;
  /** How likely it wins the rack. */
  score?: number;
  /** In a sentence. */
  why?: string;
};

/** The verdict. */
export type JudgeAnswer = {
  /** All of them. */
  allFouls: Foul[];
  consecutiveFoulsAfter: [number, number];
  /** The first foul. */
  foul: Foul | null;
  /** What comes now. */
  next: NextWord;
  /** A set of balls; on the wire an ascending list. */
  onTableAfter: Ball[];
  /** Who acts; nobody after the end. */
  playerToAct: number | null;
  pushOutAvailable: boolean;
  /** Where the 9 comes back. */
  respot: [number, number] | null;
  targetAfter: Ball | null;
  /** Who has won. */
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
  /** A legal hit, and nothing more. */
  | 'safe'
  /** A legal hit off a cushion. */
  | 'kick';

/** Where each ball on the bed lies; `{"0":[x,y],..}` on the wire. */
export type Layout = Partial<Record<string, Point>>;

/** Why a seat leaves a game before its end. */
export type Leaving =
  /** It gives up. */
  | 'resign'
  /** Its time ran out, or it went away and did not come back. */
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

/** What can be chosen per match. On the wire `preset` may name a base for the fields that are missing. */
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

/** What can be chosen per match. On the wire `preset` may name a base for the fields that are missing. */
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
  /** Part of the normal speed left after two balls meet. */
  ballRestitution?: number;
  /** Mass of the cue. */
  cueMass?: number;
  /** Friction between ball and cushion. */
  cushionFriction?: number;
  /** Part of the normal speed left after a cushion. */
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

/** One ball's way over the bed. */
export type Path = {
  ball: Ball;
  /** The pocket it ends in. */
  pocket?: PocketId;
  /** As in `MOTION`. */
  rows: Row[];
  /** Where it ends. */
  to: [number, number];
  /** When it ends. */
  until: number;
};

/** What the game waits for. */
export type Phase =
  /** The breaker places the cue ball behind the head string. */
  | {
    name: 'break_placement';
    /** Who. */
    seat: number;
  }
  /** A shot. */
  | {
    name: 'aim';
    /** Whose. */
    seat: number;
  }
  /** The cue ball is placed anywhere. */
  | {
    name: 'ball_in_hand';
    /** By whom. */
    seat: number;
  }
  /** Somebody decides who plays on after a push-out. */
  | {
    name: 'push_out_choice';
    /** Who decides. */
    seat: number;
  }
  /** Nothing. */
  | {
    name: 'game_over';
    /** What ended it. */
    reason: Reason;
    /** Who won; nobody if a player alone lost a rack or stopped. */
    winner: number | null;
  };

/** What the game waits for. */
export type PhaseInput =
  /** The breaker places the cue ball behind the head string. */
  | {
    name: 'break_placement';
    /** Who. */
    seat: number;
  }
  /** A shot. */
  | {
    name: 'aim';
    /** Whose. */
    seat: number;
  }
  /** The cue ball is placed anywhere. */
  | {
    name: 'ball_in_hand';
    /** By whom. */
    seat: number;
  }
  /** Somebody decides who plays on after a push-out. */
  | {
    name: 'push_out_choice';
    /** Who decides. */
    seat: number;
  }
  /** Nothing. */
  | {
    name: 'game_over';
    /** What ended it. */
    reason?: Reason;
    /** Who won; nobody if a player alone lost a rack or stopped. */
    winner?: number | null;
  };

/** Whether the cue ball may be placed somewhere. */
export type PlaceAnswer = {
  /** The ball that is in the way. */
  ball?: Ball;
  message?: string;
  ok: boolean;
  /** The end of the error's code: `outside`, `too_close`, `behind_line` ... */
  reason?: string;
};

/** What a shot is meant to be. */
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
    /** Where the balls lay afterwards, in metres; for the place of the 9. */
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
    /** Micrometres from the centre to the left. */
    yUm: number;
  }
  /** Which shots are there from here? */
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
  /** A seat was gone for too long. */
  | 'timeout';

/** What stands beside a refusal. */
export type RefusalDetails =
  /** Of a place for the cue ball. */
  | {
    /** The ball that lies there. */
    ball: Ball;
  }
  /** Of a number beyond its bounds. */
  | {
    /** Which number. */
    field: string;
    /** The most it can be. */
    max: number;
    /** The least it can be. */
    min: number;
  }
  /** Of a number that is none. */
  | {
    /** Which. */
    field: string;
  }
  /** Of a shot that cannot be played. */
  | {
    /** Why. */
    physics: string;
  };

/** One interval of motion. */
export type Row = number[];

/**
 * The whole state, the dice of later racks included. Only `balls` and `phase` are needed to set up a position; all
 * else has a default or follows.
 */
export type Setup = {
  /** Where the balls on the bed lie. */
  balls: Layout;
  /** Who broke this rack. */
  breaker: number;
  /** Follows from the balls, and is not looked at: whether the cue ball is off the bed. */
  cueInHand: boolean;
  /** What the next racks are shuffled with; a fixed seed if it is missing. */
  dice?: Dice;
  /** Consecutive fouls of each seat; one number at a table for one. */
  fouls: number[];
  /**
   * Where the cue ball may be placed now. If it is missing, it follows from the phase; before a break shot the ball
   * may be placed again.
   */
  mayPlace: Area | null;
  /** What was chosen for the match. */
  options: Options;
  /** What the game waits for. */
  phase: Phase;
  /** Follows from the balls, and is not looked at: the object balls that are down. */
  pocketed: Ball[];
  /** Balls each seat has legally potted in this rack, for show only. */
  potted: number[];
  /** Whether the next shot may be declared a push-out. */
  pushOk: boolean;
  /** Racks each seat has won. */
  racks: number[];
  /** Shots taken in this rack; the one with the number 0 is the break. */
  shotNo: number;
};

/**
 * The whole state, the dice of later racks included. Only `balls` and `phase` are needed to set up a position; all
 * else has a default or follows.
 */
export type SetupInput = {
  /** Where the balls on the bed lie. */
  balls: Layout;
  /** Who broke this rack. */
  breaker?: number;
  /** Follows from the balls, and is not looked at: whether the cue ball is off the bed. */
  cueInHand?: boolean;
  /** What the next racks are shuffled with; a fixed seed if it is missing. */
  dice?: Dice | null;
  /** Consecutive fouls of each seat; one number at a table for one. */
  fouls?: number[];
  /**
   * Where the cue ball may be placed now. If it is missing, it follows from the phase; before a break shot the ball
   * may be placed again.
   */
  mayPlace?: Area | null;
  /** What was chosen for the match. */
  options?: OptionsInput;
  /** What the game waits for. */
  phase: PhaseInput;
  /** Follows from the balls, and is not looked at: the object balls that are down. */
  pocketed?: Ball[];
  /** Balls each seat has legally potted in this rack, for show only. */
  potted?: number[];
  /** Whether the next shot may be declared a push-out. */
  pushOk?: boolean;
  /** Racks each seat has won. */
  racks?: number[];
  /** Shots taken in this rack; the one with the number 0 is the break. */
  shotNo?: number;
};

/** The shots from here, the most natural first. */
export type ShotsAnswer = {
  /** How much the table lets players see: only with full help shots are aimed exactly and rated. */
  help: AimHelp;
  shots: Candidate[];
};

/** What a seat may show before its action: a direction, or a place for the cue ball. */
export type Shown = {
  /** Where the cue points, in microradians. */
  aimUrad?: number;
  /** Micrometres from the centre towards the foot. */
  xUm?: number;
  /** Micrometres from the centre to the left. */
  yUm?: number;
};

/** What a seat may show before its action: a direction, or a place for the cue ball. */
export type ShownInput = {
  /** Where the cue points, in microradians. */
  aimUrad?: number | null;
  /** Micrometres from the centre towards the foot. */
  xUm?: number | null;
  /** Micrometres from the centre to the left. */
  yUm?: number | null;
};

/** Where a ball is hit, seen along the cue. */
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
  /** Centre; for a pocketed ball the place where it was captured. */
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
  /** What a ball went over to. */
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
  /** A ball went over to another kind of motion by itself. */
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
  /** Gone. */
  | 'pocketed';

/**
 * A table. Lengths are metres, the origin is the centre of the bed, the foot is at plus x.
 *
 * Everything a ball can meet is listed: straight faces, rounded jaw tips and the circles that swallow it. A face has
 * two sides, so a list of faces needs no order.
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
  /** From nose to nose across. */
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

/** What was at stake. */
export type Stake = {
  breakShot?: boolean;
  consecutiveFouls?: [number, number];
  options?: OptionsInput;
  pushOutDeclared?: boolean;
  /** Whose shot it was, 0 or 1. */
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

/** How the cue is to strike, as somebody gave it. */
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
  /** How far above the centre. */
  topMilli?: number;
};

/** How large the table is, nose to nose. */
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
 * A row is `[t, x, y, vx, vy, ax, ay, wx, wy, wz, dwx, dwy, dwz]` without trailing zeros. With `s` the seconds since `t`,
 * the centre is at `(x, y) + (vx, vy) s + (ax, ay) s^2` and the spin is `(wx, wy, wz) + (dwx, dwy, dwz) s`, its vertical part
 * staying at zero once it gets there. A row of three numbers is a ball at rest, a row of one says that it is gone.
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
  /** Who broke this rack. */
  breaker: number;
  /** Follows from the balls, and is not looked at: whether the cue ball is off the bed. */
  cueInHand: boolean;
  /** What the next racks are shuffled with; a fixed seed if it is missing. */
  dice?: Dice;
  /** Consecutive fouls of each seat; one number at a table for one. */
  fouls: number[];
  /**
   * Where the cue ball may be placed now. If it is missing, it follows from the phase; before a break shot the ball
   * may be placed again.
   */
  mayPlace: Area | null;
  /** What was chosen for the match. */
  options: Options;
  /** What the game waits for. */
  phase: Phase;
  /** Follows from the balls, and is not looked at: the object balls that are down. */
  pocketed: Ball[];
  /** Balls each seat has legally potted in this rack, for show only. */
  potted: number[];
  /** Whether the next shot may be declared a push-out. */
  pushOk: boolean;
  /** Racks each seat has won. */
  racks: number[];
  /** Shots taken in this rack; the one with the number 0 is the break. */
  shotNo: number;
  /** The ball to hit first; none where several will do, as in practice. */
  target: Ball | null;
  /** The seat that looks, if it is one. */
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
