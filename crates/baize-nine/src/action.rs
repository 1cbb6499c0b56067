//! What a seat can do.

use crate::{Aid, Bid, Card, Hand, RuleError};
use baize_rules::clip;
use schemars::JsonSchema;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// What a seat can do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", deny_unknown_fields)]
pub enum Action {
    /// Commits a card for this turn. It is final.
    Play {
        /// The card.
        card: Pick,
        /// The helper laid beside it, in matches with helpers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        helper: Option<Aid>,
    },
}

impl Action {
    /// Commits `card`.
    pub const fn play(card: Card) -> Action {
        Action::Play { card: Pick::Card(card), helper: None }
    }

    /// Commits a card and the helper beside it.
    pub fn bid(Bid { card, helper }: Bid) -> Action {
        Action::Play { card: Pick::Card(card), helper: helper.map(Aid::Helper) }
    }
}

/// The card of an action as a player named it, whether it exists or not.
#[derive(Clone, PartialEq, Debug, JsonSchema)]
#[schemars(with = "Card", inline)]
pub enum Pick {
    /// One of the nine cards.
    Card(Card),
    /// Any other number.
    Number(f64),
    /// Text that is not a number, cut short.
    Text(String),
}

impl Pick {
    /// The card, if it is in `hand`.
    pub(crate) fn card_in(&self, hand: Hand) -> Result<Card, RuleError> {
        match self {
            &Pick::Card(card) if hand.contains(card) => Ok(card),
            &Pick::Card(card) => Err(RuleError::NotInHand { card, hand }),
            Pick::Number(number) if number.fract() == 0.0 => Err(RuleError::NoSuchCard(self.to_string())),
            Pick::Number(_) | Pick::Text(_) => Err(RuleError::BadCard(self.to_string())),
        }
    }
}

impl From<f64> for Pick {
    fn from(number: f64) -> Pick {
        let card = Card::all().find(|card| f64::from(card.number()) == number);
        card.map_or(Pick::Number(number), Pick::Card)
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pick::Card(card) => card.fmt(f),
            // Numbers can have hundreds of digits.
            Pick::Number(number) => f.write_str(&clip(&number.to_string())),
            Pick::Text(text) => f.write_str(text),
        }
    }
}

impl Serialize for Pick {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Pick::Card(card) => card.serialize(serializer),
            Pick::Number(number) => serializer.serialize_f64(*number),
            Pick::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Pick {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pick, D::Error> {
        struct Named;

        impl Visitor<'_> for Named {
            type Value = Pick;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card from 1 to 9")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Pick, E> {
                Ok(Pick::from(number as f64))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Pick, E> {
                Ok(Pick::from(number as f64))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Pick, E> {
                Ok(Pick::from(number))
            }

            fn visit_bool<E: de::Error>(self, flag: bool) -> Result<Pick, E> {
                Ok(Pick::Text(flag.to_string()))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Pick, E> {
                Ok(Pick::Text(clip(text)))
            }
        }

        deserializer.deserialize_any(Named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Helper;
    use baize_rules::Coded;

    /// Checks the card of an action against the hand 2 3 7.
    fn check(card: &str, expect: &str) {
        let hand: Hand = serde_json::from_str("[2,3,7]").unwrap();
        let action = serde_json::from_str(&format!(r#"{{"type":"PLAY","card":{card}}}"#));
        let answer = match action {
            Ok(Action::Play { card, .. }) => match card.card_in(hand) {
                Ok(card) => card.to_string(),
                Err(error) => format!("{}: {error}", error.code()),
            },
            Err(_) => "unreadable".to_owned(),
        };
        assert_eq!(answer, expect, "{card}");
    }

    #[test]
    fn the_rules_answer_for_whatever_is_named() {
        check("7", "7");
        check("7.0", "7");
        check("4", "nine.not_in_hand: the 4 is played already");
        check("0", "nine.not_in_hand: the cards are 1 to 9, there is no 0");
        check("-3", "nine.not_in_hand: the cards are 1 to 9, there is no -3");
        check("10", "nine.not_in_hand: the cards are 1 to 9, there is no 10");
        check("1e20", "nine.not_in_hand: the cards are 1 to 9, there is no 100000000000000000000");
        check(
            "1e300",
            "nine.not_in_hand: the cards are 1 to 9, there is no 1000000000000000000000000000000000000000…",
        );
        check("1.5", "nine.bad_card: a card is a whole number from 1 to 9, not 1.5");
        check("\"x\"", "nine.bad_card: a card is a whole number from 1 to 9, not x");
        check("\"7\"", "nine.bad_card: a card is a whole number from 1 to 9, not 7");
        check("true", "nine.bad_card: a card is a whole number from 1 to 9, not true");
        check("null", "unreadable");
        check("[7]", "unreadable");
        check("7,\"seat\":0", "unreadable");
    }

    #[test]
    fn odd_actions_round_trip_too() {
        for card in [Pick::from(7.0), Pick::from(-1.0), Pick::from(1.5), Pick::Text("x".to_owned())] {
            let action = Action::Play { card, helper: None };
            let text = serde_json::to_string(&action).unwrap();
            assert_eq!(serde_json::from_str::<Action>(&text).unwrap(), action, "{text}");
        }
        let seven = Card::new(7).unwrap();
        let written = |action: &Action| serde_json::to_string(action).unwrap();
        assert_eq!(written(&Action::play(seven)), r#"{"type":"PLAY","card":7}"#);
        let bid = Action::bid(Bid { card: seven, helper: Some(Helper::Double) });
        assert_eq!(written(&bid), r#"{"type":"PLAY","card":7,"helper":"double"}"#);
        let names = |list: &[&str]| Aid::Several(list.iter().map(|&name| name.to_owned()).collect());
        for aid in [Aid::from("shield"), Aid::from("x"), names(&["double", "double"])] {
            let action = Action::Play { card: Pick::Card(seven), helper: Some(aid) };
            assert_eq!(serde_json::from_str::<Action>(&written(&action)).unwrap(), action);
        }
    }
}
