// The wire types of Baize, made from crates/baize-protocol; do not edit.
// Texts that people typed (names, chat) are marked in the protocol page: show them as text only.

import type {
  AnyAction,
  AnyAnswer,
  AnyChosen,
  AnyDetails,
  AnyEvent,
  AnyInfo,
  AnyOptions,
  AnyQuery,
  AnyReason,
  AnyShown,
  AnyView,
  Json,
  Listed,
} from './games.ts';

export const PROTOCOL = 1;

/**
 * The id of a table: twelve lower-case letters and digits, as in its address.
 *
 * It is no secret; a table is opened with a token or the secret of a link.
 */
export type TableId = string;

/**
 * A client's own name for one of its requests. A repeated request is done once but answered each time.
 */
export type RequestId = string;

/**
 * Milliseconds since the beginning of 1970, by the server's clock.
 */
export type Moment = number;

/**
 * 128 bits that open something: the token of a seat, the secret of a link. On the wire, 32 hex digits.
 *
 * `Debug` does not show them, and two keys are only ever compared by their hashes.
 */
export type Key = string;

/**
 * A fingerprint of the log at a version, which a client is given and shows when it comes back: 32
 * hexadecimal digits.
 *
 * One half stands for everything that has happened, the other proves that it came from this server. So the
 * server notices if its log has become a different one, and nobody can make it believe so falsely.
 */
export type History = string;

/**
 * A request. The client chooses its `id`; the reply carries the same one, and a request sent again with the
 * same `id` is done once and answered each time.
 */
export type Request = { "op": "hello", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * [`PROTOCOL`](crate::PROTOCOL).
 */
protocol: number, 
/**
 * The table.
 */
table: TableId, 
/**
 * The token of a seat or of the host.
 */
token?: Key, 
/**
 * Takes a free seat.
 */
join?: Join, 
/**
 * The secret of a link for watching; public tables need none.
 */
watch?: Key, 
/**
 * The last version the client has seen; it is sent what it has missed.
 */
version?: number, 
/**
 * The history that the client was given at that version. If the log has become a different one, the
 * table is frozen.
 */
history?: History, 
/**
 * What else the client wants in every message.
 */
want?: Array<Want>, 
/**
 * The language of all texts; English if absent.
 */
language?: Language, } | { "op": "play", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * The action, in the game's own JSON.
 */
action: AnyAction, 
/**
 * The version the player was looking at; if its turn has changed since, the move is refused as stale.
 */
version?: number, } | { "op": "resign", 
/**
 * The client's name for this request.
 */
id: RequestId, } | { "op": "close", 
/**
 * The client's name for this request.
 */
id: RequestId, } | { "op": "stand", 
/**
 * The client's name for this request.
 */
id: RequestId, } | { "op": "ready", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * Anything the player wants to add to the seed of the deal, at most 64 bytes.
 */
entropy?: string, } | { "op": "seat", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * The seat.
 */
seat: number, 
/**
 * The computer player; absent to clear the seat.
 */
player?: string, 
/**
 * The person of the cast the computer player appears as.
 */
persona?: string, } | { "op": "invite", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * The seat the link is for; absent for the watch link.
 */
seat?: number, 
/**
 * Whether to replace the old link by a new one.
 */
renew?: boolean, } | { "op": "propose", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * What is proposed.
 */
what: Proposed, } | { "op": "agree", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * The number of the proposal.
 */
proposal: number, } | { "op": "decline", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * The number of the proposal.
 */
proposal: number, } | { "op": "return", 
/**
 * The client's name for this request.
 */
id: RequestId, } | { "op": "claim", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * The seat.
 */
seat: number, } | { "op": "rematch", 
/**
 * The client's name for this request.
 */
id: RequestId, } | { "op": "chat", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * Plain text, at most 200 characters.
 */
text: string, } | { "op": "react", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * The reaction.
 */
reaction: Reaction, } | { "op": "query", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * The question, in the game's own JSON.
 */
query: AnyQuery, } | { "op": "pace", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * The new pace.
 */
pace: Pace, } | { "op": "hold", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * Whether the table is held.
 */
isHeld: boolean, } | { "op": "hurry", 
/**
 * The client's name for this request.
 */
id: RequestId, } | { "op": "pass", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * Whether this seat passes for the rest of the round.
 */
isForRound?: boolean, } | { "op": "seen", 
/**
 * The client's name for this request.
 */
id: RequestId, } | { "op": "hint", 
/**
 * The client's name for this request.
 */
id: RequestId, } | { "op": "show", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * What to show, in the game's own JSON, at most 512 bytes.
 */
what: AnyShown, } | { "op": "ping", 
/**
 * The client's name for this request.
 */
id: RequestId, };

