//! The games as numbers, for machine learning.
//!
//! An [`Episode`] is one game: whose decision it is, which numbers stand for legal actions, what a seat sees
//! as a row of numbers, and the reward of each seat at the end. A [`Batch`] is many episodes, stepped
//! together. What the numbers mean is described in each game's module, and in docs/python.md for those who do
//! not read Rust.
//!
//! ```
//! use baize_encoding::{Decision, begin};
//! use baize_rules::Seed;
//!
//! let mut game = begin("othello", &serde_json::json!({}), None, &Seed::from_text("any"))?;
//! // d3, c4, f5 and e6, counted from a1.
//! assert_eq!(*game.legal(), [19, 26, 37, 44]);
//! game.act(Decision::Number(37))?;
//! assert_eq!(game.agent().map(|seat| seat.index()), Some(1));
//! # Ok::<(), baize_rules::Problem>(())
//! ```
#![forbid(unsafe_code)]

mod banqi;
mod batch;
mod encoding;
mod episode;
mod may_i;
mod nine;
mod nine_ball;
mod othello;

pub use banqi::BanqiEpisode;
pub use batch::{AnyBatch, Batch, Decisions};
pub use encoding::{Encoding, Space};
pub use episode::{AnyEpisode, Dealt, Decision, Episode};

use baize_banqi::Banqi;
use baize_may_i::MayI;
use baize_nine::Nine;
use baize_nine_ball::NineBall;
use baize_othello::Othello;
use baize_rules::{Game, Problem, Seed};
use serde_json::Value;

/// Finds the type of episode for a game by its id, and begins it.
macro_rules! by_game {
    ($game:expr, $kind:ident => $begun:expr) => {
        match $game {
            Othello::ID => {
                type $kind = Episode<Othello>;
                $begun
            }
            Banqi::ID => {
                type $kind = BanqiEpisode;
                $begun
            }
            Nine::ID => {
                type $kind = Episode<Nine>;
                $begun
            }
            MayI::ID => {
                type $kind = Episode<MayI>;
                $begun
            }
            NineBall::ID => {
                type $kind = Episode<NineBall>;
                $begun
            }
            _ => Err(unknown($game)),
        }
    };
}

/// Deals a game. Missing options have their defaults; without a number of seats, the fewest possible play.
pub fn begin(
    game: &str,
    options: &Value,
    seats: Option<u8>,
    seed: &Seed,
) -> Result<Box<dyn AnyEpisode>, Problem> {
    by_game!(game, Kind => Ok(Box::new(Kind::deal(&Kind::rules(options, seats)?, seed)?)))
}

/// Deals `count` games of a kind.
///
/// # Panics
/// If `count` is 0.
pub fn begin_many(
    game: &str,
    options: &Value,
    seats: Option<u8>,
    seed: &Seed,
    count: usize,
) -> Result<Box<dyn AnyBatch>, Problem> {
    by_game!(game, Kind => Ok(Box::new(Batch::<Kind>::new(options, seats, seed, count)?)))
}

fn unknown(game: &str) -> Problem {
    let text = format!("there is no game {:?}", baize_rules::clip(game));
    Problem::new("request.unknown_game", text)
}
