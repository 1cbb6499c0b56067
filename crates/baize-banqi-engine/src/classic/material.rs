//! What pieces are worth: that depends on whom they can still take, and who can take them.

use super::board::{CANNON, Counts, KING, PAWN};

/// Whether a piece of one rank may take one of another, where a Cannon does so by jumping.
pub(crate) const fn takes(hunter: u8, prey: u8) -> bool {
    match (hunter, prey) {
        (CANNON, _) | (PAWN, KING) => true,
        (KING, PAWN) => false,
        _ => hunter >= prey,
    }
}

/// The worth of all that is on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    /// What one piece of each code is worth to its side.
    pub(crate) of: [i16; 16],
    /// Red's pieces less black's, face-down ones included.
    pub(crate) balance: i32,
}

impl Worth {
    /// A piece is worth the more, the more enemies it can take, and the less, the more can take it. A Cannon needs other
    /// pieces to jump over and loses its worth with them.
    pub(crate) fn of(alive: Counts) -> Worth {
        let mut worth = Worth { of: [0; 16], balance: 0 };
        let pieces = alive.total() as i32;
        for code in (1..16_u8).filter(|code| code & 7 != 0) {
            let (rank, foes) = (code & 7, code & 8 ^ 8);
            let (mut prey, mut hunters) = (0, 0);
            for other in 1..8 {
                let count = alive.of(foes | other) as i32;
                prey += count * i32::from(takes(rank, other));
                hunters += count * i32::from(takes(other, rank));
            }
            let value = if rank == CANNON {
                20 + (prey * (6 + pieces.min(24) / 2)) - 4 * hunters
            } else {
                20 + 18 * prey - 4 * hunters
            };
            worth.of[usize::from(code)] = value as i16;
            let count = alive.of(code) as i32;
            worth.balance += if code < 8 { count * value } else { -count * value };
        }
        worth
    }
}

/// Remembers what was worked out: captures are rarer than positions.
pub(crate) struct Memory {
    slots: Vec<(u64, Worth)>,
}

impl Memory {
    const SIZE: usize = 1 << 10;

    pub(crate) fn new() -> Memory {
        let nothing = Worth { of: [0; 16], balance: 0 };
        Memory { slots: vec![(0, nothing); Memory::SIZE] }
    }

    #[inline]
    pub(crate) fn worth(&mut self, alive: Counts) -> &Worth {
        let slot = (alive.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize & (Memory::SIZE - 1);
        let slot = &mut self.slots[slot];
        if slot.0 != alive.0 {
            *slot = (alive.0, Worth::of(alive));
        }
        &slot.1
    }
}
