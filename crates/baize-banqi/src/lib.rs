//! Banqi, the game of dark chess. All 32 pieces lie face-down at the start, and the first flips decide who
//! plays which faction. The rules are in `docs/rules/banqi.md`.
//!
//! There are several ways to play it, such as **Classic** for two seats on 8 rows of 4 cells and **Three
//! Kingdoms** for three on 9 rows of 5 points. Each is a [`RuleSet`], a value with a source file of its own,
//! chosen by its [`Mode`].
//!
//! Nobody knows a face-down piece, so every seat has the same view. The rules and computer players share one
//! compact [`Position`] of bitboards, which does not say what the face-down pieces are. A [`FullPosition`]
//! does, for dealing, counting and random play.
//!
//! ```
//! use baize_banqi::{Banqi, Options};
//! use baize_rules::{Game, Seat, Seed, Table};
//!
//! let mut table = Table::<Banqi>::start(Options::default(), 2, &Seed::from_text("a rainy evening"))?;
//! let flip = table.game().read(Seat::FIRST, "b3?")?;
//! let news = table.play(Seat::FIRST, &flip)?;
//! println!("{}", news[0].event); // seat 0 flips b3: ...
//! println!("{}", table.game().view(baize_rules::Viewer::Spectator));
//! # Ok::<(), baize_banqi::RuleError>(())
//! ```
#![forbid(unsafe_code)]

mod action;
mod cell;
mod colour;
mod error;
mod event;
mod full;
mod line;
mod notation;
mod options;
mod piece;
mod play;
mod position;
mod query;
mod reach;
mod record;
mod rule_set;
mod sets;
mod setup;
mod silent;
mod state;
mod tempo;
mod view;

pub use action::{Action, Place};
pub use cell::{Cell, Name, adjacent, cells};
pub use colour::Colour;
pub use error::RuleError;
pub use event::{Assignment, Event, Shown};
pub use full::{FullPosition, Identities};
pub use options::{CannonMove, GuardStep, Layout, Limit, Options, Preset};
pub use piece::{Faction, Kind, Piece, Pieces};
pub use position::{Ending, Ply, Position, Reason, Square, Status};
pub use query::{Answer, Query};
pub use reach::Plies;
pub use record::{MatchMove, MatchRecord};
pub use rule_set::{Army, Captures, End, RuleOption, RuleSet, Start, Way};
pub use sets::Mode;
pub use setup::{Departure, Played, Setup, Why};
pub use silent::SilentMatch;
pub use state::Banqi;
pub use view::{FactionView, Heap, Occupant, SeatInfo, View};
