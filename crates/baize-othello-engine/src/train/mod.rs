//! Learning from the engine's own games.
//!
//! [`play`] plays games of the engine against itself, and [`Trained::stage`] finds the weights that explain
//! their results, or what [`judge`] thinks of their positions. Everything follows from the seed alone, so a
//! run can be repeated, or stopped and resumed between batches. [`PLAN`] and then [`RELEARNING`] produced the
//! weights of the program.

mod book;
mod fit;
mod games;
mod judge;

pub use book::{BOOK, BookPlan, grow};
pub use fit::{Fit, Sample, Trained, samples};
pub use games::{Play, Purpose, TrainingGame, play};
pub use judge::{Judge, judge, lag};

/// A round of the plan: games, after which new weights are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// How the games are played.
    pub play: Play,
    /// How many batches of games.
    pub batches: u32,
    /// Positions with more empty squares are played too badly to learn from.
    pub most_empties: u32,
    /// Whether rounds after the next one still learn from these games.
    pub is_kept: bool,
}

/// The rounds. Each plays better than the one before, because it has learnt from it.
pub const PLAN: [Round; 5] = [
    Round {
        play: Play { depth: 0, exact: 12, games: 1000, purpose: Purpose::Results },
        batches: 60,
        most_empties: 13,
        is_kept: true,
    },
    Round {
        play: Play { depth: 1, exact: 12, games: 1000, purpose: Purpose::Results },
        batches: 40,
        most_empties: 60,
        is_kept: false,
    },
    Round {
        play: Play { depth: 3, exact: 12, games: 1000, purpose: Purpose::Results },
        batches: 60,
        most_empties: 60,
        is_kept: false,
    },
    Round {
        play: Play { depth: 4, exact: 14, games: 1000, purpose: Purpose::Results },
        batches: 60,
        most_empties: 60,
        is_kept: true,
    },
    Round {
        play: Play { depth: 4, exact: 14, games: 1000, purpose: Purpose::Results },
        batches: 120,
        most_empties: 60,
        is_kept: true,
    },
];

/// The last part of the training. Results of games are mostly chance; what a search finds a few moves further
/// on is not. So the stages are learnt anew, from the end of the game to its beginning: positions are judged
/// by searches that end in stages already learnt anew, and near the end of the game by the final score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relearning {
    /// How the games are played whose positions are judged.
    pub play: Play,
    /// How many batches of games.
    pub batches: u32,
    /// How the positions are judged. Searches must end in stages below all those that learn from them.
    pub judge: Judge,
    /// The first stage that is learnt anew: results of perfect play cannot be improved.
    pub first: usize,
}

/// The last part of the training of the program's own weights.
pub const RELEARNING: Relearning = Relearning {
    play: Play { depth: 2, exact: 0, games: 1000, purpose: Purpose::Positions },
    batches: 60,
    judge: Judge { depth: 4, exact: 12 },
    first: 5,
};
