//! Search to a fixed depth with the evaluation at its end.
//!
//! Values are for the side to move, in fractions of a disc ([`DISC`]).

use crate::board::CORNERS;
use crate::cpu::Cpu;
use crate::endgame;
use crate::order::Order;
use crate::patterns::Features;
use crate::probcut::Trust;
use crate::weights::DISC;
use crate::worker::{Job, Stopped, Worker};
use baize_othello::Position;
use baize_search::{Found, PositionKey};

/// Greater than every value.
pub(crate) const INFINITE: i32 = 65 * DISC;

/// From this many plies on, results are remembered and the evaluation sorts the moves.
const DEEP: u32 = 3;

/// From this many plies on, a shallower search is tried first.
const FORESEEN: u32 = 3;

/// From this many plies on, moves are worth sharing with an idle thread.
const SHARED: u32 = 6;

/// A position with the states of its patterns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) position: Position,
    features: Features,
}

impl Node {
    pub(crate) fn new(position: Position) -> Node {
        Node { position, features: Features::of(position) }
    }

    /// The node after a disc on `square`, which must be legal.
    #[inline(always)]
    pub(crate) fn played<C: Cpu>(&self, worker: &Worker<'_, C>, square: u32) -> Node {
        let flips = worker.cpu.flips(self.position, square);
        let Position { own, opp } = self.position;
        Node {
            position: Position { own: opp ^ flips, opp: own ^ flips | 1 << square },
            features: self.features.played(worker.digits, square, flips),
        }
    }

    /// The same board for the other side.
    #[inline(always)]
    pub(crate) fn passed(&self) -> Node {
        Node { position: self.position.passed(), features: self.features.passed() }
    }

    #[inline(always)]
    pub(crate) const fn empties(&self) -> u32 {
        self.position.empty().count_ones()
    }

    /// The evaluation of the node.
    #[inline(always)]
    pub(crate) fn value<C: Cpu>(&self, worker: &Worker<'_, C>) -> i32 {
        let empties = self.empties();
        worker.stages[empties as usize].value(&self.features, empties)
    }
}

/// A few plies, without the table.
#[inline(always)]
pub(crate) fn shallow<C: Cpu>(
    worker: &mut Worker<'_, C>,
    node: &Node,
    alpha: i32,
    beta: i32,
    depth: u32,
) -> i32 {
    worker.nodes += 1;
    if depth == 0 {
        return node.value(worker);
    }
    let moves = worker.cpu.moves(node.position);
    if moves == 0 {
        if worker.cpu.moves(node.position.passed()) == 0 {
            return node.position.margin() * DISC;
        }
        return -C::shallow(worker, &node.passed(), -beta, -alpha, depth);
    }
    if depth == 1 {
        return one_ply(worker, node, moves, beta);
    }
    let mut best = -INFINITE;
    let mut order = by_replies(worker, node.position, moves);
    while let Some(square) = order.next() {
        let next = node.played(worker, square);
        best = best.max(-C::shallow(worker, &next, -beta, -alpha.max(best), depth - 1));
        if best >= beta {
            break;
        }
    }
    best
}

#[inline(always)]
fn one_ply<C: Cpu>(worker: &mut Worker<'_, C>, node: &Node, moves: u64, beta: i32) -> i32 {
    let mut best = -INFINITE;
    let mut left = moves;
    while left != 0 && best < beta {
        worker.nodes += 1;
        let next = node.played(worker, left.trailing_zeros());
        left &= left - 1;
        best = best.max(-next.value(worker));
    }
    best
}

#[inline(always)]
fn by_replies<C: Cpu>(worker: &Worker<'_, C>, position: Position, moves: u64) -> Order {
    let mut order = Order::new();
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        let replies = worker.cpu.moves(endgame::played(worker.cpu, position, square));
        order.push(square, -((replies.count_ones() + (replies & CORNERS).count_ones()) as i32));
    }
    order
}

/// Any number of plies; from [`DEEP`] on with the table.
#[inline(always)]
pub(crate) fn deep<C: Cpu>(
    worker: &mut Worker<'_, C>,
    node: &Node,
    alpha: i32,
    beta: i32,
    depth: u32,
) -> Result<i32, Stopped> {
    if depth < DEEP {
        return Ok(C::shallow(worker, node, alpha, beta, depth));
    }
    worker.visit()?;
    let key = PositionKey([node.position.own, node.position.opp]);
    let known = worker.common.midgame.get(key).map_or(SearchEntry::UNKNOWN, SearchEntry::from_bits);
    let SearchEntry { lower, upper, .. } = known.trusted(depth, worker.trust);
    if lower >= beta || lower == upper {
        return Ok(lower);
    }
    if upper <= alpha {
        return Ok(upper);
    }
    let moves = worker.cpu.moves(node.position);
    if moves == 0 {
        if worker.cpu.moves(node.position.passed()) == 0 {
            return Ok(node.position.margin() * DISC);
        }
        return Ok(-C::deep(worker, &node.passed(), -beta, -alpha, depth)?);
    }
    if depth >= FORESEEN
        && let Some(bound) = foreseen(worker, node, alpha, beta, depth)?
    {
        return Ok(bound);
    }
    let order = by_value(worker, node, moves, known.best);
    let best = best_of(worker, node, order, alpha, beta, depth)?;
    let entry = SearchEntry {
        lower: if best.value > alpha { best.value } else { lower },
        upper: if best.value < beta { best.value } else { upper },
        depth,
        trust: worker.trust,
        best: if u32::from(known.best[0]) == best.square {
            known.best
        } else {
            [best.square as u8, known.best[0]]
        },
    };
    worker.common.midgame.put(key, entry.to_bits(), SearchEntry::worth);
    Ok(best.value)
}

