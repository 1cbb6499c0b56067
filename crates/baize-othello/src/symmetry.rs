//! The eight ways to turn and mirror the board.

use crate::{Position, Square};

/// A symmetry of the board: mirrored left to right, top to bottom, along the long diagonal, or any
/// combination of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// The symmetry that takes a first move to f5, so that openings can be compared; `None` for a square that
    /// is not a first move.
    pub fn to_f5(first: Square) -> Option<Symmetry> {
        const F5: usize = 37;
        if !Position::START.is_legal(first) {
            return None;
        }
        // Two symmetries take the square to f5, but only one of them keeps the colours of the start position.
        Symmetry::all().find(|symmetry| {
            symmetry.square(first).index() == F5 && symmetry.bits(Position::START.own) == Position::START.own
        })
    }

    /// The image of a square.
    #[must_use]
    pub fn square(self, square: Square) -> Square {
        Square::lowest(self.bits(square.bit()))
    }

    /// The image of a set of squares.
    #[must_use]
    pub const fn bits(self, mut bits: u64) -> u64 {
        if self.0 & 1 != 0 {
            bits = bits.swap_bytes();
        }
        if self.0 & 2 != 0 {
            bits = bits.swap_bytes().reverse_bits();
        }
        if self.0 & 4 != 0 {
            bits = transposed(bits);
        }
        bits
    }

    /// The image of a position.
    #[must_use]
    pub const fn position(self, position: Position) -> Position {
        Position { own: self.bits(position.own), opp: self.bits(position.opp) }
    }
}

/// Swaps rows and columns, exchanging ever larger blocks off the diagonal.
const fn transposed(mut bits: u64) -> u64 {
    let mut swap = (bits ^ (bits << 28)) & 0x0f0f_0f0f_0000_0000;
    bits ^= swap ^ (swap >> 28);
    swap = (bits ^ (bits << 14)) & 0x3333_0000_3333_0000;
    bits ^= swap ^ (swap >> 14);
    swap = (bits ^ (bits << 7)) & 0x5500_5500_5500_5500;
    bits ^ swap ^ (swap >> 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_are_different_and_move_whole_boards() {
        let asymmetric = 0x0102_0408_1030_7080;
        let mut images: Vec<u64> = Symmetry::all().map(|symmetry| symmetry.bits(asymmetric)).collect();
        assert_eq!(images[0], asymmetric);
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
        assert_eq!(transposed(1 << 1), 1 << 8);
    }

    #[test]
    fn openings_start_with_f5() {
        for first in ["d3", "c4", "f5", "e6"] {
            let symmetry = Symmetry::to_f5(first.parse().unwrap()).unwrap();
            assert_eq!(symmetry.square(first.parse().unwrap()).to_string(), "f5");
            assert_eq!(symmetry.position(Position::START), Position::START);
        }
        assert_eq!(Symmetry::to_f5("a1".parse().unwrap()), None);
    }

    #[test]
    fn legal_squares_turn_with_the_board() {
        let mut dice = baize_rules::Dice::new(&baize_rules::Seed::from_text("symmetry"));
        let mut position = Position::START;
        while position.moves() != 0 {
            for symmetry in Symmetry::all() {
                assert_eq!(symmetry.position(position).moves(), symmetry.bits(position.moves()));
            }
            let squares: Vec<Square> = Square::all(position.moves()).collect();
            position = position.play_unchecked(*dice.pick(&squares).expect("there is a move"));
        }
    }
}
