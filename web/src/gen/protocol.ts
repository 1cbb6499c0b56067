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
 * The id of a table: twelve small letters and digits, as in its address.
 *
 * It is no secret; what opens a table is a token, or the secret of a link.
 */
export type TableId = string;

/**
 * A client's own name for one of its requests. Sent again, the request is answered again and done once.
 */
export type RequestId = string;

/**
 * Milliseconds since the beginning of 1970, by the server's clock.
 */
export type Moment = number;

/**
 * 128 bits that somebody must know: the token of a seat, the secret of a link. 32 hexadecimal digits on the wire.
 *
 * `Debug` does not show them, and two keys are only ever compared by their hashes.
 */
export type Key = string;

/**
 * What a client is told of the log at a version, and shows when it comes back. 32 hexadecimal digits on the wire.
 *
 * One half stands for everything that has happened, the other says that this server said so. So a log that has become
 * another one is found out, and nobody can make a server believe that it has.
 */
export type History = string;

/**
 * A request. Its `id` is the client's own choice; the reply carries it, and a request that is sent again with the same
 * `id` is done once and answered each time.
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
 * Which table.
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
 * The last version the client has seen: it gets what it has missed.
 */
version?: number, 
/**
 * What it was told of the log at that version. If the log has become another one, the table is frozen.
 */
history?: History, 
/**
 * What else it wants in every message.
 */
want?: Array<Want>, 
/**
 * The language of all text; English if absent.
 */
language?: Language, } | { "op": "play", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * The action, in the words of the game.
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
 * Which seat.
 */
seat: number, 
/**
 * The computer player; absent to clear the seat.
 */
player?: string, 
/**
 * Which person of the cast the computer player is.
 */
persona?: string, } | { "op": "invite", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * The seat the link is for; absent for a link to watch.
 */
seat?: number, 
/**
 * Makes the old link useless and a new one.
 */
renew?: boolean, } | { "op": "propose", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * What.
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
 * Which seat.
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
 * What.
 */
reaction: Reaction, } | { "op": "query", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * The question, in the words of the game.
 */
query: AnyQuery, } | { "op": "pace", 
/**
 * The client's name for this request.
 */
id: RequestId, 
/**
 * How fast.
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
 * Whether this seat says no until the round is over.
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
 * What, in the words of the game, at most 512 bytes.
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
 * Which seat of a public table; absent for any. A link is for one seat anyway.
 */
seat?: number, 
/**
 * What the others call the player, at most 24 characters.
 */
name: string, 
/**
 * 128 bits that the client has just drawn: joining again with them gives the same seat and the same token.
 */
key: Key, 
/**
 * A secret that the client keeps for good: results under it count together on the leaderboard.
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
 * What stands for everything up to that version: to be shown in the next `hello`.
 */
history?: History, 
/**
 * Raised each time another process takes the table over.
 */
epoch: number, 
/**
 * As whom the client is here.
 */
you: You, 
/**
 * What never changes.
 */
info: TableInfo, 
/**
 * How it stands.
 */
state: TableState, 
/**
 * Who is here.
 */
presence: Presence, 
/**
 * Every step after the version that the client has seen. Absent if it named none, or has missed so much that
 * it should start from `state`.
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
 * The secret that belongs into the link, behind the `#`: 32 hexadecimal digits.
 */
secret: string, } | { "op": "answer", 
/**
 * The client's name for the request.
 */
id: RequestId, 
/**
 * In the words of the game.
 */
answer: AnyAnswer, } | { "op": "hinted", 
/**
 * The client's name for the request.
 */
id: RequestId, 
/**
 * What a strong player would do, in the words of the game.
 */
action: AnyAction, 
/**
 * What it says about it, and what a menu would show beside the action.
 */
info: AnyInfo, } | { "op": "pong", 
/**
 * The client's name for the request.
 */
id: RequestId, } | { "op": "shown", 
/**
 * Which seat.
 */
seat: number, 
/**
 * What, in the words of the game.
 */
what: AnyShown, } | { "op": "refused", 
/**
 * The client's name for the request; absent if it had none that could be read.
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
 * What stands for everything up to that version: to be shown in the next `hello`.
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
 * Why.
 */
error: Problem, 
/**
 * When to come back, in milliseconds.
 */
retry: number, };

