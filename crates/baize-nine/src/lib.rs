//! Nine: two seats, each with the cards 1 to 9. In each of nine turns both choose a card in secret and show
//! them together; the higher one wins the sum of the two. The rules and decisions are in
//! `docs/rules/nine.md`.
//!
//! ```
//! use baize_nine::{Action, Card, Nine, Options};
//! use baize_rules::{Game, Seat, Seed, Table, Viewer};
//!
//! let mut table = Table::<Nine>::start(Options::default(), 2, &Seed::from_text("any"))?;
//! table.play(Seat::FIRST, &Action::play(Card::new(7).unwrap()))?;
//! // The choice is sealed: everybody sees that there is one, only its owner sees which.
//! let view = table.game().view(Viewer::Seat(Seat::SECOND));
//! assert_eq!((view.committed, view.sealed), ([true, false], [None, None]));
//!
//! let news = table.play(Seat::SECOND, &Action::play(Card::new(3).unwrap()))?;
//! assert_eq!(news[1].event.to_string(), "Turn 1: seat 0 plays 7, seat 1 plays 3. Seat 0 wins 10 points.");
//! # Ok::<(), baize_nine::RuleError>(())
//! ```
//!
//! [`Position`] is the compact form for engines; the rules use it, too.
#![forbid(unsafe_code)]

mod action;
mod card;
mod error;
mod event;
mod game;
mod helper;
mod notation;
mod options;
mod position;
mod query;
mod setup;
mod view;

pub use action::{Action, Pick};
pub use card::{Card, Cards, Hand};
pub use error::RuleError;
pub use event::Event;
pub use game::Nine;
pub use helper::{Aid, Bid, Helper, Helpers};
pub use options::{Options, Ties};
pub use position::{Gain, Position};
pub use query::{Answer, Query};
pub use setup::{Left, Setup, Tally};
pub use view::{Phase, View};