/**
 * How somebody takes a seat.
 */
export type Join = { 
/**
 * The secret of the link; public tables need none.
 */
secret?: Key, 
/**
 * The seat at a public table; absent for any. A link is for a fixed seat.
 */
seat?: number, 
/**
 * The name the others see, at most 24 characters.
 */
name: string, 
/**
 * 128 random bits that the client has just drawn: joining again with them gives the same seat and token.
 */
key: Key, 
/**
 * A secret that the client keeps for good: all results under it count together on the leaderboard.
 */
player?: Key, };

/**
 * What a client wants in every message besides the view and its menu.
 */
export type Want = "text";

/**
 * A reply to a request, or news.
 */
export type Message = { "op": "welcome", 
/**
 * The client's name for the request.
 */
id: RequestId, 
/**
 * The table's version.
 */
version: number, 
/**
 * A fingerprint of everything up to that version, to be sent in the next `hello`.
 */
history?: History, 
/**
 * Raised each time another process takes over the table.
 */
epoch: number, 
/**
 * Who the client is at this table.
 */
you: You, 
/**
 * What never changes about the table.
 */
info: TableInfo, 
/**
 * The state of the table.
 */
state: TableState, 
/**
 * Who is here.
 */
presence: Presence, 
/**
 * Every step after the version that the client has seen. Absent if it named none, or missed so much
 * that it should start from `state`.
 */
steps?: Array<Step>, } | { "op": "done", 
/**
 * The client's name for the request.
 */
id: RequestId, 
/**
 * The version that the request led to.
 */
version: number, } | { "op": "invitation", 
/**
 * The client's name for the request.
 */
id: RequestId, 
/**
 * The version that the request led to.
 */
version: number, 
/**
 * The secret that belongs in the link, after the `#`: 32 hexadecimal digits.
 */
secret: string, } | { "op": "answer", 
/**
 * The client's name for the request.
 */
id: RequestId, 
/**
 * The answer, in the game's own JSON.
 */
answer: AnyAnswer, } | { "op": "hinted", 
/**
 * The client's name for the request.
 */
id: RequestId, 
/**
 * What a strong player would do, in the game's own JSON.
 */
action: AnyAction, 
/**
 * What that player says about it, and what a menu would show beside the action.
 */
info: AnyInfo, } | { "op": "pong", 
/**
 * The client's name for the request.
 */
id: RequestId, } | { "op": "shown", 
/**
 * The seat.
 */
seat: number, 
/**
 * What it shows, in the game's own JSON.
 */
what: AnyShown, } | { "op": "refused", 
/**
 * The client's name for the request; absent if none could be read.
 */
id?: RequestId, 
/**
 * The table's version, once the client is at a table.
 */
version?: number, 
/**
 * Why not.
 */
error: Problem, } | { "op": "news", 
/**
 * The table's version.
 */
version: number, 
/**
 * A fingerprint of everything up to that version, to be sent in the next `hello`.
 */
history?: History, 
/**
 * What happened, in order, without gaps.
 */
steps: Array<Step>, 
/**
 * What may have changed.
 */
state: TableState, } | { "op": "presence" } & Presence | { "op": "elsewhere", } | { "op": "closing", 
/**
 * Why the connection is closed.
 */
error: Problem, 
/**
 * When to reconnect, in milliseconds from now.
 */
retry: number, };

/**
 * Who a client is at a table.
 */
export type You = { 
/**
 * The seat; absent for clients that only watch.
 */
seat?: number, 
/**
 * Whether the client opened the table, and may fill its seats.
 */
isHost: boolean, 
/**
 * The token that opens the seat from now on; only in the reply to a `join`.
 */
token?: string, };

/**
 * Who is here.
 */
export type Presence = { 
/**
 * The seats whose people are connected.
 */
here: number[], 
/**
 * How many clients watch.
 */
watching: number, 
/**
 * The people who are away, and since when.
 */
away?: Array<Away>, 
/**
 * The seats whose people are reading something, such as the rules.
 */
reading?: number[], };

/**
 * Somebody who is not at the table.
 */
export type Away = { 
/**
 * Their seat.
 */
seat: number, 
/**
 * When they were last here.
 */
since: Moment, };

/**
 * One entry of a table's log as a viewer sees it. Versions count from 1 without gaps.
 */
export type Step = { 
/**
 * The version it led to.
 */
version: number, 
/**
 * When it happened.
 */
at: Moment, 
/**
 * What happened.
 */
event: StepFact, };

/**
 * What happened.
 */
