//! Facts about the board that hold in every position.

/// The squares next to each square.
pub(crate) static NEIGHBOURS: [u64; 64] = neighbours();

const fn neighbours() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0_i32;
    while square < 64 {
        let mut other = 0_i32;
        while other < 64 {
            let (down, right) = (other / 8 - square / 8, other % 8 - square % 8);
            if other != square && down.abs() <= 1 && right.abs() <= 1 {
                table[square as usize] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
}

/// The corners.
pub(crate) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Which quarter of the board a square lies in.
#[inline(always)]
pub(crate) const fn quadrant(square: u32) -> u32 {
    square & 0b10_0100
}

const QUADRANTS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32];

/// The quadrants with an odd number of empty squares. The side that plays there first can also play there
/// last.
#[inline(always)]
pub(crate) const fn odd_quadrants(empty: u64) -> u64 {
    let mut odd = 0;
    let mut i = 0;
    while i < 4 {
        let is_odd = (empty & QUADRANTS[i]).count_ones() as u64 & 1;
        odd |= QUADRANTS[i] & is_odd.wrapping_neg();
        i += 1;
    }
    odd
}

/// Positions of random games with `empties` empty squares, the same each time.
#[cfg(test)]
pub(crate) fn late_positions(count: u32, empties: u32) -> Vec<baize_othello::Position> {
    use baize_othello::{Position, Square};
    use baize_rules::{Dice, Seed};
    let mut dice = Dice::new(&Seed::from_text("late positions"));
    let mut found = Vec::new();
    while found.len() < count as usize {
        let mut position = Position::START;
        while position.empty().count_ones() > empties && !position.is_over() {
            let squares: Vec<Square> = Square::all(position.moves()).collect();
            position =
                dice.pick(&squares).map_or(position.passed(), |&square| position.play_unchecked(square));
        }
        if position.empty().count_ones() == empties {
            found.push(position);
        }
    }
    found
}
