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

/// Every refusal: the status says what kind, the body why.
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
    /// The people that computer players are shown as, the gentlest first.
    pub cast: Vec<CastInfo>,
}

/// A person of the cast in one game: who they are is told in the page, what plays for them here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct CastInfo {
    /// Stable identifier, such as `bruno`.
    pub persona: String,
    /// The computer player.
    pub player: String,
    /// How strong, 1 to 7 bars; two people with the same player have the same number.
    pub strength: u8,
    /// The option `mode` that the entry is for; absent for all others.
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
    /// The position that the game begins with, in the game's notation; absent to begin as the rules say. What the text
    /// leaves open is dealt. A game that begins with a position counts for nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The game that the position was taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<PositionSource>,
    /// A game that was begun elsewhere, as a record with its seed: the table goes on where it stops, or keeps it if it is
    /// over. Options, number of seats and position are those of the record. Such a game counts for nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "Json")]
    pub record: Option<Value>,
    /// The time players have.
    #[serde(default)]
    #[ts(as = "Option<Clock>")]
    pub clock: Clock,
    /// Whether the table is listed, and anybody may watch or take a free seat.
    #[serde(default)]
    #[ts(as = "Option<bool>")]
    pub is_public: bool,
    /// The name of the one who opens it, who gets the first seat that no computer player has; without a name they get
    /// no seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The seat they want instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u8>")]
    #[ts(type = "number")]
    pub seat: Option<Seat>,
    /// A computer player for each seat; null or absent for people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Option<String>>>")]
    pub players: Vec<Option<String>>,
    /// The person of the cast that each computer player is shown as; null or absent for none.
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
    /// Whether a seat may ask for hints; absent: where at most one seat is a person's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// Whether everybody may look with the eyes of others once the game is over; absent: not at public tables.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_after: Option<bool>,
    /// 128 bits that the client has just drawn: sent again, they open no second table but give the same reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Key>,
    /// A secret that the client keeps for good: results under it count together on the leaderboard.
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
    /// The token of the one who opened it: host, and the person in the seat.
    pub token: String,
    /// The host's seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u8>")]
    #[ts(type = "number")]
    pub seat: Option<Seat>,
    /// A link for each seat that waits for a person. The secret is behind the `#`, which browsers keep to themselves.
    pub links: Vec<SeatLink>,
    /// The link to watch.
    pub watch: String,
}

/// A link that gives a seat to whoever uses it first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, TS)]
pub struct SeatLink {
    /// Which seat.
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
    /// The options that were chosen; what is not among them is as usual.
    #[schemars(with = "any::AnyOptionsInput")]
    #[ts(type = "AnyChosen")]
    pub options: Value,
    /// The time players have.
    pub clock: Clock,
    /// Whether it is listed.
    pub is_public: bool,
    /// How far it is.
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
    /// How it ended.
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
    /// Instead of a text: what a viewer saw of a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<any::AnyView>")]
    #[ts(type = "AnyView")]
    pub view: Option<Value>,
    /// Whose eyes; absent for somebody who only watches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u8>")]
    #[ts(type = "number")]
    pub seat: Option<Seat>,
    /// Made from there, each by whoever's turn it is: at most 64.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<any::AnyActionInput>>")]
    #[ts(type = "AnyAction[]")]
    pub actions: Vec<Value>,
    /// Made after `actions`, as people type them: at most 64 in all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Option<Vec<String>>")]
    #[ts(as = "Option<Vec<String>>")]
    pub moves: Vec<String>,
    /// Whether to say what each choice is worth, where the game has an engine that can.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub is_valued: bool,
}

/// A position that can be set up.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct PositionInfo {
    /// How it is written, as far as this viewer may know it.
    pub text: String,
    /// What stands behind `#p=` in a link to it; absent if that would be too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// How many seats it is for.
    pub seats: u8,
    /// What this viewer sees; what the text leaves open is dealt by chance, a new one each time.
    #[schemars(with = "any::AnyView")]
    #[ts(type = "AnyView")]
    pub view: Json,
    /// Whom the game waits for; nobody if it is over.
    #[schemars(with = "shapes::Awaiting")]
    #[ts(as = "shapes::Awaiting")]
    pub awaiting: Awaiting,
    /// What its choices are worth, if that was asked and is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<PositionValue>,
}

/// What the choices of a position are worth.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct PositionValue {
    /// Best first.
    pub choices: Vec<ValuedAction>,
    /// Whether the values are proved and not estimated.
    pub exact: bool,
}

/// Something that can be done, and what it is worth to whoever does it, in the unit of the game's review.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct ValuedAction {
    /// What.
    #[schemars(with = "any::AnyAction")]
    #[ts(type = "AnyAction")]
    pub action: Value,
    /// The same as people type it.
    pub text: String,
    /// Its worth.
    pub value: f64,
}

/// Some positions of a game, as one viewer saw them.
#[derive(Clone, Debug, Serialize, JsonSchema, TS)]
pub struct Replay {
    /// How many actions were made in all.
    pub plies: u32,
    /// When something last happened at the table.
    pub changed: Moment,
    /// Whom the game waits for now; nobody once it is over.
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
    /// How many actions had been made.
    pub ply: u32,
    /// Whose action led here; absent at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<u8>")]
    #[ts(type = "number")]
    pub seat: Option<Seat>,
    /// What the game told this viewer then.
    #[schemars(with = "Vec<any::AnyEvent>")]
    #[ts(type = "AnyEvent[]")]
    pub events: Vec<Json>,
    /// The game as this viewer saw it.
    #[schemars(with = "any::AnyView")]
    #[ts(type = "AnyView")]
    pub view: Json,
}

/// Asks for a game that is kept nowhere: its link, its record as text, or a file of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct AskRecord {
    /// What stands behind `#r=` or `#s=`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// A record as JSON; or a game of Othello as a transcript or in GGF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A WTHOR file in Base64, of which the first game counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wthor: Option<String>,
    /// The first position, counted in actions.
    #[serde(default)]
    #[ts(as = "Option<u32>")]
    pub from: u32,
    /// Only this action of it, counted from 0, as a game of its own: a single shot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<u32>,
}

/// A game that is kept nowhere, as somebody who has watched it saw it.
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
    /// Who sat there; whatever somebody wrote.
    pub players: Vec<String>,
    /// How many actions there are.
    pub plies: u32,
    /// How it ended; absent if the record stops before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<shapes::Outcome>")]
    #[ts(as = "Option<shapes::Outcome>")]
    pub result: Option<Outcome>,
    /// Its link; absent if it is too long for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// A game of Othello in GGF.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ggf: Option<String>,
    /// A game of Othello that began as usual, as a transcript.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<String>,
    /// A game of Othello that began as usual and was played to its end, as a WTHOR file in Base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wthor: Option<String>,
    /// Positions from the one asked for, up to 64.
    pub frames: Vec<Frame>,
}

/// Whether the server is well.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// `ok`, `closing`, or `storage` if the disk does not take anything.
    pub status: String,
    /// The version of the program.
    pub version: String,
    /// [`PROTOCOL`](crate::PROTOCOL).
    pub protocol: u32,
    /// Tables in memory.
    pub tables: u32,
    /// Open connections.
    pub sockets: u32,
    /// Tables whose log does not fit its checksums, found since the start.
    pub damaged: u32,
    /// Tables that are frozen because clients were told another history than their log has, since the start.
    pub forked: u32,
    /// Tables that had a fault and were opened again from their log, since the start.
    pub faults: u32,
}
