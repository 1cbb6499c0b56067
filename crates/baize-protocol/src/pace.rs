//! How fast computer players act, and what a table waits for.

use crate::Moment;
use baize_rules::SeatSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How fast the computer players at a table act. The pace does not change what they do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// More than one and a half times as long as `normal`.
    Slow,
    /// Long enough for a person to see and answer everything.
    #[default]
    Normal,
    /// Half as long as `normal`.
    Fast,
    /// Without waiting: for programs, and for people who prefer it.
    #[serde(rename = "instant")]
    AtOnce,
}

/// How long everybody may ask for a card out of turn before computer players go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(untagged)]
pub enum CallWindow {
    /// This many seconds, at most 10; 0 for none.
    Seconds(u8),
    /// Until every person has asked or passed.
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
    /// The reason.
    pub why: WaitingFor,
    /// The seats concerned: computer players that are taking their time, or people who may still ask, have
    /// not closed the summary, or are reading.
    #[schemars(with = "Vec<u8>")]
    #[ts(type = "number[]")]
    pub seats: SeatSet,
    /// When the wait began.
    pub since: Moment,
    /// When the wait ends at the latest, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
}

/// Why a table waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema, TS)]
#[serde(rename_all = "lowercase")]
pub enum WaitingFor {
    /// Computer players are taking their time over a move.
    Move,
    /// A call window: people may act out of turn before a computer player goes on.
    Call,
    /// The summary of a round is open.
    Summary,
    /// The only person at the table is reading or away.
    Held,
}