/**
 * As whom a client is at a table.
 */
export type You = { 
/**
 * The seat; absent for those who watch.
 */
seat?: number, 
/**
 * Whether the client opened the table, and may fill its seats.
 */
isHost: boolean, 
/**
 * The token that opens the seat from now on; in the reply to a `join`.
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
 * How many watch.
 */
watching: number, 
/**
 * Since when the others whose seats are people's have been away.
 */
away?: Array<Away>, 
/**
 * The seats whose people read something, such as the rules.
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
 * The table's version after it.
 */
version: number, 
/**
 * When.
 */
at: Moment, 
/**
 * What.
 */
event: StepFact, };

/**
 * What happened.
 */
export type StepFact = { "type": "OPENED", 
/**
 * The hash of the seed, fixed before anybody has sat down.
 */
commitment: string, } | { "type": "JOINED", 
/**
 * Which seat.
 */
seat: number, } | { "type": "STOOD", 
/**
 * Which seat.
 */
seat: number, } | { "type": "READY", 
/**
 * Which seat.
 */
seat: number, } | { "type": "STARTED", } | { "type": "LINK_CHANGED", } | { "type": "ACTED", 
/**
 * Which seat.
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
 * The same as sentences in the client's language, for those who want text.
 */
texts?: Array<string>, } | { "type": "LEFT", 
/**
 * Which seat.
 */
seat: number, 
/**
 * Why.
 */
why: Leaving, 
/**
 * What the game tells this viewer.
 */
events: AnyEvent[], 
/**
 * The same as sentences in the client's language, for those who want text.
 */
texts?: Array<string>, } | { "type": "DRAWN", 
/**
 * Who had proposed it.
 */
seat: number, 
/**
 * What the game tells this viewer.
 */
events: AnyEvent[], 
/**
 * The same as sentences in the client's language, for those who want text.
 */
texts?: Array<string>, } | { "type": "PROPOSED", 
/**
 * What, by whom, and whose consent is needed.
 */
proposal: Proposal, } | { "type": "AGREED", 
/**
 * Which seat.
 */
seat: number, } | { "type": "DECLINED", 
/**
 * Which seat.
 */
seat: number, } | { "type": "TAKEN_BACK", 
/**
 * Whose wish it was.
 */
seat: number, 
/**
 * How many actions.
 */
actions: number, } | { "type": "FILLED_IN", 
/**
 * Which seat.
 */
seat: number, 
/**
 * The computer player.
 */
player: string, 
/**
 * Which person of the cast it is.
 */
persona?: string, } | { "type": "RETURNED", 
/**
 * Which seat.
 */
seat: number, } | { "type": "CHAT", 
/**
 * Which seat.
 */
seat: number, 
/**
 * What.
 */
text: string, } | { "type": "REACTED", 
/**
 * Which seat.
 */
seat: number, 
/**
 * What.
 */
reaction: Reaction, } | { "type": "REMATCH_ASKED", 
/**
 * Which seat.
 */
seat: number, } | { "type": "REMATCH", 
/**
 * Where.
 */
table: TableId, } | { "type": "WOKEN", } | { "type": "HINTED", 
/**
 * Which seat.
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
 * Who made it.
 */
by: number, 
/**
 * What.
 */
what: Proposed, 
/**
 * Who must still agree.
 */
waiting: number[], };

/**
 * What can be proposed.
 */
export type Proposed = { "type": "TAKEBACK", } | { "type": "FILL_IN", 
/**
 * Which seat.
 */
seat: number, 
/**
 * The computer player.
 */
player: string, 
/**
 * Which person of the cast it is.
 */
persona?: string, } | { "type": "DRAW", };

/**
 * Something said with one tap.
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
 * The options that were chosen; what is not among them is as usual.
 */
options: AnyChosen, 
/**
 * The time players have.
 */