export type StepFact = { "type": "OPENED", 
/**
 * The hash of the seed, fixed before anybody sat down.
 */
commitment: string, } | { "type": "JOINED", 
/**
 * The seat.
 */
seat: number, } | { "type": "STOOD", 
/**
 * The seat.
 */
seat: number, } | { "type": "READY", 
/**
 * The seat.
 */
seat: number, } | { "type": "STARTED", } | { "type": "LINK_CHANGED", } | { "type": "ACTED", 
/**
 * The seat.
 */
seat: number, 
/**
 * Who acted for it; absent if the person in the seat did.
 */
by?: By, 
/**
 * What the game tells this viewer.
 */
events: AnyEvent[], 
/**
 * The events as sentences in the client's language, for clients that want text.
 */
texts?: Array<string>, } | { "type": "LEFT", 
/**
 * The seat.
 */
seat: number, 
/**
 * Why it left.
 */
why: Leaving, 
/**
 * What the game tells this viewer.
 */
events: AnyEvent[], 
/**
 * The events as sentences in the client's language, for clients that want text.
 */
texts?: Array<string>, } | { "type": "DRAWN", 
/**
 * The seat that proposed it.
 */
seat: number, 
/**
 * What the game tells this viewer.
 */
events: AnyEvent[], 
/**
 * The events as sentences in the client's language, for clients that want text.
 */
texts?: Array<string>, } | { "type": "PROPOSED", 
/**
 * The proposal.
 */
proposal: Proposal, } | { "type": "AGREED", 
/**
 * The seat.
 */
seat: number, } | { "type": "DECLINED", 
/**
 * The seat.
 */
seat: number, } | { "type": "TAKEN_BACK", 
/**
 * The seat that asked for it.
 */
seat: number, 
/**
 * How many actions.
 */
actions: number, } | { "type": "FILLED_IN", 
/**
 * The seat.
 */
seat: number, 
/**
 * The computer player.
 */
player: string, 
/**
 * The person of the cast it appears as.
 */
persona?: string, } | { "type": "RETURNED", 
/**
 * The seat.
 */
seat: number, } | { "type": "CHAT", 
/**
 * The seat.
 */
seat: number, 
/**
 * The text.
 */
text: string, } | { "type": "REACTED", 
/**
 * The seat.
 */
seat: number, 
/**
 * The reaction.
 */
reaction: Reaction, } | { "type": "REMATCH_ASKED", 
/**
 * The seat.
 */
seat: number, } | { "type": "REMATCH", 
/**
 * The table of the next game.
 */
table: TableId, } | { "type": "WOKEN", } | { "type": "HINTED", 
/**
 * The seat.
 */
seat: number, } | { "type": "CLOSED", } | { "type": "RESTED", };

/**
 * Who acted for a seat instead of its person.
 */
export type By = "computer" | "clock";

/**
 * A proposal that waits for consent.
 */
export type Proposal = { 
/**
 * Its number, to agree to it or decline it.
 */
number: number, 
/**
 * The seat that made it.
 */
by: number, 
/**
 * What is proposed.
 */
what: Proposed, 
/**
 * The seats that must still agree.
 */
waiting: number[], };

/**
 * What can be proposed.
 */
export type Proposed = { "type": "TAKEBACK", } | { "type": "FILL_IN", 
/**
 * The seat.
 */
seat: number, 
/**
 * The computer player.
 */
player: string, 
/**
 * The person of the cast it appears as.
 */
persona?: string, } | { "type": "DRAW", };

/**
 * A reaction sent with one tap.
 */
export type Reaction = "hello" | "good-luck" | "nice" | "wow" | "oops" | "thinking" | "thanks" | "good-game";

/**
 * What never changes at a table.
 */
export type TableInfo = { 
/**
 * Its id.
 */
table: TableId, 
/**
 * The id of the game.
 */
game: string, 
/**
 * The revision of its rules.
 */
revision: number, 
/**
 * The options that were chosen; the others have their defaults.
 */
options: AnyChosen, 
/**
 * The time players have.
 */
clock: Clock, 
/**
 * Whether lists show it, and anybody may watch or take a free seat.
 */
isPublic: boolean, 
/**
 * Whether a seat may ask for hints.
 */
hints: boolean, 
/**
 * Whether everybody may see the others' views once the game is over, if those show more.
 */
openAfter: boolean, 
/**
 * How long people may ask out of turn; absent to follow the pace.
 */
callWindow?: CallWindow, 
/**
 * When it was opened.
 */
opened: Moment, 
/**
 * The table that this one is the rematch of.
 */
rematchOf?: TableId, 
/**
 * Whether the game began with a position that somebody set up; such a game counts towards nothing.
 */
isSetUp?: boolean, 
/**
 * Whether the game was begun elsewhere, such as on a device without a server; it then counts towards
 * nothing.
 */
isOffline?: boolean, 
/**
 * The game that the position was taken from.
 */
source?: PositionSource, };

