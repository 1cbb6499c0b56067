//! Othello engine.

mod board;
mod cpu;
mod endgame;
mod last;
mod stability;

use baize_search::Table;
use baize_othello::Position;
use stability::Edges;
use cpu::Cpu;

pub(crate) struct Worker<'a, C> {
    cpu: C,
    table: &'a Table,
    edges: &'static Edges,
    nodes: u64,
}

struct Solve(Position);
impl cpu::Task for Solve {
    type Output = (i32, u64);
    fn run<C: Cpu>(self, cpu: C) -> (i32, u64) {
        let table = Table::new(21);
        let mut w = Worker { cpu, table: &table, edges: stability::edge_table(), nodes: 0 };
        let mut lower = -64; let mut upper = 64; let mut guess = 0;
        while lower < upper {
            let alpha = if guess == lower { guess + 1 } else { guess - 1 };
            let s = if self.0.empty().count_ones() >= 7 { C::some(&mut w, self.0, alpha) } else { C::few(&mut w, self.0, alpha) };
            if s > alpha { lower = s } else { upper = s }
            guess = s;
        }
        (lower, w.nodes)
    }
}
pub fn solve(p: Position) -> (i32, u64) { cpu::run(Solve(p)) }
