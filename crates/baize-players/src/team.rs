//! The players of one game, and the questions they can answer.

use crate::Budget;
use crate::cast::Roles;
use crate::player::{AnyLevel, AnyPlayer};
use baize_games::SeatView;
use baize_rules::{Coded, Problem, Seat, Seed};
use serde::Serialize;
use serde_json::Value;

/// Everything that the module of a game provides.
pub(crate) struct Team {
    /// Which game.
    pub(crate) game: &'static str,
    /// Its players, weakest first.
    pub(crate) levels: &'static [&'static dyn AnyLevel],
    /// Which players people of the house play as; if empty, the levels are spread over them.
    pub(crate) roles: &'static [Roles],
    /// Answers queries that players can answer and rules cannot, within the budget; `None` for all other
    /// queries.
    pub(crate) answer: fn(&Value, Budget) -> Option<Result<Value, Problem>>,
    /// Whether a player agrees to a draw, judging by what its seat sees.
    pub(crate) agrees_to_draw: fn(Seat, &SeatView) -> bool,
    /// The name of the file of weights that the player still lacks.
    pub(crate) missing_weights: fn(&str) -> Option<&'static str>,
    /// That file with its name, if it is built into the program.
    pub(crate) weights: fn() -> Option<(&'static str, &'static [u8])>,
    /// The player of this id with this multiple of the standard noise in its hand, if its hand shakes at all.
    pub(crate) shaking: fn(&str, &Seed, f64) -> Option<Box<dyn AnyPlayer>>,
}

impl Team {
    /// The defaults, without players.
    pub(crate) const PLAIN: Team = Team {
        game: "",
        levels: &[],
        roles: &[],
        answer: |_, _| None,
        agrees_to_draw: |_, _| false,
        missing_weights: |_| None,
        weights: || None,
        shaking: |_, _, _| None,
    };

    /// The ids of its players.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &'static str> {
        self.levels.iter().map(|level| level.id())
    }
}

/// How many positions a query may count; `None` if it does not count or there is no limit.
pub(crate) fn most_counted(query: &Value, budget: Budget) -> Option<u64> {
    budget.nodes.filter(|_| query["type"] == "PERFT")
}

/// An answer in JSON.
pub(crate) fn written<A: Serialize, E: Coded>(answer: Result<A, E>) -> Result<Value, Problem> {
    Ok(serde_json::to_value(answer?).expect("every answer can be written as JSON"))
}
