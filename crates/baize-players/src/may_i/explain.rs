//! Reasons for an action, from the player's own hand and the table.

use super::recall::Recall;
use super::seen::{Seen, kind};
use baize_may_i::{Action, Card, Face, Faced, Holding, Named, NamedMeld, points};
use schemars::JsonSchema;
use serde::Serialize;

/// What an action is good for, as people would put it; clients find the words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum Reason {
    /// The last card leaves the hand.
    GoesOut,
    /// The contract lacks `after` cards instead of `before`; with 0 it is complete.
    Nears { before: u8, after: u8 },
    /// The exposed card is left because it would bring the contract no nearer.
    NoNearer,
    /// Without the discarded card the contract lacks no more cards than with it, and `outs` of the `of`
    /// unseen cards would bring it nearer.
    Waits { missing: u8, outs: u32, of: u32 },
    /// The discarded card fits no meld on the table; it costs `points` points.
    FitsNowhere { points: u32 },
    /// The hand costs `points` points less; if a card is discarded, no other costs more.
    Sheds { points: u32 },
    /// In imagined deals the round ends with `points` points fewer than after the next best action.
    Saves { points: u32 },
}

impl Reason {
    /// The reason for points saved in imagined deals, if it is at least one point.
    pub(super) fn saves(points: f64) -> Option<Reason> {
        (points >= 1.0).then_some(Reason::Saves { points: points as u32 })
    }
}

/// The reason for an action of the viewing seat.
pub(super) fn reason(seen: &Seen<'_>, action: &Action) -> Option<Reason> {
    match action {
        Action::GoOut { .. } => Some(Reason::GoesOut),
        Action::LayDown { melds } => sheds(seen, melds.iter().flat_map(cards)),
        Action::LayOff(lay_off) => sheds(seen, lay_off.card_id.known()),
        Action::SwapJoker { joker_id, card_id, .. } => swapped(seen, joker_id.known()?, card_id.known()?),
        Action::DrawFromDiscard {} | Action::ClaimMayI {} | Action::CallMayI {} => taken(seen),
        Action::DrawFromStock {} | Action::AllowMayI {} => left(seen),
        Action::Discard { card_id } => thrown(seen, card_id.known()?),
        Action::Skip {} | Action::ReorderHand { .. } => None,
    }
}

fn cards(meld: &NamedMeld) -> impl Iterator<Item = Card> {
    meld.card_ids.iter().filter_map(Named::known)
}

/// The reason for putting cards on the table.
fn sheds(seen: &Seen<'_>, cards: impl IntoIterator<Item = Card>) -> Option<Reason> {
    let gone: Vec<Card> = cards.into_iter().collect();
    if gone.len() == seen.hand.len() {
        return Some(Reason::GoesOut);
    }
    Some(Reason::Sheds { points: points(&gone) })
}

fn swapped(seen: &Seen<'_>, joker: Card, card: Card) -> Option<Reason> {
    let mut hand = Holding::of(seen.hand);
    hand.remove(kind(card.face()));
    hand.add(joker.face());
    nears(distance(seen, &Holding::of(seen.hand), 0), distance(seen, &hand, 0))
}

fn taken(seen: &Seen<'_>) -> Option<Reason> {
    let (before, after) = with_exposed(seen)?;
    nears(before, after)
}

fn left(seen: &Seen<'_>) -> Option<Reason> {
    let can_be_had = !seen.is_down() && !seen.view.discard_taken;
    let (before, after) = with_exposed(seen).filter(|_| can_be_had)?;
    (after >= before).then_some(Reason::NoNearer)
}

/// How many cards the contract lacks without and with the exposed card; out of turn a second card comes with
/// it.
fn with_exposed(seen: &Seen<'_>) -> Option<(u8, u8)> {
    let is_draw = seen.view.current == seen.seat && !seen.has_drawn();
    let more = if is_draw { 1 } else { 2 };
    let hand = Holding::of(seen.hand);
    let mut with = hand;
    with.add(seen.exposed()?);
    Some((distance(seen, &hand, more), distance(seen, &with, more)))
}

fn nears(before: u8, after: u8) -> Option<Reason> {
    (after < before).then_some(Reason::Nears { before, after })
}

fn thrown(seen: &Seen<'_>, card: Card) -> Option<Reason> {
    if seen.hand.len() == 1 {
        return Some(Reason::GoesOut);
    }
    let points = card.face().points();
    if seen.is_down() {
        let fits = seen.view.table.iter().any(|meld| meld.fit(card.face(), None).is_ok());
        return (!fits).then_some(Reason::FitsNowhere { points });
    }
    waits(seen, card).or_else(|| {
        let is_dearest = seen.hand.iter().all(|other| other.face().points() <= points);
        is_dearest.then_some(Reason::Sheds { points })
    })
}

