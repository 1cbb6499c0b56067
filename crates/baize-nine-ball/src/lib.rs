//! Nine-ball: hit the lowest ball first, pot the 9 to win. `docs/rules/nine-ball.md` has the rules and the
//! decisions.
//!
//! The rules see a shot only as a list of things that happened; [`judge`] is a pure function of that list,
//! which comes from `baize-physics`. Balls come to rest on whole micrometres, so a game is a value and a
//! record replays exactly.
//!
//! ```
//! use baize_nine_ball::{Action, Cue, NineBall, Options, Phase};
//! use baize_rules::{Game, Seat, Seed, Table, Viewer};
//!
//! let mut table = Table::<NineBall>::start(Options::default(), 2, &Seed::from_text("any"))?;
//! table.play(Seat::FIRST, &Action::PlaceBall { x_um: (-635_000).into(), y_um: 100_000.into() })?;
//! let news = table.play(Seat::FIRST, &Cue::level(100, 0).shoot())?;
//! let told: Vec<String> = news.iter().map(|news| news.event.to_string()).collect();
//! assert_eq!(told[1..], ["Foul: no ball was hit.", "Ball in hand for seat 1. Target: the 1."]);
//! let view = table.game().view(Viewer::Spectator);
//! assert_eq!(view.state.phase, Phase::BallInHand { seat: Seat::SECOND });
//! # Ok::<(), baize_nine_ball::RuleError>(())
//! ```
#![forbid(unsafe_code)]

mod action;
mod aim;
mod ball;
pub mod craft;
mod error;
mod event;
mod game;
mod happening;
mod judge;
mod menu;
mod motion;
mod notation;
mod options;
mod position;
mod query;
mod rack;
mod respot;
mod settle;
mod setup;
mod shot;
mod shots;
mod spot;
mod table;
mod tempo;
mod view;

pub use action::{Action, Cue, Given, Stroke};
pub use aim::AimAnswer;
pub use ball::{Ball, Balls};
pub use error::RuleError;
pub use event::{Announcement, Event};
pub use game::NineBall;
pub use happening::{Happening, Pocket};
pub use judge::{Foul, Next, Shot, Verdict, judge, targets};
pub use motion::{Row, Track};
pub use options::{AimHelp, BreakOrder, Options};
pub use query::{Answer, JudgeAnswer, JudgeQuery, PlaceAnswer, Query};
pub use respot::respot;
pub use setup::{Phase, Reason, Setup};
pub use shots::{Candidate, Ease, Kind, Rail, ShotsAnswer, Side};
pub use spot::{GAP, Layout, RADIUS, Spot};
pub use table::{Area, TableSize};
pub use view::View;
