//! The shapes, for schemas, of types from other crates; and how some of them are read.

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
    /// Further fields, if they help.
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
    /// More about the end, if the game has it.
    #[schemars(with = "Option<any::AnyDetails>")]
    #[ts(as = "Option<AnyDetails>")]
    details: Option<Value>,
}

/// What differs from the default options of some game; its type is generated with those of the games.
#[derive(TS)]
#[allow(dead_code)]
pub(crate) struct AnyChosen {}

/// What a game adds to the result.
#[derive(TS)]
#[allow(dead_code)]
pub(crate) struct AnyDetails {}

/// The seats a game waits for.
#[derive(JsonSchema, TS, Deserialize)]
pub(crate) struct Awaiting {
    /// Seats that must act before the game can go on.
    #[schemars(with = "Vec<u8>")]
    #[ts(type = "number[]")]
    must: SeatSet,
    /// Seats that may act but need not.
    #[schemars(with = "Vec<u8>")]
    #[ts(type = "number[]")]
    may: SeatSet,
}

/// A language for boards and sentences.
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
    /// The seat gives up.
    Resign,
    /// Its time ran out, or its player went away and did not come back.
    Timeout,
}

pub(crate) fn awaiting<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<baize_rules::Awaiting>, D::Error> {
    let Awaiting { must, may } = Awaiting::deserialize(deserializer)?;
    Ok(Some(baize_rules::Awaiting { must, may }))
}

/// A field with three states: absent, null or a value.
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
