//! __Title__.
//!
//! [`__Type__`] puts a heap of counters on the contract of `baize-rules`, with the rules of `docs/rules/__id__.md`.
//!
//! ```
//! use baize___name__::{Action, __Type__};
//! use baize_rules::{Game, Seat, Seed, Table};
//!
//! let mut table = Table::<__Type__>::start(Default::default(), 2, &Seed::from_text("any"))?;
//! assert_eq!(table.game().menu(Seat::FIRST).actions().len(), 3);
//! table.play(Seat::FIRST, &Action::Take { count: 1 })?;
//! assert_eq!(table.game().awaiting().must.iter().next(), Some(Seat::SECOND));
//! # Ok::<(), baize___name__::Error>(())
//! ```
#![forbid(unsafe_code)]

mod error;
mod event;
mod game;
mod position;

pub use error::Error;
pub use event::Event;
pub use game::{Action, __Type__, Options, Query};
pub use position::{Left, Position, View};
