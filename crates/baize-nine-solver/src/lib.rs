//! Exact play of Nine, by backward induction over all positions that can still arise.
//!
//! Both seats choose at once, so every position is a matrix game: rows are the cards of seat 0, columns those
//! of seat 1, and an entry is what the position after these two cards is worth. [`Solver`] works out the
//! value of every position from the last turn back to its root, for either [`Objective`] and for weights,
//! carried ties and open lead. [`worst_case`] is the other half of the proof: the most that a policy loses to
//! the best reply.
//!
//! ```
//! use baize_nine::{Options, Position};
//! use baize_nine_solver::{Objective, Solver};
//!
//! let position: Position = "259/358 20-18".parse()?;
//! let solver = Solver::new(position, &Options::default(), Objective::Win)?;
//! let play = solver.solve(position).expect("the root of a solver is solved");
//! assert!((play.value - 2.0 / 3.0).abs() < 1e-12);
//! assert_eq!(play.mixes[0].values().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod matrix;
mod reach;
mod reply;
mod simplex;
mod solver;
mod sweep;
mod terms;

pub use matrix::{Equilibrium, Matrix, Mix};
pub use reply::{Sight, worst_case};
pub use solver::{MOST_POSITIONS, Solver, Unsolved};
pub use terms::{Objective, chance_is_perfect};
