//! May I?: a contract rummy for 3 to 8 seats over six rounds. Every round demands different sets and runs.
//! Whoever empties their hand ends the round, the others score what they hold, and the lowest total wins. The
//! rules and decisions are in `docs/rules/may-i.md`.
//!
//! ```
//! use baize_may_i::{Action, MayI, Options};
//! use baize_rules::{Game, Seat, Seed, Table, Viewer};
//!
//! let mut table = Table::<MayI>::start(Options::default(), 3, &Seed::from_text("any"))?;
//! // Seat 0 deals, so seat 1 begins. The card is told to nobody else.
//! let news = table.play(Seat::SECOND, &Action::DrawFromStock {})?;
//! assert_eq!(news[1].event.to_string(), "Seat 1 drew from the stock.");
//! // Drawing from the stock does not close the discard: seat 2 may still ask for it.
//! table.play(Seat::new(2).unwrap(), &Action::CallMayI {})?;
//! let view = table.game().view(Viewer::Seat(Seat::FIRST));
//! assert_eq!(view.held, [11, 12, 13]);
//! # Ok::<(), baize_may_i::RuleError>(())
//! ```
//!
//! [`arrange`], [`fit`] and [`Terms`] judge melds, lay-offs and contracts; [`Search`] and [`Holding`] find
//! lay-downs and measure how far a hand is from one; [`Staging`] tries lay-offs. The rules, the queries and
//! computer players share them.
#![forbid(unsafe_code)]

mod action;
mod card;
mod contract;
mod error;
mod event;
mod game;
mod meld;
mod memory;
mod menu;
mod notation;
mod options;
mod pile;
mod play;
mod position;
mod query;
mod rules;
mod search;
mod setup;
mod staging;
mod state;
mod table;
mod tempo;
mod view;

pub use action::{Action, LayOff, Named, NamedMeld};
pub use card::{Card, Face, Faced, Labelled, Suit, points};
pub use contract::{Contract, Fault, Round, Terms};
pub use error::RuleError;
pub use event::{Event, LaidMeld, Source};
pub use meld::{
    Bounds, Fit, Flaw, Group, MeldKind, Misfit, RunEnd, arrange, fit, joker_stands_for, needs_position_choice,
};
pub use memory::{How, Shown};
pub use options::{FirstDealer, Options};
pub use query::{Answer, AskedMeld, Failed, Place, Query, Range, SuggestedMeld, Suggestion};
pub use rules::Verb;
pub use search::{Holding, Search, Way};
pub use setup::{Left, Pending, Phase, RoundRecord, Setup, Tally};
pub use staging::{Placed, Staging};
pub use state::MayI;
pub use table::{Meld, MeldId};
pub use view::{Blocked, View};
