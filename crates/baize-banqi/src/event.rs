//! What is announced.

use crate::{Cell, Departure, Faction, Kind, Mode, Piece, Reason, Why};
use baize_rules::Seat;
use serde::{Serialize, Serializer};
use std::fmt;

/// Something that happened; all events are for everybody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "camelCase")]
pub enum Event {
    /// A piece was turned face-up.
    Flipped {
        /// Who did it.
        seat: Seat,
        /// Where.
        at: Cell,
        /// What came up.
        piece: Shown,
        /// The factions that seats got by it.
        assigned: Vec<Assignment>,
    },
    /// A piece went to an empty cell.
    Moved {
        /// Who did it.
        seat: Seat,
        /// Where from.
        from: Cell,
        /// Where to.
        to: Cell,
        /// What moved.
        piece: Shown,
    },
    /// A piece took another and its place.
    Captured {
        /// Who did it.
        seat: Seat,
        /// Where from.
        from: Cell,
        /// Where to.
        to: Cell,
        /// What took.
        piece: Shown,
        /// What was taken.
        taken: Shown,
        /// What a Cannon jumped over.
        screen: Option<Cell>,
    },
    /// A seat left of its own accord.
    SeatLeft(Departure),
    /// A faction left the match; its pieces, if any, stay.
    FactionOut {
        /// Which.
        faction: Faction,
        /// Its owner and why.
        #[serde(flatten)]
        departure: Departure,
    },
    /// The match is decided.
    GameOver {
        /// Who won; nobody in a draw.
        winner: Option<Seat>,
        /// The winner's faction, if it had one.
        faction: Option<Faction>,
        /// Why.
        reason: Reason,
    },
}

/// A seat and the faction it got.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Assignment {
    /// Who.
    pub seat: Seat,
    /// What.
    pub faction: Faction,
}

/// A piece with all that a client needs to draw it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Shown {
    /// Its letter.
    pub letter: char,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Whose it is.
    pub faction: Faction,
}

impl Shown {
    /// A piece as it is in `mode`.
    pub const fn of(piece: Piece, mode: Mode) -> Shown {
        Shown { letter: piece.letter(), kind: piece.kind(), faction: piece.faction(mode) }
    }

    const fn mode(&self) -> Mode {
        match self.faction {
            Faction::Red | Faction::Black => Mode::Classic,
            Faction::TeamA | Faction::TeamB | Faction::TeamC => Mode::ThreeKingdoms,
        }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.faction.colour(), self.kind)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.index() as u8)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Flipped { seat, at, piece, assigned } => {
                write!(f, "{seat} flips {}: {piece}", at.name(piece.mode()))?;
                assigned.iter().try_for_each(|got| write!(f, "; {} is {}", got.seat, got.faction.colour()))
            }
            Event::Moved { seat, from, to, piece } => {
                let mode = piece.mode();
                write!(f, "{seat} moves the {piece} from {} to {}", from.name(mode), to.name(mode))
            }
            Event::Captured { seat, from, to, piece, taken, screen } => {
                let mode = piece.mode();
                let (from, to) = (from.name(mode), to.name(mode));
                write!(f, "{seat} takes the {taken} on {to} with the {piece} from {from}")?;
                screen.map_or(Ok(()), |screen| write!(f, ", jumping the piece on {}", screen.name(mode)))
            }
            Event::SeatLeft(departure) => match departure.why {
                Why::Resign => write!(f, "{} resigns", departure.seat),
                _ => write!(f, "{} is out of time", departure.seat),
            },
            Event::FactionOut { faction, departure } => {
                write!(
                    f,
                    "{} {}",
                    faction.colour(),
                    match departure.why {
                        Why::Captured => "has no piece left and leaves the match",
                        Why::Stalemate => "cannot act and leaves the match; its pieces stay",
                        Why::Resign | Why::Timeout => "leaves the match with its player; its pieces stay",
                    }
                )
            }
            Event::GameOver { winner: None, reason, .. } => write!(f, "the match is drawn ({reason})"),
            Event::GameOver { winner: Some(winner), faction: None, reason } => {
                write!(f, "{winner} wins ({reason})")
            }
            Event::GameOver { winner: Some(winner), faction: Some(faction), reason } => {
                write!(f, "{winner}, {}, wins ({reason})", faction.colour())
            }
        }
    }
}
