//! Exact search to the end of the game with more than four empty squares.

use crate::board::{CORNERS, odd_quadrants};
use crate::cpu::Cpu;
use crate::midgame::{INFINITE, Node};
use crate::order::Order;
use crate::worker::{Stopped, Worker};
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

/// From so many empty squares on, what was found is remembered.
const REMEMBERED: u32 = 8;

/// From so many empty squares on, the evaluation sorts the moves.
pub(crate) const VALUED: u32 = 12;

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
    if empties >= REMEMBERED
        && let Some(bits) = worker.endgame.get(key)
    {
        entry = Entry::from_bits(bits);
        if let Some(bound) = entry.decides(alpha) {
            return bound;
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
    let mut order = Order::new();
    let odd = odd_quadrants(empty);
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        let next = played(worker.cpu, position, square);
        if empties >= 10
            && let Some(bits) = worker.endgame.get(Key([next.own, next.opp]))
            && let Some(bound) = Entry::from_bits(bits).decides(-alpha - 1).filter(|&bound| bound < -alpha)
        {
            return -bound;
        }
        let replies = worker.cpu.moves(next);
        let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
        let mut worth = -(mobility as i32) * 16;
        worth += (odd >> square & 1) as i32 * 8;
        worth += (CORNERS >> square & 1) as i32 * 24;
        worth += entry.bonus(square);
        order.push(square, worth);
    }
    let mut best = NONE;
    let mut best_square = 0;
    while let Some(square) = order.next() {
        let next = played(worker.cpu, position, square);
        let score = if empties == 7 { -C::few(worker, next, -alpha - 1) } else { -C::some(worker, next, -alpha - 1) };
        if score > best {
            (best, best_square) = (score, square);
            if score > alpha {
                break;
            }
        }
    }
    if empties >= REMEMBERED {
        entry.learn(best, alpha, best_square, empties);
        worker.endgame.put(key, entry.to_bits(), Entry::worth);
    }
    best
}

/// Many empty squares: sorted by the evaluation.
#[inline(always)]
pub(crate) fn many<C: Cpu>(worker: &mut Worker<'_, C>, node: &Node, alpha: i32) -> Result<i32, Stopped> {
    let position = node.position;
    let empties = position.empty().count_ones();
    if empties < VALUED {
        return Ok(if empties >= 7 {
            C::some(worker, position, alpha)
        } else if empties > 4 {
            C::few(worker, position, alpha)
        } else {
            crate::last::any(worker, position, alpha)
        });
    }
    worker.visit()?;
    if let Some(bound) = stable_bound(worker, position, alpha) {
        return Ok(bound);
    }
    let key = Key([position.own, position.opp]);
    let mut entry = worker.endgame.get(key).map_or(Entry::UNKNOWN, Entry::from_bits);
    if let Some(bound) = entry.decides(alpha) {
        return Ok(bound);
    }
    let moves = worker.cpu.moves(position);
    if moves == 0 {
        if worker.cpu.moves(position.passed()) == 0 {
            return Ok(position.margin());
        }
        return Ok(-C::many(worker, &node.passed(), -alpha - 1)?);
    }
    let mut left = moves;
    while left != 0 {
        let next = played(worker.cpu, position, left.trailing_zeros());
        left &= left - 1;
        if let Some(bits) = worker.endgame.get(Key([next.own, next.opp]))
            && let Some(bound) = Entry::from_bits(bits).decides(-alpha - 1).filter(|&bound| bound < -alpha)
        {
            return Ok(-bound);
        }
    }
    let mut order = by_value(worker, node, moves, &entry);
    let mut best = NONE;
    let mut best_square = 0;
    while let Some(square) = order.next() {
        let next = node.played(worker, square);
        let score = -C::many(worker, &next, -alpha - 1)?;
        if score > best {
            (best, best_square) = (score, square);
            if score > alpha {
                break;
            }
        }
    }
    entry.learn(best, alpha, best_square, empties);
    worker.endgame.put(key, entry.to_bits(), Entry::worth);
    Ok(best)
}

/// The order in which to try moves first of all; `first` comes first.
pub(crate) fn root_order<C: Cpu>(worker: &mut Worker<'_, C>, node: &Node, first: u32) -> Order {
    let moves = worker.cpu.moves(node.position);
    by_value(worker, node, moves, &Entry { best: [first as u8, 64], ..Entry::UNKNOWN })
}

#[inline(always)]
fn by_value<C: Cpu>(worker: &mut Worker<'_, C>, node: &Node, moves: u64, entry: &Entry) -> Order {
    let mut order = Order::new();
    let empties = node.empties();
    let depth = match empties {
        ..14 => 0,
        14..18 => 1,
        18..21 => 2,
        _ => 3,
    };
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        let bonus = entry.bonus(square);
        if bonus > 0 {
            order.push(square, bonus);
            continue;
        }
        let next = node.played(worker, square);
        let value = C::shallow(worker, &next, -INFINITE, INFINITE, depth);
        let replies = worker.cpu.moves(next.position);
        let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
        order.push(square, -value - 400 * mobility as i32);
    }
    order
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

    /// The bound that answers whether the score is above `alpha`.
    #[inline(always)]
    fn decides(&self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }

    /// What having been best before adds to a move.
    #[inline(always)]
    fn bonus(&self, square: u32) -> i32 {
        if square == u32::from(self.best[0]) {
            1 << 21
        } else if square == u32::from(self.best[1]) {
            1 << 20
        } else {
            0
        }
    }

    #[inline(always)]
    fn learn(&mut self, score: i32, alpha: i32, square: u32, empties: u32) {
        if score > alpha {
            self.lower = score;
        } else {
            self.upper = score;
        }
        if u32::from(self.best[0]) != square {
            self.best = [square as u8, self.best[0]];
        }
        self.empties = empties as u8;
    }

    /// What was found with more empty squares took longer to find.
    #[inline(always)]
    fn worth(bits: u64) -> u64 {
        bits >> 32 & 0xff
    }

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
