//! Pieces and sides as people call them.

use crate::{Faction, Kind};
use baize_rules::{Language, Say, say};
use std::fmt;

/// The colour that a faction has on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Of Red in Classic, Team B in Three Kingdoms.
    Red,
    /// Of Black in Classic, Team C in Three Kingdoms.
    Black,
    /// Of Team A in Three Kingdoms.
    Green,
}

impl Faction {
    /// The colour people call it by.
    pub const fn colour(self) -> Colour {
        match self {
            Faction::TeamA => Colour::Green,
            Faction::Red | Faction::TeamB => Colour::Red,
            Faction::Black | Faction::TeamC => Colour::Black,
        }
    }
}

impl Say for Colour {
    /// The colour of a piece.
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Colour::Red => say!(f, language, "red", "赤", "紅"),
            Colour::Black => say!(f, language, "black", "黒", "黑"),
            Colour::Green => say!(f, language, "green", "緑", "綠"),
        }
    }
}

/// The army of a colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side(pub(crate) Colour);

impl Say for Side {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.say(language, f)?;
        if language == Language::Chinese { f.write_str("方") } else { Ok(()) }
    }
}

impl Kind {
    /// The character printed on a piece of this colour; green has those of red.
    pub const fn printed(self, colour: Colour) -> char {
        let (red, black) = match self {
            Kind::King => ('帥', '將'),
            Kind::Guard => ('仕', '士'),
            Kind::Minister => ('相', '象'),
            Kind::Rook => ('俥', '車'),
            Kind::Horse => ('傌', '馬'),
            Kind::Cannon => ('炮', '砲'),
            Kind::Pawn => ('兵', '卒'),
        };
        match colour {
            Colour::Red | Colour::Green => red,
            Colour::Black => black,
        }
    }

    /// What it is called in Japanese, whatever its colour.
    pub(crate) const fn japanese(self) -> char {
        match self {
            Kind::King => '将',
            Kind::Guard => '士',
            Kind::Minister => '象',
            Kind::Rook => '車',
            Kind::Horse => '馬',
            Kind::Cannon => '砲',
            Kind::Pawn => '兵',
        }
    }
}