clock: Clock, 
/**
 * Whether it is listed, and anybody may watch or take a free seat.
 */
isPublic: boolean, 
/**
 * Whether a seat may ask for hints.
 */
hints: boolean, 
/**
 * Whether everybody may look with the eyes of others once the game is over, where these have seen more.
 */
openAfter: boolean, 
/**
 * How long people may ask out of turn; absent if that follows the pace.
 */
callWindow?: CallWindow, 
/**
 * When it was opened.
 */
opened: Moment, 
/**
 * The table whose rematch it is.
 */
rematchOf?: TableId, 
/**
 * Whether the game began with a position that somebody set up; it counts for nothing.
 */
isSetUp?: boolean, 
/**
 * Whether the game was begun elsewhere, such as on a device without a server; it counts for nothing.
 */
isOffline?: boolean, 
/**
 * The game that the position was taken from.
 */
source?: PositionSource, };

/**
 * A point of another game.
 */
export type PositionSource = { 
/**
 * Its table.
 */
table: TableId, 
/**
 * How many actions had been made.
 */
ply: number, };

/**
 * The time players have, in seconds. What is absent does not run.
 */
export type Clock = { 
/**
 * For the whole game; who uses it up leaves the game.
 */
bank?: number, 
/**
 * Added to the bank after each turn.
 */
increment?: number, 
/**
 * For one turn; then the game's own choice is made, or the seat leaves.
 */
turn?: number, 
/**
 * For an answer asked for in somebody else's turn: 60 if absent, 0 for any time.
 */
answer?: number, };

/**
 * How a table stands for one viewer. In `welcome` every field that applies is there; in `news` those that may have
 * changed. Putting the latter over the former always gives what a new `welcome` would say.
 */
export type TableState = { 
/**
 * How far it is.
 */
phase?: Phase, 
/**
 * Who sits where.
 */
seats?: Array<SeatState>, 
/**
 * The game as this viewer may see it; absent until it begins.
 */
view?: AnyView, 
/**
 * The same as lines of text, for those who want it.
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
 * Whom the game waits for, and who else may act.
 */
awaiting?: Awaiting, 
/**
 * The clocks, where there are any.
 */
clocks?: Clocks, 
/**
 * How it ended.
 */
result?: Outcome, 
/**
 * The open proposal; null when it is settled.
 */
proposal?: Proposal | null, 
/**
 * What proves that the deal was fixed beforehand.
 */
fairness?: Fairness, 
/**
 * Who wants another game, and where it is.
 */
rematch?: Rematch, 
/**
 * Whether a seat may ask for hints now; it follows who sits there.
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
 * How far a table is.
 */
export type Phase = "waiting" | "playing" | "over";

/**
 * One seat.
 */
export type SeatState = { 
/**
 * Who is in it.
 */
occupant: Occupant, 
/**
 * The name of the person: whatever somebody typed, to be shown as text.
 */
name?: string, 
/**
 * The computer player in it, also while it fills in for a person.
 */
player?: string, 
/**
 * Which person of the cast the computer player is.
 */
persona?: string, 
/**
 * Whether it is ready to begin.
 */
isReady: boolean, 
/**
 * How many hints it has had; absent for none.
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
 * The moment, by the server's clock.
 */
at: Moment, 
/**
 * Each seat's.
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
 * When its time is up, if it runs.
 */
deadline?: Moment, };

/**
 * What proves that the deal was fixed beforehand; `baize verify` checks it in the record.
 */
export type Fairness = { 
/**
 * The hash of the seed.
 */
commitment: string, 
/**
 * What each seat has added; there once the game has begun.
 */
entropy?: Array<string>, 
/**
 * The seed, 64 hexadecimal digits; there once the game is over.
 */
seed?: string, };

/**
 * Who wants another game, and where it is.
 */
export type Rematch = { 
/**
 * Who has asked.
 */
asked: number[], 
/**
 * The next table, once there is one.
 */
table?: TableId, };

/**
 * How fast the computer players at a table act. It changes nothing about what they do.
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
 * Why.
 */
why: WaitingFor, 
/**
 * Whom it is about: the computer players that take their time, or the people who may still ask, have not closed
 * the summary, or read.
 */
seats: number[], 
/**
 * Since when.
 */
since: Moment, 
/**
 * Until when at the latest, as far as is known.
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
 * Further fields, where they help.
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
 * What else the game says about its end.
 */
details?: AnyDetails, };