/// The reason for discarding a card if the contract lacks no more cards without it: what would bring it
/// nearer.
fn waits(seen: &Seen<'_>, without: Card) -> Option<Reason> {
    let whole = Holding::of(seen.hand);
    let mut hand = whole;
    hand.remove(kind(without.face()));
    let missing = distance(seen, &hand, 0);
    let helps = |face: Face| {
        let mut more = hand;
        more.add(face);
        distance(seen, &more, 0) < missing
    };
    let unseen = seen.known(Recall::of(seen.view)).unseen;
    let mut known = [None; Face::PLACES];
    let outs = unseen.iter().filter(|face| *known[face.index()].get_or_insert_with(|| helps(**face))).count();
    let is_kept = outs > 0 && missing == distance(seen, &whole, 0);
    is_kept.then_some(Reason::Waits { missing, outs: outs as u32, of: unseen.len() as u32 })
}

/// How many cards a hand lacks for the contract. Where the whole hand must be laid down, its size is that of
/// the current hand plus `more`.
fn distance(seen: &Seen<'_>, hand: &Holding, more: usize) -> u8 {
    hand.distance(&seen.terms, seen.hand.len() + more)
}

#[cfg(test)]
mod tests {
    use super::super::greedy::Greedy;
    use super::super::greedy::tests::{down, table};
    use super::super::thumb::Thumb;
    use super::*;
    use crate::{Budget, Player};
    use baize_may_i::{MayI, Options, Round, RunEnd, Search, View};
    use baize_rules::{Dice, Game, Seat, Seed, Table, Viewer};
    use serde_json::{Value, json};
    use std::collections::BTreeMap;

    /// Checks the reason given for an action, which is written as it is typed.
    #[allow(clippy::needless_pass_by_value)] // States are JSON literals written on the spot.
    fn check(hand: &str, changes: Value, action: &str, expect: Option<Reason>) {
        let table = table(hand, changes);
        let view = table.game().view(Viewer::Seat(Seat::SECOND));
        let action = table.game().read(Seat::SECOND, action).unwrap();
        assert_eq!(reason(&Seen::of(&view).unwrap(), &action), expect, "{hand}: {action:?}");
    }

    const PAIRS: &str = "7S.0 7D.0 9H.0 9C.0 3S.0 4D.0 5H.0 QC.0 KD.0 AS.0 JH.0";

    fn draws(exposed: &str) -> Value {
        json!({ "phase": "draw", "discard": [exposed] })
    }

    #[test]
    fn an_exposed_card_brings_the_contract_nearer_or_not() {
        check(PAIRS, draws("7H.0"), "draw discard", Some(Reason::Nears { before: 2, after: 1 }));
        check(PAIRS, draws("7H.0"), "draw stock", None);
        check(PAIRS, draws("8H.0"), "draw stock", Some(Reason::NoNearer));
        check(PAIRS, draws("8H.0"), "draw discard", None);
        let full = "7S.0 7D.0 7H.0 9H.0 9C.0 3S.0 4D.0 5H.0 QC.0 KD.0 AS.0";
        check(full, draws("9S.0"), "draw discard", Some(Reason::Nears { before: 1, after: 0 }));
        let asked = |card: &str| {
            json!({ "phase": "may_i", "discard": [card], "pending": {
                "caller": 2, "card": card, "asked": 1, "waiting": [], "resume": "draw" } })
        };
        check(PAIRS, asked("7H.0"), "claim", Some(Reason::Nears { before: 2, after: 1 }));
        check(PAIRS, asked("8H.0"), "allow", Some(Reason::NoNearer));
    }

    #[test]
    fn a_discard_keeps_what_is_waited_for() {
        let hand = format!("{PAIRS} 7H.0");
        let found = |action: &str| {
            let table = table(&hand, json!({}));
            let view = table.game().view(Viewer::Seat(Seat::SECOND));
            let action = table.game().read(Seat::SECOND, action).unwrap();
            reason(&Seen::of(&view).unwrap(), &action)
        };
        let Some(Reason::Waits { missing: 1, outs, of: 96 }) = found("discard 9") else { panic!("it waits") };
        // In two packs, these are the other six 9s, eight 2s and four Jokers.
        assert_eq!(outs, 6 + 8 + 4);
        // Without a 9 the contract is farther away, and the ace costs more.
        assert_eq!(found("discard 3"), None);
    }

    #[test]
    fn a_hopeless_hand_gets_cheaper() {
        let far = "3S.0 5D.0 7H.0 9C.0 JS.0 KD.0 4H.0 8C.0 TS.0 QD.0 AH.0 JK.0";
        check(far, json!({ "round": 6 }), "discard 12", Some(Reason::Sheds { points: 50 }));
    }

