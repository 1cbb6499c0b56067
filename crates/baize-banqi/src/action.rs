//! Actions as they are sent, and the checks they must pass.

use crate::cell::grid;
use crate::{Cell, Kind, Mode, Ply, Position, RuleError, Square, Status};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;

/// What a seat can do. Cells may be outside the board; the rules then refuse the action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "UPPERCASE", deny_unknown_fields)]
pub enum Action {
    /// Turns a piece face-up.
    Flip {
        /// The cell of the piece.
        at: Place,
    },
    /// Moves a piece to an empty cell.
    Move {
        /// The cell of the piece.
        from: Place,
        /// The cell it goes to.
        to: Place,
    },
    /// Takes an enemy piece and its cell.
    Capture {
        /// The cell of the attacker.
        from: Place,
        /// The cell of the target.
        to: Place,
    },
}

impl From<Ply> for Action {
    fn from(ply: Ply) -> Action {
        match ply {
            Ply::Flip(at) => Action::Flip { at: at.into() },
            Ply::Move(from, to) => Action::Move { from: from.into(), to: to.into() },
            Ply::Capture(from, to) => Action::Capture { from: from.into(), to: to.into() },
        }
    }
}

/// Where an action wants to act: an index or the name of a cell, or something that is neither.
#[derive(Clone, Copy, PartialEq, Eq, Debug, JsonSchema)]
#[schemars(schema_with = "place_shape", inline)]
pub enum Place {
    /// The cell with this index, if the board has it.
    Index(u8),
    /// The cell with this name (file and rank), if the board has it.
    Named([u8; 2]),
    /// No cell of any board.
    Nowhere,
}

/// A place is written as an index; a name can be read, too.
fn place_shape(generator: &mut SchemaGenerator) -> Schema {
    let index = generator.subschema_for::<Cell>();
    if generator.contract().is_serialize() {
        return index;
    }
    json_schema!({ "anyOf": [index, { "type": "string", "pattern": "^[a-z][0-9]$" }] })
}

impl Place {
    /// The cell, if the board of `mode` has it.
    pub fn on(self, mode: Mode) -> Option<Cell> {
        match self {
            Place::Index(index) => Cell::new(mode, index.into()),
            Place::Named(name) => Cell::named(mode, std::str::from_utf8(&name).ok()?),
            Place::Nowhere => None,
        }
    }

    /// The place with this name, or [`Place::Nowhere`] if no board has such a cell.
    pub(crate) fn named(name: &str) -> Place {
        match *name.as_bytes() {
            [file @ b'a'..=b'z', rank @ b'0'..=b'9'] => Place::Named([file, rank]),
            _ => Place::Nowhere,
        }
    }
}

impl From<Cell> for Place {
    fn from(cell: Cell) -> Place {
        Place::Index(cell.index() as u8)
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Place::Index(index) => serializer.serialize_u8(*index),
            Place::Named([file, rank]) => {
                serializer.collect_str(&format_args!("{}{}", *file as char, *rank as char))
            }
            Place::Nowhere => serializer.serialize_i8(-1),
        }
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Place, D::Error> {
        struct AnyPlace;
        impl de::Visitor<'_> for AnyPlace {
            type Value = Place;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the index or the name of a cell")
            }

            fn visit_u64<E>(self, index: u64) -> Result<Place, E> {
                Ok(u8::try_from(index).map_or(Place::Nowhere, Place::Index))
            }

            fn visit_i64<E>(self, index: i64) -> Result<Place, E> {
                Ok(u8::try_from(index).map_or(Place::Nowhere, Place::Index))
            }

            fn visit_f64<E>(self, index: f64) -> Result<Place, E> {
                // Some programs write whole numbers with a decimal point.
                let whole = index as u8;
                Ok(if f64::from(whole) == index { Place::Index(whole) } else { Place::Nowhere })
            }

            fn visit_str<E>(self, name: &str) -> Result<Place, E> {
                Ok(Place::named(name))
            }
        }
        deserializer.deserialize_any(AnyPlace)
    }
}

/// The checks in the order of the rules; the first to fail decides the message.
impl Position {
    /// What an action means on this board for the seat on turn, or why it is refused.
    pub fn check(&self, action: &Action) -> Result<Ply, RuleError> {
        match *action {
            Action::Flip { at } => self.check_flip(at),
            Action::Move { from, to } => self.check_move(from, to),
            Action::Capture { from, to } => self.check_capture(from, to),
        }
    }

    fn check_flip(&self, at: Place) -> Result<Ply, RuleError> {
        if self.status() == Status::Ended {
            return Err(RuleError::MatchAlreadyEnded);
        }
        let at = at.on(self.mode()).ok_or(RuleError::InvalidPieceIndex)?;
        match self.at(at) {
            Square::Empty => Err(RuleError::NoPieceAtIndex),
            Square::FaceUp(_) => Err(RuleError::PieceAlreadyRevealed),
            Square::FaceDown => Ok(Ply::Flip(at)),
        }
    }