/**
 * A position in another game.
 */
export type PositionSource = { 
/**
 * The table of that game.
 */
table: TableId, 
/**
 * How many actions had been made by then.
 */
ply: number, };

/**
 * The time players have, in seconds. Absent fields mean no limit.
 */
export type Clock = { 
/**
 * For the whole game; a player who uses it up leaves the game.
 */
bank?: number, 
/**
 * Added to the bank after each turn.
 */
increment?: number, 
/**
 * For one turn; after that the game's default choice is made, or the seat leaves.
 */
turn?: number, 
/**
 * For an answer asked for in somebody else's turn: 60 if absent, 0 for no limit.
 */
answer?: number, };

/**
 * The state of a table for one viewer. `welcome` has every field that applies, `news` those that may have
 * changed. Replacing old fields by those always gives what a new `welcome` would say.
 */
export type TableState = { 
/**
 * The phase of the table.
 */
phase?: Phase, 
/**
 * The seats, in order.
 */
seats?: Array<SeatState>, 
/**
 * The game as this viewer may see it; absent until it begins.
 */
view?: AnyView, 
/**
 * The view as lines of text, for clients that want it.
 */
text?: string, 
/**
 * What this viewer's seat can do: `{"action":..}` with what may be shown beside it.
 */
actions?: Listed[], 
/**
 * Whether `actions` lists everything that is legal.
 */
complete?: boolean, 
/**
 * The seats the game waits for, and those that may act as well.
 */
awaiting?: Awaiting, 
/**
 * The clocks, if there are any.
 */
clocks?: Clocks, 
/**
 * How the game ended.
 */
result?: Outcome, 
/**
 * The open proposal; null when it is settled.
 */
proposal?: Proposal | null, 
/**
 * Proves that the deal was fixed beforehand.
 */
fairness?: Fairness, 
/**
 * Who wants another game, and its table.
 */
rematch?: Rematch, 
/**
 * Whether seats may ask for hints now; depends on who sits there.
 */
hints?: boolean, 
/**
 * How fast the computer players act.
 */
pace?: Pace, 
/**
 * What the computer players wait for; null when they do not wait.
 */
waiting?: Waiting | null, };

/**
 * The phase of a table.
 */
export type Phase = "waiting" | "playing" | "over";

/**
 * One seat.
 */
export type SeatState = { 
/**
 * Who is in the seat.
 */
occupant: Occupant, 
/**
 * The person's name, as they typed it; show it as text only.
 */
name?: string, 
/**
 * The computer player in the seat, also while it fills in for a person.
 */
player?: string, 
/**
 * The person of the cast the computer player appears as.
 */
persona?: string, 
/**
 * Whether the seat is ready to begin.
 */
isReady: boolean, 
/**
 * How many hints the seat has had; absent if none.
 */
hints?: number, };

/**
 * Who is in a seat.
 */
export type Occupant = "empty" | "person" | "computer";

/**
 * The clocks at one moment.
 */
export type Clocks = { 
/**
 * That moment, by the server's clock.
 */
at: Moment, 
/**
 * The clock of each seat.
 */
seats: Array<SeatClock>, };

/**
 * The clock of a seat.
 */
export type SeatClock = { 
/**
 * Milliseconds left in the bank.
 */
left?: number, 
/**
 * When its time runs out, if the clock is running.
 */
deadline?: Moment, };

/**
 * Proves that the deal was fixed beforehand; `baize verify` checks it in the record.
 */
export type Fairness = { 
/**
 * The hash of the seed.
 */
commitment: string, 
/**
 * What each seat has added to the seed; present once the game has begun.
 */
entropy?: Array<string>, 
/**
 * The seed, 64 hexadecimal digits; present once the game is over.
 */
seed?: string, };

/**
 * Who wants another game, and its table.
 */
export type Rematch = { 
/**
 * The seats that have asked.
 */
asked: number[], 
/**
 * The next table, once it is open.
 */
table?: TableId, };

/**
 * How fast the computer players at a table act. The pace does not change what they do.
 */
export type Pace = "slow" | "normal" | "fast" | "instant";

/**
 * How long everybody may ask for a card out of turn before computer players go on.
 */
export type CallWindow = number | Everybody;

/**
 * The word for a call window that waits for everybody.
 */
export type Everybody = "everybody";

