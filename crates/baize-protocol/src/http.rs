//! The bodies of the HTTP API.

mod people;

pub use people::{
    AgainstWhom, Counts, ErasedGames, Leader, Leaderboard, OfferDevice, OfferedDevice, OfferingPerson,
    OwnDevice, OwnDevices, OwnProfile, OwnRating, OwnResults, PlayedGame, PlayedGames, PublicGame,
    PublicProfile, PublicRating, Ranking, RatingPoint, TakeDevice, Tallied, Verdict,
};

use crate::{CallWindow, Clock, Json, Key, Moment, Pace, Phase, PositionSource, SeatState, TableId, shapes};
use baize_rules::{Awaiting, Outcome, Problem, Seat, SeatSet, any};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// A refusal: the HTTP status gives its kind, the body the reason.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Refusal {
    /// Why not.
    #[schemars(with = "shapes::Problem")]
    #[ts(as = "shapes::Problem")]
    pub error: Problem,
}

/// The games that can be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct Games {
    /// In the order in which they are shown.
    pub games: Vec<GameInfo>,
}

/// A game that can be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct GameInfo {
    /// Stable identifier.
    pub id: String,
    /// The name people use.
    pub name: String,
    /// The fewest and the most seats, over all options.
    pub seats: [u8; 2],
    /// Every option with its default.
    #[schemars(with = "any::AnyOptions")]
    #[ts(type = "AnyOptions")]
    pub options: Value,
    /// The computer players, weakest first.
    pub players: Vec<String>,
    /// The people of the cast that computer players appear as, the gentlest first.
    pub cast: Vec<CastInfo>,
}

/// A person of the cast in one game. The page describes the person; this says which computer player plays for
/// them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct CastInfo {
    /// Stable identifier, such as `bruno`.
    pub persona: String,
    /// The computer player.
    pub player: String,
    /// How strong they are, from 1 to 7 bars; people with the same player have the same number.
    pub strength: u8,
    /// The `mode` option that the entry is for; absent for all modes without entries of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
}

/// Opens a table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct OpenTable {
    /// The id of the game.
    pub game: String,
    /// What differs from the default options.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[schemars(with = "Option<any::AnyOptionsInput>")]
    #[ts(as = "Option<shapes::AnyChosen>")]
    pub options: Value,
    /// How many seats; absent for the fewest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
    /// The position that the game begins with, in the game's notation; absent for the usual start. What the
    /// text leaves open is dealt. A game that begins with a position counts towards nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The game that the position was taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<PositionSource>,
    /// A game that was begun elsewhere, as a record with its seed: the table continues it, or just keeps it
    /// if it is over. Options, number of seats and position come from the record. It counts towards nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "Json")]
    pub record: Option<Value>,
    /// The time players have.
    #[serde(default)]
    #[ts(as = "Option<Clock>")]
    pub clock: Clock,
    /// Whether lists show the table, and anybody may watch or take a free seat.
    #[serde(default)]
    #[ts(as = "Option<bool>")]
    pub is_public: bool,
    /// The name of the host, who gets the first seat without a computer player; without a name, no seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The seat the host wants instead of the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u8>")]
    #[ts(type = "number")]
    pub seat: Option<Seat>,
    /// A computer player for each seat; null or absent for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Option<String>>>")]
    pub players: Vec<Option<String>>,
    /// The person of the cast that each computer player appears as; null or absent for none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Option<String>>>")]
    pub personas: Vec<Option<String>>,
    /// How fast the computer players act.
    #[serde(default)]
    #[ts(as = "Option<Pace>")]
    pub pace: Pace,
    /// How long people may ask out of turn before a computer player goes on; absent to follow the pace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call_window: Option<CallWindow>,
    /// Whether seats may ask for hints; if absent, they may if at most one seat is a person's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// Whether everybody may see the others' views once the game is over; if absent, they may unless the
    /// table is public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_after: Option<bool>,
    /// 128 random bits that the client has just drawn: sent again, they open no second table but repeat the
    /// reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Key>,
    /// A secret that the client keeps for good: all results under it count together on the leaderboard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Key>,
}

/// A table that was opened, and everything that opens it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct OpenedTable {
    /// Its id.
    pub table: TableId,
    /// The host's token, which also opens the host's seat.
    pub token: String,
    /// The host's seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u8>")]
    #[ts(type = "number")]
    pub seat: Option<Seat>,
    /// A link for each seat that is open to a person. The secret follows the `#`, which browsers never send.
    pub links: Vec<SeatLink>,
    /// The watch link.
    pub watch: String,
}

/// A link that gives a seat to the first person who uses it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatLink {
    /// The seat.
    #[schemars(with = "u8")]
    #[ts(type = "number")]
    pub seat: Seat,
    /// The link.
    pub link: String,
}

/// Public tables, the latest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct TableList {
    /// At most a hundred.
    pub tables: Vec<TableRow>,
}

/// A table in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct TableRow {
    /// Its id.
    pub table: TableId,
    /// The id of the game.
    pub game: String,
    /// The options that were chosen; the others have their defaults.
    #[schemars(with = "any::AnyOptionsInput")]
    #[ts(type = "AnyChosen")]
    pub options: Value,
    /// The time players have.
    pub clock: Clock,
    /// Whether lists show it.
    pub is_public: bool,
    /// The phase of the table.
    pub phase: Phase,
    /// Who sits where.
    pub seats: Vec<SeatState>,
    /// Whether the game began with a position that somebody set up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub is_set_up: bool,
    /// When it was opened.
    pub opened: Moment,
    /// When a seat, the phase or the result last changed.
    pub changed: Moment,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<shapes::Outcome>")]
    #[ts(as = "Option<shapes::Outcome>")]
    pub result: Option<Outcome>,
}

