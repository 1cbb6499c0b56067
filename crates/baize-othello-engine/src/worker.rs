//! What one thread of a search works with.

use crate::cpu::Cpu;
use crate::patterns::{Digits, digits};
use crate::stability::{Edges, edge_table};
use crate::weights::{Stage, Weights, stage_of};
use baize_search::{Table, Watch};

/// The search was told to stop before it knew.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// One thread of a search.
pub(crate) struct Worker<'a, C> {
    pub(crate) cpu: C,
    /// Bounds of final scores.
    pub(crate) endgame: &'a Table,
    /// Bounds of values to some depth.
    pub(crate) midgame: &'a Table,
    pub(crate) edges: &'static Edges,
    pub(crate) digits: &'static Digits,
    /// The values by the number of empty squares.
    pub(crate) stages: [&'a Stage; 65],
    pub(crate) nodes: u64,
    watch: &'a Watch,
    next_look: u64,
}

/// So often a worker looks whether to stop.
const LOOK: u64 = 4096;

impl<'a, C: Cpu> Worker<'a, C> {
    pub(crate) fn new(
        cpu: C,
        weights: &'a Weights,
        endgame: &'a Table,
        midgame: &'a Table,
        empties: u32,
        watch: &'a Watch,
    ) -> Worker<'a, C> {
        let stages = std::array::from_fn(|left| weights.stage(stage_of((left as u32).min(empties))));
        let (edges, digits) = (edge_table(), digits());
        Worker { cpu, endgame, midgame, edges, digits, stages, nodes: 0, watch, next_look: 0 }
    }

    /// Counts a node, and stops when it is time to.
    #[inline(always)]
    pub(crate) fn visit(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes < self.next_look { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.next_look = self.nodes + LOOK;
        if self.watch.must_stop(self.nodes) { Err(Stopped) } else { Ok(()) }
    }
}
