//! Who can go where under rules with ranks.

use super::board::{Board, CANNON, Hop, KING, PAWN};

/// The neighbours of each cell.
pub(crate) static NEAR: [u32; 32] = {
    let mut near = [0; 32];
    let mut cell = 0;
    while cell < 32 {
        let bit = 1_u32 << cell;
        let left = if cell % 4 > 0 { bit >> 1 } else { 0 };
        let right = if cell % 4 < 3 { bit << 1 } else { 0 };
        near[cell] = left | right | bit << 4 | bit >> 4;
        cell += 1;
    }
    near
};

/// All cells in each direction from each cell: up, left, down, right. Numbers fall along the first two.
static RAYS: [[u32; 4]; 32] = {
    let mut rays = [[0; 4]; 32];
    let mut pair = 0;
    while pair < 1024 {
        let (from, to) = (pair / 32, pair % 32);
        if from != to {
            if from % 4 == to % 4 {
                rays[from][if to < from { 0 } else { 2 }] |= 1 << to;
            } else if from / 4 == to / 4 {
                rays[from][if to < from { 1 } else { 3 }] |= 1 << to;
            }
        }
        pair += 1;
    }
    rays
};

/// The cells next to any of a set.
pub(crate) const fn beside(set: u32) -> u32 {
    const NOT_LAST: u32 = 0x7777_7777;
    set << 4 | set >> 4 | (set & NOT_LAST) << 1 | (set >> 1) & NOT_LAST
}

/// The members of a set.
pub(crate) fn members(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(cell)
    })
}

/// The second piece in each direction: what a Cannon on `from` could take.
pub(crate) const fn jumps(from: u8, occupied: u32) -> u32 {
    let [up, left, down, right] = RAYS[(from & 31) as usize];
    back(up & occupied) | back(left & occupied) | ahead(down & occupied) | ahead(right & occupied)
}

/// The second-lowest member.
const fn ahead(met: u32) -> u32 {
    let rest = met & met.wrapping_sub(1);
    rest & rest.wrapping_neg()
}

/// The second-highest member.
const fn back(met: u32) -> u32 {
    ahead(met.reverse_bits()).reverse_bits()
}

/// Room for every legal action: 16 pieces with four directions each, and far fewer flips while these are
/// free.
pub(crate) const ROOM: usize = 128;

/// A list of actions, each with a number to sort by.
pub(crate) struct Hops {
    list: [(i32, Hop); ROOM],
    len: usize,
}

impl Hops {
    pub(crate) const fn new() -> Hops {
        Hops { list: [(0, Hop { from: 0, to: 0 }); ROOM], len: 0 }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, rank: i32, step: Hop) {
        if let Some(slot) = self.list.get_mut(self.len) {
            *slot = (rank, step);
            self.len += 1;
        }
    }

    /// Moves the highest action from `at` on to `at` and returns it.
    #[inline(always)]
    pub(crate) fn take(&mut self, at: usize) -> Option<(i32, Hop)> {
        let rest = self.list.get_mut(at..self.len)?;
        let best = (0..rest.len()).reduce(|best, i| if rest[i].0 > rest[best].0 { i } else { best })?;
        rest.swap(0, best);
        Some(rest[0])
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (i32, Hop)> {
        self.list[..self.len].iter().copied()
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }
}

impl<const JUMPER: u8> Board<JUMPER> {
    /// For each rank, the face-up pieces of `side` that a piece of that rank may take.
    #[inline]
    pub(crate) const fn prey(&self, side: u8) -> [u32; 8] {
        let of = side << 3;
        let (pawn, king) = (self.set(of | PAWN), self.set(of | KING));
        let to_two = pawn | self.set(of | 2);
        let to_three = to_two | self.set(of | 3);
        let to_four = to_three | self.set(of | 4);
        let to_five = to_four | self.set(of | 5);
        let to_six = to_five | self.set(of | 6);
        let two = if JUMPER == CANNON { self.army(side) } else { to_two };
        [0, pawn | king, two, to_three, to_four, to_five, to_six, (to_six | king) & !pawn]
    }

    /// The cells of `prey` that a piece of `rank` on `from` can take.
    #[inline(always)]
    pub(crate) const fn targets(&self, from: u8, rank: u8, prey: &[u32; 8]) -> u32 {
        let reach = if rank == JUMPER { jumps(from, !self.empty()) } else { NEAR[(from & 31) as usize] };
        reach & prey[(rank & 7) as usize]
    }

    /// Every capture of the side to act.
    #[inline]
    pub(crate) fn captures(&self, mut found: impl FnMut(Hop)) {
        let prey = self.prey(self.side() ^ 1);
        for from in members(self.army(self.side())) {
            for to in members(self.targets(from, self.at(from) & 7, &prey)) {
                found(Hop { from, to });
            }
        }
    }

    /// Every move of the side to act to an empty cell.
    #[inline]
    pub(crate) fn moves(&self, mut found: impl FnMut(Hop)) {
        for from in members(self.army(self.side())) {
            for to in members(NEAR[usize::from(from)] & self.empty()) {
                found(Hop { from, to });
            }
        }
    }

    /// The enemy pieces that `side` could take at once.
    pub(crate) fn attacked_by(&self, side: u8) -> u32 {
        let prey = self.prey(side ^ 1);
        members(self.army(side)).fold(0, |set, from| set | self.targets(from, self.at(from) & 7, &prey))
    }
}