/// Asks about a position: whether it can be played, or how it is written.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct AskPosition {
    /// The id of the game.
    pub game: String,
    /// What differs from the default options.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    #[schemars(with = "Option<any::AnyOptionsInput>")]
    #[ts(as = "Option<shapes::AnyChosen>")]
    pub options: Value,
    /// The position in the game's notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Instead of a text: a viewer's view of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<any::AnyView>")]
    #[ts(type = "AnyView")]
    pub view: Option<Value>,
    /// The seat that looks; absent for a spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u8>")]
    #[ts(type = "number")]
    pub seat: Option<Seat>,
    /// Actions made from there, each by the seat whose turn it is: at most 64.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<any::AnyActionInput>>")]
    #[ts(type = "AnyAction[]")]
    pub actions: Vec<Value>,
    /// Moves made after `actions`, as people type them: at most 64 in all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<String>>")]
    #[ts(as = "Option<Vec<String>>")]
    pub moves: Vec<String>,
    /// Whether to value each choice, if the game has an engine that can.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub is_valued: bool,
}

/// A position that can be set up.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct PositionInfo {
    /// Its text, as far as this viewer may know it.
    pub text: String,
    /// The part after `#p=` in a link to it; absent if that would be too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// How many seats it is for.
    pub seats: u8,
    /// What this viewer sees; what the text leaves open is dealt at random each time.
    #[schemars(with = "any::AnyView")]
    #[ts(type = "AnyView")]
    pub view: Json,
    /// The seats the game waits for; none if it is over.
    #[schemars(with = "shapes::Awaiting")]
    #[ts(as = "shapes::Awaiting")]
    pub awaiting: Awaiting,
    /// The values of its choices, if asked for and known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<PositionValue>,
}

/// The values of the choices in a position.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct PositionValue {
    /// Best first.
    pub choices: Vec<ValuedAction>,
    /// Whether the values are proved rather than estimated.
    pub exact: bool,
}

/// A possible action and its value to whoever makes it, in the unit of the game's review.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct ValuedAction {
    /// The action.
    #[schemars(with = "any::AnyAction")]
    #[ts(type = "AnyAction")]
    pub action: Value,
    /// The same as people type it.
    pub text: String,
    /// The value.
    pub value: f64,
}

/// Some positions of a game, as one viewer saw them.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct Replay {
    /// How many actions were made in all.
    pub plies: u32,
    /// When something last happened at the table.
    pub changed: Moment,
    /// The seats the game waits for now; none once it is over.
    #[schemars(with = "Vec<u8>")]
    #[ts(type = "number[]")]
    pub must: SeatSet,
    /// At most 64 positions, in order.
    pub frames: Vec<Frame>,
}

/// One position of a game, as one viewer saw it.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
#[ts(optional_fields)]
pub struct Frame {
    /// How many actions had been made by then.
    pub ply: u32,
    /// The seat whose action led here; absent at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u8>")]
    #[ts(type = "number")]
    pub seat: Option<Seat>,
    /// What the game told this viewer at that point.
    #[schemars(with = "Vec<any::AnyEvent>")]
    #[ts(type = "AnyEvent[]")]
    pub events: Vec<Json>,
    /// The game as this viewer saw it.
    #[schemars(with = "any::AnyView")]
    #[ts(type = "AnyView")]
    pub view: Json,
}

/// Asks about a game that is not stored on the server, given as a link, a record or a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct AskRecord {
    /// The part of the link after `#r=` or `#s=`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// A record as JSON; or a game of Othello as a transcript or in GGF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A WTHOR file in Base64; only its first game is read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wthor: Option<String>,
    /// The first position, counted in actions.
    #[serde(default)]
    #[ts(as = "Option<u32>")]
    pub from: u32,
    /// Only this action of the record, counted from 0, as a game of its own: a single shot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<u32>,
}

/// A game that is not stored on the server, as a spectator would have seen it.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct LinkedGame {
    /// The id of the game.
    pub game: String,
    /// The options it was played with.
    #[schemars(with = "any::AnyOptionsInput")]
    #[ts(type = "AnyChosen")]
    pub options: Value,
    /// How many seats.
    pub seats: u8,
    /// The names of the players, as somebody wrote them.
    pub players: Vec<String>,
    /// How many actions there are.
    pub plies: u32,
    /// How it ended; absent if the record stops earlier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<shapes::Outcome>")]
    #[ts(as = "Option<shapes::Outcome>")]
    pub result: Option<Outcome>,
    /// Its link; absent if it would be too long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The game in GGF; for Othello.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ggf: Option<String>,
    /// The game as a transcript; for Othello with the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<String>,
    /// The game as a WTHOR file in Base64; for Othello with the usual start and played to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wthor: Option<String>,
    /// Positions from the one asked for on, at most 64.
    pub frames: Vec<Frame>,
}

/// Whether the server is healthy.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// `ok`, `closing`, or `storage` if the disk takes no more writes.
    pub status: String,
    /// The version of the program.
    pub version: String,
    /// [`PROTOCOL`](crate::PROTOCOL).
    pub protocol: u32,
    /// Tables in memory.
    pub tables: u32,
    /// Open connections.
    pub sockets: u32,
    /// Tables found since the start whose log did not match its checksums.
    pub damaged: u32,
    /// Tables frozen since the start because clients had been given a history that differs from the log.
    pub forked: u32,
    /// Tables reopened from their log after a fault, since the start.
    pub faults: u32,
}
