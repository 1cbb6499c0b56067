//! Search to a fixed depth with the evaluation at its end.
//!
//! Values are for the side to move, in parts of a disc ([`DISC`]).

use crate::board::CORNERS;
use crate::cpu::Cpu;
use crate::order::Order;
use crate::patterns::Features;
use crate::weights::DISC;
use crate::worker::{Stopped, Worker};
use baize_othello::Position;
use baize_search::Key;

/// Beyond every value.
pub(crate) const INFINITE: i32 = 65 * DISC;

/// A position with the states of its patterns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) position: Position,
    pub(crate) features: Features,
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
    pub(crate) fn empties(&self) -> u32 {
        self.position.empty().count_ones()
    }

    #[inline(always)]
    pub(crate) fn value<C: Cpu>(&self, worker: &Worker<'_, C>) -> i32 {
        let empties = self.empties();
        worker.stages[empties as usize].value(&self.features, empties)
    }
}

/// At most three plies, without the table.
#[inline(always)]
pub(crate) fn shallow<C: Cpu>(worker: &mut Worker<'_, C>, node: &Node, alpha: i32, beta: i32, depth: u32) -> i32 {
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
    let mut best = -INFINITE;
    if depth == 1 {
        let mut left = moves;
        while left != 0 {
            worker.nodes += 1;
            let next = node.played(worker, left.trailing_zeros());
            left &= left - 1;
            best = best.max(-next.value(worker));
            if best >= beta {
                break;
            }
        }
        return best;
    }
    let mut order = by_mobility(worker, node.position, moves);
    while let Some(square) = order.next() {
        let next = node.played(worker, square);
        let value = -C::shallow(worker, &next, -beta, -alpha.max(best), depth - 1);
        best = best.max(value);
        if best >= beta {
            break;
        }
    }
    best
}

#[inline(always)]
fn by_mobility<C: Cpu>(worker: &Worker<'_, C>, position: Position, moves: u64) -> Order {
    let mut order = Order::new();
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        let replies = worker.cpu.moves(crate::endgame::played(worker.cpu, position, square));
        let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
        order.push(square, -(mobility as i32));
    }
    order
}

/// What a move of the other side costs when moves are sorted.
const REPLY: i32 = DISC;

/// Three plies or more, with the table.
#[inline(always)]
pub(crate) fn deep<C: Cpu>(
    worker: &mut Worker<'_, C>,
    node: &Node,
    alpha: i32,
    beta: i32,
    depth: u32,
) -> Result<i32, Stopped> {
    if depth < 3 {
        return Ok(C::shallow(worker, node, alpha, beta, depth));
    }
    worker.visit()?;
    let key = Key([node.position.own, node.position.opp]);
    let known = worker.midgame.get(key).map(Entry::from_bits);
    let (mut lower, mut upper) = (-INFINITE, INFINITE);
    if let Some(entry) = known.filter(|entry| entry.depth == depth) {
        (lower, upper) = (entry.lower, entry.upper);
        if lower >= beta || lower == upper {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
    }
    let moves = worker.cpu.moves(node.position);
    if moves == 0 {
        if worker.cpu.moves(node.position.passed()) == 0 {
            return Ok(node.position.margin() * DISC);
        }
        return Ok(-C::deep(worker, &node.passed(), -beta, -alpha, depth)?);
    }
    let mut order = by_value(worker, node, moves, known.map_or([64; 2], |entry| entry.best));
    let (mut best, mut best_square, mut floor) = (-INFINITE, 0, alpha);
    while let Some(square) = order.next() {
        let next = node.played(worker, square);
        let mut value;
        if best == -INFINITE {
            value = -C::deep(worker, &next, -beta, -floor, depth - 1)?;
        } else {
            value = -C::deep(worker, &next, -floor - 1, -floor, depth - 1)?;
            if value > floor && value < beta {
                value = -C::deep(worker, &next, -beta, -floor, depth - 1)?;
            }
        }
        if value > best {
            (best, best_square) = (value, square);
            floor = floor.max(best);
            if best >= beta {
                break;
            }
        }
    }
    if best > alpha {
        lower = best;
    }
    if best < beta {
        upper = best;
    }
    let best_moves = match known {
        Some(Entry { best: [first, second], .. }) if u32::from(first) == best_square => [first, second],
        Some(Entry { best: [first, _], .. }) => [best_square as u8, first],
        None => [best_square as u8, 64],
    };
    let entry = Entry { lower, upper, depth, best: best_moves };
    worker.midgame.put(key, entry.to_bits(), |value| value >> 32 & 0xff);
    Ok(best)
}

/// The moves sorted by the evaluation after them; those in `first` come first.
#[inline(always)]
pub(crate) fn by_value<C: Cpu>(worker: &mut Worker<'_, C>, node: &Node, moves: u64, first: [u8; 2]) -> Order {
    let mut order = Order::new();
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros();
        left &= left - 1;
        if square == u32::from(first[0]) {
            order.push(square, 2 << 20);
            continue;
        }
        if square == u32::from(first[1]) {
            order.push(square, 1 << 20);
            continue;
        }
        worker.nodes += 1;
        let next = node.played(worker, square);
        let replies = worker.cpu.moves(next.position).count_ones() as i32;
        order.push(square, -next.value(worker) - REPLY * replies);
    }
    order
}

/// What is known about a position to some depth.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    pub(crate) depth: u32,
    pub(crate) best: [u8; 2],
}

impl Entry {
    #[inline(always)]
    pub(crate) fn from_bits(bits: u64) -> Entry {
        Entry {
            lower: i32::from(bits as i16),
            upper: i32::from((bits >> 16) as i16),
            depth: (bits >> 32) as u32 & 0xff,
            best: [(bits >> 40) as u8, (bits >> 48) as u8],
        }
    }

    #[inline(always)]
    pub(crate) fn to_bits(self) -> u64 {
        let Entry { lower, upper, depth, best: [first, second] } = self;
        u64::from(lower as i16 as u16)
            | u64::from(upper as i16 as u16) << 16
            | u64::from(depth) << 32
            | u64::from(first) << 40
            | u64::from(second) << 48
            | 1 << 63
    }
}
