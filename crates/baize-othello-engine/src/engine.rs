//! The public engine: ask about a position, get a verdict.

use crate::cpu::{self, Cpu};
use crate::midgame::Node;
use crate::probcut::Trust;
use crate::root::{self, Root};
use crate::weights::{DISC, Weights};
use crate::worker::{Common, Stopped, Worker};
use baize_othello::{Position, Square};
use baize_search::{Crew, Limits, Watch};
use core::time::Duration;

/// Thinks about positions. It keeps nothing between questions, so the same question gets the same answer.
#[derive(Clone, Copy)]
pub struct Engine<'w> {
    weights: &'w Weights,
    threads: usize,
}

/// What a search should find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// How many plies to search.
    pub depth: u32,
    /// The final score is searched once this many squares or fewer are empty.
    pub exact: u32,
    /// Moves less than this many hundredths of a disc behind the best get a value of their own.
    pub margin: u32,
    /// Whether shallow searches may prune unlikely moves.
    pub style: Style,
}

/// How a search to some depth treats unlikely moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Searches all of them.
    Full,
    /// Trusts shallow searches that are clear enough, and so gets much deeper.
    Selective,
}

impl Aim {
    /// The final score, however long it takes.
    pub const SOLVE: Aim = Aim { depth: 12, exact: 64, margin: 0, style: Style::Selective };
}

/// How sure a verdict is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Certainty {
    /// An estimate after this many plies.
    Depth(u32),
    /// The final score, provided that no trusted shallow search was wrong; each is right with this many
    /// percent.
    Percent(u8),
    /// The final score.
    Exact,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The value of the position for the side to move, in discs; empty squares go to the winner.
    pub score: f64,
    /// How sure the score is.
    pub certainty: Certainty,
    /// The moves, best first. Empty if the side to move has none.
    pub candidates: Vec<Opinion>,
    /// How the game would continue, without passes.
    pub line: Vec<Square>,
    /// How many positions were searched.
    pub nodes: u64,
    /// How long it took, on the caller's clock.
    pub time: Duration,
}

/// What the search thinks of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Opinion {
    /// The move.
    pub square: Square,
    /// Its value in discs.
    pub score: f64,
    /// Whether the value is only an upper bound.
    pub is_bound: bool,
}

impl<'w> Engine<'w> {
    /// A single-threaded engine.
    pub const fn new(weights: &'w Weights) -> Engine<'w> {
        Engine { weights, threads: 1 }
    }

    /// The same with this many threads; with more than one, equal questions may get different answers of
    /// equal value.
    #[must_use]
    pub const fn with_threads(self, threads: usize) -> Engine<'w> {
        Engine { threads, ..self }
    }

    /// Thinks about a position within limits; `tell` receives every verdict, and the last is returned. The
    /// first ply is always searched.
    pub fn think(
        &self,
        position: Position,
        aim: Aim,
        limits: Limits,
        tell: &mut dyn FnMut(&Verdict),
    ) -> Verdict {
        if position.moves() == 0 {
            return self.without_move(position, aim, limits, tell);
        }
        let watch = Watch::start(limits);
        cpu::run(Question { engine: *self, position, aim, rest: Rest::Bounds, limits, watch: &watch, tell })
    }

    /// Finds the final score of every move. If the limits end the search early, some scores are bounds or
    /// estimates, as the certainty or the moves show.
    pub fn solve_moves(&self, position: Position, limits: Limits) -> Verdict {
        let tell = &mut |_: &Verdict| {};
        if position.moves() == 0 {
            return self.without_move(position, Aim::SOLVE, limits, tell);
        }
        let watch = Watch::start(limits);
        let (aim, rest) = (Aim::SOLVE, Rest::Scores);
        cpu::run(Question { engine: *self, position, aim, rest, limits, watch: &watch, tell })
    }

    /// The verdict without a move: the score of a finished game, or after a pass the other side's verdict
    /// with the opposite sign.
    fn without_move(
        &self,
        position: Position,
        aim: Aim,
        limits: Limits,
        tell: &mut dyn FnMut(&Verdict),
    ) -> Verdict {
        if position.is_over() {
            let score = f64::from(position.margin());
            let (certainty, time) = (Certainty::Exact, Duration::ZERO);
            return Verdict { score, certainty, candidates: Vec::new(), line: Vec::new(), nodes: 0, time };
        }
        let turned = |verdict: Verdict| Verdict { score: -verdict.score, candidates: Vec::new(), ..verdict };
        turned(self.think(position.passed(), aim, limits, &mut |verdict| tell(&turned(verdict.clone()))))
    }
}

/// What an exact search should find out about the moves that are not best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rest {
    /// That they are not better.
    Bounds,
    /// Their scores.
    Scores,
}

/// One question, on its way to the code for this CPU.
struct Question<'q> {
    engine: Engine<'q>,
    position: Position,
    aim: Aim,
    rest: Rest,
    limits: Limits,
    watch: &'q Watch,
    tell: &'q mut dyn FnMut(&Verdict),
}