/**
 * Whom a game waits for.
 */
export type Awaiting = { 
/**
 * Seats without whose action the game does not go on.
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
 * A language that boards and sentences can be read in.
 */
export type Language = "en" | "ja" | "zh-Hant";

/**
 * Every refusal: the status says what kind, the body why.
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
 * The people that computer players are shown as, the gentlest first.
 */
cast: Array<CastInfo>, };

/**
 * A person of the cast in one game: who they are is told in the page, what plays for them here.
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
 * How strong, 1 to 7 bars; two people with the same player have the same number.
 */
strength: number, 
/**
 * The option `mode` that the entry is for; absent for all others.
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
 * The position that the game begins with, in the game's notation; absent to begin as the rules say. What the text
 * leaves open is dealt. A game that begins with a position counts for nothing.
 */
position?: string, 
/**
 * The game that the position was taken from.
 */
source?: PositionSource, 
/**
 * A game that was begun elsewhere, as a record with its seed: the table goes on where it stops, or keeps it if it is
 * over. Options, number of seats and position are those of the record. Such a game counts for nothing.
 */
record?: Json, 
/**
 * The time players have.
 */
clock?: Clock, 
/**
 * Whether the table is listed, and anybody may watch or take a free seat.
 */
isPublic?: boolean, 
/**
 * The name of the one who opens it, who gets the first seat that no computer player has; without a name they get
 * no seat.
 */
name?: string, 
/**
 * The seat they want instead.
 */
seat?: number, 
/**
 * A computer player for each seat; null or absent for people.
 */
players?: Array<string | null>, 
/**
 * The person of the cast that each computer player is shown as; null or absent for none.
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
 * Whether a seat may ask for hints; absent: where at most one seat is a person's.
 */
hints?: boolean, 
/**
 * Whether everybody may look with the eyes of others once the game is over; absent: not at public tables.
 */
openAfter?: boolean, 
/**
 * 128 bits that the client has just drawn: sent again, they open no second table but give the same reply.
 */
key?: Key, 
/**
 * A secret that the client keeps for good: results under it count together on the leaderboard.
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
 * The token of the one who opened it: host, and the person in the seat.
 */
token: string, 
/**
 * The host's seat.
 */
seat?: number, 
/**
 * A link for each seat that waits for a person. The secret is behind the `#`, which browsers keep to themselves.
 */
links: Array<SeatLink>, 
/**
 * The link to watch.
 */
watch: string, };

/**
 * A link that gives a seat to whoever uses it first.
 */
export type SeatLink = { 
/**
 * Which seat.
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
 * The options that were chosen; what is not among them is as usual.
 */
options: AnyChosen, 
/**
 * The time players have.
 */
clock: Clock, 
/**
 * Whether it is listed.
 */
isPublic: boolean, 
/**
 * How far it is.
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
 * How it ended.
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
 * Instead of a text: what a viewer saw of a game.
 */
view?: AnyView, 
/**
 * Whose eyes; absent for somebody who only watches.
 */
seat?: number, 
/**
 * Made from there, each by whoever's turn it is: at most 64.
 */
actions?: AnyAction[], 
/**
 * Made after `actions`, as people type them: at most 64 in all.
 */
moves?: Array<string>, 
/**
 * Whether to say what each choice is worth, where the game has an engine that can.
 */
isValued?: boolean, };

/**
 * A position that can be set up.
 */
export type PositionInfo = { 
/**
 * How it is written, as far as this viewer may know it.
 */
text: string, 
/**
 * What stands behind `#p=` in a link to it; absent if that would be too long.
 */
link?: string, 
/**
 * How many seats it is for.
 */
seats: number, 
/**
 * What this viewer sees; what the text leaves open is dealt by chance, a new one each time.
 */
view: AnyView, 
/**
 * Whom the game waits for; nobody if it is over.
 */
awaiting: Awaiting, 
/**
 * What its choices are worth, if that was asked and is known.
 */
value?: PositionValue, };