    fn check_move(&self, from: Place, to: Place) -> Result<Ply, RuleError> {
        let (from, to) = self.check_places(from, to)?;
        let piece = match self.at(from) {
            Square::Empty => return Err(RuleError::NoPieceAtSource),
            Square::FaceDown => return Err(RuleError::PieceNotRevealed),
            Square::FaceUp(piece) => piece,
        };
        if self.own() & from.bit() == 0 {
            return Err(RuleError::NotCurrentFaction);
        }
        if self.reachable(from, piece.kind()) & to.bit() == 0 {
            return Err(RuleError::DestinationNotAdjacent);
        }
        match self.at(to) {
            Square::Empty => Ok(Ply::Move(from, to)),
            Square::FaceDown | Square::FaceUp(_) => Err(RuleError::DestinationNotEmpty),
        }
    }

    fn check_capture(&self, from: Place, to: Place) -> Result<Ply, RuleError> {
        let (from, to) = self.check_places(from, to)?;
        let attacker = match self.at(from) {
            Square::Empty => return Err(RuleError::NoPieceAtAttacker),
            Square::FaceDown => return Err(RuleError::AttackerNotRevealed),
            Square::FaceUp(piece) => piece.kind(),
        };
        if self.own() & from.bit() == 0 {
            return Err(RuleError::NotCurrentFaction);
        }
        let target = match self.at(to) {
            Square::Empty => return Err(RuleError::NoPieceAtTarget),
            Square::FaceDown => return Err(RuleError::TargetNotRevealed),
            Square::FaceUp(piece) => piece.kind(),
        };
        if self.own() & to.bit() != 0 {
            return Err(RuleError::TargetIsOwn);
        }
        match attacker {
            _ if self.rules().jumps(attacker) => self.check_jump(from, to)?,
            _ if self.reachable(from, attacker) & to.bit() == 0 => return Err(RuleError::TargetNotAdjacent),
            _ if self.rules().takes(attacker, target) => {}
            Kind::King => return Err(RuleError::KingOnPawn),
            _ => return Err(RuleError::RankTooLow),
        }
        Ok(Ply::Capture(from, to))
    }

    fn check_jump(&self, from: Cell, to: Cell) -> Result<(), RuleError> {
        let grid = grid(self.mode());
        if grid.rays[from.index()].iter().all(|ray| ray & to.bit() == 0) {
            return Err(RuleError::CannonNotInLine);
        }
        if grid.steps[from.index()] & to.bit() != 0 {
            return Err(RuleError::CannonAdjacent);
        }
        if self.jumps(grid, from) & to.bit() == 0 { Err(RuleError::CannonScreen) } else { Ok(()) }
    }

    fn check_places(&self, from: Place, to: Place) -> Result<(Cell, Cell), RuleError> {
        if self.status() != Status::InProgress {
            return Err(RuleError::MatchNotInProgress);
        }
        let cell = |place: Place| place.on(self.mode()).ok_or(RuleError::InvalidIndices);
        Ok((cell(from)?, cell(to)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_indices_names_or_nowhere() {
        let read = |json: &str| serde_json::from_str::<Place>(json).unwrap();
        let index = |json: &str, mode| read(json).on(mode).map(Cell::index);
        assert_eq!(index("10", Mode::Classic), Some(10));
        assert_eq!(index("10.0", Mode::Classic), Some(10));
        assert_eq!(index("\"c6\"", Mode::Classic), Some(10));
        assert_eq!(index("\"c5\"", Mode::ThreeKingdoms), Some(22));
        assert_eq!(index("44", Mode::ThreeKingdoms), Some(44));
        for json in [
            "32",
            "44",
            "255",
            "256",
            "-1",
            "18446744073709551616",
            "1e300",
            "0.5",
            "\"\"",
            "\"e1\"",
            "\"a9\"",
            "\"10\"",
        ] {
            assert_eq!(index(json, Mode::Classic), None, "{json}");
        }
        let long = format!("\"{}\"", "a1".repeat(100_000));
        assert_eq!(read(&long), Place::Nowhere);
        for json in ["null", "true", "[1]", "{}"] {
            assert!(serde_json::from_str::<Place>(json).is_err(), "{json}");
        }
        for json in ["10", "\"c6\"", "-1"] {
            assert_eq!(serde_json::to_string(&read(json)).unwrap(), json);
        }
    }

    #[test]
    fn actions_have_exactly_their_fields() {
        let read = |json: &str| serde_json::from_str::<Action>(json);
        let ten = Cell::new(Mode::Classic, 10).unwrap();
        assert_eq!(read(r#"{"type":"FLIP","at":10}"#).unwrap(), Action::from(Ply::Flip(ten)));
        assert_eq!(
            serde_json::to_string(&Action::from(Ply::Capture(ten, ten))).unwrap(),
            r#"{"type":"CAPTURE","from":10,"to":10}"#
        );
        for json in [
            r#"{"type":"FLIP"}"#,
            r#"{"type":"FLIP","at":1,"to":2}"#,
            r#"{"type":"MOVE","from":1}"#,
            r#"{"type":"PASS"}"#,
            r#"{"type":"flip","at":1}"#,
            r#"{"at":1}"#,
        ] {
            assert!(read(json).is_err(), "{json}");
        }
    }
}
