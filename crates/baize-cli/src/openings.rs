//! Openings for matches: a few random moves, so that players without randomness still play different games.

use crate::clock;
use anyhow::bail;
use baize_games::{AnyGame, AnyTable, RecordedMove};
use baize_players::sit;
use baize_rules::{Dice, Seed, Viewer};
use serde_json::Value;
use std::collections::BTreeSet;

/// Draws openings without repetition.
pub(crate) struct Openings<'a> {
    pub(crate) game: &'static dyn AnyGame,
    pub(crate) options: &'a Value,
    pub(crate) seats: u8,
    /// How many random actions an opening has.
    pub(crate) actions: u32,
    /// How far from even `hard` may score an opening.
    pub(crate) even: Option<f64>,
    seen: BTreeSet<String>,
}

/// How many draws are tried for one opening.
const TRIES: u32 = 1000;

impl<'a> Openings<'a> {
    pub(crate) fn new(
        game: &'static dyn AnyGame,
        options: &'a Value,
        seats: u8,
        actions: u32,
        even: Option<f64>,
    ) -> Openings<'a> {
        Openings { game, options, seats, actions, even, seen: BTreeSet::new() }
    }

    /// The actions of an opening of the game dealt from `deal`.
    pub(crate) fn next(&mut self, deal: &Seed) -> anyhow::Result<Vec<RecordedMove>> {
        if self.actions == 0 {
            return Ok(Vec::new());
        }
        for attempt in 0..TRIES {
            let mut dice = Dice::new(&deal.branch(&format!("opening {attempt}")));
            let mut table = self.game.start(self.options, Some(self.seats), deal)?;
            let Some(entries) = self.draw(&mut *table, &mut dice)? else { continue };
            if self.is_even(&*table)? && self.seen.insert(table.view(Viewer::Spectator).to_string()) {
                return Ok(entries);
            }
        }
        bail!("there are not enough openings of {} actions; ask for longer ones", self.actions)
    }

    /// Plays random actions; `None` if the game ends with them.
    fn draw(&self, table: &mut dyn AnyTable, dice: &mut Dice) -> anyhow::Result<Option<Vec<RecordedMove>>> {
        let mut entries = Vec::new();
        for _ in 0..self.actions {
            let Some(seat) = table.awaiting().must.iter().next() else { return Ok(None) };
            let menu = table.menu(seat);
            let Some(listed) = dice.pick(&menu.actions) else { return Ok(None) };
            let action = listed.action.value();
            table.play(seat, &action)?;
            entries.push(RecordedMove::action(seat, action));
        }
        Ok(table.outcome().is_none().then_some(entries))
    }

    fn is_even(&self, table: &dyn AnyTable) -> anyhow::Result<bool> {
        let (Some(even), Some(seat)) = (self.even, table.awaiting().must.iter().next()) else {
            return Ok(true);
        };
        let mut judge = sit(self.game.id(), "hard", &Seed::from_text("judge"))?;
        let info = judge.choose(&table.seat_view(seat), clock::budget())?.info;
        Ok(info["score"].as_f64().is_some_and(|score| score.abs() <= even))
    }
}
