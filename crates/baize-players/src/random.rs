//! The player that is available for every game.

use crate::{Budget, Choice, Level, Player};
use baize_rules::{Dice, Game, Menu, Seed};
use serde_json::json;

/// Picks any entry of its menu, all equally likely.
pub struct Random(Dice);

impl Random {
    /// The level `random` of any game.
    pub const fn level<G: Game>() -> Level<G> {
        Level { id: "random", make: |seed: &Seed| Box::new(Random(Dice::new(seed))) }
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, _: &G::View, menu: &Menu<G::Action>, _: Budget) -> Choice<G::Action> {
        let action = self.0.pick(menu.actions()).expect("a player is only asked when it can act").clone();
        Choice::new(action, json!({ "choices": menu.actions().len() }))
    }
}
