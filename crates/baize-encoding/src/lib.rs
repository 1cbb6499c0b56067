//! The games as numbers, for programs that learn.
//!
//! An [`Episode`] is one game: whose decision it is, which numbers stand for legal actions, what a seat sees as a row of
//! numbers, and what each seat gets at the end. A [`Batch`] is many of them, stepped together. What a number means is in the
//! module of its game, and in docs/python.md for those who do not read Rust.
//!
//! ```
//! use baize_encoding::{Decision, begin};
//! use baize_rules::Seed;
//!
//! let mut game = begin("othello", &serde_json::json!({}), None, &Seed::from_text("any"))?;
//! // d3, c4, f5 and e6, counted from a1.
//! assert_eq!(game.legal(), [19, 26, 37, 44]);
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

pub use batch::{AnyBatch, Batch, Decisions};
pub use encoding::{Encoding, Space};
pub use episode::{AnyEpisode, Decision, Episode};

use baize_rules::{Problem, Seed};
use serde_json::Value;

/// Deals a game. Missing options are defaults; without a number of seats the fewest possible play.
pub fn begin(
    game: &str,
    options: &Value,
    seats: Option<u8>,
    seed: &Seed,
) -> Result<Box<dyn AnyEpisode>, Problem> {
    macro_rules! begin {
        ($($kind:ty)*) => {
            match game {
                $(<$kind as baize_rules::Game>::ID => Ok(Box::new(Episode::<$kind>::new(options, seats, seed)?)),)*
                _ => Err(unknown(game)),
            }
        };
    }
    begin!(baize_othello::Othello baize_banqi::Banqi baize_nine::Nine baize_may_i::MayI baize_nine_ball::NineBall)
}

/// Deals so many games of a kind.
pub fn begin_many(
    game: &str,
    options: &Value,
    seats: Option<u8>,
    seed: &Seed,
    count: usize,
) -> Result<Box<dyn AnyBatch>, Problem> {
    macro_rules! begin {
        ($($kind:ty)*) => {
            match game {
                $(<$kind as baize_rules::Game>::ID => Ok(Box::new(Batch::<$kind>::new(options, seats, seed, count)?)),)*
                _ => Err(unknown(game)),
            }
        };
    }
    begin!(baize_othello::Othello baize_banqi::Banqi baize_nine::Nine baize_may_i::MayI baize_nine_ball::NineBall)
}

fn unknown(game: &str) -> Problem {
    let text = format!("there is no game {:?}", baize_rules::clip(game));
    Problem::new("request.unknown_game", text)
}
