//! Learning from own games.
//!
//! [`play`] plays games against itself and [`Trained::stage`] finds the weights that explain their results. Both follow
//! from the seed alone, so a run can be repeated, and stopped and resumed between batches. [`PLAN`] is the course that
//! the weights of the program went through.

mod fit;
mod games;

pub use fit::{Fit, Sample, Trained, samples};
pub use games::{Play, TrainingGame, play};

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
    Round { play: Play { depth: 0, exact: 12, games: 1000 }, batches: 60, most_empties: 13, is_kept: true },
    Round { play: Play { depth: 1, exact: 12, games: 1000 }, batches: 40, most_empties: 60, is_kept: false },
    Round { play: Play { depth: 3, exact: 12, games: 1000 }, batches: 60, most_empties: 60, is_kept: false },
    Round { play: Play { depth: 4, exact: 14, games: 1000 }, batches: 60, most_empties: 60, is_kept: true },
    Round { play: Play { depth: 4, exact: 14, games: 1000 }, batches: 120, most_empties: 60, is_kept: true },
];
