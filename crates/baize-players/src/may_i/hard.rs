//! The player `hard`: rules of thumb propose, imagined deals decide.

use super::sampling::Move;
use super::seen::{Decision, Seen};
use super::style::Style;
use super::thumb::{discard, has};
use super::world::Chance;
use crate::{Budget, Choice, Player};
use baize_may_i::{Action, Face, MayI, Phase, View, points};
use baize_rules::{Dice, Menu, Seed};
use baize_search::{Limits, Watch};
use serde_json::{Value, json};

/// So many rounds are played out for a decision when no limit is given.
const ROUNDS: u64 = 320;
/// So many cards are thought about for a discard.
const CANDIDATES: usize = 5;

pub(super) struct Hard {
    seed: Seed,
}

impl Hard {
    pub(super) fn new(seed: &Seed) -> Hard {
        Hard { seed: seed.clone() }
    }

    /// Chance that depends on the seed and the view only: whoever sits down anew for every move plays the same.
    fn chance(&self, view: &View) -> Chance {
        let View { round, turn, phase, hand, held, .. } = view;
        let branch = self.seed.branch(&format!("{} {turn} {phase:?} {hand:?} {held:?}", round.number()));
        let mut dice = Dice::new(&branch);
        Chance::new(u64::from(dice.roll(u32::MAX)) << 32 | u64::from(dice.roll(u32::MAX)))
    }

    /// The best of some moves, the first of which the rules of thumb propose, and why. In the last round they decide alone:
    /// there nobody shows anything, and with imagined deals hard ended up with more points than without.
    fn decide(&self, seen: &Seen<'_>, moves: &[Move], limits: Limits) -> (Move, Value) {
        if seen.terms.takes_whole_hand {
            return (moves[0], json!({ "why": "rule of thumb" }));
        }
        let known = seen.known(Style::of(&seen.terms));
        let (index, outlooks, rounds) = known.best(moves, &Watch::start(limits), &mut self.chance(seen.view));
        let why = if index == 0 {
            "rule of thumb, and nothing better in imagined deals"
        } else {
            "better in imagined deals"
        };
        let info = json!({
            "why": why,
            "score": (outlooks[index].points() * 10.0).round() / 10.0,
            "chance": (outlooks[index].out() * 1000.0).round() / 1000.0,
            "deals": outlooks[index].deals(),
            "nodes": rounds,
            "choices": moves.len(),
        });
        (moves[index], info)
    }

    fn wants(&self, seen: &Seen<'_>, face: Face, limits: Limits) -> (bool, Value) {
        let mut moves = [Move::Leave, Move::Take];
        if has(seen, &Style::of(&seen.terms), face) {
            moves.reverse();
        }
        let (chosen, info) = self.decide(seen, &moves, limits);
        (chosen == Move::Take, info)
    }

    /// The card to throw away: the one by rule of thumb or one of those that are nearly as good by it.
    fn throw(&self, seen: &Seen<'_>, limits: Limits) -> Option<(Action, Value)> {
        let style = Style::of(&seen.terms);
        let first = discard(seen, &style)?;
        let known = seen.known(style);
        let others = if seen.is_down() {
            let mut faces: Vec<Face> = known.world.hands[known.me].faces().collect();
            faces.sort_by_key(|face| std::cmp::Reverse(face.points()));
            faces
        } else {
            style.ranking(&known.world.eye(known.me))
        };
        let others = others.into_iter().filter(|&face| face != first);
        let moves: Vec<Move> =
            std::iter::once(first).chain(others).take(CANDIDATES).map(Move::Discard).collect();
        let (chosen, info) = self.decide(seen, &moves, limits);
        let Move::Discard(face) = chosen else { return None };
        Some((seen.throw(face)?, info))
    }
}

fn limits(budget: Budget) -> Limits {
    let limits = budget.limits();
    if limits.nodes.is_none() { Limits { nodes: Some(ROUNDS), ..limits } } else { limits }
}

impl Player<MayI> for Hard {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, budget: Budget) -> Choice<Action> {
        let any = || menu.actions()[0].clone();
        let Some(seen) = Seen::of(view) else { return Choice { action: any(), info: json!({}) } };
        let (action, mut info) = match seen.decision(menu) {
            Decision::Plain(action) => (action, json!({ "why": "nothing else is better" })),
            Decision::Exposed { face, have, leave } => {
                let (wanted, info) = self.wants(&seen, face, limits(budget));
                (if wanted { have } else { leave }, info)
            }
            Decision::Discard => self.throw(&seen, limits(budget)).unwrap_or_else(|| (any(), json!({}))),
        };
        info["distance"] = json!(seen.distance());
        info["points"] = json!(points(seen.hand));
        Choice { action, info }
    }

    /// Thinks only before the current seat has drawn, for what was left lying then is left lying later, and not in the last
    /// round, where two cards more are two more to place.
    fn interject(&mut self, view: &View, menu: &Menu<Action>) -> Option<Action> {
        let call = Action::CallMayI {};
        let may_call = view.phase == Phase::Draw && menu.actions().contains(&call);
        let seen = Seen::of(view).filter(|seen| may_call && !seen.terms.takes_whole_hand)?;
        let face = seen.exposed()?;
        self.wants(&seen, face, limits(Budget::default())).0.then_some(call)
    }
}
