//! What a seat can do.

use crate::card::Card;
use crate::meld::{Group, MeldKind, RunEnd};
use crate::table::MeldId;
use baize_rules::clip;
use schemars::JsonSchema;
use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// What a seat can do.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "type",
    rename_all = "SCREAMING_SNAKE_CASE",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Action {
    /// Draws from the stock.
    DrawFromStock {},
    /// Draws the exposed discard.
    DrawFromDiscard {},
    /// Lays down the contract.
    LayDown {
        /// All its melds.
        melds: Vec<NamedMeld>,
    },
    /// Lays one card off on a meld.
    LayOff(LayOff),
    /// Lays off several cards in order, which empties the hand.
    GoOut {
        /// The lay-offs.
        lay_offs: Vec<LayOff>,
    },
    /// Takes a Joker out of a run for the card it stands for.
    SwapJoker {
        /// The run.
        meld_id: Named<MeldId>,
        /// The Joker.
        joker_id: Named<Card>,
        /// The card given for it.
        card_id: Named<Card>,
    },
    /// Plays nothing more in this turn but the discard.
    Skip {},
    /// Ends the turn with a discard.
    Discard {
        /// The card thrown away.
        card_id: Named<Card>,
    },
    /// Asks for the exposed discard out of turn.
    CallMayI {},
    /// Allows a request: the next seat is asked, or the caller gets the card.
    AllowMayI {},
    /// Claims the card before the caller.
    ClaimMayI {},
    /// Sorts one's own hand.
    ReorderHand {
        /// All its cards in the new order.
        card_ids: Vec<Named<Card>>,
    },
}

/// One card for one meld.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LayOff {
    /// The card.
    pub card_id: Named<Card>,
    /// The meld.
    pub meld_id: Named<MeldId>,
    /// For a wild on a run: the end it goes to. If absent, it goes to the upper end, or to the lower if only
    /// that is free. Ignored for anything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<RunEnd>,
}

/// A meld to be laid down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NamedMeld {
    /// Set or run.
    #[serde(rename = "type")]
    pub kind: MeldKind,
    /// Its cards; the order of a run says what a wild stands for.
    pub card_ids: Vec<Named<Card>>,
}

impl Action {
    /// The action that lays these groups down.
    pub fn lay_down(groups: &[Group]) -> Action {
        let melds = groups.iter().map(|group| NamedMeld {
            kind: group.kind,
            card_ids: group.cards.iter().copied().map(Named::Known).collect(),
        });
        Action::LayDown { melds: melds.collect() }
    }

    /// The action that discards this card.
    pub const fn discard(card: Card) -> Action {
        Action::Discard { card_id: Named::Known(card) }
    }
}

impl LayOff {
    /// Puts this card on this meld.
    pub const fn new(card: Card, meld: MeldId, position: Option<RunEnd>) -> LayOff {
        LayOff { card_id: Named::Known(card), meld_id: Named::Known(meld), position }
    }
}

/// A card or a meld as somebody named it, whether it exists or not: the rules answer for both.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, JsonSchema)]
#[schemars(with = "T", inline)]
pub enum Named<T> {
    /// An existing card or meld.
    Known(T),
    /// Any other text or number, cut short.
    Unknown(String),
}

impl<T: Copy> Named<T> {
    /// The card or meld, if it exists.
    pub const fn known(&self) -> Option<T> {
        match self {
            Named::Known(known) => Some(*known),
            Named::Unknown(_) => None,
        }
    }
}

impl<T: FromStr> From<&str> for Named<T> {
    fn from(text: &str) -> Named<T> {
        text.parse().map_or_else(|_| Named::Unknown(clip(text)), Named::Known)
    }
}

