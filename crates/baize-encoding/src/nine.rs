//! Nine. An action is the card minus 1, plus 9, 18 or 27 for a reverse, double or shield laid beside it in
//! matches with special cards. An observation is one row: the seat's own hand (9), the opponent's (9), its
//! own sealed card (9), the opponent's open lead (9); its own points, the opponent's and those carried,
//! divided by 45; the turn divided by 9; whether the seat leads, whether the opponent has chosen; and the
//! special cards left, its own (3) and the opponent's (3).

use crate::{Encoding, Space};
use baize_nine::{Action, Aid, Bid, Card, Helper, Nine, Pick, View};
use baize_rules::Seat;

const CARDS: usize = Card::COUNT;

impl Encoding for Nine {
    const ACTIONS: Space = Space::Discrete(CARDS * (1 + Helper::ALL.len()));
    const OBSERVATION: &'static [usize] = &[4 * CARDS + 12];

    fn number(&self, _: Seat, action: &Action) -> Option<u32> {
        let Action::Play { card: Pick::Card(card), helper } = action else { return None };
        let beside = match helper {
            None => 0,
            Some(Aid::Helper(helper)) => 1 + *helper as u32,
            Some(_) => return None,
        };
        Some(u32::from(card.number()) - 1 + CARDS as u32 * beside)
    }

    fn action(&self, _: Seat, number: u32) -> Option<Action> {
        let (beside, card) = (number as usize / CARDS, number as usize % CARDS);
        let card = Card::new(card as u8 + 1)?;
        let helper = match beside.checked_sub(1) {
            None => None,
            Some(index) => Some(*Helper::ALL.get(index)?),
        };
        Some(Action::bid(Bid { card, helper }))
    }

    fn observe(view: &View, seat: Seat, into: &mut [f32]) {
        let (own, other) = (seat.index() % 2, 1 - seat.index() % 2);
        let place = |card: Card| usize::from(card.number()) - 1;
        for (start, side) in [(0, own), (CARDS, other)] {
            view.hands[side].iter().for_each(|card| into[start + place(card)] = 1.0);
        }
        for (start, side) in [(2 * CARDS, own), (3 * CARDS, other)] {
            view.sealed[side].into_iter().for_each(|card| into[start + place(card)] = 1.0);
        }
        let rest = &mut into[4 * CARDS..];
        let points = [view.scores[own], view.scores[other], view.carried];
        for (number, score) in rest.iter_mut().zip(points) {
            *number = (score.as_f64() / 45.0) as f32;
        }
        rest[3] = f32::from(view.turn) / 9.0;
        rest[4] = f32::from(u8::from(view.leader.index() == own));
        rest[5] = f32::from(u8::from(view.committed[other]));
        for (start, side) in [(6, own), (9, other)] {
            let left = view.helpers.map_or_else(Default::default, |helpers| helpers[side]);
            left.iter().for_each(|helper| rest[start + helper as usize] = 1.0);
        }
    }
}
