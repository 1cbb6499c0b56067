//! Learning from own games.
//!
//! [`play`] plays games against itself and [`Trained::stage`] finds the weights that explain their results, or what
//! [`judge`] thinks of their positions. All follow from the seed alone, so a run can be repeated, and stopped and resumed
//! between batches. [`PLAN`] and then [`RELEARNING`] are the course that the weights of the program went through.

mod book;
mod fit;
mod games;
mod judge;

pub use book::{BOOK, BookPlan, grow};
pub use fit::{Fit, Sample, Trained, samples};
pub use games::{Play, Purpose, TrainingGame, play};
pub use judge::{Judge, judge, lag};

/// A part of the course: games, after which new weights are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// How the games are played.
    pub play: Play,
    /// How many batches of games.
    pub batches: u32,
    /// Positions with more empty squares are too badly played on to learn from.
    pub most_empties: u32,
    /// Whether the rounds after the next still learn from these games.
    pub is_kept: bool,
}

/// The course. Each round plays better than the one before, because it has learnt from it.
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

/// The end of the course. Results of games are mostly chance; what a search finds a few moves further on is not. So the
/// stages are learnt anew, from the end of the game to its beginning: positions are judged by searches that end in stages
/// which have already been learnt anew, and near the end of the game by the final score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relearning {
    /// How the games are played whose positions are judged.
    pub play: Play,
    /// How many batches of games.
    pub batches: u32,
    /// How the positions are judged. The search must end below all stages that learn from them.
    pub judge: Judge,
    /// The first stage that is learnt anew: results of perfect play cannot be bettered.
    pub first: usize,
}

/// The end of the course of the program's own weights.
pub const RELEARNING: Relearning = Relearning {
    play: Play { depth: 2, exact: 0, games: 1000, purpose: Purpose::Positions },
    batches: 60,
    judge: Judge { depth: 4, exact: 12 },
    first: 5,
};
