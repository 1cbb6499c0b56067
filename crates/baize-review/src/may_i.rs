//! May I?: how far a hand is from its contract, and what each choice of card was worth in deals that fit what
//! its seat had seen.

use crate::Plan;
use crate::replay::{Ply, plies};
use crate::summary::{Scale, concluded};
use crate::types::{Alternative, Asking, Care, Effort, Move, Review};
use baize_games::{AnyTable, Record, RecordedMove};
use baize_may_i::{Action, Card, MayI, View};
use baize_players::may_i::{Appraisal, Weighed, decision, distance, luck, request};
use baize_rules::{Menu, Problem, Seat};
use serde_json::json;

/// What a seat saw before it acted, and what it could do.
struct Seen {
    view: View,
    menu: Menu<Action>,
    /// The actions that may be compared, as people type them.
    names: Vec<(Action, String)>,
}

/// A seat that could have asked for a card that was thrown away.
struct Asker {
    /// The number of the entry that threw it away.
    n: usize,
    seat: Seat,
    view: View,
    is_asked: bool,
}

/// A whole game.
struct Game {
    plies: Vec<Ply<Seen>>,
    askers: Vec<Asker>,
    effort: Effort,
}

pub(crate) fn plan(record: &Record, effort: Effort) -> Result<Box<dyn Plan>, Problem> {
    Ok(Box::new(Game { plies: plies(record, see)?, askers: askers(record)?, effort }))
}

/// Everybody who could have asked for a card, with what they saw at the time.
fn askers(record: &Record) -> Result<Vec<Asker>, Problem> {
    let (mut askers, mut n, mut thrower): (Vec<Asker>, usize, Option<Seat>) = (Vec::new(), 0, None);
    record.replay_watched(|table, entry| {
        if thrower.is_some() {
            askers.extend(Seat::first(record.seats).filter_map(|seat| asker(table, n, seat, thrower)));
        }
        n += 1;
        thrower = None;
        let RecordedMove::Action { seat, action, .. } = entry else { return };
        match serde_json::from_value(action.clone()) {
            Ok(Action::Discard { .. }) => thrower = Some(*seat),
            Ok(Action::CallMayI {}) => {
                if let Some(own) = askers.iter_mut().rfind(|asker| asker.seat == *seat) {
                    own.is_asked = true;
                }
            }
            _ => {}
        }
    })?;
    Ok(askers)
}

fn asker(table: &dyn AnyTable, n: usize, seat: Seat, thrower: Option<Seat>) -> Option<Asker> {
    let seen = table.seat_view(seat);
    let (view, menu) = seen.of::<MayI>()?;
    let can_ask = view.discarded_by == thrower && menu.actions().contains(&Action::CallMayI {});
    can_ask.then(|| Asker { n, seat, view: view.clone(), is_asked: false })
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
            // An action without alternatives keeps the value as it was.
            None => {
                ply.forced(before.iter().rfind(|of| of.seat == ply.seat).map_or(0.0, |of| of.value), false)
            }
        };
        judged.luck = self.luck(before.len());
        judged.asking = self.asking(ply.n);
        judged.round = Some(ply.seen.view.round.number());
        judged.distance = distance(&ply.seen.view);
        judged
    }

    fn conclude(&self, record: &Record, moves: Vec<Move>) -> Review {
        let mut review = concluded(record, &Scale::OWN_POINTS, moves);
        for player in &mut review.players {
            let own = review.moves.iter().filter(|of| of.seat == player.seat);
            player.luck = Some(own.filter_map(|of| of.luck).sum());
        }
        review
    }
}

impl Game {
    /// What asking for the card that this entry threw away would have brought each of the others.
    fn asking(&self, n: usize) -> Vec<Asking> {
        let askers = self.askers.iter().filter(|asker| asker.n == n);
        askers.filter_map(|asker| asker.weighed(self.effort)).collect()
    }

    /// What the stock gave or took with this action; nothing if no card came from it.
    fn luck(&self, place: usize) -> Option<f64> {
        let ply = &self.plies[place];
        let played: Action = serde_json::from_value(ply.action.clone()).ok()?;
        let next = self.plies[place + 1..].iter().find(|next| next.seat == ply.seat)?;
        let came = came(&ply.seen.view, &next.seen.view, &played)?;
        luck(&ply.seen.view, &played, came, deals(self.effort), self.effort.limits(None))
    }
}

impl Asker {
    fn weighed(&self, effort: Effort) -> Option<Asking> {
        let of = request(&self.view, deals(effort), effort.limits(None))?;
        Some(Asking { seat: self.seat, is_asked: self.is_asked, comes: of.comes, saves: of.saves })
    }
}

/// The card from the stock: it is in the later view of its seat and not in the earlier one.
fn came(before: &View, after: &View, played: &Action) -> Option<Card> {
    let (had, has) = (before.hand.as_ref()?, after.hand.as_ref()?);
    let mut new: Vec<Card> = has.iter().copied().filter(|card| !had.contains(card)).collect();
    match played {
        Action::DrawFromStock {} => {}
        // A seat that was not given the card it asked for got no extra card either.
        Action::CallMayI {} | Action::ClaimMayI {} => {
            let asked = new.iter().position(|card| before.discard == Some(*card))?;
            new.swap_remove(asked);
        }
        _ => return None,
    }
    (before.round == after.round && new.len() == 1).then(|| new[0])
}

/// Choices that end fewer points apart are no decision: in three hundred deals, that may be chance.
const ALIKE: f64 = 3.0;

fn deals(effort: Effort) -> u32 {
    match effort.care {
        Care::Rough => 4,
        Care::Full => 300,
    }
}

fn appraised(ply: &Ply<Seen>, effort: Effort) -> Option<Appraisal> {
    let played: Action = serde_json::from_value(ply.action.clone()).ok()?;
    decision(&ply.seen.view, &ply.seen.menu, &played, deals(effort), effort.limits(None))
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
    let spread = judged.choices[0].value - judged.choices[judged.choices.len() - 1].value;
    judged.is_decision = spread >= ALIKE;
    judged
}
