//! The data that one thread of a search works with.

use crate::cpu::Cpu;
use crate::midgame::Node;
use crate::patterns::{Digits, digits};
use crate::probcut::Trust;
use crate::stability::{Edges, edge_table};
use crate::weights::{Stage, Weights, stage_of};
use baize_search::{Crew, Found, Split, TranspositionTable, Watch};
use std::sync::Arc;

/// The search was told to stop, or its result no longer matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// What all threads of a search share.
pub(crate) struct Common<'a> {
    pub(crate) weights: &'a Weights,
    pub(crate) watch: &'a Watch,
    /// Bounds on final scores.
    pub(crate) endgame: TranspositionTable,
    /// Bounds on values at some depth.
    pub(crate) midgame: TranspositionTable,
    /// The threads, if there are several.
    pub(crate) crew: Option<Crew<Job>>,
}

/// A node whose moves are shared, to find one worth more than `alpha`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    pub(crate) node: Node,
    pub(crate) alpha: i32,
    pub(crate) trust: Trust,
    /// Plies to search, or `None` for the rest of the game.
    pub(crate) depth: Option<u32>,
}

/// One thread of a search.
pub(crate) struct Worker<'a, C> {
    pub(crate) cpu: C,
    pub(crate) common: &'a Common<'a>,
    /// Bounds on final scores near the end, in a table of this thread's own, small enough to stay in a near
    /// cache.
    pub(crate) near: TranspositionTable,
    pub(crate) edges: &'static Edges,
    pub(crate) digits: &'static Digits,
    /// The evaluation by the number of empty squares.
    pub(crate) stages: [&'a Stage; 65],
    pub(crate) nodes: u64,
    /// How readily moves are pruned.
    pub(crate) trust: Trust,
    next_look: u64,
    /// The split that this thread helps with.
    under: Option<Arc<Split<Job>>>,
}

/// After how many nodes a worker looks at the clock again.
const LOOK: u64 = 1024;

impl<'a> Common<'a> {
    /// Tables for an exact search of `empties` empty squares (0 for none), and for a search of `plies` plies
    /// that visits `most` positions.
    pub(crate) fn new(
        weights: &'a Weights,
        watch: &'a Watch,
        empties: u32,
        plies: u32,
        most: Option<u64>,
        threads: usize,
    ) -> Common<'a> {
        // Few nodes have enough empty squares to be remembered here: a search of 26 squares has some hundred
        // thousand. Larger tables would cost quick players more time than their search, so a table is no
        // larger than the search can fill: about one position in sixteen is remembered.
        let bits = most.map(|most| (most / 16).max(1 << 9).ilog2() + 1);
        let endgame = TranspositionTable::new(empties.clamp(2, bits.map_or(22, |bits| bits.min(20))));
        let midgame = TranspositionTable::new((plies + 8).clamp(10, bits.map_or(18, |bits| bits.min(20))));
        Common { weights, watch, endgame, midgame, crew: (threads > 1).then(Crew::default) }
    }
}

impl<'a, C: Cpu> Worker<'a, C> {
    /// A worker for positions with at most `empties` empty squares.
    pub(crate) fn new(cpu: C, common: &'a Common<'a>, empties: u32) -> Worker<'a, C> {
        Worker {
            cpu,
            common,
            near: TranspositionTable::new(empties.clamp(8, 14)),
            edges: edge_table(),
            digits: digits(),
            stages: std::array::from_fn(|left| common.weights.stage(stage_of((left as u32).min(empties)))),
            nodes: 0,
            trust: Trust::EXACT,
            next_look: 0,
            under: None,
        }
    }

    /// Counts a node, or returns [`Stopped`] when it is time to stop.
    #[inline(always)]
    pub(crate) fn visit(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.under.as_ref().is_some_and(|split| split.is_decided()) {
            return Err(Stopped);
        }
        if self.nodes < self.next_look { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.next_look = self.nodes + LOOK;
        if self.common.watch.must_stop(self.nodes) { Err(Stopped) } else { Ok(()) }
    }

    /// The crew, if one of its threads is waiting for work.
    #[inline(always)]
    pub(crate) fn idle_crew(&self) -> Option<&'a Crew<Job>> {
        self.common.crew.as_ref().filter(|crew| crew.has_idle())
    }

    /// Searches `moves` together with other threads and returns the best, or `best` if none is better.
    pub(crate) fn share(
        &mut self,
        crew: &Crew<Job>,
        job: Job,
        moves: Vec<u32>,
        best: Found,
    ) -> Result<Found, Stopped> {
        let above = self.under.clone();
        let split = crew.open(job, moves, job.alpha, best, above.clone());
        self.help(&split);
        let best = crew.close(&split, |other| self.help(other));
        self.under = above;
        self.trust = job.trust;
        if self.common.watch.is_stopped() || self.under.as_ref().is_some_and(|split| split.is_decided()) {
            return Err(Stopped);
        }
        Ok(best)
    }

    /// Takes moves from a split until none is left.
    pub(crate) fn help(&mut self, split: &Arc<Split<Job>>) {
        self.under = Some(Arc::clone(split));
        let Job { node, alpha, trust, depth } = &split.job;
        self.trust = *trust;
        while let Some(square) = split.take() {
            let next = node.played(self, square);
            let value = match depth {
                None => C::many(self, &next, -alpha - 1),
                Some(depth) => C::deep(self, &next, -alpha - 1, -alpha, depth - 1),
            };
            let Ok(value) = value else { return };
            split.report(Found { square, value: -value });
        }
    }
}
