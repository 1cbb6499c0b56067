//! What the JSON of a game looks like.

use crate::{Game, Watched};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A game whose JSON is described by its types. TypeScript, JSON Schema and the page of payloads are
/// generated from these descriptions, and games played in tests are checked against them, so nothing is
/// described twice.
pub trait Described:
    Watched
    + Game<
        Options: JsonSchema,
        Setup: JsonSchema,
        Action: JsonSchema,
        View: JsonSchema,
        Remarks: JsonSchema,
        Event: JsonSchema,
        Query: JsonSchema,
        Answer: JsonSchema,
    >
{
    /// An example of a position as a line of text, and an explanation of the notation, if the game has one.
    const POSITION: Option<(&'static str, &'static str)> = None;

    /// The possible values of [`Outcome::reason`](crate::Outcome::reason).
    type Reason: JsonSchema;
    /// The type of [`Outcome::details`](crate::Outcome::details).
    type Details: JsonSchema;
    /// The type of [`Problem::details`](crate::Problem::details) when the rules refuse something.
    type RefusalDetails: JsonSchema;
}

/// A type without values, for what a game does not have.
#[derive(Serialize, Deserialize, JsonSchema)]
pub enum Nothing {}

/// Placeholders for the places in messages that hold the JSON of some game.
pub mod any {
    use schemars::JsonSchema;
    use serde_json::Value;

    macro_rules! payloads {
        ($($(#[doc = $about:tt])+ $name:ident,)+) => {
            $($(#[doc = $about])+
            #[derive(JsonSchema)]
            #[schemars(with = "Value")]
            pub struct $name;)+

            /// The names of all of them.
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];
        };
    }

    payloads! {
        /// The options of a match of some game.
        AnyOptions,
        /// The options of some game that differ from its defaults.
        AnyOptionsInput,
        /// What a seat does in some game, as Baize writes it.
        AnyAction,
        /// What a seat does in some game, as clients may send it.
        AnyActionInput,
        /// One legal action and what may be shown beside it.
        AnyListed,
        /// What a viewer may know in some game.
        AnyView,
        /// Something that happened in some game.
        AnyEvent,
        /// Why some game ended.
        AnyReason,
        /// Further details of the result of some game.
        AnyDetails,
        /// What a seat shows before its action in some game.
        AnyShown,
        /// A question about some game.
        AnyQuery,
        /// The answer to a question about some game.
        AnyAnswer,
        /// What a computer player says about its choice in some game.
        AnyInfo,
        /// The whole state of some game, as Baize writes it.
        AnyState,
        /// The whole state of some game, as Baize reads it.
        AnyStateInput,
    }
}

/// The fields of a struct, as JSON.
///
/// # Panics
/// If the value is not a struct.
pub fn fields_of(what: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(what) {
        Ok(Value::Object(fields)) => fields,
        other => panic!("only structs have fields: {other:?}"),
    }
}