/// Searches the moves in order: the first with the full window, the others only to see whether they are
/// better.
#[inline(always)]
fn best_of<C: Cpu>(
    worker: &mut Worker<'_, C>,
    node: &Node,
    mut order: Order,
    alpha: i32,
    beta: i32,
    depth: u32,
) -> Result<Found, Stopped> {
    let mut best = Found { square: 0, value: -INFINITE };
    while let Some(square) = order.next() {
        let floor = alpha.max(best.value);
        if best.value > -INFINITE
            && depth >= SHARED
            && beta - alpha == 1
            && let Some(crew) = worker.idle_crew()
        {
            let job = Job { node: *node, alpha, trust: worker.trust, depth: Some(depth) };
            let moves = std::iter::once(square).chain(order.rest()).collect();
            return worker.share(crew, job, moves, best);
        }
        let next = node.played(worker, square);
        let mut value = floor + 1;
        if best.value > -INFINITE {
            value = -C::deep(worker, &next, -floor - 1, -floor, depth - 1)?;
        }
        if best.value == -INFINITE || value > floor && value < beta {
            value = -C::deep(worker, &next, -beta, -floor, depth - 1)?;
        }
        if value > best.value {
            best = Found { square, value };
            if value >= beta {
                break;
            }
        }
    }
    Ok(best)
}

/// The bound from a shallower search that is clear enough.
#[inline(always)]
fn foreseen<C: Cpu>(
    worker: &mut Worker<'_, C>,
    node: &Node,
    alpha: i32,
    beta: i32,
    deep: u32,
) -> Result<Option<i32>, Stopped> {
    // About half the depth, with the same side to move at the end, because who moves last colours the
    // evaluation.
    let depth = deep / 4 * 2 + (deep & 1);
    let Some(margin) = worker.trust.midgame_margin(node.empties(), deep, depth) else { return Ok(None) };
    let value = node.value(worker);
    let (high, low) = (beta + margin, alpha - margin);
    if value >= beta + margin / 2 && C::deep(worker, node, high - 1, high, depth)? >= high {
        return Ok(Some(beta));
    }
    if value <= alpha - margin / 2 && C::deep(worker, node, low, low + 1, depth)? <= low {
        return Ok(Some(alpha));
    }
    Ok(None)
}

/// What each reply of the other side costs a move, besides its value.
const REPLY: i32 = DISC;

/// Sorts the moves by the evaluation after them; those in `first` come first.
#[inline(always)]
pub(crate) fn by_value<C: Cpu>(worker: &mut Worker<'_, C>, node: &Node, moves: u64, first: [u8; 2]) -> Order {
    let mut order = Order::new();
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        if let Some(place) = first.iter().position(|&best| u32::from(best) == square) {
            order.push(square, (2 - place as i32) << 20);
            continue;
        }
        worker.nodes += 1;
        let next = node.played(worker, square);
        let replies = worker.cpu.moves(next.position).count_ones() as i32;
        order.push(square, -next.value(worker) - REPLY * replies);
    }
    order
}

/// What is known about a position at some depth.
#[derive(Clone, Copy)]
pub(crate) struct SearchEntry {
    lower: i32,
    upper: i32,
    depth: u32,
    trust: Trust,
    /// The moves that were best the last two times; 64 means none.
    pub(crate) best: [u8; 2],
}

impl SearchEntry {
    const UNKNOWN: SearchEntry =
        SearchEntry { lower: -INFINITE, upper: INFINITE, depth: 0, trust: Trust::EXACT, best: [64; 2] };

    /// The same entry, without its bounds if they are of another depth or less sure.
    #[inline(always)]
    fn trusted(self, depth: u32, trust: Trust) -> SearchEntry {
        if self.depth == depth && self.trust >= trust {
            self
        } else {
            SearchEntry { best: self.best, ..SearchEntry::UNKNOWN }
        }
    }

    #[inline(always)]
    fn worth(bits: u64) -> u64 {
        bits >> 32 & 0xff
    }

    #[inline(always)]
    pub(crate) fn from_bits(bits: u64) -> SearchEntry {
        let [l0, l1, u0, u1, depth, trust, first, second] = bits.to_le_bytes();
        let wide = |low, high| i32::from(i16::from_le_bytes([low, high]));
        let best = [first, second];
        SearchEntry {
            lower: wide(l0, l1),
            upper: wide(u0, u1),
            depth: u32::from(depth),
            trust: Trust(trust),
            best,
        }
    }

    /// Never zero, because the depth is not.
    #[inline(always)]
    fn to_bits(self) -> u64 {
        let SearchEntry { lower, upper, depth, trust: Trust(trust), best: [first, second] } = self;
        let ([l0, l1], [u0, u1]) = ((lower as i16).to_le_bytes(), (upper as i16).to_le_bytes());
        u64::from_le_bytes([l0, l1, u0, u1, depth as u8, trust, first, second])
    }
}
