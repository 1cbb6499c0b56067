//! The options of a match.

use crate::{Round, RuleError};
use baize_rules::Seat;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The options of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Options {
    /// In rounds 1 to 5 sets have exactly three cards and runs exactly four.
    pub exact_contract: bool,
    /// Who deals the first round.
    pub first_dealer: FirstDealer,
    /// The round to end with, not before `startRound`.
    pub last_round: Round,
    /// How many turns a round may have before it ends without a winner; null for no limit.
    #[schemars(range(min = 1))]
    pub max_turns: Option<u32>,
    /// The round to begin with.
    pub start_round: Round,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            exact_contract: false,
            first_dealer: FirstDealer::Seat(Seat::FIRST),
            last_round: Round::LAST,
            max_turns: None,
            start_round: Round::FIRST,
        }
    }
}

impl Options {
    pub(crate) fn check(&self, seats: u8) -> Result<(), RuleError> {
        if self.max_turns == Some(0) {
            return Err(RuleError::BadOptions("a round has at least one turn"));
        }
        if self.last_round < self.start_round {
            return Err(RuleError::BadOptions("the last round comes before the first"));
        }
        if matches!(self.first_dealer, FirstDealer::Seat(seat) if seat.index() >= usize::from(seats)) {
            return Err(RuleError::BadOptions("the first dealer has no seat at this table"));
        }
        Ok(())
    }
}

/// Who deals the first round: a seat, or `"random"`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, JsonSchema)]
#[schemars(schema_with = "first_dealer_shape", inline)]
pub enum FirstDealer {
    /// This seat.
    Seat(Seat),
    /// Any seat, drawn before the first deal.
    Random,
}

fn first_dealer_shape(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [generator.subschema_for::<Seat>(), { "const": "random" }] })
}

impl Serialize for FirstDealer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            FirstDealer::Seat(seat) => seat.serialize(serializer),
            FirstDealer::Random => serializer.serialize_str("random"),
        }
    }
}

impl<'de> Deserialize<'de> for FirstDealer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FirstDealer, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Word(String),
        }

        let wrong = || de::Error::custom("the first dealer is a seat from 0 to 7 or \"random\"");
        match Written::deserialize(deserializer).map_err(|_| wrong())? {
            Written::Number(number) => {
                u8::try_from(number).ok().and_then(Seat::new).map(FirstDealer::Seat).ok_or_else(wrong)
            }
            Written::Word(word) if word == "random" => Ok(FirstDealer::Random),
            Written::Word(_) => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, expect: Option<&str>) {
        let options: Result<Options, _> = serde_json::from_str(json);
        let answer = match options {
            Ok(options) => options.check(3).err().map(|error| error.to_string()),
            Err(_) => Some("unreadable".to_owned()),
        };
        assert_eq!(answer.as_deref(), expect, "{json}");
    }

    #[test]
    fn options_are_read_and_bounded() {
        check("{}", None);
        check(r#"{"exactContract":true,"firstDealer":2,"maxTurns":40,"startRound":6}"#, None);
        check(r#"{"firstDealer":"random","maxTurns":null}"#, None);
        check(r#"{"startRound":1,"lastRound":3}"#, None);
        check(r#"{"startRound":4,"lastRound":4}"#, None);
        check(r#"{"startRound":4,"lastRound":3}"#, Some("the last round comes before the first"));
        check(r#"{"firstDealer":3}"#, Some("the first dealer has no seat at this table"));
        check(r#"{"maxTurns":0}"#, Some("a round has at least one turn"));
        for odd in [
            r#"{"firstDealer":8}"#,
            r#"{"firstDealer":-1}"#,
            r#"{"firstDealer":"me"}"#,
            r#"{"firstDealer":null}"#,
            r#"{"startRound":0}"#,
            r#"{"startRound":7}"#,
            r#"{"startRound":1.5}"#,
            r#"{"lastRound":0}"#,
            r#"{"lastRound":7}"#,
            r#"{"lastRound":null}"#,
            r#"{"maxTurns":-1}"#,
            r#"{"maxTurns":1e20}"#,
            r#"{"exact_contract":true}"#,
        ] {
            check(odd, Some("unreadable"));
        }
    }

    #[test]
    fn missing_options_are_defaults() {
        assert_eq!(
            serde_json::to_string(&Options::default()).unwrap(),
            r#"{"exactContract":false,"firstDealer":0,"lastRound":6,"maxTurns":null,"startRound":1}"#
        );
    }
}
