//! Games and choices that must come out the same on every machine, and their sums.

use baize_games::find;
use baize_players::{Budget, Thought, sit};
use baize_rules::{Dice, Problem, Seat, Seed};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The sum of some random games.
pub(crate) struct Sum {
    /// The hash of all events and final states.
    pub(crate) hash: String,
    /// How many actions of each type were made.
    pub(crate) actions: BTreeMap<String, u64>,
}

/// Sums this many random games of at most `most` actions each.
pub(crate) fn sum(game: &str, seed: &Seed, games: u32, most: u32) -> Result<Sum, Problem> {
    let (mut hash, mut actions) = (Sha256::new(), BTreeMap::new());
    for number in 0..games {
        let table = played(game, &seed.branch(&number.to_string()), most, &mut |action, events| {
            events.iter().for_each(|event| hash.update(event.to_string()));
            *actions.entry(action["type"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
        })?;
        hash.update(table.setup().to_string());
    }
    let bytes: [u8; 32] = hash.finalize().into();
    Ok(Sum { hash: bytes.iter().map(|byte| format!("{byte:02x}")).collect(), actions })
}

/// What a player does after some random actions, searching at most `nodes` nodes.
pub(crate) fn attempt(
    game: &str,
    player: &str,
    seed: &Seed,
    plies: u32,
    nodes: u64,
) -> Result<Thought, Problem> {
    let table = played(game, seed, plies, &mut |_, _| {})?;
    let seat = table.awaiting().must.iter().next().unwrap_or(Seat::FIRST);
    let budget = Budget { nodes: Some(nodes), ..Budget::default() };
    sit(game, player, seed)?.choose(&table.seat_view(seat), budget)
}

/// A game after at most `most` random actions.
fn played(
    game: &str,
    seed: &Seed,
    most: u32,
    tell: &mut dyn FnMut(&Value, &[Value]),
) -> Result<Box<dyn baize_games::AnyTable>, Problem> {
    let mut table = find(game)?.start(&Value::Null, None, seed)?;
    let mut dice = Dice::new(&seed.branch("choices"));
    for _ in 0..most {
        let Some(seat) = table.awaiting().must.iter().next() else { break };
        let menu = table.menu(seat).actions;
        let choice = menu[dice.roll(menu.len() as u32) as usize].action.value();
        let events: Vec<Value> = table.play(seat, &choice)?.iter().map(|told| told.event.value()).collect();
        tell(&choice, &events);
    }
    Ok(table)
}
