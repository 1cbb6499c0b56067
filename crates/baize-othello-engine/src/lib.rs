//! A strong Othello player.
//!
//! An [`Engine`] thinks about positions: with [`Aim::SOLVE`] until it knows the final score, otherwise to
//! some depth with an evaluation learnt from games against itself ([`train`]). It reads no clock of its own,
//! and with one thread and a limit in nodes the same question always gets the same answer.
//!
//! ```
//! use baize_othello::notation;
//! use baize_othello_engine::{Aim, Certainty, Engine, Weights};
//!
//! let board = notation::read("XO-OXOOOXXOXXOOOXXXXXO-OXXXXOOOOXXXOXOOX-XOOXOOXXOXOOOOOOX-OOX-- X")?;
//! let verdict = Engine::new(Weights::learnt()).think(board.position, Aim::SOLVE, Default::default(), &mut |_| {});
//! assert_eq!((verdict.score, verdict.certainty), (6.0, Certainty::Exact));
//! assert_eq!(verdict.candidates[0].square.to_string(), "c8");
//! # Ok::<(), baize_othello::Error>(())
//! ```

mod board;
mod book;
mod coder;
mod cpu;
mod endgame;
mod engine;
mod last;
mod midgame;
mod order;
mod patterns;
mod probcut;
mod root;
mod stability;
pub mod train;
mod weights;
mod worker;

pub use book::{BadBook, Book};
pub use engine::{Aim, Certainty, Engine, Opinion, Style, Verdict};
pub use weights::{BadWeights, Weights};
