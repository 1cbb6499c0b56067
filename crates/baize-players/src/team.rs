//! What the players of one game are, and what they can be asked.

use crate::Budget;
use crate::cast::Roles;
use crate::player::{AnyLevel, AnyPlayer};
use baize_games::SeatView;
use baize_rules::{Coded, Problem, Seat, Seed};
use serde::Serialize;
use serde_json::Value;

/// All that the module of a game brings.
pub(crate) struct Team {
    /// Which game.
    pub(crate) game: &'static str,
    /// Its players, weakest first.
    pub(crate) levels: &'static [&'static dyn AnyLevel],
    /// Whom people of the house play as; otherwise the levels are spread over them.
    pub(crate) roles: &'static [Roles],
    /// Answers what players know and rules do not, within the budget; `None` for all other queries.
    pub(crate) answer: fn(&Value, Budget) -> Option<Result<Value, Problem>>,
    /// Whether a player agrees to a draw, from what its seat sees.
    pub(crate) agrees_to_draw: fn(Seat, &SeatView) -> bool,
    /// The file of weights that this player lacks.
    pub(crate) missing_weights: fn(&str) -> Option<&'static str>,
    /// That file, by name, where it is part of the program.
    pub(crate) weights: fn() -> Option<(&'static str, &'static [u8])>,
    /// The player of this id with so much of the standard noise in its hand, if it has a hand that shakes.
    pub(crate) shaking: fn(&str, &Seed, f64) -> Option<Box<dyn AnyPlayer>>,
}

impl Team {
    /// Nobody: what a team does not say.
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

/// How many positions a query may count, if it is one that counts and there is a limit.
pub(crate) fn most_counted(query: &Value, budget: Budget) -> Option<u64> {
    budget.nodes.filter(|_| query["type"] == "PERFT")
}

/// An answer in JSON.
pub(crate) fn written<A: Serialize, E: Coded>(answer: Result<A, E>) -> Result<Value, Problem> {
    Ok(serde_json::to_value(answer?).expect("every answer can be written as JSON"))
}
