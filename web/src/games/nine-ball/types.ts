/** Nine-ball as it comes over the wire. */
import type { BoardProps } from '../contract.ts';

/** 0 is the cue ball, 1 to 9 carry their numbers. */
export type Ball = number;
/** Head, middle or foot; left or right as seen from the head. */
export type PocketId = 'HL' | 'HR' | 'ML' | 'MR' | 'FL' | 'FR';
/** Metres from the centre of the bed: towards the foot, and to the left as seen from the head. */
export type Point = [number, number];

/** One stretch of motion: `[t, x, y, vx, vy, ax, ay, wx, wy, wz, dwx, dwy, dwz]` without trailing zeros. */
export type Row = number[];

export interface Track {
  ball: Ball;
  rows: Row[];
}

export type Phase =
  | { name: 'break_placement' | 'aim' | 'ball_in_hand' | 'push_out_choice'; seat: number }
  | { name: 'game_over'; winner: number | null; reason: Reason };

export type Reason = 'nine_potted' | 'three_fouls' | 'conceded' | 'resign' | 'timeout';

export type Foul =
  | 'cue_ball_potted'
  | 'ball_off_table'
  | 'no_ball_hit'
  | 'wrong_ball_first'
  | 'no_cushion_after_contact'
  | 'illegal_break';

export interface Options {
  preset?: 'wpa';
  legalBreak: boolean;
  pushOut: boolean;
  threeFouls: boolean;
  frozenCushion: boolean;
  raceTo: number;
  breakOrder: 'winner' | 'alternate';
  aimHelp: 'full' | 'contact' | 'none';
  practice: boolean;
  fixedRack: boolean;
  table: '7-foot' | '8-foot' | '9-foot';
}

/** Where the balls on the bed lie. */
export type Layout = Partial<Record<string, Point>>;

export interface View {
  you: number | null;
  target: Ball | null;
  balls: Layout;
  pocketed: Ball[];
  cueInHand: boolean;
  phase: Phase;
  mayPlace: 'behindString' | 'anywhere' | null;
  shotNo: number;
  fouls: number[];
  pushOk: boolean;
  racks: number[];
  potted: number[];
  breaker: number;
  options: Options;
}

/** How the cue strikes, in whole numbers. */
export interface Stroke {
  speedMmS: number;
  aimUrad: number;
  elevationUrad: number;
  /** Positive to the left. */
  sideMilli: number;
  topMilli: number;
  pushOut: boolean;
}

export type Action =
  | { type: 'PLACE_BALL'; xUm: number; yUm: number }
  | ({ type: 'SHOOT' } & Stroke)
  | { type: 'CHOOSE'; play: boolean }
  | { type: 'CONCEDE' };

export type Event =
  | { type: 'COLLISION'; a: Ball; b: Ball; t: number }
  | { type: 'CUSHION'; a: Ball; t: number; frozen?: boolean }
  | { type: 'POT'; a: Ball; pocket: PocketId; t: number }
  | { type: 'OFF_TABLE'; a: Ball; t: number }
  | { type: 'PLACED'; seat: number; at: Point }
  | { type: 'MOTION'; seconds: number; balls: Track[] }
  | { type: 'FOUL'; seat: number; kind: Foul; all: Foul[]; hit: Ball | null; target: Ball | null; inARow: number }
  | { type: 'RESPOT'; ball: Ball; at: Point }
  | { type: 'TURN'; seat: number; phase: Phase; target: Ball | null; pushOk: boolean }
  | { type: 'CHOSEN'; seat: number; play: boolean }
  | { type: 'CONCEDED'; seat: number }
  | { type: 'RACK_OVER'; winner: number | null; reason: Reason; racks: number[] }
  | { type: 'RACK'; breaker: number; balls: Layout }
  | { type: 'LEFT'; seat: number; why: 'resign' | 'timeout' }
  | { type: 'GAME_OVER'; winner: number | null; reason: Reason; racks: number[] };

export type EventOf<T extends Event['type']> = Extract<Event, { type: T }>;

/** A ball's way over the bed, as `AIM` answers. */
export interface Path {
  ball: Ball;
  rows: Row[];
  until: number;
  to: Point;
  pocket?: PocketId;
}

/** The answer to `AIM`: as much as the table lets players see. */
export interface Aimed {
  help: Options['aimHelp'];
  cue?: Path;
  contact?: { kind: 'ball'; ball: Ball; legal: boolean; t: number } | { kind: 'cushion'; t: number } | { kind: 'pocket'; pocket: PocketId | null; t: number };
  ghost?: Point;
  cueAfter?: Path;
  object?: Path;
}

/** The answer to `CHECK_PLACE`. */
export interface Placeable {
  ok: boolean;
  reason?: string | null;
  message?: string | null;
  ball?: Ball | null;
}

/** What the board is given. */
export type Props = BoardProps<View, Action, Event, Options>;

/** The first event of a kind. */
export function first<T extends Event['type']>(events: Event[], type: T): EventOf<T> | undefined {
  return events.find((event): event is EventOf<T> => event.type === type);
}
