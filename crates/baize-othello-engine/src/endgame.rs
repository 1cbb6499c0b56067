//! Exact search to the end of the game with more than four empty squares.

use crate::Worker;
use crate::board::{CORNERS, odd_quadrants};
use crate::cpu::Cpu;
use crate::stability::count_stable;
use baize_othello::Position;
use baize_search::Key;

const NONE: i32 = -127;

/// Five or six empty squares: no sorting, odd quadrants first.
#[inline(always)]
pub(crate) fn few<C: Cpu>(worker: &mut Worker<'_, C>, position: Position, alpha: i32) -> i32 {
    worker.nodes += 1;
    if let Some(bound) = stable_bound(worker, position, alpha) {
        return bound;
    }
    let moves = worker.cpu.moves(position);
    if moves == 0 {
        return if worker.cpu.moves(position.passed()) == 0 {
            position.margin()
        } else {
            -C::few(worker, position.passed(), -alpha - 1)
        };
    }
    let empty = position.empty();
    let is_last = empty.count_ones() == 5;
    let odd = odd_quadrants(empty);
    let mut best = NONE;
    for mut group in [moves & odd, moves & !odd] {
        while group != 0 {
            let next = played(worker.cpu, position, group.trailing_zeros());
            group &= group - 1;
            let score =
                if is_last { -C::four(worker, next, -alpha - 1) } else { -C::few(worker, next, -alpha - 1) };
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    best
}

#[inline(always)]
pub(crate) fn played<C: Cpu>(cpu: C, position: Position, square: u32) -> Position {
    let flips = cpu.flips(position, square);
    Position { own: position.opp ^ flips, opp: position.own ^ flips | 1 << square }
}

/// The score cannot reach above `alpha` when the other side keeps too many discs for ever.
#[inline(always)]
fn stable_bound<C: Cpu>(worker: &Worker<'_, C>, position: Position, alpha: i32) -> Option<i32> {
    // Without many discs of the other side it is not worth looking.
    let empties = position.empty().count_ones() as i32;
    if alpha < 2 * empties - 6 {
        return None;
    }
    let bound = 64 - 2 * count_stable(worker.edges, position.opp, position.own) as i32;
    (bound <= alpha).then_some(bound)
}

/// Seven empty squares or more: sorted by what the other side can reply.
#[inline(always)]
pub(crate) fn some<C: Cpu>(worker: &mut Worker<'_, C>, position: Position, alpha: i32) -> i32 {
    worker.nodes += 1;
    let empty = position.empty();
    let empties = empty.count_ones();
    if let Some(bound) = stable_bound(worker, position, alpha) {
        return bound;
    }
    let key = Key([position.own, position.opp]);
    let mut entry = Entry::UNKNOWN;
    if empties >= 8 {
        if let Some(value) = worker.table.get(key) {
            entry = Entry::from_bits(value);
            if entry.lower > alpha {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
        }
    }
    let moves = worker.cpu.moves(position);
    if moves == 0 {
        return if worker.cpu.moves(position.passed()) == 0 {
            position.margin()
        } else {
            -C::some(worker, position.passed(), -alpha - 1)
        };
    }
    let mut order = [0_u32; 32];
    let mut count = 0;
    let odd = odd_quadrants(empty);
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        let next = played(worker.cpu, position, square);
        if empties >= 10 {
            // A child that is known to be bad for the other side ends the search here.
            if let Some(value) = worker.table.get(Key([next.own, next.opp])) {
                let child = Entry::from_bits(value);
                if -child.upper > alpha {
                    return -child.upper;
                }
            }
        }
        let replies = worker.cpu.moves(next);
        let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
        let mut worth = (40 - mobility) << 4;
        if odd >> square & 1 == 1 {
            worth += 8 ;
        }
        if CORNERS >> square & 1 == 1 {
            worth += 24;
        }
        if square == u32::from(entry.best[0]) {
            worth += 1 << 14;
        } else if square == u32::from(entry.best[1]) {
            worth += 1 << 13;
        }
        order[count] = worth << 8 | square;
        count += 1;
    }
    let order = &mut order[..count];
    let mut best = NONE;
    let mut best_square = 0;
    for turn in 0..count {
        // The best of those left comes forward.
        let mut top = turn;
        for i in turn + 1..count {
            if order[i] > order[top] {
                top = i;
            }
        }
        order.swap(turn, top);
        let square = order[turn] & 0xff;
        let next = played(worker.cpu, position, square);
        let score =
            if empties == 7 { -C::few(worker, next, -alpha - 1) } else { -C::some(worker, next, -alpha - 1) };
        if score > best {
            best = score;
            best_square = square;
            if score > alpha {
                break;
            }
        }
    }
    if empties >= 8 {
        if best > alpha {
            entry.lower = best;
        } else {
            entry.upper = best;
        }
        if u32::from(entry.best[0]) != best_square {
            entry.best = [best_square as u8, entry.best[0]];
        }
        entry.empties = empties as u8;
        worker.table.put(key, entry.to_bits(), |value| value >> 32 & 0xff);
    }
    best
}

/// What is known about a position.
#[derive(Clone, Copy)]
struct Entry {
    lower: i32,
    upper: i32,
    best: [u8; 2],
    empties: u8,
}

impl Entry {
    const UNKNOWN: Entry = Entry { lower: -64, upper: 64, best: [64; 2], empties: 0 };

    #[inline(always)]
    fn from_bits(bits: u64) -> Entry {
        let [lower, upper, first, second, empties, ..] = bits.to_le_bytes();
        Entry { lower: i32::from(lower as i8), upper: i32::from(upper as i8), best: [first, second], empties }
    }

    #[inline(always)]
    fn to_bits(self) -> u64 {
        let Entry { lower, upper, best, empties, .. } = self;
        u64::from_le_bytes([lower as u8, upper as u8, best[0], best[1], empties, 0, 0, 1])
    }
}
