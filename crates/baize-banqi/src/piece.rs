//! Factions and pieces.

use crate::Mode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// An army.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Faction {
    /// Classic, capital letters.
    Red,
    /// Classic, small letters.
    Black,
    /// Three Kingdoms, green: two Kings and ten Pawns.
    TeamA,
    /// Three Kingdoms, red: capital letters.
    TeamB,
    /// Three Kingdoms, black: small letters.
    TeamC,
}

impl Faction {
    /// The index in the fixed order of the mode's factions.
    pub const fn index(self) -> usize {
        match self {
            Faction::Red | Faction::TeamA => 0,
            Faction::Black | Faction::TeamB => 1,
            Faction::TeamC => 2,
        }
    }

    /// The letter in the `owners` and `out` fields of a position.
    pub const fn letter(self) -> char {
        match self {
            Faction::TeamA => 'g',
            Faction::Red | Faction::TeamB => 'r',
            Faction::Black | Faction::TeamC => 'b',
        }
    }

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Faction::Red => "red",
            Faction::Black => "black",
            Faction::TeamA => "team-a",
            Faction::TeamB => "team-b",
            Faction::TeamC => "team-c",
        }
    }
}

impl Serialize for Faction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl fmt::Display for Faction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The kinds of pieces; the numbers are the ranks of Classic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub enum Kind {
    /// Soldier.
    Pawn = 1,
    /// Takes by jumping over one piece.
    Cannon = 2,
    /// Knight.
    Horse = 3,
    /// Chariot.
    Rook = 4,
    /// Elephant.
    Minister = 5,
    /// Advisor.
    Guard = 6,
    /// General.
    King = 7,
}

impl Kind {
    /// All seven kinds, from the highest number down.
    pub const ALL: [Kind; 7] =
        [Kind::King, Kind::Guard, Kind::Minister, Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Pawn];

    /// The kind with this number, from 1 to 7.
    const fn of_number(number: u8) -> Kind {
        Kind::ALL[7 - (number & 7) as usize]
    }

    /// Whether this kind may take that kind: see [`RuleSet::takes`](crate::RuleSet::takes).
    pub const fn takes(self, target: Kind, mode: Mode) -> bool {
        mode.rules().takes(self, target)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A piece as its letter: a kind, as a capital or a small letter.
///
/// Which faction a letter belongs to depends on the mode; `k` and `p` do not occur in Three Kingdoms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece(u8); // the number of the kind, plus 8 for a small letter

impl Piece {
    /// All letters in the order used in texts: K to P, each capital before the small letter of its kind.
    pub const ALL: [Piece; 14] = {
        let mut all = [Piece(0); 14];
        let mut i = 0;
        while i < 14 {
            all[i] = Piece((7 - i as u8 / 2) | (i as u8 % 2) << 3);
            i += 1;
        }
        all
    };

    const LETTERS: &'static [u8; 16] = b"?PCHRMGK?pchrmgk";

    /// The piece with this letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        Piece::ALL.into_iter().find(|piece| piece.letter() == letter)
    }

    /// The letter of the piece, one of `KGMRHCPkgmrhcp`.
    pub const fn letter(self) -> char {
        Piece::LETTERS[self.0 as usize & 15] as char
    }

    /// What it is.
    pub const fn kind(self) -> Kind {
        Kind::of_number(self.0 & 7)
    }

    /// A piece of this kind, as a capital or a small letter.
    pub(crate) const fn new(kind: Kind, is_small: bool) -> Piece {
        Piece(kind as u8 | (is_small as u8) << 3)
    }

    /// Whose it is.
    pub const fn faction(self, mode: Mode) -> Faction {
        let tables = mode.tables();
        tables.factions[tables.owner[self.0 as usize & 15] as usize]
    }

    /// The piece of this kind that belongs to the faction with this index in `mode`.
    pub(crate) const fn of(kind: Kind, faction: usize, mode: Mode) -> Piece {
        Piece::new(kind, mode.tables().is_small[faction])
    }

    /// The piece as a number from 1 to 15.
    pub(crate) const fn code(self) -> u8 {
        self.0
    }

    /// The piece with this number.
    pub(crate) const fn from_code(code: u8) -> Option<Piece> {
        if code & 7 != 0 && code < 16 { Some(Piece(code)) } else { None }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A number of pieces of each letter, at most 15.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pieces(u64); // four bits per letter, at its code

impl Pieces {
    /// No pieces.
    pub const NONE: Pieces = Pieces(0);

    /// How many pieces of this letter there are.
    pub const fn count(self, piece: Piece) -> u8 {
        (self.0 >> (4 * piece.0)) as u8 & 15
    }

    /// How many pieces there are in all.
    pub const fn len(self) -> u32 {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let bytes = (self.0 & LOW) + (self.0 >> 4 & LOW);
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Whether there are no pieces.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds one piece.
    pub const fn add(&mut self, piece: Piece) {
        self.0 += 1 << (4 * piece.0);
    }

    /// Removes one piece; there must be one.
    pub const fn remove(&mut self, piece: Piece) {
        self.0 -= 1 << (4 * piece.0);
    }

    /// Every single piece, in the order used in texts.
    pub fn iter(self) -> impl Iterator<Item = Piece> {
        Piece::ALL.into_iter().flat_map(move |piece| (0..self.count(piece)).map(move |_| piece))
    }
}

impl fmt::Display for Pieces {
    /// Writes the sorted letters, or `-`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|piece| piece.fmt(f))
    }
}

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_are_those_of_section_3() {
        let classic = "KkGGggMMmmRRrrHHhhCCccPPPPPppppp";
        let kingdoms = "KKGGggMMmmRRrrHHhhCCccPPPPPPPPPP";
        for (mode, letters) in [(Mode::Classic, classic), (Mode::ThreeKingdoms, kingdoms)] {
            assert_eq!(mode.full_set().to_string(), letters);
            assert_eq!(mode.full_set().len(), 32);
        }
        let armies =
            |mode: Mode| mode.factions().iter().map(|&faction| mode.army(faction)).collect::<Vec<_>>();
        assert_eq!(armies(Mode::Classic), [16, 16]);
        assert_eq!(armies(Mode::ThreeKingdoms), [12, 10, 10]);
    }

    #[test]
    fn letters_and_factions_name_the_same_pieces() {
        for mode in Mode::ALL {
            for piece in mode.full_set().iter() {
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
                assert_eq!(Piece::of(piece.kind(), piece.faction(mode).index(), mode), piece);
            }
        }
        assert_eq!(Piece::from_letter('?'), None);
        assert_eq!(Piece::from_letter('x'), None);
    }

    /// The capture table of the rules, row by row.
    #[test]
    fn who_takes_whom_in_classic() {
        let table = ["yyyyyyn", "nyyyyyy", "nnyyyyy", "nnnyyyy", "nnnnyyy", "yyyyyyy", "ynnnnny"];
        for (attacker, row) in Kind::ALL.into_iter().zip(table) {
            for (target, word) in Kind::ALL.into_iter().zip(row.chars()) {
                assert_eq!(attacker.takes(target, Mode::Classic), word == 'y', "{attacker} on {target}");
                assert!(attacker.takes(target, Mode::ThreeKingdoms));
            }
        }
    }
}