/**
 * What the choices of a position are worth.
 */
export type PositionValue = { 
/**
 * Best first.
 */
choices: Array<ValuedAction>, 
/**
 * Whether the values are proved and not estimated.
 */
exact: boolean, };

/**
 * Something that can be done, and what it is worth to whoever does it, in the unit of the game's review.
 */
export type ValuedAction = { 
/**
 * What.
 */
action: AnyAction, 
/**
 * The same as people type it.
 */
text: string, 
/**
 * Its worth.
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
 * Whom the game waits for now; nobody once it is over.
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
 * How many actions had been made.
 */
ply: number, 
/**
 * Whose action led here; absent at the start.
 */
seat: number, 
/**
 * What the game told this viewer then.
 */
events: AnyEvent[], 
/**
 * The game as this viewer saw it.
 */
view: AnyView, };

/**
 * Asks for a game that is kept nowhere: its link, its record as text, or a file of it.
 */
export type AskRecord = { 
/**
 * What stands behind `#r=` or `#s=`.
 */
link?: string, 
/**
 * A record as JSON; or a game of Othello as a transcript or in GGF.
 */
text?: string, 
/**
 * A WTHOR file in Base64, of which the first game counts.
 */
wthor?: string, 
/**
 * The first position, counted in actions.
 */
from?: number, 
/**
 * Only this action of it, counted from 0, as a game of its own: a single shot.
 */
only?: number, };

/**
 * A game that is kept nowhere, as somebody who has watched it saw it.
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
 * Who sat there; whatever somebody wrote.
 */
players: Array<string>, 
/**
 * How many actions there are.
 */
plies: number, 
/**
 * How it ended; absent if the record stops before.
 */
result?: Outcome, 
/**
 * Its link; absent if it is too long for one.
 */
link?: string, 
/**
 * A game of Othello in GGF.
 */
ggf?: string, 
/**
 * A game of Othello that began as usual, as a transcript.
 */
transcript?: string, 
/**
 * A game of Othello that began as usual and was played to its end, as a WTHOR file in Base64.
 */
wthor?: string, 
/**
 * Positions from the one asked for, up to 64.
 */
frames: Array<Frame>, };

/**
 * The best of a game: by rating, by the share of points that they certainly take while nobody has a place by rating, or
 * by their best score, where the game has high scores.
 */
export type Leaderboard = { 
/**
 * The id of the game.
 */
game: string, 
/**
 * By what.
 */
by: Ranking, 
/**
 * At most a hundred, the best first, and whoever asks.
 */
leaders: Array<Leader>, };

/**
 * One row of a leaderboard.
 */
export type Leader = { 
/**
 * Their place, from 1; 0 for whoever asks and has none by rating yet.
 */
place: number, 
/**
 * The name used last; whatever somebody typed.
 */
name: string, 
/**
 * The id of their page, for people.
 */
id?: string, 
/**
 * Whether it is who asks.
 */
isYou: boolean, 
/**
 * Whether it is a computer player.
 */
isComputer: boolean, 
/**
 * Games played to their end. Of the games of the same people against each other, three a day count.
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
 * What share of points they take at least, with 95 % confidence.
 */
share: number, 
/**
 * Their best score against a computer player under the usual rules, where the game has high scores.
 */
best?: number, 
/**
 * Their rating, where that is what counts.
 */
rating?: number, 
/**
 * One standard deviation of it, as certain as it is now.
 */
deviation?: number, 
/**
 * When their last game that counts ended.
 */
lastSeen: Moment, };

/**
 * By what leaders are ranked.
 */
export type Ranking = "share" | "score" | "rating";

/**
 * Some finished games of whoever asks, the latest first.
 */
export type PlayedGames = { 
/**
 * At most 50.
 */
games: Array<PlayedGame>, 
/**
 * What to ask `after` for those that come next; absent at the end.
 */
next?: string, };

