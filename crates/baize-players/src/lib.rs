//! Computer players.
//!
//! A player gets what its seat sees and what it can do, a budget and a seed; nothing to cheat with, and nothing that
//! would make two runs differ. [`ids`] lists the players of a game, [`sit`] seats one.
//!
//! ```
//! use baize_players::{Budget, sit};
//! use baize_rules::{Seat, Seed};
//!
//! let table = baize_games::find("othello")?.start(&serde_json::json!({}), None, &Seed::from_text("any"))?;
//! let mut player = sit("othello", "random", &Seed::from_text("dice"))?;
//! let thought = player.choose(&table.glimpse(Seat::FIRST), Budget::default())?;
//! assert!(table.check(Seat::FIRST, &thought.action).is_ok());
//! # Ok::<(), baize_rules::Problem>(())
//! ```
#![forbid(unsafe_code)]

mod banqi;
mod cast;
mod may_i;
mod nine;
mod nine_ball;
mod othello;
mod player;
mod random;

pub use baize_search::Clock;
pub use cast::{Role, adviser, cast};
pub use player::{AnyPlayer, Budget, Choice, Level, Player, Thought};
pub use random::Random;

use baize_rules::{Problem, Seed, clip};
use player::AnyLevel;
use serde_json::Value;

/// The players of each game, weakest first.
const LEVELS: &[(&str, &[&dyn AnyLevel])] = &[
    ("othello", othello::LEVELS),
    ("banqi", banqi::LEVELS),
    ("nine", nine::LEVELS),
    ("may-i", may_i::LEVELS),
    ("nine-ball", nine_ball::LEVELS),
];

fn levels(game: &str) -> &'static [&'static dyn AnyLevel] {
    LEVELS.iter().find(|(id, _)| *id == game).map_or(&[], |(_, levels)| levels)
}

/// The ids of the players of a game.
pub fn ids(game: &str) -> Vec<&'static str> {
    levels(game).iter().map(|level| level.id()).collect()
}

/// Seats the player `id` of `game`; all its chance comes from `seed`.
pub fn sit(game: &str, id: &str, seed: &Seed) -> Result<Box<dyn AnyPlayer>, Problem> {
    let level = levels(game).iter().find(|level| level.id() == id);
    level.map(|level| level.sit(seed)).ok_or_else(|| {
        let text = format!("{game} has no player {:?}; its players are {}", clip(id), ids(game).join(", "));
        Problem::new("request.unknown_player", text)
    })
}

/// Answers the queries that are about players and exact play, within the budget; `None` for all others.
pub fn answer(game: &str, query: &Value, budget: Budget) -> Option<Result<Value, Problem>> {
    match game {
        "othello" => othello::answer(query, budget),
        "nine" => nine::answer(query),
        _ => None,
    }
}