    #[test]
    fn what_leaves_the_hand_is_counted() {
        let run = json!(["5S.0", "6S.0", "7S.0", "8S.0"]);
        check("9S.0 KD.0 QD.0", down(run.clone()), "layoff 1 1", Some(Reason::Sheds { points: 9 }));
        check("3D.0 KD.0 9S.0", down(run.clone()), "discard 2", Some(Reason::FitsNowhere { points: 10 }));
        check("3D.0 KD.0 9S.0", down(run.clone()), "discard 3", None);
        check("KD.0", down(run.clone()), "discard 1", Some(Reason::GoesOut));
        check("9S.0 TS.0", down(run), "goout \"1 1\" \"2 1\"", Some(Reason::GoesOut));
        let sets = "7S.0 7D.0 7H.0 9H.0 9C.0 2C.0 KD.0";
        check(sets, json!({}), "laydown \"1,3,2\" \"4,5,6\"", Some(Reason::Sheds { points: 59 }));
        let joker =
            json!({ "table": [{ "owner": 0, "type": "run", "cards": ["JK.0", "6S.0", "7S.0", "8S.0"] }] });
        let hand = "9S.0 9D.0 KC.0 QC.0 3H.0 4H.0 6D.0 8C.0 5S.0 JD.0 TH.0 AC.0";
        check(hand, joker, "swap 1 1 9", Some(Reason::Nears { before: 3, after: 2 }));
    }

    #[test]
    fn what_imagined_deals_save_is_told_from_a_point_on() {
        assert_eq!(Reason::saves(0.9), None);
        assert_eq!(Reason::saves(3.6), Some(Reason::Saves { points: 3 }));
    }

    /// Whether these cards are a lay-down or contain one.
    fn is_complete(seen: &Seen<'_>, cards: &[Card]) -> bool {
        !Search::new(cards, seen.terms).best(1).is_empty()
    }

    fn with(hand: &[Card], card: Card) -> Vec<Card> {
        hand.iter().copied().chain([card]).collect()
    }

    /// Checks the claim about an action against the rules and the search for lay-downs.
    fn holds(table: &Table<MayI>, view: &View, action: &Action, reason: Reason) -> bool {
        let seen = Seen::of(view).unwrap();
        let mut later = table.clone();
        later.play(seen.seat, action).unwrap();
        let next = later.game().view(Viewer::Seat(seen.seat));
        let is_over = next.round != view.round || later.game().outcome().is_some();
        let cost = |view: &View| points(view.hand.as_deref().unwrap());
        match reason {
            Reason::GoesOut => is_over,
            Reason::Nears { before, after } => {
                let card = match action {
                    Action::SwapJoker { .. } => return after < before,
                    _ => view.discard.unwrap(),
                };
                let is_whole = seen.terms.takes_whole_hand;
                after < before && (is_whole || (after == 0) == is_complete(&seen, &with(seen.hand, card)))
            }
            Reason::NoNearer => {
                is_complete(&seen, seen.hand) || !is_complete(&seen, &with(seen.hand, view.discard.unwrap()))
            }
            Reason::Waits { missing, outs, of } => {
                let hand = next.hand.as_deref().unwrap();
                let lying = view.table.iter().flat_map(|meld| meld.cards()).chain(&view.discard);
                let shown: Vec<Card> = seen.hand.iter().chain(lying).copied().collect();
                let hidden = Card::deck(view.held.len() as u8).filter(|card| !shown.contains(card));
                let completes = hidden.filter(|card| is_complete(&seen, &with(hand, *card))).count() as u32;
                // Cards that were seen before and are covered now do not count as outs any more.
                0 < outs && outs <= of && (missing > 1 && completes == 0 || missing == 1 && outs <= completes)
            }
            Reason::FitsNowhere { points } => {
                let Action::Discard { card_id } = action else { return false };
                let face = card_id.known().unwrap().face();
                let wishes = [None, Some(RunEnd::Start), Some(RunEnd::End)];
                let fits = |wish| view.table.iter().any(|meld| meld.fit(face, wish).is_ok());
                !wishes.into_iter().any(fits) && (is_over || cost(view) - cost(&next) == points)
            }
            Reason::Sheds { points } => is_over || cost(view) - cost(&next) == points,
            Reason::Saves { .. } => false,
        }
    }

    #[test]
    fn reasons_hold_in_games_with_random_turns() {
        let mut seen = BTreeMap::<String, u32>::new();
        for round in Round::all() {
            let mut dice = Dice::new(&Seed::from_text(&format!("reasons {}", round.number())));
            let options = Options { start_round: round, ..Options::default() };
            let mut table = Table::<MayI>::start(options, 3, &dice.seed()).unwrap();
            for _ in 0..250 {
                let Some(seat) = table.game().awaiting().must.iter().next() else { break };
                let (view, menu) = (table.game().view(Viewer::Seat(seat)), table.game().menu(seat));
                for action in menu.actions() {
                    let Some(found) = reason(&Seen::of(&view).unwrap(), action) else { continue };
                    assert!(holds(&table, &view, action, found), "{view}\n{action:?} {found:?}");
                    let name = json!(found)["kind"].as_str().unwrap().to_owned();
                    *seen.entry(name).or_default() += 1;
                }
                let thought = match dice.roll(4) {
                    0 => dice.pick(menu.actions()).unwrap().clone(),
                    1 => Thumb.choose(&view, &menu, Budget::default()).action,
                    _ => Greedy.choose(&view, &menu, Budget::default()).action,
                };
                table.play(seat, &thought).unwrap();
            }
        }
        for kind in ["goesOut", "nears", "noNearer", "waits", "fitsNowhere", "sheds"] {
            assert!(seen.contains_key(kind), "{kind} never came up: {seen:?}");
        }
    }
}
