//! Judging positions by search, to learn from them.

use crate::cpu::{self, Cpu};
use crate::midgame::{INFINITE, Node};
use crate::probcut::Trust;
use crate::root::Root;
use crate::weights::{DISC, Weights};
use crate::worker::{Common, Worker};
use baize_othello::Position;
use baize_search::{Limits, Watch};

/// How positions are judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judge {
    /// How many plies to search; a shallow search looks at all moves.
    pub depth: u32,
    /// The final score is used once this many squares or fewer are empty.
    pub exact: u32,
}

/// The value of each position for the side to move, in fractions of a disc.
pub fn judge(weights: &Weights, how: Judge, positions: &[Position]) -> Vec<i16> {
    struct Batch<'a>(&'a Weights, Judge, &'a [Position]);
    impl cpu::Task for Batch<'_> {
        type Output = Vec<i16>;
        fn run<C: Cpu>(self, cpu: C) -> Vec<i16> {
            let Batch(weights, how, positions) = self;
            let watch = Watch::start(Limits::default());
            let common = Common::new(weights, &watch, how.exact, how.depth, None, 1);
            let mut worker = Worker::new(cpu, &common, 60);
            positions.iter().map(|&position| value(&mut worker, how, position) as i16).collect()
        }
    }
    cpu::run(Batch(weights, how, positions))
}

fn value<C: Cpu>(worker: &mut Worker<'_, C>, how: Judge, position: Position) -> i32 {
    if position.is_over() {
        return position.margin() * DISC;
    }
    if position.moves() == 0 {
        return -value(worker, how, position.passed());
    }
    let node = Node::new(position);
    let mut root = Root::new(worker, node);
    if node.empties() <= how.exact {
        root.worker.trust = Trust::EXACT;
        let guess = node.value(root.worker) / DISC;
        return root.exact(guess).expect("nothing stops this search") * DISC;
    }
    worker.trust = if how.depth < SELECTIVE { Trust::EXACT } else { Trust(2) };
    // Shallower searches first, to find the best moves early.
    let first = how.depth.saturating_sub(4).max(how.depth & 1);
    (first..=how.depth)
        .step_by(2)
        .map(|depth| C::deep(worker, &node, -INFINITE, INFINITE, depth).expect("nothing stops this search"))
        .last()
        .unwrap_or(0)
}

/// From this many plies on, shallower searches that are clear enough are trusted.
const SELECTIVE: u32 = 7;

/// How many positions of each kind are compared.
const SHOWN: usize = 100;

/// With this many empty squares or fewer, the final score is found quickly.
const SOON: usize = 14;

/// How far searches that end in a stage are off, in fractions of a disc. The side that makes the last move of
/// a search chooses what the evaluation overrates, so the side to move at its end is better off than it
/// seems. `positions` are sorted by their empty squares; the stages with fewer must already be learnt.
pub fn lag(weights: &Weights, stage: usize, positions: &[Vec<Position>]) -> i16 {
    let mut off = Vec::new();
    // Searches with either side to move at their end.
    for (depth, sign) in [(4, 1), (3, -1)] {
        for empties in [2 * stage + 1, 2 * stage + 2].map(|left| left + depth as usize) {
            let list = positions.get(empties).map_or(&[][..], |list| &list[..list.len().min(SHOWN)]);
            let exact = if empties <= SOON { empties as u32 } else { 0 };
            let near = judge(weights, Judge { depth, exact: 0 }, list);
            let far = judge(weights, Judge { depth: depth + 4, exact }, list);
            let even = near.iter().zip(&far).filter(|(_, far)| i32::from(far.abs()) < 24 * DISC);
            off.extend(even.map(|(near, far)| sign * (i32::from(*far) - i32::from(*near))));
        }
    }
    (off.iter().sum::<i32>() / off.len().max(1) as i32) as i16
}
