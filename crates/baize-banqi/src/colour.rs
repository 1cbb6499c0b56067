//! The names people use for pieces and sides.

use crate::{Faction, Kind};
use baize_rules::{Language, Say, say};
use std::fmt;

/// The colour of a faction's pieces on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Red in Classic, Team B in Three Kingdoms.
    Red,
    /// Black in Classic, Team C in Three Kingdoms.
    Black,
    /// Team A in Three Kingdoms.
    Green,
}

impl Faction {
    /// The colour people call the faction by.
    pub const fn colour(self) -> Colour {
        match self {
            Faction::TeamA => Colour::Green,
            Faction::Red | Faction::TeamB => Colour::Red,
            Faction::Black | Faction::TeamC => Colour::Black,
        }
    }
}

impl Say for Colour {
    /// Writes the name of the colour.
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Colour::Red => say!(f, language, "red", "赤", "紅"),
            Colour::Black => say!(f, language, "black", "黒", "黑"),
            Colour::Green => say!(f, language, "green", "緑", "綠"),
        }
    }
}

/// An army, named by its colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side(pub(crate) Colour);

impl Say for Side {
    fn say(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.say(language, f)?;
        if language == Language::Chinese { f.write_str("方") } else { Ok(()) }
    }
}

impl Kind {
    /// The character printed on a piece of this colour; green pieces have the characters of red ones.
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

    /// The Japanese name of the kind, whatever the colour.
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