/**
 * What a table waits for before computer players go on. It is not part of the table's log.
 */
export type Waiting = { 
/**
 * The reason.
 */
why: WaitingFor, 
/**
 * The seats concerned: computer players that are taking their time, or people who may still ask, have
 * not closed the summary, or are reading.
 */
seats: number[], 
/**
 * When the wait began.
 */
since: Moment, 
/**
 * When the wait ends at the latest, if known.
 */
until?: Moment, };

/**
 * Why a table waits.
 */
export type WaitingFor = "move" | "call" | "summary" | "held";

/**
 * Why something is refused.
 */
export type Problem = { 
/**
 * Stable code for programs, such as `table.stale`.
 */
code: string, 
/**
 * What is wrong, in words.
 */
message: string, 
/**
 * Further fields, if they help.
 */
details?: Json, };

/**
 * How a game ended.
 */
export type Outcome = { 
/**
 * Who won; empty for a draw, several for a shared win.
 */
winners: Array<number>, 
/**
 * Why the game ended, a stable word.
 */
reason: AnyReason | 'abandoned', 
/**
 * The final score of each seat.
 */
scores: Array<number>, 
/**
 * More about the end, if the game has it.
 */
details?: AnyDetails, };

/**
 * The seats a game waits for.
 */
export type Awaiting = { 
/**
 * Seats that must act before the game can go on.
 */
must: number[], 
/**
 * Seats that may act but need not.
 */
may: number[], };

/**
 * Why a seat leaves a game before its end.
 */
export type Leaving = "resign" | "timeout";

/**
 * A language for boards and sentences.
 */
export type Language = "en" | "ja" | "zh-Hant";

/**
 * A refusal: the HTTP status gives its kind, the body the reason.
 */
export type Refusal = { 
/**
 * Why not.
 */
error: Problem, };

/**
 * The games that can be played.
 */
export type Games = { 
/**
 * In the order in which they are shown.
 */
games: Array<GameInfo>, };

/**
 * A game that can be played.
 */
export type GameInfo = { 
/**
 * Stable identifier.
 */
id: string, 
/**
 * The name people use.
 */
name: string, 
/**
 * The fewest and the most seats, over all options.
 */
seats: [number, number], 
/**
 * Every option with its default.
 */
options: AnyOptions, 
/**
 * The computer players, weakest first.
 */
players: Array<string>, 
/**
 * The people of the cast that computer players appear as, the gentlest first.
 */
cast: Array<CastInfo>, };

/**
 * A person of the cast in one game. The page describes the person; this says which computer player plays for
 * them.
 */
export type CastInfo = { 
/**
 * Stable identifier, such as `bruno`.
 */
persona: string, 
/**
 * The computer player.
 */
player: string, 
/**
 * How strong they are, from 1 to 7 bars; people with the same player have the same number.
 */
strength: number, 
/**
 * The `mode` option that the entry is for; absent for all modes without entries of their own.
 */
mode?: string, };

/**
 * Opens a table.
 */
export type OpenTable = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * What differs from the default options.
 */
options?: AnyChosen, 
/**
 * How many seats; absent for the fewest.
 */
seats?: number, 
/**
 * The position that the game begins with, in the game's notation; absent for the usual start. What the
 * text leaves open is dealt. A game that begins with a position counts towards nothing.
 */
position?: string, 
/**
 * The game that the position was taken from.
 */
source?: PositionSource, 
/**
 * A game that was begun elsewhere, as a record with its seed: the table continues it, or just keeps it
 * if it is over. Options, number of seats and position come from the record. It counts towards nothing.
 */
record?: Json, 
/**
 * The time players have.
 */
clock?: Clock, 
/**
 * Whether lists show the table, and anybody may watch or take a free seat.
 */
isPublic?: boolean, 
/**
 * The name of the host, who gets the first seat without a computer player; without a name, no seat.
 */
name?: string, 
/**
 * The seat the host wants instead of the first.
 */
seat?: number, 
/**
 * A computer player for each seat; null or absent for people.
 */
players?: Array<string | null>, 
/**
 * The person of the cast that each computer player appears as; null or absent for none.
 */
personas?: Array<string | null>, 
/**
 * How fast the computer players act.
 */
pace?: Pace, 
/**
 * How long people may ask out of turn before a computer player goes on; absent to follow the pace.
 */
callWindow?: CallWindow, 
/**
 * Whether seats may ask for hints; if absent, they may if at most one seat is a person's.
 */
hints?: boolean, 
/**
 * Whether everybody may see the others' views once the game is over; if absent, they may unless the
 * table is public.
 */
