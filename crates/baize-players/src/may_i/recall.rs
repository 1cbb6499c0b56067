//! What a seat that has watched a round knows of the others: cards that they took, and cards that they did
//! not want.

use super::seen::kind;
use super::world::SEATS;
use baize_may_i::{Card, Face, Faced, How, View};
use baize_rules::Seat;

/// A card that a seat could have taken or kept, and whether it did.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Offer {
    pub(super) face: Face,
    pub(super) is_taken: bool,
    /// Whether it cost nothing: in the seat's own turn, without a penalty card.
    pub(super) is_free: bool,
}

/// What can be remembered of a round.
#[derive(Default, Debug)]
pub(super) struct Recall {
    /// The cards that each seat took and still holds.
    pub(super) taken: [Vec<Card>; SEATS],
    /// The offers to each seat, the latest last. They say nothing about seats that are down.
    pub(super) offers: [Vec<Offer>; SEATS],
    /// The covered discards, the upper ones last, as far as they are remembered.
    pub(super) covered: Vec<Card>,
}

impl Recall {
    pub(super) fn of(view: &View) -> Recall {
        let mut recall = Recall::default();
        let mut pile: Vec<Card> = Vec::new();
        // The exposed card not yet decided about, and who showed it.
        let mut lying: Option<(Card, Seat, How)> = None;
        for shown in &view.memory {
            let (seat, card) = (shown.seat, shown.card);
            match shown.how {
                How::Turned | How::Thrown => {
                    if let Some(before) = lying.replace((card, seat, shown.how)) {
                        recall.pass(view, before, seat, None);
                    }
                    if shown.how == How::Thrown {
                        recall.taken[seat.index()].retain(|&held| held != card);
                        recall.offer(seat, card, false, true);
                    }
                    pile.push(card);
                }
                How::Taken | How::Asked => {
                    if let Some(before) = lying.take().filter(|_| shown.how == How::Asked) {
                        recall.pass(view, before, next_after(view, before.1), Some(seat));
                    }
                    recall.taken[seat.index()].push(card);
                    recall.offer(seat, card, true, shown.how == How::Taken);
                    pile.retain(|&lies| lies != card);
                }
            }
        }
        let laid: Vec<Card> = view.table.iter().flat_map(|meld| meld.cards()).copied().collect();
        recall.taken.iter_mut().for_each(|taken| taken.retain(|card| !laid.contains(card)));
        pile.retain(|&card| Some(card) != view.discard);
        recall.covered = pile.split_off(pile.len().saturating_sub(view.covered.into()));
        recall
    }

    fn offer(&mut self, seat: Seat, card: Card, is_taken: bool, is_free: bool) {
        self.offers[seat.index()].push(Offer { face: kind(card.face()), is_taken, is_free });
    }

    /// Records that a card was left lying by the seats from the current one up to the one that finally had
    /// it, if any.
    fn pass(
        &mut self,
        view: &View,
        (card, shower, how): (Card, Seat, How),
        current: Seat,
        had: Option<Seat>,
    ) {
        let seats = view.held.len();
        let turns = (0..seats).filter_map(|step| Seat::new(((current.index() + step) % seats) as u8));
        for seat in turns.take_while(|&seat| Some(seat) != had) {
            if how == How::Turned || seat != shower {
                self.offer(seat, card, false, seat == current);
            }
        }
    }
}

/// The next seat that has not left.
fn next_after(view: &View, seat: Seat) -> Seat {
    let seats = view.held.len();
    let mut after = (1..=seats).filter_map(|step| Seat::new(((seat.index() + step) % seats) as u8));
    after.find(|seat| view.left.iter().all(|left| left.seat != *seat)).unwrap_or(seat)
}
