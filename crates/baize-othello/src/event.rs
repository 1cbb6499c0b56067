//! The events of a game.

use crate::{Colour, Square};
use baize_rules::{Language, Leaving, Say, Seat, display_in_english, say};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use std::fmt;

/// Something that happened on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Event {
    /// A disc was placed.
    Placed {
        /// The square.
        #[serde(serialize_with = "name")]
        square: Square,
        /// The discs it turned: a bitboard in Rust, a list of names on the wire.
        #[serde(serialize_with = "names")]
        #[schemars(with = "Vec<Square>")]
        flipped: u64,
    },
    /// A side could not move.
    Passed {
        /// Whose turn it was.
        seat: Seat,
        /// Always true: a pass is never a choice.
        forced: bool,
    },
    /// A side left the game.
    Left {
        /// The seat.
        seat: Seat,
        /// Why it left.
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

impl Say for Event {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = |seat: &Seat| if *seat == Seat::FIRST { &Colour::Black } else { &Colour::White };
        match self {
            Event::Placed { square, flipped } => {
                let n = flipped.count_ones();
                say!(
                    f,
                    language,
                    "{square} turns {n}",
                    "{square}に打ち、{n}個返しました。",
                    "下在 {square}，翻轉 {n} 子。"
                )
            }
            Event::Passed { seat, .. } => {
                let side = colour(seat).told_in(language);
                say!(
                    f,
                    language,
                    "{side} cannot move and passes",
                    "{side}は打てる場所がないためパスです。",
                    "{side}方無處可下，跳過。"
                )
            }
            Event::Left { seat, why: Leaving::Resign } => {
                let side = colour(seat).told_in(language);
                say!(f, language, "{side} resigns", "{side}が投了しました。", "{side}方認輸。")
            }
            Event::Left { seat, why: Leaving::Timeout } => {
                let side = colour(seat).told_in(language);
                say!(f, language, "{side} has run out of time", "{side}は時間切れです。", "{side}方超時。")
            }
            Event::GameOver {} => say!(f, language, "the game is over", "対局が終わりました。", "對局結束。"),
        }
    }
}

display_in_english!(Event);
