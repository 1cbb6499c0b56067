//! Nine-ball: what a shot promised with a steady hand, what the hand made of it, and what the alternatives
//! were.

use crate::Plan;
use crate::replay::{Ply, plies};
use crate::summary::{Scale, concluded};
use crate::types::{Alternative, Care, Effort, Move, Review};
use baize_games::Record;
use baize_nine_ball::{Action, NineBall, Stroke, View};
use baize_players::nine_ball::{Tried, glance, stroke};
use baize_rules::Problem;
use serde_json::json;

/// A match.
struct Match {
    plies: Vec<Ply<View>>,
    effort: Effort,
}

pub(crate) fn plan(record: &Record, effort: Effort) -> Result<Box<dyn Plan>, Problem> {
    let plies = plies(record, |table, seat| Some(table.seat_view(seat).of::<NineBall>()?.0.clone()))?;
    Ok(Box::new(Match { plies, effort }))
}

impl Plan for Match {
    fn count(&self) -> usize {
        self.plies.len()
    }

    fn judge(&mut self, before: &[Move]) -> Move {
        let ply = &self.plies[before.len()];
        match serde_json::from_value(ply.action.clone()) {
            Ok(Action::Shoot(played)) => shot(ply, &played, self.effort),
            Ok(Action::Choose { play }) => chosen(ply, play),
            Ok(Action::Concede {}) => ply.forced(0.0, true),
            Ok(Action::PlaceBall { .. }) | Err(_) => ply.forced(100.0 * glance(&ply.seen), false),
        }
    }

    fn conclude(&self, record: &Record, moves: Vec<Move>) -> Review {
        let mut review = concluded(record, &Scale::RACK, moves);
        for player in &mut review.players {
            let own = || review.moves.iter().filter(|of| of.seat == player.seat);
            let expected: f64 = own().filter_map(|of| of.chance).sum();
            let aim: f64 = own().filter_map(|of| of.luck).sum();
            player.expected = Some(expected);
            player.aim = Some(aim);
        }
        review
    }
}

fn shot(ply: &Ply<View>, played: &Stroke, effort: Effort) -> Move {
    let (nodes, tries) = match effort.care {
        Care::Rough => (300, 8),
        Care::Full => (3_000, 96),
    };
    let planned = match ply.meant.clone().map(serde_json::from_value) {
        Some(Ok(Action::Shoot(planned))) => Some(planned),
        _ => None,
    };
    let limits = effort.limits(Some(nodes));
    let Some(appraisal) = stroke(&ply.seen, played, planned.as_ref(), limits, tries) else {
        return ply.forced(100.0 * glance(&ply.seen), false);
    };
    let meant = appraisal.meant;
    let own = Alternative { action: ply.action.clone(), text: ply.text.clone(), value: 100.0 * meant.value };
    let mut choices: Vec<Alternative> = appraisal.others.iter().map(choice).collect();
    choices.push(own);
    choices.sort_by(|a, b| b.value.total_cmp(&a.value));
    let mut judged = ply.judged(choices, 100.0 * appraisal.loss, false);
    // What came of the stroke, less what it promised: the hand, and the roll of the balls.
    judged.luck = Some(100.0 * (appraisal.after - meant.value));
    judged.chance = Some(meant.chance);
    judged.meant = Some(meant.cue);
    judged
}

fn choice(tried: &Tried) -> Alternative {
    let played = Stroke { push_out: tried.is_push_out, ..tried.cue.into() };
    let action = Action::Shoot(played);
    Alternative { text: action.to_string(), action: json!(action), value: 100.0 * tried.value }
}

/// Values the choice after a push-out: the player who shoots next gets what is left on the table.
fn chosen(ply: &Ply<View>, play: bool) -> Move {
    let own = 100.0 * glance(&ply.seen);
    let choice = |play: bool, value: f64| {
        let action = Action::Choose { play };
        Alternative { text: action.to_string(), action: json!(action), value }
    };
    let mut choices = vec![choice(true, own), choice(false, 100.0 - own)];
    choices.sort_by(|a, b| b.value.total_cmp(&a.value));
    let loss = choices[0].value - if play { own } else { 100.0 - own };
    let mut judged = ply.judged(choices, loss, false);
    judged.give_or_take = Some(15.0);
    judged
}