openAfter?: boolean, 
/**
 * 128 random bits that the client has just drawn: sent again, they open no second table but repeat the
 * reply.
 */
key?: Key, 
/**
 * A secret that the client keeps for good: all results under it count together on the leaderboard.
 */
player?: Key, };

/**
 * A table that was opened, and everything that opens it.
 */
export type OpenedTable = { 
/**
 * Its id.
 */
table: TableId, 
/**
 * The host's token, which also opens the host's seat.
 */
token: string, 
/**
 * The host's seat.
 */
seat?: number, 
/**
 * A link for each seat that is open to a person. The secret follows the `#`, which browsers never send.
 */
links: Array<SeatLink>, 
/**
 * The watch link.
 */
watch: string, };

/**
 * A link that gives a seat to the first person who uses it.
 */
export type SeatLink = { 
/**
 * The seat.
 */
seat: number, 
/**
 * The link.
 */
link: string, };

/**
 * Public tables, the latest first.
 */
export type TableList = { 
/**
 * At most a hundred.
 */
tables: Array<TableRow>, };

/**
 * A table in a list.
 */
export type TableRow = { 
/**
 * Its id.
 */
table: TableId, 
/**
 * The id of the game.
 */
game: string, 
/**
 * The options that were chosen; the others have their defaults.
 */
options: AnyChosen, 
/**
 * The time players have.
 */
clock: Clock, 
/**
 * Whether lists show it.
 */
isPublic: boolean, 
/**
 * The phase of the table.
 */
phase: Phase, 
/**
 * Who sits where.
 */
seats: Array<SeatState>, 
/**
 * Whether the game began with a position that somebody set up.
 */
isSetUp?: boolean, 
/**
 * When it was opened.
 */
opened: Moment, 
/**
 * When a seat, the phase or the result last changed.
 */
changed: Moment, 
/**
 * How the game ended.
 */
result?: Outcome, };

/**
 * Asks about a position: whether it can be played, or how it is written.
 */
export type AskPosition = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * What differs from the default options.
 */
options?: AnyChosen, 
/**
 * The position in the game's notation.
 */
text?: string, 
/**
 * Instead of a text: a viewer's view of a game.
 */
view?: AnyView, 
/**
 * The seat that looks; absent for a spectator.
 */
seat?: number, 
/**
 * Actions made from there, each by the seat whose turn it is: at most 64.
 */
actions?: AnyAction[], 
/**
 * Moves made after `actions`, as people type them: at most 64 in all.
 */
moves?: Array<string>, 
/**
 * Whether to value each choice, if the game has an engine that can.
 */
isValued?: boolean, };

/**
 * A position that can be set up.
 */
export type PositionInfo = { 
/**
 * Its text, as far as this viewer may know it.
 */
text: string, 
/**
 * The part after `#p=` in a link to it; absent if that would be too long.
 */
link?: string, 
/**
 * How many seats it is for.
 */
seats: number, 
/**
 * What this viewer sees; what the text leaves open is dealt at random each time.
 */
view: AnyView, 
/**
 * The seats the game waits for; none if it is over.
 */
awaiting: Awaiting, 
/**
 * The values of its choices, if asked for and known.
 */
value?: PositionValue, };

/**
 * The values of the choices in a position.
 */
export type PositionValue = { 
/**
 * Best first.
 */
choices: Array<ValuedAction>, 
/**
 * Whether the values are proved rather than estimated.
 */
exact: boolean, };

/**
 * A possible action and its value to whoever makes it, in the unit of the game's review.
 */
export type ValuedAction = { 
/**
 * The action.
 */
action: AnyAction, 
/**
 * The same as people type it.
 */
text: string, 
/**
 * The value.
 */
value: number, };

/**
 * Some positions of a game, as one viewer saw them.
 */
export type Replay = { 
/**
 * How many actions were made in all.
 */
plies: number, 
/**
 * When something last happened at the table.
 */
changed: Moment, 
/**
 * The seats the game waits for now; none once it is over.
 */
must: number[], 
/**
 * At most 64 positions, in order.
 */
frames: Array<Frame>, };

/**
 * One position of a game, as one viewer saw it.
 */
export type Frame = { 
/**
 * How many actions had been made by then.
 */
ply: number, 
/**
 * The seat whose action led here; absent at the start.
 */
seat: number, 
/**
 * What the game told this viewer at that point.
 */
events: AnyEvent[], 
/**
 * The game as this viewer saw it.
 */
view: AnyView, };

/**
 * Asks about a game that is not stored on the server, given as a link, a record or a file.
 */
