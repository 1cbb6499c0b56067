//! Othello.
//!
//! [`Position`] is the fast core: two bitboards, legal squares and flips. [`Board`] adds the colours, and
//! [`Othello`] puts it on the contract of `baize-rules` with the errors, events and notations of
//! `docs/rules/othello.md`.
//!
//! ```
//! use baize_othello::{Action, Othello};
//! use baize_rules::{Game, Seat, Seed, Table};
//!
//! let mut table = Table::<Othello>::start(Default::default(), 2, &Seed::from_text("any"))?;
//! let action = table.game().read(Seat::FIRST, "f5")?;
//! assert_eq!(action, Action::Place("f5".parse().unwrap()));
//! table.play(Seat::FIRST, &action)?;
//! let replies = table.game().menu(Seat::SECOND);
//! assert_eq!(replies.actions().len(), 3);
//! # Ok::<(), baize_othello::Error>(())
//! ```

mod action;
mod board;
mod cpu;
mod error;
mod event;
mod game;
pub mod notation;
mod perft;
mod position;
mod square;
mod symmetry;
mod tempo;

pub use action::{Action, Nowhere};
pub use board::{Board, Colour, DiscCount, Left, Setup, View};
pub use error::Error;
pub use event::Event;
pub use game::{Answer, Options, Othello, Query};
pub use perft::{Passes, perft};
pub use position::Position;
pub use square::{NoSquare, Square, Squares};
pub use symmetry::Symmetry;
