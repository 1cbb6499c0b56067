//! Squares and their names.

use baize_rules::clip;
use schemars::JsonSchema;
use std::fmt;
use std::str::FromStr;

/// One of the 64 squares, row by row from the top: a1 = 0, h1 = 7, a8 = 56, h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, JsonSchema)]
#[schemars(with = "String", extend("pattern" = "^[a-h][1-8]$"))]
pub struct Square(u8);

impl Square {
    /// The square with this index, or `None` from 64 on.
    pub const fn new(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// The square at the lowest set bit.
    ///
    /// # Panics
    /// If no bit is set.
    pub const fn lowest(bits: u64) -> Square {
        assert!(bits != 0, "a set of squares without squares has no lowest");
        Square(bits.trailing_zeros() as u8)
    }

    /// 0 to 63.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The bitboard with only this square.
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// The squares of a bitboard in ascending order.
    pub fn all(bits: u64) -> Squares {
        Squares(bits)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), 1 + self.0 / 8)
    }
}

/// A text that does not name a square.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a square: squares are a1 to h8")]
pub struct NoSquare(pub(crate) String);

impl FromStr for Square {
    type Err = NoSquare;

    fn from_str(text: &str) -> Result<Square, NoSquare> {
        match *text.as_bytes() {
            [file @ (b'a'..=b'h' | b'A'..=b'H'), row @ b'1'..=b'8'] => {
                Ok(Square((file.to_ascii_lowercase() - b'a') + 8 * (row - b'1')))
            }
            _ => Err(NoSquare(clip(text))),
        }
    }
}

/// The squares of a bitboard, lowest first.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::lowest(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_index_map() {
        for (index, name) in
            [(0, "a1"), (7, "h1"), (19, "d3"), (26, "c4"), (37, "f5"), (44, "e6"), (56, "a8"), (63, "h8")]
        {
            assert_eq!(Square(index).to_string(), name);
            assert_eq!(name.parse(), Ok(Square(index)));
            assert_eq!(name.to_uppercase().parse(), Ok(Square(index)));
        }
        for text in ["", "i9", "a0", "a9", "a", "a11", "１a", "1a", "a1 "] {
            assert!(text.parse::<Square>().is_err(), "{text:?}");
        }
    }
}