export type AskRecord = { 
/**
 * The part of the link after `#r=` or `#s=`.
 */
link?: string, 
/**
 * A record as JSON; or a game of Othello as a transcript or in GGF.
 */
text?: string, 
/**
 * A WTHOR file in Base64; only its first game is read.
 */
wthor?: string, 
/**
 * The first position, counted in actions.
 */
from?: number, 
/**
 * Only this action of the record, counted from 0, as a game of its own: a single shot.
 */
only?: number, };

/**
 * A game that is not stored on the server, as a spectator would have seen it.
 */
export type LinkedGame = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * The options it was played with.
 */
options: AnyChosen, 
/**
 * How many seats.
 */
seats: number, 
/**
 * The names of the players, as somebody wrote them.
 */
players: Array<string>, 
/**
 * How many actions there are.
 */
plies: number, 
/**
 * How it ended; absent if the record stops earlier.
 */
result?: Outcome, 
/**
 * Its link; absent if it would be too long.
 */
link?: string, 
/**
 * The game in GGF; for Othello.
 */
ggf?: string, 
/**
 * The game as a transcript; for Othello with the usual start.
 */
transcript?: string, 
/**
 * The game as a WTHOR file in Base64; for Othello with the usual start and played to the end.
 */
wthor?: string, 
/**
 * Positions from the one asked for on, at most 64.
 */
frames: Array<Frame>, };

/**
 * The best players of a game: by rating; while nobody has a place by rating, by the lower bound of their
 * share of points; or by best score, if the game has high scores.
 */
export type Leaderboard = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * What they are ranked by.
 */
by: Ranking, 
/**
 * At most a hundred, the best first, plus the person who asks.
 */
leaders: Array<Leader>, };

/**
 * One row of a leaderboard.
 */
export type Leader = { 
/**
 * Their place, from 1; 0 for the person who asks if they have no place by rating yet.
 */
place: number, 
/**
 * The name used last, as somebody typed it.
 */
name: string, 
/**
 * The id of their page, for people.
 */
id?: string, 
/**
 * Whether this is the person who asks.
 */
isYou: boolean, 
/**
 * Whether it is a computer player.
 */
isComputer: boolean, 
/**
 * Games played to the end. Of games between the same people, at most three a day count.
 */
games: number, 
/**
 * Games won alone or together.
 */
wins: number, 
/**
 * One point per game, shared among its winners or, in a draw, among all.
 */
points: number, 
/**
 * The lower bound of the share of points they take, with 95 % confidence.
 */
share: number, 
/**
 * Their best score against a computer player under the usual rules, if the game has high scores.
 */
best?: number, 
/**
 * Their rating, if leaders are ranked by it.
 */
rating?: number, 
/**
 * One standard deviation of the rating, as of now.
 */
deviation?: number, 
/**
 * When their last game that counts ended.
 */
lastSeen: Moment, };

/**
 * What leaders are ranked by.
 */
export type Ranking = "share" | "score" | "rating";

/**
 * Some finished games of the person who asks, the latest first.
 */
export type PlayedGames = { 
/**
 * At most 50.
 */
games: Array<PlayedGame>, 
/**
 * The value of `after` for the next ones; absent at the end.
 */
next?: string, };

/**
 * A finished game of the person who asks.
 */
export type PlayedGame = { 
/**
 * The table.
 */
table: TableRow, 
/**
 * Their seat.
 */
seat: number, 
/**
 * How it ended for them.
 */
verdict: Verdict, 
/**
 * Their place among all seats, from 1.
 */
place: number, 
/**
 * What it counts towards.
 */
counts: Counts, 
/**
 * The rating it led to; absent if it changed none.
 */
rating?: RatingPoint, 
/**
 * Their accuracy, 0 to 100, if the game was reviewed and they had enough decisions.
 */
accuracy?: number, };

/**
 * How a game ended for somebody.
 */
export type Verdict = "won" | "drawn" | "lost";

/**
 * What a finished game counts towards.
 */
export type Counts = "rated" | "house" | "casual" | "nothing";

/**
 * A rating after a game.
 */
export type RatingPoint = { 
/**
 * The rating (Glicko-2; 1500 at first).
 */
rating: number, 
/**
 * One standard deviation.
 */
deviation: number, 
/**
 * By how much the game changed it.
 */
gain: number, 
/**
 * When the game ended.
 */
at: Moment, };

/**
 * What is known of the person who asks.
 */
export type OwnProfile = { 
/**
 * The id of the page that shows everybody their ratings and public games.
 */
id: string, 
/**
 * Their finished games.
 */
games: number, 
/**
 * Their results in each game they have played, in the order in which games are shown.
 */
results: Array<OwnResults>, };

