//! All games behind one interface.
//!
//! [`GAMES`] is the only list of games in the program, generated from the one in `Cargo.toml`. Each entry is
//! an [`AnyGame`], and a game in progress is an [`AnyTable`]: the contract of `baize-rules` with JSON in
//! place of the game's own types. The server, the terminal client and the machine protocol see nothing else.
//!
//! ```
//! use baize_rules::{Seat, Seed};
//! use serde_json::json;
//!
//! let othello = baize_games::find("othello").expect("a game on the list");
//! let mut table = othello.start(&json!({}), None, &Seed::from_text("any"))?;
//! let told = table.play(Seat::FIRST, &json!({"type": "PLACE", "square": "f5"}))?;
//! assert_eq!(told[0].event.value(), json!({"type": "PLACED", "square": "f5", "flipped": ["e5"]}));
//! # Ok::<(), baize_rules::Problem>(())
//! ```
#![forbid(unsafe_code)]

mod any;
mod game_link;
mod link;
pub mod othello_forms;
mod record;

pub use any::{
    AnyAction, AnyEvent, AnyGame, AnyTable, Listed, Listing, Payload, SeatView, Sentence, typed_menu,
};
pub use game_link::GameLink;
pub use link::PositionLink;
pub use record::{Agreement, Record, RecordedMove, Verified};

use any::Kind;
use baize_rules::Problem;
use schemars::{Schema, SchemaGenerator};

// Defines `GAMES`, `RULES`, `SUMMARIES` and `SHAPES`, and re-exports the games' crates under short names.
include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The rules of a game for people and language models, from docs/rules; empty for a game that is not on the
/// list.
pub fn rules_page(id: &str) -> &'static str {
    RULES.iter().find(|(game, _)| *game == id).map_or("", |(_, page)| page)
}

/// The game's options by name (`options`) and its questions (`queries`) as JSON, which `baize-schema` makes
/// from the types.
pub fn summary(id: &str) -> &'static str {
    SUMMARIES.iter().find(|(game, _)| *game == id).map_or("{}", |(_, summary)| summary)
}

type Shapes = fn(&mut SchemaGenerator) -> Vec<(Payload, Schema)>;

/// The schemas of the game's JSON, as read or as written, depending on the generator.
pub fn shapes(id: &str, generator: &mut SchemaGenerator) -> Vec<(Payload, Schema)> {
    SHAPES.iter().find(|(game, _)| *game == id).map_or_else(Vec::new, |(_, shapes)| shapes(generator))
}

/// The game with this id, or a problem that lists the ids there are.
pub fn find(id: &str) -> Result<&'static dyn AnyGame, Problem> {
    GAMES.iter().copied().find(|game| game.id() == id).ok_or_else(|| {
        let ids: Vec<&str> = GAMES.iter().map(|game| game.id()).collect();
        let text = format!("there is no game {:?}; the games are {}", baize_rules::clip(id), ids.join(", "));
        Problem::new("request.unknown_game", text)
    })
}

/// The codes of problems with a request that are found before any rule applies, with when each is given.
pub const REQUEST_CODES: &[(&str, &str)] = &[
    ("request.unknown_game", "a game id that is not on the list"),
    ("request.bad_options", "options the game does not have, or values it does not know"),
    ("request.bad_state", "a state object that lacks a field or has an unknown one"),
    ("request.bad_action", "an action that lacks a field, has an unknown one or an unknown type"),
    ("request.bad_query", "a query that lacks a field, has an unknown one or an unknown type"),
    ("request.bad_view", "a view that lacks a field, or that no table of the game shows"),
    ("request.bad_link", "a link whose position or game cannot be read"),
    ("request.bad_record", "a record that cannot be read, or that does not replay"),
];
