//! The contract that every Baize game implements.
//!
//! A game is a type that implements [`Game`]: its value is the full state of one game in progress, its functions
//! are pure, and everything that crosses a boundary is a view, an event, an action or an error. A [`Table`] holds
//! one game and is the only way to move it.
//!
//! Hidden things live in a [`Secret`]. Opening one needs a [`Referee`], and only a [`Table`] has one, so views,
//! menus, turns and outcomes cannot depend on what is hidden:
//!
//! ```
//! use baize_rules::{Seat, Secret, Viewer};
//!
//! let hand = Secret::of(Seat::FIRST, vec![3, 1, 2]);
//! assert_eq!(hand.count(), 3);
//! assert_eq!(hand.seen_by(Viewer::Seat(Seat::FIRST)), Some(&vec![3, 1, 2]));
//! assert_eq!(hand.seen_by(Viewer::Spectator), None);
//! ```
//!
//! The feature `laws` adds the law kit: property checks that work for every game.
#![forbid(unsafe_code)]

mod described;
mod dice;
mod game;
mod language;
#[cfg(feature = "laws")]
pub mod laws;
mod line;
mod outcome;
mod problem;
mod seat;
mod secret;
mod step;
mod table;
mod tempo;
mod text;

pub use described::{Described, Nothing, any, fields_of};
pub use dice::{Dice, Rolling, Seed};
pub use game::{DecisionKind, Game, Keeping, Leaving, Menu};
pub use language::{Language, Say, ToldIn, Who};
pub use line::{PositionLine, UnreadableAt, read_list};
pub use outcome::{Outcome, Score};
pub use problem::{Coded, Problem, clip, clip_to};
pub use seat::{Awaiting, Seat, SeatSet, Viewer};
pub use secret::{Referee, Secret};
pub use step::{Addressed, Audience, Transition};
pub use table::Table;
pub use tempo::{Hesitation, Showing, Then, Watched};
pub use text::{harmless, is_hidden};
