//! A strong Banqi player.
//!
//! [`classic`] searches the game for two over moves and chance, [`kingdoms`] the game for three. Both see
//! only public positions, read no clock of their own, and give the same answer to the same question with the
//! same number of nodes.
//!
//! ```
//! use baize_banqi::{FullPosition, Options, Cell, Mode, Ply};
//! use baize_banqi_engine::classic::Thinker;
//! use baize_rules::{Dice, Seed};
//! use baize_search::Limits;
//!
//! let mut game = FullPosition::deal(Options::default(), &Seed::from_text("tea"))?;
//! game.play(Ply::Flip(Cell::named(Mode::Classic, "b3").unwrap()));
//! let limits = Limits { nodes: Some(2_000), ..Limits::default() };
//! let verdict = Thinker::EXPERT.think(game.public(), &[], limits, &mut Dice::new(&Seed::from_text("any")));
//! assert!(verdict.is_some_and(|verdict| verdict.nodes >= 2_000));
//! # Ok::<(), baize_banqi::RuleError>(())
//! ```
#![forbid(unsafe_code)]

pub mod classic;
pub mod kingdoms;
mod tables;

use baize_banqi::{Piece, Ply};

/// An action and its value for the seat that acts.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed {
    /// The action.
    pub ply: Ply,
    /// The chance to win, counting a draw as half a win, or among three the share of the game; from 0 to 1.
    pub chance: f64,
    /// For a flip, each piece that may come up and the chance after it.
    pub outcomes: Vec<(Piece, f64)>,
}

pub use tables::{MOST_PIECES, Summary, summaries};
