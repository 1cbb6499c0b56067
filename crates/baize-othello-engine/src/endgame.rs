//! Exact search to the end of the game with more than four empty squares.
//!
//! Every function answers whether the final margin for the side to move is above `alpha`: it returns either a
//! lower bound above `alpha` or an upper bound that is not.

use crate::board::{CORNERS, odd_quadrants};
use crate::cpu::Cpu;
use crate::last;
use crate::midgame::{self, INFINITE, Node};
use crate::order::Order;
use crate::probcut::Trust;
use crate::stability::count_stable;
use crate::weights::DISC;
use crate::worker::{Job, Stopped, Worker};
use baize_othello::Position;
use baize_search::{Found, PositionKey};

/// Less than every score.
const NONE: i32 = -127;

/// From this many empty squares on, moves are sorted.
const SORTED: u32 = 7;

/// From this many on, results are remembered.
const REMEMBERED: u32 = 8;

/// From this many on, the evaluation sorts the moves.
const VALUED: u32 = 12;

/// From this many on, moves are worth sharing with an idle thread.
const SHARED: u32 = 14;

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

/// The position after a disc on `square`, which must be legal.
#[inline(always)]
pub(crate) fn played<C: Cpu>(cpu: C, position: Position, square: u32) -> Position {
    let flips = cpu.flips(position, square);
    Position { own: position.opp ^ flips, opp: position.own ^ flips | 1 << square }
}

/// The upper bound from the other side's stable discs, if it is not above `alpha`.
#[inline(always)]
fn stable_bound<C: Cpu>(worker: &Worker<'_, C>, position: Position, alpha: i32) -> Option<i32> {
    // With more squares to fill, that many stable discs are too rare to be worth counting.
    if alpha < 2 * position.empty().count_ones() as i32 - 6 {
        return None;
    }
    let bound = 64 - 2 * count_stable(worker.edges, position.opp, position.own) as i32;
    (bound <= alpha).then_some(bound)
}

/// Up to eleven empty squares: sorted by the replies of the other side.
#[inline(always)]
pub(crate) fn some<C: Cpu>(worker: &mut Worker<'_, C>, position: Position, alpha: i32) -> i32 {
    worker.nodes += 1;
    if let Some(bound) = stable_bound(worker, position, alpha) {
        return bound;
    }
    let empties = position.empty().count_ones();
    let key = PositionKey([position.own, position.opp]);
    let mut entry = SearchEntry::UNKNOWN;
    if empties >= REMEMBERED
        && let Some(bits) = worker.near.get(key)
    {
        entry = SearchEntry::from_bits(bits);
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
    let mut order = by_replies(worker, position, moves, &entry);
    let mut best = Found { square: 0, value: NONE };
    while let Some(square) = order.next() {
        let next = played(worker.cpu, position, square);
        let value = if empties > SORTED {
            -C::some(worker, next, -alpha - 1)
        } else {
            -C::few(worker, next, -alpha - 1)
        };
        if value > best.value {
            best = Found { square, value };
            if value > alpha {
                break;
            }
        }
    }
    if empties >= REMEMBERED {
        worker.near.put(key, entry.learnt(best, alpha, empties, Trust::EXACT).to_bits(), SearchEntry::worth);
    }
    best.value
}

/// Moves with few replies first; then odd quadrants and corners.
#[inline(always)]
fn by_replies<C: Cpu>(worker: &Worker<'_, C>, position: Position, moves: u64, entry: &SearchEntry) -> Order {
    let mut order = Order::new();
    let odd = odd_quadrants(position.empty());
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        let replies = weighed_replies(worker.cpu, played(worker.cpu, position, square));
        let tie = (odd >> square & 1) + (CORNERS >> square & 1);
        order.push(square, entry.bonus(square) - 4 * replies + tie as i32);
    }
    order
}

/// How many moves there are, corners counted twice.
#[inline(always)]
fn weighed_replies<C: Cpu>(cpu: C, position: Position) -> i32 {
    let moves = cpu.moves(position);
    (moves.count_ones() + (moves & CORNERS).count_ones()) as i32
}

/// Any number of empty squares; with many of them, the evaluation sorts the moves.
#[inline(always)]
pub(crate) fn many<C: Cpu>(worker: &mut Worker<'_, C>, node: &Node, alpha: i32) -> Result<i32, Stopped> {
    let position = node.position;
    let empties = node.empties();
    if empties < VALUED {
        return Ok(match empties {
            ..5 => last::any(worker, position, alpha),
            5..SORTED => C::few(worker, position, alpha),
            _ => C::some(worker, position, alpha),
        });
    }
    worker.visit()?;
    if let Some(bound) = stable_bound(worker, position, alpha) {
        return Ok(bound);
    }
    let key = PositionKey([position.own, position.opp]);
    let known = worker.common.endgame.get(key).map_or(SearchEntry::UNKNOWN, SearchEntry::from_bits);
    let entry = known.trusted(worker.trust);
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
    if let Some(bound) = foreseen(worker, node, alpha)? {
        return Ok(bound);
    }
    if let Some(bound) = known_below(worker, position, moves, alpha) {
        return Ok(bound);
    }
    let mut order = by_value(worker, node, moves, &entry);
    let mut best = Found { square: 0, value: NONE };
    while let Some(square) = order.next() {
        if best.value > NONE
            && empties >= SHARED
            && let Some(crew) = worker.idle_crew()
        {
            let job = Job { node: *node, alpha, trust: worker.trust, depth: None };
            let moves = std::iter::once(square).chain(order.rest()).collect();
            best = worker.share(crew, job, moves, best)?;
            break;
        }
        let next = node.played(worker, square);
        let value = -C::many(worker, &next, -alpha - 1)?;
        if value > best.value {
            best = Found { square, value };
            if value > alpha {
                break;
            }
        }
    }
    let learnt = entry.learnt(best, alpha, empties, worker.trust);
    worker.common.endgame.put(key, learnt.to_bits(), SearchEntry::worth);
    Ok(best.value)
}

