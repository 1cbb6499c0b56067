//! How fast computer players act, and what a table waits for.

use crate::Moment;
use baize_rules::SeatSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How fast the computer players at a table act. It changes nothing about what they do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// More than half as long again.
    Slow,
    /// So that a person can see and answer everything.
    #[default]
    Normal,
    /// In half the time.
    Fast,
    /// Without waiting: for programs, and for people who want that.
    #[serde(rename = "instant")]
    AtOnce,
}

/// How long everybody may ask for a card out of turn before computer players go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(untagged)]
pub enum CallWindow {
    /// So many seconds, at most 10; 0 for none.
    Seconds(u8),
    /// Until every person has asked or said no.
    Everybody(Everybody),
}

/// The word for a call window that waits for everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Everybody {
    /// Every person.
    Everybody,
}

/// What a table waits for before computer players go on. It is not part of the table's log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Waiting {
    /// Why.
    pub why: WaitingFor,
    /// Whom it is about: the computer players that take their time, or the people who may still ask, have not closed
    /// the summary, or read.
    #[schemars(with = "Vec<u8>")]
    #[ts(type = "number[]")]
    pub seats: SeatSet,
    /// Since when.
    pub since: Moment,
    /// Until when at the latest, as far as is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
}

/// Why a table waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum WaitingFor {
    /// Computer players take their time for a move.
    Move,
    /// A call window: people may act out of turn before a computer player goes on.
    Call,
    /// The summary of a round is open.
    Summary,
    /// The only person at the table reads, or is away.
    Held,
}
