//! What is announced.

use crate::Square;
use baize_rules::{Leaving, Seat};
use serde::{Serialize, Serializer};
use std::fmt;

/// Something that happened on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Event {
    /// A disc was placed.
    Placed {
        /// Where.
        #[serde(serialize_with = "name")]
        square: Square,
        /// Bitboard of the discs it turned; a list of names on the wire.
        #[serde(serialize_with = "names")]
        flipped: u64,
    },
    /// A side could not move.
    Passed {
        /// Whose turn it was.
        seat: Seat,
        /// Always true: there is no choice to pass.
        forced: bool,
    },
    /// A side left the game.
    Left {
        /// Who.
        seat: Seat,
        /// Why.
        why: Leaving,
    },
    /// Neither side can move, or one has left.
    GameOver {},
}

pub(crate) fn name<S: Serializer>(square: &Square, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(square)
}

pub(crate) fn names<S: Serializer>(squares: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(Square::all(*squares).map(|square| square.to_string()))
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |seat: &Seat| if *seat == Seat::FIRST { "black" } else { "white" };
        match self {
            Event::Placed { square, flipped } => write!(f, "{square} turns {}", flipped.count_ones()),
            Event::Passed { seat, .. } => write!(f, "{} cannot move and passes", side(seat)),
            Event::Left { seat, why: Leaving::Resign } => write!(f, "{} resigns", side(seat)),
            Event::Left { seat, why: Leaving::Timeout } => write!(f, "{} has run out of time", side(seat)),
            Event::GameOver {} => f.write_str("the game is over"),
        }
    }
}
