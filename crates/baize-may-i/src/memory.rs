//! What everybody could see of a round and may remember. It is never shown as a list, but anybody who watched
//! knows it.

use crate::card::Card;
use baize_rules::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a card came to lie open, or how an open card was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// Turned up by the dealer.
    Turned,
    /// Thrown away.
    Thrown,
    /// Taken as a draw.
    Taken,
    /// Taken by a request.
    Asked,
}

/// A card that everybody has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Shown {
    /// The seat that turned up, threw away or took the card.
    pub seat: Seat,
    /// The card.
    pub card: Card,
    /// What happened to it.
    pub how: How,
}

/// How many cards of a round are remembered, the latest ones.
pub(crate) const MOST_SHOWN: usize = 80;

/// Remembers one more card.
pub(crate) fn remember(memory: &mut Vec<Shown>, shown: Shown) {
    if memory.len() >= MOST_SHOWN {
        memory.drain(..=memory.len() - MOST_SHOWN);
    }
    memory.push(shown);
}