impl<T: fmt::Display> fmt::Display for Named<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Named::Known(known) => known.fmt(f),
            Named::Unknown(text) => f.write_str(text),
        }
    }
}

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Named::Known(known) => known.serialize(serializer),
            Named::Unknown(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de, T: FromStr> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named<T>, D::Error> {
        struct Id<T>(PhantomData<T>);

        impl<T: FromStr> Visitor<'_> for Id<T> {
            type Value = Named<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an id")
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Named<T>, E> {
                Ok(Named::Unknown(number.to_string()))
            }

            fn visit_i64<E: de::Error>(self, number: i64) -> Result<Named<T>, E> {
                Ok(Named::Unknown(number.to_string()))
            }

            fn visit_f64<E: de::Error>(self, number: f64) -> Result<Named<T>, E> {
                // Numbers can have hundreds of digits.
                Ok(Named::Unknown(clip(&number.to_string())))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Named<T>, E> {
                Ok(Named::from(text))
            }
        }

        deserializer.deserialize_any(Id(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that an action is read and written again as expected.
    fn check(json: &str, expect: Option<&str>) {
        let read = serde_json::from_str::<Action>(json).ok();
        let written = read.map(|action| serde_json::to_string(&action).unwrap());
        assert_eq!(written.as_deref(), expect, "{json}");
    }

    fn same(json: &str) {
        check(json, Some(json));
    }

    #[test]
    fn actions_are_written_as_they_are_read() {
        same(r#"{"type":"DRAW_FROM_STOCK"}"#);
        same(r#"{"type":"DRAW_FROM_DISCARD"}"#);
        same(r#"{"type":"LAY_DOWN","melds":[{"type":"run","cardIds":["JK.0","6S.0","7S.1","8S.0"]}]}"#);
        same(r#"{"type":"LAY_OFF","cardId":"2C.0","meldId":"m3","position":"start"}"#);
        same(r#"{"type":"LAY_OFF","cardId":"2C.0","meldId":"m3"}"#);
        same(r#"{"type":"GO_OUT","layOffs":[{"cardId":"2C.0","meldId":"m3","position":"end"}]}"#);
        same(r#"{"type":"SWAP_JOKER","meldId":"m1","jokerId":"JK.0","cardId":"6H.0"}"#);
        same(r#"{"type":"SKIP"}"#);
        same(r#"{"type":"DISCARD","cardId":"6H.0"}"#);
        same(r#"{"type":"CALL_MAY_I"}"#);
        same(r#"{"type":"ALLOW_MAY_I"}"#);
        same(r#"{"type":"CLAIM_MAY_I"}"#);
        same(r#"{"type":"REORDER_HAND","cardIds":["6H.0","nonsense"]}"#);
    }

    #[test]
    fn a_position_of_null_is_no_position() {
        let plain = r#"{"type":"LAY_OFF","cardId":"2C.0","meldId":"m3"}"#;
        check(r#"{"type":"LAY_OFF","cardId":"2C.0","meldId":"m3","position":null}"#, Some(plain));
        for odd in [r#""middle""#, r#""START""#, r#""""#, "0", "true", "[]"] {
            let json = format!(r#"{{"type":"LAY_OFF","cardId":"2C.0","meldId":"m3","position":{odd}}}"#);
            check(&json, None);
            let json = format!(
                r#"{{"type":"GO_OUT","layOffs":[{{"cardId":"2C.0","meldId":"m3","position":{odd}}}]}}"#
            );
            check(&json, None);
        }
    }

    #[test]
    fn ids_may_be_anything_but_fields_may_not() {
        check(r#"{"type":"DISCARD","cardId":7}"#, Some(r#"{"type":"DISCARD","cardId":"7"}"#));
        check(r#"{"type":"DISCARD","cardId":-1.5}"#, Some(r#"{"type":"DISCARD","cardId":"-1.5"}"#));
        check(r#"{"type":"DISCARD","cardId":null}"#, None);
        check(r#"{"type":"DISCARD"}"#, None);
        check(r#"{"type":"DISCARD","cardId":"6H.0","seat":1}"#, None);
        check(r#"{"type":"SKIP","seat":1}"#, None);
        check(r#"{"type":"LAY_OFF","cardId":"2C.0","meldId":"m3","seat":1}"#, None);
        check(r#"{"type":"LAY_DOWN","melds":[{"type":"pair","cardIds":[]}]}"#, None);
        check(r#"{"type":"JUMP"}"#, None);
    }
}
