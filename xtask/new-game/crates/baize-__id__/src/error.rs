//! Why an action is refused.

use baize_rules::{Coded, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// A refusal; the state is as before.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// Any move after the end.
    #[error("the game is over")]
    GameOver,
    /// A move by a seat that is not to move.
    #[error("it is the turn of {to_move}, not of {seat}")]
    NotYourTurn {
        /// Who is to move.
        to_move: Seat,
        /// Who tried.
        seat: Seat,
    },
    /// None, or more than may be taken.
    #[error("{count} cannot be taken: take 1 to {most}")]
    BadCount {
        /// How many were wanted.
        count: u8,
        /// How many may be taken at most.
        most: u8,
    },
    /// Not a move at all.
    #[error("{text:?} is no number of counters")]
    BadMove {
        /// What was received.
        text: String,
    },
    /// A position that cannot be read or cannot be.
    #[error("a position is a number of counters up to 99 and the seat to move, such as `21 0`")]
    BadPosition,
    /// Not two seats.
    #[error("this game is for two seats, not {seats}")]
    BadSeats {
        /// How many were asked for.
        seats: u8,
    },
}

/// What stands beside a refusal.
#[derive(Serialize, JsonSchema)]
#[doc(hidden)]
pub struct RefusalDetails {
    /// How many may be taken at most.
    most: u8,
}

impl Coded for Error {
    const CODES: &'static [(&'static str, &'static str)] = &[
        ("__id__.game_over", "any move after the end"),
        ("__id__.not_your_turn", "a move by a seat that is not to move"),
        ("__id__.bad_count", "none, or more counters than may be taken"),
        ("__id__.bad_move", "a typed move that is no number"),
        ("__id__.bad_position", "a position that cannot be read or cannot be"),
        ("__id__.bad_seats", "a table that is not for two"),
    ];

    fn code(&self) -> &'static str {
        match self {
            Error::GameOver => "__id__.game_over",
            Error::NotYourTurn { .. } => "__id__.not_your_turn",
            Error::BadCount { .. } => "__id__.bad_count",
            Error::BadMove { .. } => "__id__.bad_move",
            Error::BadPosition => "__id__.bad_position",
            Error::BadSeats { .. } => "__id__.bad_seats",
        }
    }

    fn details(&self) -> Option<Value> {
        match self {
            Error::BadCount { most, .. } => Some(json!(RefusalDetails { most: *most })),
            _ => None,
        }
    }
}
