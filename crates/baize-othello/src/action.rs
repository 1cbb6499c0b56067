//! What a side can do, as it comes over the wire.

use crate::{NoSquare, Square};
use baize_rules::clip;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A disc on a square, or a forced pass.
///
/// `{"type":"PLACE","square":"d3"}` (an index from 0 to 63 is accepted too) or `{"type":"PASS"}`.
#[derive(Clone, PartialEq, Eq, Debug, JsonSchema)]
#[schemars(with = "Wire")]
pub enum Action {
    /// A disc on this square.
    Place(Square),
    /// A disc on something that is not a square. Always refused, but only after the end of the game and the
    /// turn are checked.
    PlaceNowhere(Nowhere),
    /// A pass of the turn; allowed only if there is no legal square.
    Pass,
}

/// What was given in place of a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Nowhere {
    /// A whole number that is not an index.
    OutOfRange(String),
    /// Anything else.
    NotASquare(String),
}

impl From<NoSquare> for Nowhere {
    fn from(NoSquare(text): NoSquare) -> Nowhere {
        Nowhere::NotASquare(text)
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
enum Wire {
    /// A disc on a square.
    Place {
        /// The square; an index from 0 to 63 is accepted too.
        #[schemars(schema_with = "square_shape")]
        square: Value,
    },
    /// A pass of the turn; allowed only if there is no legal square.
    Pass {},
}

/// The schema of a square: indices are read, but never written.
fn square_shape(generator: &mut SchemaGenerator) -> Schema {
    let name = generator.subschema_for::<Square>();
    if generator.contract().is_serialize() {
        return name;
    }
    json_schema!({ "anyOf": [name, { "type": "integer", "minimum": 0, "maximum": 63 }] })
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = |square: String| Wire::Place { square: Value::String(square) };
        match self {
            Action::Place(square) => place(square.to_string()),
            Action::PlaceNowhere(Nowhere::OutOfRange(text) | Nowhere::NotASquare(text)) => {
                place(text.clone())
            }
            Action::Pass => Wire::Pass {},
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Action, D::Error> {
        Ok(match Wire::deserialize(deserializer)? {
            Wire::Place { square } => read_square(&square).map_or_else(Action::PlaceNowhere, Action::Place),
            Wire::Pass {} => Action::Pass,
        })
    }
}

/// Reads a name as text or an index as a number.
fn read_square(value: &Value) -> Result<Square, Nowhere> {
    match value {
        Value::String(name) => Ok(name.parse()?),
        Value::Number(number) => match number.as_f64().filter(|index| index.fract() == 0.0) {
            Some(index) if (0.0..64.0).contains(&index) => Ok(Square::lowest(1 << index as u32)),
            Some(_) => Err(Nowhere::OutOfRange(number.to_string())),
            None => Err(Nowhere::NotASquare(number.to_string())),
        },
        other => Err(Nowhere::NotASquare(clip(&other.to_string()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, expect: &Action) {
        assert_eq!(serde_json::from_str::<Action>(json).unwrap(), *expect, "{json}");
    }

    #[test]
    fn squares_by_name_or_index() {
        let d3 = Action::Place("d3".parse().unwrap());
        check(r#"{"type":"PLACE","square":"d3"}"#, &d3);
        check(r#"{"type":"PLACE","square":"D3"}"#, &d3);
        check(r#"{"type":"PLACE","square":19}"#, &d3);
        assert_eq!(serde_json::to_string(&d3).unwrap(), r#"{"type":"PLACE","square":"d3"}"#);
        check(r#"{"type":"PASS"}"#, &Action::Pass);
    }

    #[test]
    fn anything_else_is_nowhere() {
        let place = |square: &str| format!(r#"{{"type":"PLACE","square":{square}}}"#);
        for number in ["-1", "64", "18446744073709551615", "123456789012345678901234567890"] {
            let read = serde_json::from_str::<Action>(&place(number)).unwrap();
            assert!(matches!(read, Action::PlaceNowhere(Nowhere::OutOfRange(_))), "{read:?}");
        }
        for other in ["1.5", "\"i9\"", "\"\"", "null", "true", "[1]", "{}"] {
            let read = serde_json::from_str::<Action>(&place(other)).unwrap();
            assert!(matches!(read, Action::PlaceNowhere(Nowhere::NotASquare(_))), "{read:?}");
        }
    }

    #[test]
    fn other_messages_are_refused() {
        for json in [
            r#"{"type":"PLACE"}"#,
            r#"{"type":"PLACE","square":"d3","seat":1}"#,
            r#"{"type":"PASS","why":1}"#,
            r#"{"type":"MOVE"}"#,
            r#"{"square":"d3"}"#,
            "[]",
        ] {
            assert!(serde_json::from_str::<Action>(json).is_err(), "{json}");
        }
    }
}
