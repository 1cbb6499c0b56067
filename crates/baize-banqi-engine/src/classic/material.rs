//! What pieces are worth, which depends on whom they can still take and who can take them.

use super::board::{CANNON, Counts, KING, PAWN};

/// Whether a piece of one rank may take one of another; a jumper takes by jumping.
pub(crate) const fn takes<const JUMPER: u8>(hunter: u8, prey: u8) -> bool {
    match (hunter, prey) {
        (PAWN, KING) => true,
        (KING, PAWN) => false,
        _ => hunter >= prey || hunter == JUMPER,
    }
}

/// For each rank, the ranks that it may take and that may not take it, as bits.
pub(crate) const fn safe_prey<const JUMPER: u8>() -> [u8; 8] {
    let mut table = [0; 8];
    let mut pair = 0;
    while pair < 64 {
        let (hunter, prey) = (pair / 8, pair % 8);
        let is_safe = takes::<JUMPER>(hunter, prey) && !takes::<JUMPER>(prey, hunter);
        table[hunter as usize] |= (is_safe as u8) << prey;
        pair += 1;
    }
    table
}

/// The worth of everything on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    /// What one piece of each code is worth to its side.
    pub(crate) of: [i16; 16],
    /// The worth of red's pieces less that of black's, face-down ones included.
    pub(crate) balance: i32,
}

/// What a piece of each rank is worth to its side in itself. Like [`HUNTED`], it is rounded from a fit to the
/// results of some two thousand games of Classic that the engine played against itself; 400 points are one
/// unit of log odds. It goes by rank and not by kind, since which rank may take which does not depend on the
/// order of kinds.
const ALIVE: [i32; 8] = [0, 90, 80, 35, 20, 70, 280, 480];

/// What pieces are worth beyond that to a judge that also looks at placement: strong ones are worth more.
/// From some two hundred games of the engine with such a judge.
pub(crate) const MORE_ALIVE: [i32; 8] = [0, 25, 70, -10, 15, 35, 130, 160];

/// What the second rank is worth if it does not jump: about as much as the ranks above it, and it is hunted
/// like them.
const SECOND_ALIVE: i32 = 30;

/// What an enemy piece of each rank is worth to a side that has none, one, two, three, or four and more
/// pieces to hunt it with. Having no hunter for the enemy's King is worse than losing any piece; more than
/// four hunters hardly matter.
const HUNTED: [[i32; 5]; 8] = [
    [0; 5],
    [-210, -110, 30, 70, 90],
    [0, 0, 0, 0, 0],
    [-150, 20, 20, 40, 40],
    [-130, 5, 30, 30, 30],
    [-125, 0, 5, 20, 20],
    [-390, -60, 35, 60, 60],
    [-570, -300, -80, 120, 210],
];

/// The extra worth of a Cannon when few pieces are left: it is hard to catch and takes what no other piece
/// can.
const LATE_CANNON: i32 = 100;

impl Worth {
    /// The worth of a piece is what its side would lose with it.
    pub(crate) fn of<const JUMPER: u8>(alive: Counts, more: &[i32; 8]) -> Worth {
        let mut worth = Worth { of: [0; 16], balance: balance::<JUMPER>(alive, more) };
        for code in (1..16_u8).filter(|&code| alive.of(code) > 0) {
            let mut without = alive;
            without.remove(code);
            let loss = worth.balance - balance::<JUMPER>(without, more);
            worth.of[usize::from(code)] = (if code < 8 { loss } else { -loss }).max(10) as i16;
        }
        worth
    }
}

/// The worth of red's pieces less that of black's.
fn balance<const JUMPER: u8>(alive: Counts, more: &[i32; 8]) -> i32 {
    strength::<JUMPER>(alive, 0, more) - strength::<JUMPER>(alive, 1, more)
}

fn strength<const JUMPER: u8>(alive: Counts, side: u8, more: &[i32; 8]) -> i32 {
    let own = |rank: u8| alive.of(side << 3 | rank);
    let is_late = JUMPER != 0 && alive.total() < 10;
    let mut sum = if is_late { LATE_CANNON * own(JUMPER) as i32 } else { 0 };
    for rank in 1..8_u8 {
        // A second rank that does not jump is a piece like those above it.
        let is_plain = rank == CANNON && JUMPER == 0;
        let each = if is_plain { SECOND_ALIVE } else { ALIVE[usize::from(rank)] + more[usize::from(rank)] };
        sum += own(rank) as i32 * each;
        let foes = alive.of((side ^ 1) << 3 | rank) as i32;
        if foes > 0 {
            let hunters: u32 =
                (1..8).filter(|&hunter| hunter != JUMPER && takes::<JUMPER>(hunter, rank)).map(own).sum();
            let row = if is_plain { rank + 1 } else { rank };
            sum += foes * HUNTED[usize::from(row)][hunters.min(4) as usize];
        }
    }
    sum
}

/// A cache of computed worths: captures are rarer than positions.
pub(crate) struct Memory<const JUMPER: u8> {
    slots: Vec<(u64, Worth)>,
    /// What pieces of each rank are worth beyond [`ALIVE`].
    more: [i32; 8],
}

impl<const JUMPER: u8> Memory<JUMPER> {
    const SIZE: usize = 1 << 10;

    pub(crate) fn new(more: [i32; 8]) -> Memory<JUMPER> {
        let nothing = Worth { of: [0; 16], balance: 0 };
        Memory { slots: vec![(0, nothing); Self::SIZE], more }
    }

    #[inline]
    pub(crate) fn worth(&mut self, alive: Counts) -> &Worth {
        let slot = (alive.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize & (Self::SIZE - 1);
        let slot = &mut self.slots[slot];
        if slot.0 != alive.0 {
            *slot = (alive.0, Worth::of::<JUMPER>(alive, &self.more));
        }
        &slot.1
    }
}
