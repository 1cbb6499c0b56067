//! The reasons why something is refused.

use crate::{Action, Colour, Square};
use baize_rules::{Coded, Seat};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

/// A refusal; the state has not changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// Any move after the end.
    #[error("the game is over: {result}")]
    GameOver {
        /// How it ended.
        result: String,
    },
    /// A move by a seat whose turn it is not.
    #[error("it is {to_move}'s turn, not that of {seat}")]
    NotYourTurn {
        /// Who is to move.
        to_move: Colour,
        /// Who tried.
        seat: Seat,
    },
    /// Not a square at all.
    #[error("{text:?} is not a square: name one from a1 to h8, or its index from 0 to 63")]
    BadSquare {
        /// What was received.
        text: String,
    },
    /// An index that is not on the board.
    #[error("{value} is not on the board: squares have the indices 0-63")]
    OutOfRange {
        /// What was received.
        value: String,
    },
    /// There is a disc already.
    #[error("{square} is taken by a {colour} disc")]
    Occupied {
        /// Where.
        square: Square,
        /// Whose.
        colour: Colour,
    },
    /// Nothing would turn.
    #[error("{side} turns nothing on {square}; legal: {}", names(*.legal))]
    IllegalMove {
        /// Where.
        square: Square,
        /// Who tried.
        side: Colour,
        /// Bitboard of the legal squares.
        legal: u64,
    },
    /// A pass while there is a legal square.
    #[error("there is no choice to pass; legal: {}", names(*.legal))]
    PassNotAllowed {
        /// Bitboard of the legal squares.
        legal: u64,
    },
    /// A position that cannot be read.
    #[error("bad position, column {column}: {what}")]
    BadPosition {
        /// The column of the first bad character, from 1.
        column: usize,
        /// What is wrong there.
        what: String,
    },
    /// A game record that cannot be read.
    #[error("bad record, move {number}: {what}")]
    BadRecord {
        /// The number of the first bad move, from 1; 0 for anything before the moves.
        number: usize,
        /// What is wrong there.
        what: String,
    },
    /// Not two seats.
    #[error("Othello is for two seats, not {seats}")]
    BadSeats {
        /// How many were asked for.
        seats: u8,
    },
    /// A count that would take too long.
    #[error("that count takes too long here; try a smaller depth, or `baize perft`")]
    TooDeep,
}

impl Error {
    /// A position that is wrong from its first character on.
    pub(crate) fn bad_position(column: usize, what: impl Into<String>) -> Error {
        Error::BadPosition { column, what: what.into() }
    }
}

fn names(squares: u64) -> String {
    if squares == 0 {
        return "only a pass".to_owned();
    }
    Square::all(squares).map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}

/// Further details of a refusal.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
#[doc(hidden)]
pub enum RefusalDetails {
    /// For a square that is not legal, or a pass.
    Legal {
        /// The legal actions.
        legal: Vec<Action>,
    },
    /// For a position that cannot be read.
    Position {
        /// The column of the first bad character, from 1.
        column: usize,
    },
    /// For a record that cannot be read.
    Record {
        /// The number of the first bad move, from 1; 0 for anything before the moves.
        #[serde(rename = "move")]
        number: usize,
    },
}

impl Coded for Error {
    const CODES: &'static [(&'static str, &'static str)] = &[
        ("othello.game_over", "a move after the end"),
        ("othello.not_your_turn", "a move by a seat that is not to move"),
        ("othello.bad_square", "neither a square name nor a whole number"),
        ("othello.out_of_range", "an index below 0 or above 63"),
        ("othello.occupied", "a square with a disc on it"),
        ("othello.illegal_move", "a square where nothing would turn"),
        ("othello.pass_not_allowed", "a pass while there is a legal square"),
        ("othello.bad_position", "a position that cannot be read"),
        ("othello.bad_record", "a game record that cannot be read"),
        ("othello.bad_seats", "a table that is not for two"),
        ("othello.too_deep", "a count that would take too long"),
    ];

    fn code(&self) -> &'static str {
        match self {
            Error::GameOver { .. } => "othello.game_over",
            Error::NotYourTurn { .. } => "othello.not_your_turn",
            Error::BadSquare { .. } => "othello.bad_square",
            Error::OutOfRange { .. } => "othello.out_of_range",
            Error::Occupied { .. } => "othello.occupied",
            Error::IllegalMove { .. } => "othello.illegal_move",
            Error::PassNotAllowed { .. } => "othello.pass_not_allowed",
            Error::BadPosition { .. } => "othello.bad_position",
            Error::BadRecord { .. } => "othello.bad_record",
            Error::BadSeats { .. } => "othello.bad_seats",
            Error::TooDeep => "othello.too_deep",
        }
    }

    fn details(&self) -> Option<Value> {
        Some(json!(match *self {
            Error::IllegalMove { legal, .. } | Error::PassNotAllowed { legal } => {
                RefusalDetails::Legal { legal: Square::all(legal).map(Action::Place).collect() }
            }
            Error::BadPosition { column, .. } => RefusalDetails::Position { column },
            Error::BadRecord { number, .. } => RefusalDetails::Record { number },
            _ => return None,
        }))
    }
}
