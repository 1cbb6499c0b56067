//! The shapes, for schemas, of what other crates define; and how some of it is read.

use baize_rules::{SeatSet, any};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use ts_rs::TS;

/// Why something is refused.
#[derive(JsonSchema, TS)]
#[ts(optional_fields)]
#[allow(dead_code)]
pub(crate) struct Problem {
    /// Stable code for programs, such as `table.stale`.
    code: String,
    /// What is wrong, in words.
    message: String,
    /// Further fields, where they help.
    #[ts(as = "Option<crate::Json>")]
    details: Option<Value>,
}

/// How a game ended.
#[derive(JsonSchema, TS)]
#[ts(optional_fields)]
#[allow(dead_code)]
pub(crate) struct Outcome {
    /// Who won; empty for a draw, several for a shared win.
    winners: Vec<u8>,
    /// Why the game ended, a stable word.
    #[schemars(with = "any::AnyReason")]
    #[ts(type = "AnyReason | 'abandoned'")]
    reason: String,
    /// The final score of each seat.
    scores: Vec<f64>,
    /// What else the game says about its end.
    #[schemars(with = "Option<any::AnyDetails>")]
    #[ts(as = "Option<AnyDetails>")]
    details: Option<Value>,
}

/// What differs from the default options of some game; its type is made with those of the games.
#[derive(TS)]
#[allow(dead_code)]
pub(crate) struct AnyChosen {}

/// What stands beside the result of some game.
#[derive(TS)]
#[allow(dead_code)]
pub(crate) struct AnyDetails {}

/// Whom a game waits for.
#[derive(JsonSchema, TS, Deserialize)]
pub(crate) struct Awaiting {
    /// Seats without whose action the game does not go on.
    #[schemars(with = "Vec<u8>")]
    #[ts(type = "number[]")]
    must: SeatSet,
    /// Seats that may act but need not.
    #[schemars(with = "Vec<u8>")]
    #[ts(type = "number[]")]
    may: SeatSet,
}

/// A language that boards and sentences can be read in.
#[derive(JsonSchema, TS, Default)]
#[allow(dead_code)]
pub(crate) enum Language {
    /// English.
    #[default]
    #[schemars(rename = "en")]
    #[ts(rename = "en")]
    English,
    /// Japanese.
    #[schemars(rename = "ja")]
    #[ts(rename = "ja")]
    Japanese,
    /// Traditional Chinese.
    #[schemars(rename = "zh-Hant")]
    #[ts(rename = "zh-Hant")]
    Chinese,
}

/// Why a seat leaves a game before its end.
#[derive(JsonSchema, TS)]
#[schemars(rename_all = "camelCase")]
#[ts(rename_all = "camelCase")]
#[allow(dead_code)]
pub(crate) enum Leaving {
    /// It gives up.
    Resign,
    /// Its time ran out, or it went away and did not come back.
    Timeout,
}

pub(crate) fn awaiting<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<baize_rules::Awaiting>, D::Error> {
    let Awaiting { must, may } = Awaiting::deserialize(deserializer)?;
    Ok(Some(baize_rules::Awaiting { must, may }))
}

/// A field that may be absent, null or there, and means something else each time.
pub(crate) mod nullable {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<T: Serialize, S: Serializer>(
        value: &Option<Option<T>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().expect("absent fields are skipped").serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Option<T>>, D::Error> {
        Option::deserialize(deserializer).map(Some)
    }
}
