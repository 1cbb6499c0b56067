//! The hot loops, compiled for several kinds of CPU.
//!
//! Each loop is written once, in plain Rust, and compiled for any CPU, for AVX2 and where it pays for
//! AVX-512: the compiler turns the same steps into wider instructions. Which version runs is decided at run
//! time. A test compares all versions with the plain [`Position::play_unchecked`] and [`Position::moves`].
#![allow(unsafe_code)] // Only to enter the versions below, each behind the check that the CPU can run it.

use crate::position::INNER;
use crate::{Position, Square};

type Lanes = [u64; Batch::SIZE];

/// Writes, for each lane of a batch, how many legal replies the other side has after the move.
pub(crate) type CountReplies = fn(&Batch, &mut Lanes);

/// Up to eight positions, each with a move to play on it.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    own: Lanes,
    opp: Lanes,
    disc: Lanes,
    len: usize,
}

impl Batch {
    pub(crate) const SIZE: usize = 8;
    pub(crate) const EMPTY: Batch = Batch { own: [0; 8], opp: [0; 8], disc: [0; 8], len: 0 };

    /// Adds a position and a legal move on it. There must be room.
    pub(crate) fn push(&mut self, position: Position, square: Square) {
        self.own[self.len] = position.own;
        self.opp[self.len] = position.opp;
        self.disc[self.len] = square.bit();
        self.len += 1;
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    pub(crate) const fn is_full(&self) -> bool {
        self.len == Batch::SIZE
    }

    pub(crate) const fn clear(&mut self) {
        self.len = 0;
    }

    /// The position after the move in this lane.
    pub(crate) fn played(&self, lane: usize) -> Position {
        Position { own: self.own[lane], opp: self.opp[lane] }.play_unchecked(Square::lowest(self.disc[lane]))
    }
}

/// The fastest version for this CPU.
pub(crate) fn count_replies() -> CountReplies {
    *reply_counters().last().expect("the portable version is always there")
}

/// See [`Position::playout`].
pub(crate) fn playout(position: Position, random: impl FnMut(u32) -> u32) -> Position {
    #[cfg(target_arch = "x86_64")]
    if x86::has_avx2() {
        // SAFETY: the CPU has what the function needs, as just checked.
        return unsafe { x86::playout_avx2(position, random) };
    }
    playout_anywhere(position, random)
}

/// Every version this CPU runs, the fastest last.
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
fn reply_counters() -> Vec<CountReplies> {
    let mut versions: Vec<CountReplies> = vec![count_replies_anywhere];
    #[cfg(target_arch = "x86_64")]
    {
        if x86::has_avx2() {
            // SAFETY: the CPU has what the function needs, as just checked.
            versions.push(|batch, replies| unsafe { x86::count_replies_avx2(batch, replies) });
        }
        if x86::has_avx512() {
            // SAFETY: the CPU has what the function needs, as just checked.
            versions.push(|batch, replies| unsafe { x86::count_replies_avx512(batch, replies) });
        }
    }
    versions
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Batch, Lanes, Position, count_replies_anywhere, playout_anywhere};
    use std::arch::is_x86_feature_detected as detected;

    pub(super) fn has_avx2() -> bool {
        detected!("avx2")
            && detected!("bmi1")
            && detected!("bmi2")
            && detected!("lzcnt")
            && detected!("popcnt")
    }

    pub(super) fn has_avx512() -> bool {
        detected!("avx512f") && detected!("avx512vl") && detected!("avx512vpopcntdq")
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn count_replies_avx2(batch: &Batch, replies: &mut Lanes) {
        count_replies_anywhere(batch, replies);
    }

    #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq")]
    pub(super) fn count_replies_avx512(batch: &Batch, replies: &mut Lanes) {
        count_replies_anywhere(batch, replies);
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub(super) fn playout_avx2(position: Position, random: impl FnMut(u32) -> u32) -> Position {
        playout_anywhere(position, random)
    }
}

/// One pass over the lanes. It has no branches or table look-ups, so that the compiler can use vector
/// instructions.
#[inline(always)]
fn count_replies_anywhere(batch: &Batch, replies: &mut Lanes) {
    for (lane, replies) in replies.iter_mut().enumerate() {
        let (own, opp, disc) = (batch.own[lane], batch.opp[lane], batch.disc[lane]);
        let inner = opp & INNER;
        let flips = between::<1>(disc, own, inner)
            | between::<7>(disc, own, inner)
            | between::<8>(disc, own, opp)
            | between::<9>(disc, own, inner);
        let replier = Position { own: opp & !flips, opp: own | flips | disc };
        *replies = u64::from(replier.moves().count_ones());
    }
}

/// The runs of `opp` between `disc` and an own disc, both ways along the line with this step.
#[inline(always)]
fn between<const STEP: u32>(disc: u64, own: u64, opp: u64) -> u64 {
    let pairs = opp & (opp << STEP);
    let pairs_down = pairs >> STEP;
    let mut up = opp & (disc << STEP);
    let mut down = opp & (disc >> STEP);
    up |= opp & (up << STEP);
    down |= opp & (down >> STEP);
    up |= pairs & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up |= pairs & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    let closed_up = u64::from(own & (up << STEP) != 0);
    let closed_down = u64::from(own & (down >> STEP) != 0);
    (up & closed_up.wrapping_neg()) | (down & closed_down.wrapping_neg())
}

#[inline(always)]
fn playout_anywhere(start: Position, mut random: impl FnMut(u32) -> u32) -> Position {
    let mut position = start;
    let mut is_first = true;
    loop {
        let mut moves = position.moves();
        if moves == 0 {
            position = position.passed();
            is_first = !is_first;
            moves = position.moves();
            if moves == 0 {
                return if is_first { position } else { position.passed() };
            }
        }
        for _ in 0..random(moves.count_ones()) {
            moves &= moves - 1;
        }
        position = position.play_unchecked(Square::lowest(moves));
        is_first = !is_first;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baize_rules::{Dice, Seed};

    #[test]
    fn every_version_counts_what_the_plain_code_counts() {
        let mut dice = Dice::new(&Seed::from_text("versions"));
        let mut batch = Batch::EMPTY;
        let versions = reply_counters();
        for _ in 0..60 {
            let mut on_the_way = Vec::new();
            let mut position = Position::START;
            while position.moves() != 0 {
                let squares: Vec<Square> = Square::all(position.moves()).collect();
                let &square = dice.pick(&squares).expect("there is a move");
                on_the_way.push((position, square));
                position = position.play_unchecked(square);
            }
            for (position, square) in on_the_way {
                batch.push(position, square);
                if !batch.is_full() {
                    continue;
                }
                let plain: Lanes =
                    std::array::from_fn(|lane| u64::from(batch.played(lane).moves().count_ones()));
                for version in &versions {
                    let mut replies = [u64::MAX; Batch::SIZE];
                    version(&batch, &mut replies);
                    assert_eq!(replies, plain);
                }
                batch.clear();
            }
        }
    }

    #[test]
    fn playouts_of_every_version_agree() {
        for seed in 0..50 {
            let dice = || {
                let mut dice = Dice::new(&Seed::from_text(&format!("playout {seed}")));
                move |sides| dice.roll(sides)
            };
            assert_eq!(playout(Position::START, dice()), playout_anywhere(Position::START, dice()));
        }
    }
}
