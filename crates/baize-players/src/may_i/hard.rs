//! The player `hard`: rules of thumb propose, imagined deals decide.

use super::explain::{Reason, reason};
use super::recall::Recall;
use super::sampling::{Known, Line, Move, Outlook};
use super::seen::{Decision, Seen};
use super::style::Style;
use super::thumb::{discard, has};
use super::world::Chance;
use crate::{Budget, Choice, Player};
use baize_may_i::{Action, Face, MayI, Phase, Terms, View, points};
use baize_rules::{Dice, Menu, Seed};
use baize_search::{Limits, Watch};
use serde_json::{Value, json};

/// How many rounds are played out for a decision without a limit.
const ROUNDS: u64 = 1_000;
/// How many cards are considered for a discard.
const CANDIDATES: usize = 4;

pub(super) struct Hard {
    seed: Seed,
}

impl Hard {
    pub(super) fn new(seed: &Seed) -> Hard {
        Hard { seed: seed.clone() }
    }

    /// Randomness that depends on the seed and the view only, so a player seated anew for every move plays
    /// the same.
    fn chance(&self, view: &View) -> Chance {
        let View { round, turn, phase, hand, held, .. } = view;
        let branch = self.seed.branch(&format!("{} {turn} {phase:?} {hand:?} {held:?}", round.number()));
        let mut dice = Dice::new(&branch);
        Chance::new(u64::from(dice.roll(u32::MAX)) << 32 | u64::from(dice.roll(u32::MAX)))
    }

    /// The best of some lines, and why; the first line is the one that the rules of thumb propose.
    fn decide(&self, view: &View, known: &Known, lines: &[Line], limits: Limits) -> (Move, Value) {
        let (index, outlooks, rounds) = known.best(lines, &Watch::start(limits), &mut self.chance(view));
        let why = if index == 0 {
            "rule of thumb, and nothing better in imagined deals"
        } else {
            "better in imagined deals"
        };
        let info = json!({
            "why": why,
            "reason": if index == 0 { None } else { Reason::saves(saved(lines, &outlooks, index)) },
            "score": (outlooks[index].points() * 10.0).round() / 10.0,
            "chance": (outlooks[index].out() * 1000.0).round() / 1000.0,
            "deals": outlooks[index].deals(),
            "nodes": rounds,
            "choices": lines.len(),
        });
        (lines[index].first, info)
    }

    fn wants(&self, seen: &Seen<'_>, face: Face, limits: Limits) -> (bool, Value) {
        let (known, plans) = (seen.known(Recall::of(seen.view)), plans(&seen.terms));
        let mut moves = [Move::Leave, Move::Take];
        if has(&known, &plans[0], face) {
            moves.reverse();
        }
        let lines = plans.iter().flat_map(|&then| moves.map(|first| Line { first, then }));
        let (chosen, info) = self.decide(seen.view, &known, &lines.collect::<Vec<_>>(), limits);
        (chosen == Move::Take, info)
    }

    /// The card to throw away: candidates are the rule of thumb of each plan, and the first plan's next best
    /// cards.
    fn throw(&self, seen: &Seen<'_>, limits: Limits) -> Option<(Action, Value)> {
        let (known, plans) = (seen.known(Recall::of(seen.view)), plans(&seen.terms));
        let others = if seen.is_down() {
            let mut faces: Vec<Face> = known.world.hands[known.me].faces().collect();
            faces.sort_by_key(|face| std::cmp::Reverse(face.points()));
            faces
        } else {
            plans[0].ranking(&known.world.eye(known.me))
        };
        let first = discard(&known, &plans[0])?;
        let others = others.into_iter().filter(|&face| face != first);
        let faces = std::iter::once(first).chain(others).take(CANDIDATES);
        let mut lines: Vec<Line> =
            faces.map(|face| Line { first: Move::Discard(face), then: plans[0] }).collect();
        for &then in &plans[1..] {
            lines.push(Line { first: Move::Discard(discard(&known, &then)?), then });
        }
        let (chosen, info) = self.decide(seen.view, &known, &lines, limits);
        let Move::Discard(face) = chosen else { return None };
        Some((seen.throw(face)?, info))
    }
}

/// Ways to play on. In the last round the seat can race for the contract or make its hand cheap; in the
/// others it can ask for cards or not, because more cards are more points once another seat is about to go
/// out.
fn plans(terms: &Terms) -> Vec<Style> {
    let style = Style::of(terms);
    if terms.takes_whole_hand {
        [4, u8::MAX, 1].map(|distance| style.giving_up_from(distance)).to_vec()
    } else {
        vec![style, style.never_asking()]
    }
}

/// How many points fewer the round ends with than after the best other move, in the same deals; zero if all
/// others were dropped earlier.
fn saved(lines: &[Line], outlooks: &[Outlook], index: usize) -> f64 {
    let chosen = &outlooks[index];
    let is_other = |(line, outlook): &(&Line, &Outlook)| {
        line.first != lines[index].first && outlook.deals() == chosen.deals()
    };
    let others = lines.iter().zip(outlooks).filter(is_other).map(|(_, outlook)| outlook.points());
    others.reduce(f64::min).map_or(0.0, |best| best - chosen.points())
}

fn limits(budget: Budget) -> Limits {
    let limits = budget.limits();
    if limits.nodes.is_none() { Limits { nodes: Some(ROUNDS), ..limits } } else { limits }
}

impl Player<MayI> for Hard {
    fn choose(&mut self, view: &View, menu: &Menu<Action>, budget: Budget) -> Choice<Action> {
        let any = || menu.actions()[0].clone();
        let Some(seen) = Seen::of(view) else {
            return Choice::new(any(), json!({}));
        };
        let (action, mut info) = match seen.decision(menu) {
            Decision::Plain(action) => (action, json!({ "why": "nothing else is better" })),
            Decision::Exposed { face, have, leave } => {
                let (wanted, info) = self.wants(&seen, face, limits(budget));
                (if wanted { have } else { leave }, info)
            }
            Decision::Discard => self.throw(&seen, limits(budget)).unwrap_or_else(|| (any(), json!({}))),
        };
        if budget.is_heard && info["reason"].is_null() {
            info["reason"] = json!(reason(&seen, &action));
        }
        info["distance"] = json!(seen.distance());
        info["points"] = json!(points(seen.hand));
        Choice::new(action, info)
    }

    /// Thinks only before the current seat has drawn, because a card left lying then stays left later, and
    /// not in the last round, where two more cards are two more to place.
    fn interject(&mut self, view: &View, menu: &Menu<Action>) -> Option<Action> {
        let call = Action::CallMayI {};
        let may_call = view.phase == Phase::Draw && menu.actions().contains(&call);
        let seen = Seen::of(view).filter(|seen| may_call && !seen.terms.takes_whole_hand)?;
        let face = seen.exposed()?;
        self.wants(&seen, face, limits(Budget::default())).0.then_some(call)
    }
}
