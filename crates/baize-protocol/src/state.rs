//! The state of a table.

use crate::{CallWindow, Json, Moment, Pace, Proposal, TableId, Waiting, shapes};
use baize_rules::{Awaiting, Outcome, Seat, SeatSet, any};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// What never changes at a table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct TableInfo {
    /// Its id.
    pub table: TableId,
    /// The id of the game.
    pub game: String,
    /// The revision of its rules.
    pub revision: u32,
    /// The options that were chosen; the others have their defaults.
    #[schemars(with = "any::AnyOptionsInput")]
    #[ts(type = "AnyChosen")]
    pub options: Value,
    /// The time players have.
    pub clock: Clock,
    /// Whether lists show it, and anybody may watch or take a free seat.
    pub is_public: bool,
    /// Whether a seat may ask for hints.
    #[serde(default)]
    pub hints: bool,
    /// Whether everybody may see the others' views once the game is over, if those show more.
    #[serde(default)]
    pub open_after: bool,
    /// How long people may ask out of turn; absent to follow the pace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call_window: Option<CallWindow>,
    /// When it was opened.
    pub opened: Moment,
    /// The table that this one is the rematch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<TableId>,
    /// Whether the game began with a position that somebody set up; such a game counts towards nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub is_set_up: bool,
    /// Whether the game was begun elsewhere, such as on a device without a server; it then counts towards
    /// nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub is_offline: bool,
    /// The game that the position was taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<PositionSource>,
}

/// A position in another game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PositionSource {
    /// The table of that game.
    pub table: TableId,
    /// How many actions had been made by then.
    pub ply: u32,
}

/// The time players have, in seconds. Absent fields mean no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct Clock {
    /// For the whole game; a player who uses it up leaves the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<u32>,
    /// Added to the bank after each turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment: Option<u32>,
    /// For one turn; after that the game's default choice is made, or the seat leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// For an answer asked for in somebody else's turn: 60 if absent, 0 for no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<u32>,
}

/// The state of a table for one viewer. `welcome` has every field that applies, `news` those that may have
/// changed. Replacing old fields by those always gives what a new `welcome` would say.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct TableState {
    /// The phase of the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The seats, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Vec<SeatState>>,
    /// The game as this viewer may see it; absent until it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<any::AnyView>")]
    #[ts(type = "AnyView")]
    pub view: Option<Json>,
    /// The view as lines of text, for clients that want it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What this viewer's seat can do: `{"action":..}` with what may be shown beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<any::AnyListed>>")]
    #[ts(type = "Listed[]")]
    pub actions: Option<Json>,
    /// Whether `actions` lists everything that is legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// The seats the game waits for, and those that may act as well.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "shapes::awaiting")]
    #[schemars(with = "Option<shapes::Awaiting>")]
    #[ts(as = "Option<shapes::Awaiting>")]
    pub awaiting: Option<Awaiting>,
    /// The clocks, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// How the game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<shapes::Outcome>")]
    #[ts(as = "Option<shapes::Outcome>")]
    pub result: Option<Outcome>,
    /// The open proposal; null when it is settled.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "shapes::nullable")]
    #[schemars(with = "Option<Proposal>")]
    #[ts(type = "Proposal | null")]
    pub proposal: Option<Option<Proposal>>,
    /// Proves that the deal was fixed beforehand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairness: Option<Fairness>,
    /// Who wants another game, and its table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<Rematch>,
    /// Whether seats may ask for hints now; depends on who sits there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// How fast the computer players act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pace: Option<Pace>,
    /// What the computer players wait for; null when they do not wait.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "shapes::nullable")]
    #[schemars(with = "Option<Waiting>")]
    #[ts(type = "Waiting | null")]
    pub waiting: Option<Option<Waiting>>,
}

/// The phase of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Seats are free, or not everybody is ready.
    Waiting,
    /// The game is being played.
    Playing,
    /// The game is over.
    Over,
}

impl Phase {
    /// The word on the wire.
    pub const fn word(self) -> &'static str {
        match self {
            Phase::Waiting => "waiting",
            Phase::Playing => "playing",
            Phase::Over => "over",
        }
    }
}

/// One seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct SeatState {
    /// Who is in the seat.
    pub occupant: Occupant,
    /// The person's name, as they typed it; show it as text only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The computer player in the seat, also while it fills in for a person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The person of the cast the computer player appears as.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
    /// Whether the seat is ready to begin.
    pub is_ready: bool,
    /// How many hints the seat has had; absent if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<u32>,
}

/// Who is in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Occupant {
    /// Nobody.
    Empty,
    /// A person, or a program that somebody runs.
    Person,
    /// A computer player of the server.
    Computer,
}

/// The clocks at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Clocks {
    /// That moment, by the server's clock.
    pub at: Moment,
    /// The clock of each seat.
    pub seats: Vec<SeatClock>,
}

/// The clock of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct SeatClock {
    /// Milliseconds left in the bank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub left: Option<u64>,
    /// When its time runs out, if the clock is running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Moment>,
}

/// Proves that the deal was fixed beforehand; `baize verify` checks it in the record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Fairness {
    /// The hash of the seed.
    pub commitment: String,
    /// What each seat has added to the seed; present once the game has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<Vec<String>>,
    /// The seed, 64 hexadecimal digits; present once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

/// Who wants another game, and its table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Rematch {
    /// The seats that have asked.
    #[schemars(with = "Vec<u8>")]
    #[ts(type = "number[]")]
    pub asked: SeatSet,
    /// The next table, once it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
}

impl TableState {
    /// This state, updated with a `news` state.
    #[must_use]
    pub fn with(mut self, news: TableState) -> TableState {
        let TableState {
            phase,
            seats,
            view,
            text,
            actions,
            complete,
            awaiting,
            clocks,
            result,
            proposal,
            fairness,
            rematch,
            hints,
            pace,
            waiting,
        } = news;
        self.phase = phase.or(self.phase);
        self.seats = seats.or(self.seats);
        self.view = view.or(self.view);
        self.text = text.or(self.text);
        self.actions = actions.or(self.actions);
        self.complete = complete.or(self.complete);
        self.awaiting = awaiting.or(self.awaiting);
        self.clocks = clocks.or(self.clocks);
        self.result = result.or(self.result);
        self.proposal = proposal.or(self.proposal);
        self.fairness = fairness.or(self.fairness);
        self.rematch = rematch.or(self.rematch);
        self.hints = hints.or(self.hints);
        self.pace = pace.or(self.pace);
        self.waiting = waiting.or(self.waiting);
        self
    }

    /// The seats that must act.
    pub fn must(&self) -> impl Iterator<Item = Seat> {
        self.awaiting.unwrap_or_default().must.iter()
    }
}