/**
 * A person's results in one game.
 */
export type OwnResults = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * All results.
 */
tally: Tallied, 
/**
 * Games won in a row, up to the latest.
 */
streak: number, 
/**
 * The longest such row so far.
 */
longestStreak: number, 
/**
 * Results by opponent, the most frequent first; at most 50.
 */
opponents: Array<AgainstWhom>, 
/**
 * The rating that everybody sees.
 */
rating?: OwnRating, 
/**
 * The private rating against the house.
 */
house?: OwnRating, };

/**
 * How many games were won, drawn and lost.
 */
export type Tallied = { 
/**
 * Won.
 */
won: number, 
/**
 * Drawn.
 */
drawn: number, 
/**
 * Lost.
 */
lost: number, };

/**
 * Results against one opponent, or against the first of several.
 */
export type AgainstWhom = { 
/**
 * A person's name; absent for computer players and for people who were forgotten.
 */
name?: string, 
/**
 * The computer player.
 */
player?: string, 
/**
 * The person of the cast it appeared as.
 */
persona?: string, 
/**
 * The results.
 */
tally: Tallied, };

/**
 * A person's rating in a game.
 */
export type OwnRating = { 
/**
 * The rating.
 */
rating: number, 
/**
 * One standard deviation, as of now.
 */
deviation: number, 
/**
 * How many games have led to it.
 */
games: number, 
/**
 * Its latest changes, the most recent last; at most 100.
 */
course: Array<RatingPoint>, };

/**
 * The result of forgetting the person who asked.
 */
export type ErasedGames = { 
/**
 * How many games are no longer theirs.
 */
games: number, };

/**
 * What everybody may know about a person.
 */
export type PublicProfile = { 
/**
 * The name used last in a public game.
 */
name: string, 
/**
 * Their ratings, in the order in which games are shown.
 */
ratings: Array<PublicRating>, 
/**
 * Their public games, the latest first; at most 50.
 */
games: Array<PublicGame>, };

/**
 * A person's rating in a game, as everybody may know it.
 */
export type PublicRating = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * The rating.
 */
rating: number, 
/**
 * One standard deviation, as of now.
 */
deviation: number, 
/**
 * How many games have led to it.
 */
games: number, };

/**
 * A public game of a person.
 */
export type PublicGame = { 
/**
 * The table.
 */
table: TableRow, 
/**
 * Their seat.
 */
seat: number, 
/**
 * How it ended for them.
 */
verdict: Verdict, };

/**
 * Asks for a link that adds one more device to the person who asks.
 */
export type OfferDevice = { 
/**
 * Their name, for the other device to show.
 */
name: string, 
/**
 * The name of this device.
 */
device: string, };

/**
 * An offer to add one more device to the person who asked.
 */
export type OfferedDevice = { 
/**
 * The code that the other device must show, once.
 */
code: Key, 
/**
 * When the code expires.
 */
until: Moment, };

/**
 * Shows the code of a link that adds a device.
 */
export type TakeDevice = { 
/**
 * The code.
 */
code: Key, 
/**
 * The name of this device; not needed just to look the person up.
 */
device?: string, };

/**
 * The person that a code leads to.
 */
export type OfferingPerson = { 
/**
 * Their name.
 */
name: string, 
/**
 * When the code expires.
 */
until: Moment, };

/**
 * The devices of the person who asks.
 */
export type OwnDevices = { 
/**
 * In the order in which they were added; empty before the first link was asked for.
 */
devices: Array<OwnDevice>, };

/**
 * A device of the person who asks.
 */
export type OwnDevice = { 
/**
 * Its id, which gives no access.
 */
id: string, 
/**
 * Its name.
 */
name: string, 
/**
 * Whether it is the one that asks.
 */
isThis: boolean, 
/**
 * When it was added.
 */
added: Moment, 
/**
 * When it was last seen, to within ten minutes.
 */
seen: Moment, };

/**
 * Whether the server is healthy.
 */
export type Health = { 
/**
 * `ok`, `closing`, or `storage` if the disk takes no more writes.
 */
status: string, 
/**
 * The version of the program.
 */
version: string, 
/**
 * [`PROTOCOL`](crate::PROTOCOL).
 */
protocol: number, 
/**
 * Tables in memory.
 */
tables: number, 
/**
 * Open connections.
 */
sockets: number, 
/**
 * Tables found since the start whose log did not match its checksums.
 */
damaged: number, 
/**
 * Tables frozen since the start because clients had been given a history that differs from the log.
 */
forked: number, 
/**
 * Tables reopened from their log after a fault, since the start.
 */
faults: number, };
