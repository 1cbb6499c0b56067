//! What the JSON of a game looks like.

use crate::{Game, Watched};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A game whose JSON is described by its types. TypeScript, JSON Schema and the page of payloads are made from these
/// descriptions, and what is played is checked against them; so nothing is written down twice.
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
    /// A position as a line of text and what that line says, where `load` reads such lines.
    const POSITION: Option<(&'static str, &'static str)> = None;

    /// The words that [`Outcome::reason`](crate::Outcome::reason) can be.
    type Reason: JsonSchema;
    /// What is under [`Outcome::details`](crate::Outcome::details).
    type Details: JsonSchema;
    /// What is under [`Problem::details`](crate::Problem::details) when the rules refuse something.
    type RefusalDetails: JsonSchema;
}

/// What a game never says.
#[derive(Serialize, Deserialize, JsonSchema)]
pub enum Nothing {}

/// Marks the places in messages where the JSON of some game stands.
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
        /// What was chosen for a match of some game.
        AnyOptions,
        /// What differs from the default options of some game.
        AnyOptionsInput,
        /// What a seat does in some game, as it is written.
        AnyAction,
        /// What a seat does in some game, as it may be sent.
        AnyActionInput,
        /// One legal action and what may be shown beside it.
        AnyListed,
        /// What a viewer may know in some game.
        AnyView,
        /// Something that happened in some game.
        AnyEvent,
        /// Why some game ended.
        AnyReason,
        /// What stands beside the result of some game.
        AnyDetails,
        /// What a seat shows before its action in some game.
        AnyShown,
        /// A question about some game.
        AnyQuery,
        /// The answer to a question about some game.
        AnyAnswer,
        /// What a computer player says about its choice in some game.
        AnyInfo,
        /// The whole state of some game, as it is written.
        AnyState,
        /// The whole state of some game, as it is read.
        AnyStateInput,
    }
}

/// The fields of a struct, as JSON.
///
/// # Panics
/// If it is no struct.
pub fn fields_of(what: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(what) {
        Ok(Value::Object(fields)) => fields,
        other => panic!("only structs have fields: {other:?}"),
    }
}