/// The bound from a shallow search that is clear enough.
#[inline(always)]
fn foreseen<C: Cpu>(worker: &mut Worker<'_, C>, node: &Node, alpha: i32) -> Result<Option<i32>, Stopped> {
    let empties = node.empties();
    let depth = (empties - 8) / 4 * 2;
    let Some(margin) = worker.trust.endgame_margin(empties, depth) else { return Ok(None) };
    let value = node.value(worker);
    let (high, low) = (alpha * DISC + margin, alpha * DISC - margin);
    // A search is worthwhile only if the evaluation already points that way.
    if value >= high - margin / 2 && C::deep(worker, node, high - 1, high, depth)? >= high {
        return Ok(Some(alpha + 1));
    }
    if value <= low + margin / 2 && C::deep(worker, node, low, low + 1, depth)? <= low {
        return Ok(Some(alpha - 1));
    }
    Ok(None)
}

/// The bound from a move after which the other side is known to be badly off.
#[inline(always)]
fn known_below<C: Cpu>(worker: &Worker<'_, C>, position: Position, moves: u64, alpha: i32) -> Option<i32> {
    let mut left = moves;
    while left != 0 {
        let next = played(worker.cpu, position, left.trailing_zeros());
        left &= left - 1;
        if let Some(bits) = worker.common.endgame.get(PositionKey([next.own, next.opp])) {
            let upper = SearchEntry::from_bits(bits).trusted(worker.trust).upper;
            if upper < -alpha {
                return Some(-upper);
            }
        }
    }
    None
}

/// What each reply of the other side costs a move, besides its value: positions with few replies are quick to
/// search.
const REPLY: i32 = 4 * DISC;

/// Puts moves that were best before first, then those with a good value and few replies.
#[inline(always)]
pub(crate) fn by_value<C: Cpu>(
    worker: &mut Worker<'_, C>,
    node: &Node,
    moves: u64,
    entry: &SearchEntry,
) -> Order {
    let mut entry = *entry;
    if entry.best[0] == SearchEntry::NOWHERE
        && let Some(bits) = worker.common.midgame.get(PositionKey([node.position.own, node.position.opp]))
    {
        entry.best = midgame::SearchEntry::from_bits(bits).best;
    }
    let depth = match node.empties() {
        ..14 => 0,
        14..18 => 1,
        18..21 => 2,
        _ => 3,
    };
    let mut order = Order::new();
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
        order.push(square, -value - REPLY * weighed_replies(worker.cpu, next.position));
    }
    order
}

/// What is known about the final score of a position.
#[derive(Clone, Copy)]
pub(crate) struct SearchEntry {
    lower: i32,
    upper: i32,
    /// The moves that were best the last two times.
    best: [u8; 2],
    empties: u8,
    /// How far to trust the bounds.
    trust: Trust,
}

impl SearchEntry {
    /// No square.
    const NOWHERE: u8 = 64;

    pub(crate) const UNKNOWN: SearchEntry = SearchEntry {
        lower: -64,
        upper: 64,
        best: [SearchEntry::NOWHERE; 2],
        empties: 0,
        trust: Trust::EXACT,
    };

    /// The same entry, without its bounds if they are less sure than `trust`.
    #[inline(always)]
    fn trusted(self, trust: Trust) -> SearchEntry {
        if self.trust >= trust { self } else { SearchEntry { best: self.best, ..SearchEntry::UNKNOWN } }
    }

    /// The bound that settles whether the score is above `alpha`.
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

    /// The bonus of a move for having been best before.
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

    /// The entry after a search against `alpha`.
    #[inline(always)]
    fn learnt(mut self, found: Found, alpha: i32, empties: u32, trust: Trust) -> SearchEntry {
        if found.value > alpha {
            self.lower = found.value;
        } else {
            self.upper = found.value;
        }
        if u32::from(self.best[0]) != found.square {
            self.best = [found.square as u8, self.best[0]];
        }
        SearchEntry { empties: empties as u8, trust, ..self }
    }

    /// The number of empty squares: the more there were, the longer the search took.
    #[inline(always)]
    fn worth(bits: u64) -> u64 {
        bits >> 32 & 0xff
    }

    #[inline(always)]
    fn from_bits(bits: u64) -> SearchEntry {
        let [lower, upper, first, second, empties, trust, ..] = bits.to_le_bytes();
        let (lower, upper) = (i32::from(lower as i8), i32::from(upper as i8));
        SearchEntry { lower, upper, best: [first, second], empties, trust: Trust(trust) }
    }

    /// Never zero, which would be an empty slot in the table.
    #[inline(always)]
    fn to_bits(self) -> u64 {
        let SearchEntry { lower, upper, best: [first, second], empties, trust: Trust(trust) } = self;
        u64::from_le_bytes([lower as u8, upper as u8, first, second, empties, trust, 0, 1])
    }
}
