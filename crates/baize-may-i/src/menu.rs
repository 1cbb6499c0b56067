//! What a seat can do now: candidate actions that pass the same checks as when played.

use crate::action::{Action, Named};
use crate::card::{Card, Face, Faced};
use crate::rules::Verb;
use crate::search::Search;
use crate::staging::{Placed, Staging};
use crate::state::MayI;
use crate::table::MeldId;
use baize_rules::{Menu, Seat};
use schemars::JsonSchema;
use serde::Serialize;

/// How many ways to lay down are listed.
const WAYS: usize = 3;
/// How many tables are examined to find a way to lay off everything.
const NODES: u32 = 300;

/// Lists everything except sorting, further ways to lay down and further ways to lay off everything at once.
/// As a hand can be sorted at any time, the list is never complete.
pub(crate) fn menu(game: &MayI, seat: Seat) -> Menu<Action> {
    let mut actions = Vec::new();
    let may = |verb| game.permit(seat, verb).is_ok();
    let plain = [
        (Verb::AllowMayI, Action::AllowMayI {}),
        (Verb::ClaimMayI, Action::ClaimMayI {}),
        (Verb::CallMayI, Action::CallMayI {}),
        (Verb::DrawFromStock, Action::DrawFromStock {}),
        (Verb::DrawFromDiscard, Action::DrawFromDiscard {}),
        (Verb::Skip, Action::Skip {}),
    ];
    actions.extend(plain.into_iter().filter(|(verb, _)| may(*verb)).map(|(_, action)| action));
    let hand = game.hand_of(seat);
    if may(Verb::LayDown) {
        actions.extend(lay_downs(game, hand));
    }
    if may(Verb::LayOff) {
        actions.extend(lay_offs(game, hand));
    }
    if may(Verb::SwapJoker) {
        actions.extend(swaps(game, hand));
    }
    if may(Verb::Discard) {
        actions.extend(hand.iter().map(|&card| Action::discard(card)));
    }
    actions.retain(|action| game.plan(seat, action).is_ok());
    Menu::Sample(actions)
}

fn lay_downs(game: &MayI, hand: &[Card]) -> Vec<Action> {
    let search = Search::new(hand, game.terms());
    search.best(WAYS).iter().map(|way| Action::lay_down(&search.melds(way))).collect()
}

fn lay_offs(game: &MayI, hand: &[Card]) -> Vec<Action> {
    let staging = Staging::new(&game.table, hand);
    let mut actions: Vec<Action> = staging.places().iter().map(Placed::lay_off).map(Action::LayOff).collect();
    let plan = staging.best(NODES);
    if plan.len() == hand.len() {
        actions.push(Action::GoOut { lay_offs: plan.iter().map(Placed::lay_off).collect() });
    }
    actions
}

fn swaps(game: &MayI, hand: &[Card]) -> Vec<Action> {
    let swaps = game.table.iter().enumerate().flat_map(|(index, meld)| {
        let jokers = meld.cards().iter().filter(|card| card.face().is_joker());
        jokers.flat_map(move |&joker| {
            hand.iter().map(move |&card| Action::SwapJoker {
                meld_id: Named::Known(MeldId::at(index)),
                joker_id: Named::Known(joker),
                card_id: Named::Known(card),
            })
        })
    });
    swaps.collect()
}

/// What clients may show beside an action of the menu.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[doc(hidden)]
pub struct Remarks {
    /// What a wild laid off on a run would stand for.
    #[serde(skip_serializing_if = "Option::is_none")]
    acts_as: Option<Face>,
    /// The points that would be left in the hand after a lay-down.
    #[serde(skip_serializing_if = "Option::is_none")]
    points_left: Option<u32>,
}

pub(crate) fn remarks(game: &MayI, seat: Seat, action: &Action) -> Remarks {
    let hand = game.hand_of(seat);
    let mut remarks = Remarks { acts_as: None, points_left: None };
    match action {
        Action::LayOff(lay_off) => {
            if let Ok(placed) = crate::staging::place(&game.table, hand, lay_off) {
                remarks.acts_as = placed.fit.acts_as;
            }
        }
        Action::LayDown { melds } => {
            let used: Vec<Card> =
                melds.iter().flat_map(|meld| &meld.card_ids).filter_map(Named::known).collect();
            let left: Vec<Card> = hand.iter().copied().filter(|card| !used.contains(card)).collect();
            remarks.points_left = Some(crate::card::points(&left));
        }
        _ => {}
    }
    remarks
}