/**
 * A finished game of whoever asks.
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
 * How it went for them.
 */
verdict: Verdict, 
/**
 * Their place among all seats, from 1.
 */
place: number, 
/**
 * What it counts for.
 */
counts: Counts, 
/**
 * The rating it led to; absent if it changed none.
 */
rating?: RatingPoint, 
/**
 * Their accuracy, 0 to 100, if the game was reviewed and they had decisions enough.
 */
accuracy?: number, };

/**
 * How a game went for somebody.
 */
export type Verdict = "won" | "drawn" | "lost";

/**
 * What a finished game counts for.
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
 * By how much the game has moved it.
 */
gain: number, 
/**
 * When the game ended.
 */
at: Moment, };

/**
 * What is known of whoever asks.
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
 * What they have done in each game that they have played, in the order in which games are shown.
 */
results: Array<OwnResults>, };

/**
 * What somebody has done in one game.
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
 * Games won in a row, the latest of them the last.
 */
streak: number, 
/**
 * The most that ever were.
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
 * How many games went how.
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
 * A person's name; absent for computer players, and for somebody who was forgotten.
 */
name?: string, 
/**
 * The computer player.
 */
player?: string, 
/**
 * Which person of the cast that was.
 */
persona?: string, 
/**
 * The results.
 */
tally: Tallied, };

/**
 * Somebody's rating in a game.
 */
export type OwnRating = { 
/**
 * The rating.
 */
rating: number, 
/**
 * One standard deviation, as certain as it is now.
 */
deviation: number, 
/**
 * How many games have led to it.
 */
games: number, 
/**
 * Its latest changes, the last of them last; at most 100.
 */
course: Array<RatingPoint>, };

/**
 * What came of forgetting whoever asked.
 */
export type ErasedGames = { 
/**
 * So many games are no longer theirs.
 */
games: number, };

/**
 * What everybody may know of somebody.
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
 * Somebody's rating in a game, as everybody may know it.
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
 * One standard deviation, as certain as it is now.
 */
deviation: number, 
/**
 * How many games have led to it.
 */
games: number, };

/**
 * A public game of somebody.
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
 * How it went for them.
 */
verdict: Verdict, };

/**
 * Asks for a link that brings one more device to whoever asks.
 */
export type OfferDevice = { 
/**
 * What they are called, for the other device to show.
 */
name: string, 
/**
 * What this device is called.
 */
device: string, };

/**
 * A way for one more device to whoever has asked.
 */
export type OfferedDevice = { 
/**
 * What the other device has to show, once.
 */
code: Key, 
/**
 * Until when.
 */
until: Moment, };

/**
 * Shows the code of a link to a person.
 */
export type TakeDevice = { 
/**
 * The code.
 */
code: Key, 
/**
 * What this device is called; not needed to look.
 */
device?: string, };

/**
 * To whom a code leads.
 */
export type OfferingPerson = { 
/**
 * What they are called.
 */
name: string, 
/**
 * Until when.
 */
until: Moment, };

/**
 * The devices of whoever asks.
 */
export type OwnDevices = { 
/**
 * In the order in which they came; none before the first link was asked for.
 */
devices: Array<OwnDevice>, };

/**
 * A device of whoever asks.
 */
export type OwnDevice = { 
/**
 * Its id; it opens nothing.
 */
id: string, 
/**
 * What it is called.
 */
name: string, 
/**
 * Whether it is the one that asks.
 */
isThis: boolean, 
/**
 * When it came.
 */
added: Moment, 
/**
 * When it was last seen, to ten minutes.
 */
seen: Moment, };

/**
 * Whether the server is well.
 */
export type Health = { 
/**
 * `ok`, `closing`, or `storage` if the disk does not take anything.
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
 * Tables whose log does not fit its checksums, found since the start.
 */
damaged: number, 
/**
 * Tables that are frozen because clients were told another history than their log has, since the start.
 */
forked: number, 
/**
 * Tables that had a fault and were opened again from their log, since the start.
 */
faults: number, };
