//! Othello engine.

mod board;
mod coder;
mod cpu;
mod endgame;
mod last;
mod midgame;
mod order;
mod patterns;
mod root;
mod stability;
pub mod train;
mod weights;
mod worker;

pub use weights::{BadWeights, Weights};

use baize_search::*;
use baize_othello::Position;
use cpu::Cpu;

struct Solve<'a>(Position, &'a Weights);
impl cpu::Task for Solve<'_> {
    type Output = (i32, u64);
    fn run<C: Cpu>(self, cpu: C) -> (i32, u64) {
        let table = Table::new(22);
        let mid = Table::new(16);
        let watch = Watch::start(Limits::default());
        let mut w = worker::Worker::new(cpu, self.1, &table, &mid, self.0.empty().count_ones(), &watch);
        let node = midgame::Node::new(self.0);
        let guess = node.value(&w) / weights::DISC;
        let best = root::exact(&mut w, &node, guess).unwrap();
        (best.value, w.nodes)
    }
}
pub fn solve(p: Position, w: &Weights) -> (i32, u64) { cpu::run(Solve(p, w)) }
