//! The fast core: two bitboards and the moves on them.

use crate::{Square, cpu};

/// Discs of the side to move and of the other side; bit i is square i.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Discs of the side to move.
    pub own: u64,
    /// Discs of the other side.
    pub opp: u64,
}

/// All squares except the first and last columns. Runs along rows and diagonals are cut off at these columns,
/// so that none continues at the other edge.
pub(crate) const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

impl Position {
    /// The start position, black to move.
    pub const START: Position = Position { own: 0x0000_0008_1000_0000, opp: 0x0000_0010_0800_0000 };

    /// The legal squares of the side to move.
    #[inline(always)]
    pub const fn moves(self) -> u64 {
        let (own, inner) = (self.own, self.opp & INNER);
        let reached = behind::<1>(own, inner)
            | behind::<7>(own, inner)
            | behind::<9>(own, inner)
            | behind::<8>(own, self.opp);
        reached & self.empty()
    }

    /// Whether `square` is legal for the side to move.
    pub const fn is_legal(self, square: Square) -> bool {
        self.moves() & square.bit() != 0
    }

    /// The discs that the side to move would turn by playing on `square`; none if the square is not legal.
    #[inline(always)]
    pub const fn flips(self, square: Square) -> u64 {
        let rays = &RAYS[square.index()];
        let mut flips = 0;
        let mut line = 0;
        while line < 4 {
            flips |= flips_up(self, rays[line]) | flips_down(self, rays[line + 4]);
            line += 1;
        }
        flips
    }

    /// The position, seen by the other side, after a disc on `square`, which must be legal: any other square
    /// gives a wrong position.
    #[must_use]
    #[inline(always)]
    pub const fn play_unchecked(self, square: Square) -> Position {
        let flips = self.flips(square);
        Position { own: self.opp & !flips, opp: self.own | flips | square.bit() }
    }

    /// The same board, seen by the other side.
    #[must_use]
    pub const fn passed(self) -> Position {
        Position { own: self.opp, opp: self.own }
    }

    /// The empty squares.
    pub const fn empty(self) -> u64 {
        !(self.own | self.opp)
    }

    /// Whether neither side can place a disc.
    pub const fn is_over(self) -> bool {
        self.moves() == 0 && self.passed().moves() == 0
    }

    /// The disc difference for the side to move, with empty squares given to the winner as in tournaments and
    /// solvers. Only meaningful when the game is over.
    pub const fn margin(self) -> i32 {
        let (own, opp) = (self.own.count_ones() as i32, self.opp.count_ones() as i32);
        let empties = 64 - own - opp;
        if own > opp {
            own - opp + empties
        } else if own < opp {
            own - opp - empties
        } else {
            0
        }
    }

    /// Plays to the end with moves drawn by `random`, which returns a number below its argument. In the final
    /// board, `own` are the discs of the side to move now.
    pub fn playout(self, random: impl FnMut(u32) -> u32) -> Position {
        cpu::playout(self, random)
    }
}

/// The squares right behind a run of `opp` that starts next to an own disc, both ways along the line with
/// this step. Doubling the stride finds runs of up to six discs in three steps.
#[inline(always)]
const fn behind<const STEP: u32>(own: u64, opp: u64) -> u64 {
    let mut up = opp & (own << STEP);
    let mut down = opp & (own >> STEP);
    up |= opp & (up << STEP);
    down |= opp & (down >> STEP);
    let pairs = opp & (opp << STEP);
    let pairs_down = pairs >> STEP;
    up |= pairs & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up |= pairs & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    (up << STEP) | (down >> STEP)
}

/// The discs turned along a ray towards higher squares, where the first square that is not `opp` is the
/// lowest bit.
#[inline(always)]
const fn flips_up(position: Position, ray: u64) -> u64 {
    let open = ray & !position.opp;
    let closing = open & open.wrapping_neg() & position.own;
    closing.wrapping_sub((closing != 0) as u64) & ray
}

/// The discs turned along a ray towards lower squares, where the first square that is not `opp` is the
/// highest bit. If there is none, bit 0 stands in: it is then either outside the ray or a disc of `opp`, so
/// it closes nothing.
#[inline(always)]
const fn flips_down(position: Position, ray: u64) -> u64 {
    let open = ray & !position.opp;
    let closing = (1 << 63 >> (open | 1).leading_zeros()) & ray & position.own;
    (closing << 1).wrapping_neg() & ray
}

/// The squares in each direction from each square: up by 1, 7, 8 and 9, then down by the same.
const RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    let steps: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];
    let mut rays = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let sign = if direction < 4 { 1 } else { -1 };
            let (down, right) = steps[direction % 4];
            let (mut row, mut column) = (square as i32 / 8, square as i32 % 8);
            loop {
                row += sign * down;
                column += sign * right;
                if row < 0 || row > 7 || column < 0 || column > 7 {
                    break;
                }
                rays[square][direction] |= 1 << (row * 8 + column);
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Applies the rules literally: looks along each direction, square by square.
    fn flips_by_hand(position: Position, square: Square) -> u64 {
        let disc = |row: i32, column: i32, discs: u64| {
            (0..8).contains(&row) && (0..8).contains(&column) && discs >> (row * 8 + column) & 1 == 1
        };
        if position.empty() & square.bit() == 0 {
            return 0;
        }
        let (row, column) = (square.index() as i32 / 8, square.index() as i32 % 8);
        let mut flips = 0;
        for (down, right) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let mut run = 0;
            let mut steps = 1;
            while disc(row + steps * down, column + steps * right, position.opp) {
                run |= 1 << ((row + steps * down) * 8 + column + steps * right);
                steps += 1;
            }
            if disc(row + steps * down, column + steps * right, position.own) {
                flips |= run;
            }
        }
        flips
    }

    #[test]
    fn moves_and_flips_are_those_of_the_rules() {
        let mut dice = baize_rules::Dice::new(&baize_rules::Seed::from_text("random boards"));
        for _ in 0..2_000 {
            // Arbitrary boards, including unreachable ones, of every density of discs.
            let mut random = || (0..4).fold(0u64, |word, _| word << 16 | u64::from(dice.roll(1 << 16)));
            let (any, filled) = (random(), random() | random());
            let position = Position { own: any & filled, opp: !any & filled };
            let mut moves = 0;
            for square in Square::all(position.empty()) {
                let flips = flips_by_hand(position, square);
                assert_eq!(position.flips(square), flips, "{position:?} {square}");
                moves |= if flips == 0 { 0 } else { square.bit() };
            }
            assert_eq!(position.moves(), moves, "{position:?}");
        }
    }

    /// From the specification: a step off the board is no step (vectors B1 to B3).
    #[test]
    fn rays_stop_at_the_edge() {
        let [right, left] = [0, 4];
        assert_eq!(RAYS[0][left], 0);
        assert_eq!(RAYS[7][right], 0);
        assert_eq!(RAYS[27][right], 0xf000_0000);
    }
}
