//! May I?: how far from the contract, and what each choice of card was worth in deals that fit what its seat had seen.

use crate::Plan;
use crate::replay::{Ply, plies};
use crate::summary::{Scale, concluded};
use crate::types::{Alternative, Care, Effort, Move, Review};
use baize_games::{AnyTable, Record};
use baize_may_i::{Action, MayI, View};
use baize_players::may_i::{Appraisal, Weighed, decision, distance};
use baize_rules::{Menu, Problem, Seat};
use serde_json::json;

/// What a seat saw before it acted, and what it could do.
struct Seen {
    view: View,
    menu: Menu<Action>,
    /// What may be compared, as people type it.
    names: Vec<(Action, String)>,
}

/// A whole game.
struct Game {
    plies: Vec<Ply<Seen>>,
    effort: Effort,
}

pub(crate) fn plan(record: &Record, effort: Effort) -> Result<Box<dyn Plan>, Problem> {
    Ok(Box::new(Game { plies: plies(record, see)?, effort }))
}

fn see(table: &dyn AnyTable, seat: Seat) -> Option<Seen> {
    let seen = table.seat_view(seat);
    let (view, menu) = seen.of::<MayI>()?;
    let throws = view.hand.iter().flatten().map(|&card| Action::discard(card));
    let name = |action: Action| (action.clone(), table.write(seat, &json!(action)).unwrap_or_default());
    let names = menu.actions().iter().cloned().chain(throws).map(name).collect();
    Some(Seen { view: view.clone(), menu: menu.clone(), names })
}

impl Plan for Game {
    fn count(&self) -> usize {
        self.plies.len()
    }

    fn judge(&mut self, before: &[Move]) -> Move {
        let ply = &self.plies[before.len()];
        let mut judged = match appraised(ply, self.effort) {
            Some(appraisal) => weighed(ply, appraisal),
            // What leaves no choice leaves things as they were.
            None => {
                ply.forced(before.iter().rfind(|of| of.seat == ply.seat).map_or(0.0, |of| of.value), false)
            }
        };
        judged.round = Some(ply.seen.view.round.number());
        judged.distance = distance(&ply.seen.view);
        judged
    }

    fn conclude(&self, record: &Record, moves: Vec<Move>) -> Review {
        concluded(record, &Scale::OWN_POINTS, moves)
    }
}

fn appraised(ply: &Ply<Seen>, effort: Effort) -> Option<Appraisal> {
    let played: Action = serde_json::from_value(ply.action.clone()).ok()?;
    let deals = match effort.care {
        Care::Rough => 4,
        Care::Full => 64,
    };
    decision(&ply.seen.view, &ply.seen.menu, &played, deals, effort.limits(None))
}

/// Fewer points are better, so values are negative.
fn weighed(ply: &Ply<Seen>, appraisal: Appraisal) -> Move {
    let Appraisal { choices, loss } = appraisal;
    let name = |action: &Action| {
        let named = ply.seen.names.iter().find(|(other, _)| other == action);
        named.map_or_else(String::new, |(_, name)| name.clone())
    };
    let choice = |weighed: Weighed| Alternative {
        text: name(&weighed.action),
        action: json!(weighed.action),
        value: -weighed.points,
    };
    let mut judged = ply.judged(choices.into_iter().map(choice).collect(), loss, false);
    judged.is_decision = judged.choices.len() > 1;
    judged
}
