//! The heap, and whose turn it is.

use crate::Error;
use baize_rules::{Language, Leaving, Say, Seat, display_in_english, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A heap as it stands. Nothing is hidden, so it is the whole state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Position {
    /// How many counters are left.
    pub counters: u8,
    /// Whose turn it is.
    pub to_move: Seat,
    /// Who left before the end.
    #[serde(default)]
    pub left: Option<Left>,
}

/// Somebody who left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Left {
    /// Who.
    pub seat: Seat,
    /// Why.
    pub why: Leaving,
}

impl Position {
    /// The start of a game.
    pub const START: Position = Position { counters: 21, to_move: Seat::FIRST, left: None };
    /// The largest heap.
    pub const LARGEST: u8 = 99;
    /// The most counters that may be taken at once.
    pub const MOST: u8 = 3;

    /// The most counters that may be taken now.
    pub fn most(&self) -> u8 {
        self.counters.min(Position::MOST)
    }

    /// Whether the game is over.
    pub const fn is_over(&self) -> bool {
        self.counters == 0 || self.left.is_some()
    }

    /// Returns this heap if it is a possible one.
    pub(crate) fn checked(self) -> Result<Position, Error> {
        let seats = [Some(self.to_move), self.left.map(|left| left.seat)];
        if self.counters > Position::LARGEST || seats.iter().flatten().any(|seat| seat.index() > 1) {
            return Err(Error::BadPosition);
        }
        Ok(self)
    }

    /// Reads `21 0`: the number of counters, and the seat whose turn it is.
    pub(crate) fn read(text: &str) -> Result<Position, Error> {
        let (counters, seat) = text.split_once(' ').ok_or(Error::BadPosition)?;
        let counters = counters.parse().map_err(|_| Error::BadPosition)?;
        let to_move = seat.parse().ok().and_then(Seat::new).ok_or(Error::BadPosition)?;
        Position { counters, to_move, left: None }.checked()
    }
}

/// What everybody sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct View {
    /// How many counters are left.
    pub counters: u8,
    /// How many may be taken now at most.
    pub most: u8,
    /// Whose turn it is.
    pub to_move: Seat,
    /// Who left before the end.
    #[serde(default)]
    pub left: Option<Left>,
}

impl Say for View {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (counters, seat) = (self.counters, self.to_move.told_in(language));
        writeln!(f, "{}", "o ".repeat(usize::from(counters)).trim_end())?;
        if counters == 0 || self.left.is_some() {
            return say!(f, language, "the game is over", "対局が終わりました。", "對局結束。");
        }
        say!(
            f,
            language,
            "{counters} left, {seat} to move",
            "残り{counters}個。{seat}の番です。",
            "剩下 {counters} 個，輪到{seat}。"
        )
    }
}

display_in_english!(View);