impl cpu::Task for Question<'_> {
    type Output = Verdict;

    fn run<C: Cpu>(self, cpu: C) -> Verdict {
        let node = Node::new(self.position);
        let empties = node.empties();
        let (solved, plies) =
            if empties <= self.aim.exact { (empties, estimated(empties)) } else { (0, self.aim.depth) };
        let most =
            self.limits.nodes.or(self.limits.millis.map(|millis| millis.saturating_mul(NODES_A_MILLI)));
        let common = Common::new(self.engine.weights, self.watch, solved, plies, most, self.engine.threads);
        std::thread::scope(|scope| {
            let crew = common.crew.as_ref().map(Dismissed);
            let helpers: Vec<_> = (1..self.engine.threads)
                .filter_map(|_| common.crew.as_ref())
                .map(|crew| {
                    let mut worker = Worker::new(cpu, &common, empties);
                    scope.spawn(move || {
                        crew.serve(|split| worker.help(split));
                        worker.nodes
                    })
                })
                .collect();
            let mut worker = Worker::new(cpu, &common, empties);
            let root = Root::new(&mut worker, node);
            let Question { aim, rest, watch, tell, .. } = self;
            let mut search = Search { root, aim, rest, watch, tell, verdict: None };
            let mut verdict = search.run();
            drop(crew);
            verdict.nodes += helpers.into_iter().filter_map(|helper| helper.join().ok()).sum::<u64>();
            verdict.time = self.watch.elapsed();
            verdict
        })
    }
}

/// Ends the crew's work, even when the search panics: its threads would wait for ever.
struct Dismissed<'a, J>(&'a Crew<J>);

impl<J> Drop for Dismissed<'_, J> {
    fn drop(&mut self) {
        self.0.end();
    }
}

struct Search<'s, 'r, 'a, C> {
    root: Root<'r, 'a, C>,
    aim: Aim,
    rest: Rest,
    watch: &'s Watch,
    tell: &'s mut dyn FnMut(&Verdict),
    verdict: Option<Verdict>,
}

/// How many positions a thread searches in a millisecond, roughly.
const NODES_A_MILLI: u64 = 40_000;

/// From this many empty squares on, an exact search begins with estimates.
const ESTIMATED: u32 = 12;

/// How many plies these estimates search.
fn estimated(empties: u32) -> u32 {
    empties.saturating_sub(8).min(12)
}

/// From this many empty squares on, it pays to first find the score with some trust in shallow searches.
const FORESEEN: u32 = 17;

impl<C: Cpu> Search<'_, '_, '_, C> {
    /// Deepens step by step until the aim is reached or the time is up, and returns the last verdict.
    fn run(&mut self) -> Verdict {
        // When stopped, the verdict of the last complete step stands.
        let _ = self.steps();
        match self.verdict.take() {
            Some(verdict) => verdict,
            None => self.first_sight(),
        }
    }

    fn steps(&mut self) -> Result<(), Stopped> {
        let empties = self.root.node.empties();
        if empties <= self.aim.exact { self.solve(empties) } else { self.deepen(self.aim.depth) }
    }

    /// Searches to increasing depths.
    fn deepen(&mut self, most: u32) -> Result<(), Stopped> {
        let margin = (self.aim.margin as i32 * DISC / 100).min(2 * 64 * DISC);
        self.root.worker.trust = if self.aim.style == Style::Selective { Trust(1) } else { Trust::EXACT };
        for depth in 1..=most.min(self.root.node.empties()) {
            // The next step takes nearly as long as all before it.
            if depth > 1 && !self.watch.has_left(self.root.worker.nodes, 55) {
                return Err(Stopped);
            }
            self.root.deepen(depth, margin)?;
            let line = self.root.line();
            self.conclude(Certainty::Depth(depth), line);
        }
        Ok(())
    }

    /// Searches for the final score, with increasing trust required of shallow searches, and in the end
    /// without them.
    fn solve(&mut self, empties: u32) -> Result<(), Stopped> {
        let mut guess = self.root.node.value(self.root.worker) / DISC;
        if empties >= ESTIMATED {
            self.aim = Aim { margin: 0, style: Style::Selective, ..self.aim };
            self.deepen(estimated(empties))?;
            guess = self.root.candidates[0].value / DISC;
        }
        let first = if empties >= FORESEEN { 0 } else { Trust::EXACT.0 };
        for trust in (first..=2).map(Trust) {
            self.root.worker.trust = trust;
            guess = self.root.exact(guess)?;
            let line = self.root.line();
            self.conclude(Certainty::Percent(trust.percent()), line);
        }
        self.root.worker.trust = Trust::EXACT;
        let score = self.root.exact(guess)?;
        self.conclude(Certainty::Exact, Vec::new());
        if self.rest == Rest::Scores {
            self.root.exact_rest()?;
            self.conclude(Certainty::Exact, Vec::new());
        }
        let line = self.root.exact_line(score);
        self.conclude(Certainty::Exact, line);
        Ok(())
    }

    fn conclude(&mut self, certainty: Certainty, line: Vec<Square>) {
        let discs = |value: i32| f64::from(value) / f64::from(DISC);
        let opinion = |candidate: &root::Candidate| {
            let square = Square::new(candidate.square as u8).expect("candidates are squares of the board");
            Opinion { square, score: discs(candidate.value), is_bound: candidate.is_bound }
        };
        let candidates = self.root.candidates.iter().map(opinion).collect();
        let score = discs(self.root.candidates[0].value);
        let (nodes, time) = (self.root.worker.nodes, self.watch.elapsed());
        let verdict = Verdict { score, certainty, candidates, line, nodes, time };
        (self.tell)(&verdict);
        self.verdict = Some(verdict);
    }

    /// The evaluation alone, when there was no time for more.
    fn first_sight(&mut self) -> Verdict {
        let root = &mut self.root;
        for candidate in &mut root.candidates {
            candidate.value = -root.node.played(root.worker, candidate.square).value(root.worker);
            candidate.is_bound = false;
        }
        root.candidates.sort_by_key(|candidate| -candidate.value);
        let line = vec![Square::new(root.candidates[0].square as u8).expect("a square of the board")];
        self.conclude(Certainty::Depth(1), line);
        self.verdict.take().expect("there is one now")
    }
}
