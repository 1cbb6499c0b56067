//! The first move: which one is best, and what it is worth.

use crate::cpu::Cpu;
use crate::endgame;
use crate::midgame::{INFINITE, Node};
use crate::order::Order;
use crate::worker::{Stopped, Worker};

/// A move and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Best {
    pub(crate) square: u32,
    pub(crate) value: i32,
}

/// The exact final score for the side to move, which must have a move, and a move that reaches it.
///
/// Asks "more than this?" until lower and upper bound meet, beginning at `guess`.
pub(crate) fn exact<C: Cpu>(worker: &mut Worker<'_, C>, node: &Node, guess: i32) -> Result<Best, Stopped> {
    let moves = worker.cpu.moves(node.position);
    let (mut lower, mut upper) = (-64, 64);
    let mut best = Best { square: moves.trailing_zeros(), value: -64 };
    let mut guess = guess & !1;
    while lower < upper {
        let alpha = if guess > lower { guess - 1 } else { lower + 1 };
        let found = above(worker, node, alpha, best.square)?;
        if found.value > alpha {
            lower = found.value;
            best = found;
        } else {
            upper = found.value;
            best.value = found.value;
            if lower == -64 {
                best.square = found.square;
            }
        }
        guess = found.value;
    }
    best.value = lower;
    Ok(best)
}

/// Whether a move scores above `alpha`: the first such, or the best bound of all.
fn above<C: Cpu>(worker: &mut Worker<'_, C>, node: &Node, alpha: i32, first: u32) -> Result<Best, Stopped> {
    let mut order = endgame::root_order(worker, node, first);
    let mut best = Best { square: first, value: -INFINITE };
    while let Some(square) = order.next() {
        let next = node.played(worker, square);
        let value = -C::many(worker, &next, -alpha - 1)?;
        if value > best.value {
            best = Best { square, value };
            if value > alpha {
                break;
            }
        }
    }
    Ok(best)
}

/// The best move to a depth of at least one ply.
pub(crate) fn to_depth<C: Cpu>(
    worker: &mut Worker<'_, C>,
    node: &Node,
    depth: u32,
    order: &mut Order,
) -> Result<Best, Stopped> {
    let mut best = Best { square: 0, value: -INFINITE };
    while let Some(square) = order.next() {
        let next = node.played(worker, square);
        let mut value = -INFINITE;
        if best.value > -INFINITE {
            value = -C::deep(worker, &next, -best.value - 1, -best.value, depth - 1)?;
        }
        if best.value == -INFINITE || value > best.value {
            value = -C::deep(worker, &next, -INFINITE, -best.value, depth - 1)?;
        }
        if value > best.value {
            best = Best { square, value };
        }
    }
    Ok(best)
}
